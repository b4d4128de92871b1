import FriendsExchange
import FriendsFormats
import FriendsList
import FriendsModel
import TestSupport
import Testing

/// Random commands, each of which can be undone, with what list and trash were before and after it.
@MainActor
final class UndoScript {
    /// What there is of a friend.
    struct Stored: Equatable {
        let details: FriendDetails
        let rest: [UInt8]?
    }

    struct Content: Equatable {
        var list: [Friend.ID: Stored] = [:]
        var trash: [Friend.ID: Stored] = [:]
    }

    private typealias Change = (before: Content, after: Content)

    private let client: any FriendsClient
    private let store: FriendListStore
    private let writer: FriendListWriter
    private var numbers: Numbers
    private var done: [Change] = []
    private var undone: [Change] = []
    /// The friends who were added by hand, and whose addition was undone: the trash has them, although they were nowhere before.
    private var removed: Set<Friend.ID> = []
    private var count = 0

    init(_ client: any FriendsClient, seed: UInt64) async {
        self.client = client
        numbers = Numbers(state: seed)
        let calls = UnwatchedCalls()
        store = FriendListStore(
            client: client, isShared: false, cache: nil, order: .standard, calls: calls, clock: ManualClock(),
            // Not 0: without a pause it would follow the closed list of its session again and again, until all tests end.
            random: { 1 }, now: { 0 })
        writer = FriendListWriter(store: store, client: client, delegate: calls)
        await store.load()
    }

    func content() async throws -> Content {
        var content = Content()
        var position: FriendPage.Position?
        repeat {
            let page = try await client.friendsWithRests(after: position)
            for friend in page.friends { content.list[friend.id] = Stored(friend, page) }
            position = page.next
        } while position != nil
        repeat {
            let page = try await client.deletedFriends(after: position, withRests: true)
            for friend in page.friends { content.trash[friend.id] = Stored(friend, page) }
            position = page.next
        } while position != nil
        return content
    }

    /// Runs a random command, or undo or redo.
    func go(_ place: String) async throws {
        switch Int.random(in: 0..<14, using: &numbers) {
        case 0: try await add()
        case 1, 2: try await edit(Int.random(in: 1...3, using: &numbers))
        case 3: try await delete(1)
        case 4: try await delete(3)
        case 5: try await restore(Int.random(in: 1...3, using: &numbers))
        case 6: try await merge()
        case 7, 8: try await importFile(.vcard, (0..<4).map { _ in randomCard() }.joined())
        case 9: try await importFile(.json, "[" + (0..<3).map { _ in randomObject() }.joined(separator: ",") + "]")
        case 10...12: _ = try await undo(place)
        default: _ = try await redo(place)
        }
    }

    // MARK: Commands

    /// Runs a command, and remembers what it has changed.
    private func perform(_ command: () async throws -> Void) async throws {
        let before = try await content()
        let entries = writer.state.history.done
        try await command()
        await store.load()
        guard writer.state.history.done != entries else { return }
        done.append((before, try await content()))
        undone = []
    }

    private func friends(_ count: Int) -> [Friend] { Array(store.rows.friends.shuffled(using: &numbers).prefix(count)) }

    private func text() -> String {
        count += 1
        return "text \(count)"
    }

    private func add() async throws {
        try await perform {
            let details = FriendDetails(firstName: text(), lines: [.line(.note, text())])
            let friend = try await client.add(details, id: Friend.ID("n\(count)"))
            writer.record(.added(friend))
        }
    }

    private func edit(_ count: Int) async throws {
        try await perform {
            let changes = friends(count).map { friend in
                var details = friend.details
                if Bool.random(using: &numbers) { details.lastName = text() }
                let value = text()
                details.lines.append(FriendLine(id: .init("e\(self.count)"), kind: .tag, value: value))
                return (friend, details)
            }
            _ = await writer.update { changes }
        }
    }

    func delete(_ count: Int) async throws {
        try await perform {
            let friends = friends(count)
            if let friend = friends.first, count == 1 {
                _ = await writer.delete(friend)
            } else if !friends.isEmpty {
                _ = await writer.delete(friends, at: nil)
            }
        }
    }

    private func restore(_ count: Int) async throws {
        try await perform {
            let trash = try await client.deleted().friends.map(\.friend)
            _ = await writer.restore(Array(trash.shuffled(using: &numbers).prefix(count)))
        }
    }

    private func merge() async throws {
        try await perform {
            let friends = friends(2)
            guard friends.count == 2 else { return }
            var details = friends[0].details
            details.lines.append(FriendLine(id: .random(), kind: .note, value: friends[1].details.line))
            _ = await writer.merge(friends[0], into: details, deleting: friends[1])
        }
    }

    /// - Parameter meanwhile: what happens between the preview and the import.
    func importFile(
        _ format: FileFormat, _ text: String, meanwhile: () async throws -> Void = {}
    ) async throws {
        try await perform {
            let preview = ImportPreview(client: client)
            let told = ToldRows()
            try await preview.read(
                TextFile(format: format, text: text).batches, comparedWith: store.rows.friends, of: store.history
            ) { await told.receive($0) }
            try await preview.compare { await told.receive($0) }
            let choices: [DuplicateChoice?] = [.merge, .add, .skip, nil]
            var rows = told.rows
            for index in rows.indices {
                guard let choice = choices.randomElement(using: &numbers) ?? nil else { continue }
                if rows[index].row.duplicate == nil {
                    rows[index].row.isLeftOut = choice == .skip
                } else {
                    rows[index].row.choice = choice
                }
            }
            try await meanwhile()
            _ = await writer.importFriends { [rows] in await preview.changes(rows).planned }
        }
    }

    static func card(_ id: String, _ name: String, _ lines: [String]) -> String {
        let head = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(id)", "N:;\(name);;;", "FN:\(name)"]
        return (head + lines + ["END:VCARD"]).map { $0 + "\r\n" }.joined()
    }

    private func randomCard() -> String {
        let lines = ["NOTE:\(text())", "PHOTO:data:image/png;base64,AAAA", "X-OTHER:\(text())", "EMAIL:x@example.org"]
        return Self.card(randomID(), "Name\(Int.random(in: 1...4, using: &numbers))", lines.filter { _ in chance() })
    }

    private func randomObject() -> String {
        let line = "{\"id\": \"l\(count)\", \"kind\": \"note\", \"value\": \"\(text())\"}"
        let lines = chance() ? ", \"lines\": [\(line)]" : ""
        let names = "\"firstname\": \"\(text())\", \"lastname\": \"\", \"phonenumber\": \"\""
        return "{\"id\": \"\(randomID())\", \(names)\(lines)}"
    }

    private func randomID() -> String { "p\(Int.random(in: 1...6, using: &numbers))" }

    private func chance() -> Bool { Bool.random(using: &numbers) }

    // MARK: Undo and redo

    /// - Returns: whether there was something to undo.
    func undo(_ place: String) async throws -> Bool {
        guard let change = done.popLast() else { return false }
        let added = writer.state.history.next(.undo) ?? []
        let result = try #require(await writer.perform(.undo), "\(place)")
        #expect(result.refusedCount == 0 && result.unresolved.isEmpty, "\(place)")
        await store.load()
        for case .added(let friend) in added where change.before.trash[friend.id] == nil { removed.insert(friend.id) }
        try await expect(change.before, "undo, \(place)")
        undone.append(change)
        return true
    }

    /// - Returns: whether something was undone, and nothing refused.
    func undoUncompared() async -> Bool { await writer.perform(.undo)?.refusedCount == 0 }

    /// - Returns: whether there was something to redo.
    func redo(_ place: String) async throws -> Bool {
        guard let change = undone.popLast() else { return false }
        let result = try #require(await writer.perform(.redo), "\(place)")
        #expect(result.refusedCount == 0 && result.unresolved.isEmpty, "\(place)")
        await store.load()
        try await expect(change.after, "redo, \(place)")
        done.append(change)
        return true
    }

    private func expect(_ expected: Content, _ place: String) async throws {
        var now = try await content()
        for id in removed where expected.trash[id] == nil { now.trash[id] = nil }
        try #require(now.list == expected.list, "the list, \(place)")
        try #require(now.trash == expected.trash, "the trash, \(place)")
    }
}

extension UndoScript.Stored {
    fileprivate init(_ friend: Friend, _ page: FriendPage) {
        (details, rest) = (friend.details, page.rests[friend.id])
    }
}

/// The rows that a preview has told.
@MainActor
private final class ToldRows {
    private(set) var rows: ImportPlan.Rows = []

    func receive(_ event: ImportPreview.Event) {
        switch event {
        case .records(let new, _): rows += new.map { ($0.place, $0.row) }
        case .compared(let compared): for (place, row) in compared { rows[place].row = row }
        }
    }
}

/// A file in memory.
private struct TextFile {
    let format: FileFormat
    let text: String

    var batches: any RecordBatches {
        AsyncThrowingStream { continuation in
            var chunks: [[UInt8]] = [Array(text.utf8)]
            try? RecordReader(format, columns: ColumnMap()).read({ chunks.popLast() }) { records in
                continuation.yield(RecordBatch(records, share: 1))
            }
            continuation.finish()
        }
    }
}

/// Calls that nobody watches or repeats.
private struct UnwatchedCalls: CallDelegate {
    func run<Value: Sendable>(
        _ operation: FriendsList.Operation,
        _ call: @escaping @MainActor (_ progress: WriteProgress) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        try await call { _, _ in }
    }

    func retries(
        _ operation: FriendsList.Operation, after error: FriendsClientError, mayHaveBeenDone: Bool
    ) async -> Bool { false }

    func retries(_ operation: FriendsList.Operation, after result: WriteResult) async -> Bool { false }

    func allowsDeletion(of count: Int, isShared: Bool, by direction: UndoHistory.Direction?) async -> Bool { true }
}
