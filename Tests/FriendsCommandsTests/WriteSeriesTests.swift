import FriendsList
import FriendsModel
import Synchronization
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct WriteSeriesTests {
    private func deletions(_ count: Int) -> [FriendWrite] {
        [Friend].numbered(count).map { .delete($0.id, at: $0.version) }
    }

    @Test(arguments: [(1, true, []), (1_200, true, [500, 500, 200]), (3, false, [3])])
    func `many writes are sent together`(count: Int, takesBatches: Bool, batches: [Int]) async {
        let server = WriteServer(takesBatches: takesBatches)
        let series = await WriteSeries.made(deletions(count), on: server)
        #expect(series.stop == nil && series.results == Array(repeating: .success(nil), count: count))
        #expect(server.calls.batches == batches)
        #expect(server.calls.single == (takesBatches && count > 1 ? 0 : count))
    }

    @Test(arguments: [true, false])
    func `a refusal concerns one friend`(takesBatches: Bool) async {
        let server = WriteServer(takesBatches: takesBatches, current: ["1001": "2"])
        let series = await WriteSeries.made(deletions(3), on: server)
        #expect(series.stop == nil)
        #expect(
            series.results == [
                .success(nil), .failure(.conflict(current: .friend("1001", "", "", "", version: "2"))), .success(nil),
            ])
    }

    @Test(arguments: [true, false])
    func `a forced write goes on from the version in its way`(takesBatches: Bool) async {
        let server = WriteServer(takesBatches: takesBatches, current: ["1001": "2"])
        let series = await WriteSeries.made(deletions(3), on: server, isForced: true)
        #expect(series.results == Array(repeating: .success(nil), count: 3))
    }

    @Test func `a friend that always changes is given up`() async {
        let server = WriteServer(takesBatches: false, current: ["1000": "never the same"])
        let series = await WriteSeries.made(deletions(1), on: server, isForced: true)
        #expect(
            series.results == [.failure(.conflict(current: .friend("1000", "", "", "", version: "never the same")))])
        #expect(server.calls.single == 6)
    }

    @Test(arguments: [(true, 500), (false, 0)])
    func `a lost server ends the series`(takesBatches: Bool, done: Int) async {
        let server = WriteServer(takesBatches: takesBatches, callsUntilLost: takesBatches ? 1 : 0)
        let series = await WriteSeries.made(deletions(1_200), on: server)
        #expect(series.results.count == done && series.stop == .timedOut(.connect))
        // Nothing more is sent.
        #expect(server.calls.batches == (takesBatches ? [500, 500] : [500]))
    }

    /// It can be about one friend alone, and there is nobody to ask for another try.
    @Test func `a failure in a batch is the result of its write`() async {
        let server = WriteServer(takesBatches: true)
        var writes = deletions(3)
        writes[1] = .restore(writes[1].id, details: FriendDetails())
        let series = await WriteSeries.made(writes, on: server)
        #expect(series.stop == nil && series.results == [.success(nil), .failure(.notOffered), .success(nil)])
    }

    @Test func `an update without a friend in the response is read`() async {
        let server = WriteServer(takesBatches: false, current: ["ada": "1"])
        let series = await WriteSeries.made([.update(Friend.ID("ada"), FriendChanges(), from: .init("1"))], on: server)
        #expect(series.results == [.success(.friend("ada", "", "", "", version: "1"))])
    }

    @Test func `a report names every friend`() {
        let tabs = TabText(isForTerminal: false)
        #expect(
            ChangeReport(.add, isDryRun: false).lines([.ada, .grace]) == ["Added Ada Lovelace", "Added Grace Hopper"])
        #expect(ChangeReport(.delete, isDryRun: true).lines([.ada]) == ["Would delete Ada Lovelace"])
        #expect(ChangeReport(.restore, isDryRun: false).rows([.ada], tabs) == "restored\tada\tAda Lovelace\n")
        #expect(ChangeReport(.change, isDryRun: true).rows([.ada], tabs) == "would-change\tada\tAda Lovelace\n")
        let hostile = Friend.friend("x", "\u{1B}[2J", "", "")
        #expect(ChangeReport(.change, isDryRun: false).lines([hostile]) == ["Changed ␛[2J"])
    }
}

/// A server that deletes and updates friends that are at version 1, unless it is told otherwise.
private final class WriteServer: PartialClient {
    struct Calls {
        var batches: [Int] = []
        var single = 0
        var all = 0
    }

    private let takesBatches: Bool
    private let current: [String: String]
    private let callsUntilLost: Int
    private let state = Mutex(Calls())

    var calls: Calls { state.withLock { $0 } }

    init(takesBatches: Bool, current: [String: String] = [:], callsUntilLost: Int = .max) {
        (self.takesBatches, self.current, self.callsUntilLost) = (takesBatches, current, callsUntilLost)
    }

    func write(_ writes: [FriendWrite]) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        state.withLock { $0.batches.append(writes.count) }
        guard takesBatches else { throw .notOffered }
        try count()
        return writes.map { write in
            guard case .delete(let id, let version) = write else { return .failure(.notOffered) }
            return answer(id, version)
        }
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        state.withLock { $0.single += 1 }
        try count()
        _ = try answer(id, version).get()
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? { nil }

    private func count() throws(FriendsClientError) {
        let number = state.withLock { state in
            defer { state.all += 1 }
            return state.all
        }
        if number >= callsUntilLost { throw .timedOut(.connect) }
    }

    private func answer(_ id: Friend.ID, _ version: Friend.Version) -> Result<Friend?, FriendsClientError> {
        let now = friendNow(id)
        let isSame = now.version == version && now.version.rawValue != "never the same"
        return isSame ? .success(nil) : .failure(.conflict(current: now))
    }

    private func friendNow(_ id: Friend.ID) -> Friend {
        .friend(id.rawValue, "", "", "", version: current[id.rawValue] ?? "1")
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend { friendNow(id) }
}
