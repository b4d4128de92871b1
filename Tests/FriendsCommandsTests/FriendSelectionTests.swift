import FriendsModel
import FriendsSearch
import Synchronization
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct FriendSelectionTests {
    private static let friends = [
        Friend.ada, .friend("king", "Ada", "Lovelace-King", "34"), .grace, .åse, .friend("é", "É", "X", "56"),
    ]

    private func failure(_ work: () async throws(CommandFailure) -> Friend) async -> CommandFailure? {
        do { _ = try await work() } catch { return error }
        return nil
    }

    @Test(arguments: [
        ("ada", "ada"), ("king", "king"), ("lovelace king", "king"), ("ada lovelace", "ada"), ("ADA LOVELACE", "ada"),
        ("hop", "grace"), ("phone:0199", "grace"), ("ase", "åse"), ("grace", "grace"),
    ])
    func `an id comes first, then the only match, then a whole name`(argument: String, id: String) async throws {
        var selection = FriendSelection(ListClient([Self.friends])) { _ in }
        #expect(try await selection.friend(argument).id.rawValue == id)
    }

    @Test(arguments: [
        ("nobody", CommandStatus.nothingFound, "No friend matches “nobody”."),
        ("love", .ambiguous, "2 friends match “love”. Add words, or use an id:"),
        ("", .wrongUsage, "Name a friend by an id, or by words that only this friend has."),
        ("+", .wrongUsage, "Name a friend by an id, or by words that only this friend has."),
    ])
    func `anything else says why`(argument: String, status: CommandStatus, message: String) async {
        var selection = FriendSelection(ListClient([Self.friends])) { _ in }
        let failure = await failure { () throws(CommandFailure) in try await selection.friend(argument) }
        #expect(failure?.status == status && failure?.message == message)
        if status == .ambiguous {
            #expect(
                failure?.details == [
                    "ada  Ada Lovelace, +44 20 7946 0001", "king  Ada Lovelace-King, 34",
                ])
        }
    }

    @Test func `of many matches the first are named`() async {
        var selection = FriendSelection(ListClient([.numbered(30)])) { _ in }
        let failure = await failure { () throws(CommandFailure) in try await selection.friend("first") }
        #expect(failure?.details.count == 21 && failure?.details.last == "And 10 more.")
    }

    @Test func `several friends are found in one load of the list`() async throws {
        let client = ListClient([Self.friends])
        var selection = FriendSelection(client) { _ in }
        for argument in ["hop", "vang", "lovelace king"] { _ = try await selection.friend(argument) }
        #expect(client.loads.count == 1)
    }

    @Test func `several arguments name each friend once`() async throws {
        let arguments = ["hop", "king", "grace", "ada lovelace"]
        var selection = FriendSelection(ListClient([Self.friends])) { _ in }
        #expect(try await selection.friends(arguments).map(\.id.rawValue) == ["grace", "king", "ada"])
        #expect(try SearchableList(Self.friends).friends(arguments).map(\.id.rawValue) == ["grace", "king", "ada"])
    }

    @Test func `all arguments that name no friend are named together`() async {
        let arguments = ["nobody", "hop", "love", ""]
        let expected = CommandFailure(
            .nothingFound, "No friend matches \u{201C}nobody\u{201D}.",
            details: [
                "2 friends match \u{201C}love\u{201D}. Add words, or use an id:",
                "ada  Ada Lovelace, +44 20 7946 0001", "king  Ada Lovelace-King, 34",
                "Name a friend by an id, or by words that only this friend has.",
            ])
        await #expect(throws: expected) {
            var selection = FriendSelection(ListClient([Self.friends])) { _ in }
            _ = try await selection.friends(arguments)
        }
        #expect(throws: expected) { _ = try SearchableList(Self.friends).friends(arguments) }
    }

    @Test func `unreadable entries of the list are reported once`() async throws {
        let counts = Mutex<[Int]>([])
        var selection = FriendSelection(ListClient([Self.friends], unreadableCount: 2)) { count in
            counts.withLock { $0.append(count) }
        }
        for argument in ["hop", "vang"] { _ = try await selection.friend(argument) }
        #expect(counts.withLock(\.self) == [2])
    }

    // MARK: - Streaming

    @Test func `pages are passed on in order`() async throws {
        let client = ListClient([[.ada, .grace], [.linus], [.åse]])
        var passed: [[String]] = []
        let unreadable = try await client.streamFriends(matching: FriendQuery("")) {
            passed.append($0.map(\.id.rawValue))
        }
        #expect(passed == [["ada", "grace"], ["linus"], ["åse"]] && unreadable == 0)
    }

    @Test func `only matches are passed on`() async throws {
        let client = ListClient([[.ada, .grace], [.linus], [.wang]])
        var passed: [String] = []
        _ = try await client.streamFriends(matching: FriendQuery("l")) { passed += $0.map(\.id.rawValue) }
        #expect(passed == ["ada", "linus"])
    }

    /// Linus was moved to the first page after that was read; Grace was moved to the second one.
    @Test func `a list that changes meanwhile has every friend once`() async throws {
        let client = ListClient([[.ada, .grace], [.grace, .åse]], snapshots: ["1", "2"], changes: [.linus, .grace])
        var passed: [String] = []
        _ = try await client.streamFriends(matching: FriendQuery("")) { passed += $0.map(\.id.rawValue) }
        #expect(passed == ["ada", "grace", "åse", "linus"])
    }

    @Test func `a change that the server cannot tell is an error`() async throws {
        let client = ListClient([[.ada], [.grace]], snapshots: ["1", "2"], changes: nil)
        await #expect(throws: FriendsClientError.snapshotTooOld) {
            _ = try await client.streamFriends(matching: FriendQuery("")) { _ in }
        }
    }

    @Test(arguments: ["#1 Pizza", "#family", "city:roma", "#", "\"Bobby\" Tables"])
    func `a whole name means its friend, whatever it is as a query`(name: String) throws {
        let friends =
            Self.friends + [Friend(id: Friend.ID("odd"), version: .init("1"), details: FriendDetails(firstName: name))]
        #expect(try SearchableList(friends).friends([name]).map(\.id.rawValue) == ["odd"])
        let twice =
            friends + [Friend(id: Friend.ID("odd2"), version: .init("1"), details: FriendDetails(firstName: name))]
        #expect(throws: CommandFailure.self) { _ = try SearchableList(twice).friends([name]) }
    }
}
