import FriendsDatabase
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsSession
@testable import FriendsSync

/// A list and an address book that are synchronised.
struct Sides {
    let list: any FriendsClient
    let book = MemoryBook()
    let state = MemorySyncState()

    init() throws {
        list = RepositoryClient(EmbeddedDatabase(try SQLiteRepository()), .command, .silent)
    }

    @discardableResult
    func sync(_ change: (inout SyncOptions) -> Void = { _ in }, at time: Int = 1_000_000) async throws -> SyncAccount {
        var options = SyncOptions()
        change(&options)
        return try await SyncRunner(list, book, state, options, now: { time }).run()
    }

    // MARK: - The list

    @discardableResult
    func add(_ id: String, _ first: String, _ last: String = "", _ number: String = "", lines: [FriendLine] = [])
        async throws -> Friend
    {
        try await list.add(
            FriendDetails(firstName: first, lastName: last, phoneNumber: number, lines: lines), id: Friend.ID(id))
    }

    func friend(_ id: String) async throws -> Friend { try await list.friend(Friend.ID(id)) }

    func edit(_ id: String, _ change: (inout FriendDetails) -> Void) async throws {
        let friend = try await friend(id)
        var details = friend.details
        change(&details)
        _ = try await list.update(
            friend.id, with: FriendChanges(from: friend.details, to: details), from: friend.version)
    }

    func delete(_ id: String) async throws {
        try await list.delete(Friend.ID(id), at: try await friend(id).version)
    }

    func friends() async throws -> [Friend] {
        try await list.wholeList().friends.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    func trash() async throws -> [Friend] { try await list.deleted().friends.map(\.friend) }
}

extension MemoryBook {
    /// Stores a card as another program does.
    func store(_ id: String, _ first: String, _ last: String = "", _ others: String...) {
        let rows = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:\(id)", "N:\(last);\(first);;;", "FN:\(first) \(last)",
        ]
        put((rows + others + ["END:VCARD", ""]).joined(separator: "\n"), "\(id).vcf")
    }

    func details(_ name: String) -> FriendDetails? {
        cards[name].flatMap { try? CardContent($0.bytes) }?.details
    }
}

extension FriendLine {
    static func email(_ value: String) -> FriendLine {
        FriendLine(id: FriendLine.ID("email"), kind: .email, label: "", value: value)
    }
}

extension SyncAccount {
    /// Whether nothing is left to do.
    var isComplete: Bool { stop == nil && problems.isEmpty && leftAlone.isEmpty && waitingCount == 0 }
}

/// Nothing is to be done.
func expectQuiet(_ sides: Sides, _ location: SourceLocation = #_sourceLocation) async throws {
    let (friends, cards, count) = (try await sides.friends(), sides.book.cards, sides.book.writes.count)
    for comparesAll in [false, true] {
        let account = try await sides.sync { $0.comparesAll = comparesAll }
        #expect(account.here.isEmpty && account.there.isEmpty, sourceLocation: location)
    }
    #expect(try await sides.friends() == friends, sourceLocation: location)
    #expect(sides.book.cards == cards && sides.book.writes.count == count, sourceLocation: location)
}
