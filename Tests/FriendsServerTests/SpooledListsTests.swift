import FriendsRepository
import TestSupport
import Testing

@testable import FriendsServer

/// Whole lists that several clients ask for.
@Suite(.timeLimit(.minutes(10)))
struct SpooledListsTests {
    private struct Failure: Error {}

    private let lists = SpooledLists(concurrency: 2)
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func key(_ start: String? = nil, _ format: Representation = .json) -> SpooledLists.Key {
        SpooledLists.Key(
            path: "/friends", start: start, format: format, position: HistoryPosition(sequence: 1, history: "a"))
    }

    private func makeList() throws -> SpooledLists.List {
        SpooledLists.List(
            spool: try Spool(in: Spool.Place(directory: directory.path)),
            position: HistoryPosition(sequence: 1, history: "a"), totalCount: nil)
    }

    /// A client that has asked for a list, which is written when the gate is open.
    private func client(
        _ key: SpooledLists.Key, writing: Counter, gate: Gate,
        isWaiting: @escaping @Sendable () -> Bool = { true }
    ) -> Task<SpooledLists.List, any Error> {
        Task.immediate {
            try await lists.list(key, while: isWaiting) { check in
                writing.increase()
                let list = try makeList()
                try await gate.wait()
                try check()
                return list
            }
        }
    }

    @Test func `clients of the same list share its spool`() async throws {
        let (writing, gate) = (Counter(), Gate())
        defer { gate.open() }
        let clients = (0..<5).map { _ in client(Self.key(), writing: writing, gate: gate) }
        let other = client(Self.key("x"), writing: writing, gate: gate)
        gate.open()
        let first = try await clients[0].ended()
        for client in clients { #expect(try await client.ended().spool === first.spool) }
        #expect(try await other.ended().spool !== first.spool)
        #expect(writing.value == 2)
        // The next one gets a list of its own moment.
        _ = try await client(Self.key(), writing: writing, gate: gate).ended()
        #expect(writing.value == 3)
    }

    @Test func `two lists are written at once, others wait`() async throws {
        let (writing, gate) = (Counter(), Gate())
        defer { gate.open() }
        let clients = (0..<6).map { client(Self.key("\($0)"), writing: writing, gate: gate) }
        try await eventually { writing.value == 2 }
        #expect(writing.value == 2)
        gate.open()
        for client in clients { _ = try await client.ended() }
        #expect(writing.value == 6)
    }

    @Test(arguments: [(1, 1), (2, 1), (4, 2), (64, 2)])
    func `lists leave others connections of the database`(processors: Int, lists: Int) {
        #expect(SpooledLists.concurrency(ofProcessors: processors) == lists)
    }

    @Test func `a list that no client waits for is given up`() async throws {
        let (writing, gate, isGone) = (Counter(), Gate(), Gate())
        defer { gate.open() }
        let gone = client(Self.key(), writing: writing, gate: gate) { !isGone.isOpen }
        try await eventually { writing.value == 1 }
        try await eventually { SpoolTests.openFiles(in: directory.path) == 1 }
        isGone.open()
        gate.open()
        await #expect(throws: CancellationError.self) { try await gone.ended() }
        try await eventually { SpoolTests.openFiles(in: directory.path) == 0 }
        // One that is gone before its turn costs nothing.
        await #expect(throws: CancellationError.self) {
            try await client(Self.key(), writing: writing, gate: gate) { false }.ended()
        }
        #expect(writing.value == 1)
        _ = try await client(Self.key(), writing: writing, gate: gate).ended()
        #expect(writing.value == 2)
    }

    @Test func `a client after the end of a writing gets another one`() async throws {
        let (isGivenUp, gate, writing) = (Gate(), Gate(), Counter())
        defer { gate.open() }
        let gone = Task {
            try await lists.list(Self.key(), while: { writing.value == 0 }) { check in
                writing.increase()
                do {
                    try check()
                } catch {
                    isGivenUp.open()
                    try await gate.wait()
                    throw error
                }
                return try makeList()
            }
        }
        try await isGivenUp.wait()
        let open = Gate()
        open.open()
        _ = try await client(Self.key(), writing: writing, gate: open).ended()
        gate.open()
        await #expect(throws: CancellationError.self) { try await gone.ended() }
        #expect(writing.value == 2)
    }

    @Test func `a list is written as long as one client waits`() async throws {
        let (writing, gate, isGone) = (Counter(), Gate(), Gate())
        defer { gate.open() }
        let gone = client(Self.key(), writing: writing, gate: gate) { !isGone.isOpen }
        try await eventually { writing.value == 1 }
        let patient = client(Self.key(), writing: writing, gate: gate)
        isGone.open()
        gate.open()
        _ = try await patient.ended()
        _ = try await gone.ended()
        #expect(writing.value == 1)
    }

    @Test func `a list that failed is written again for the next client`() async throws {
        await #expect(throws: Failure.self) {
            try await lists.list(Self.key(), while: { true }) { _ in throw Failure() }
        }
        #expect(try await lists.list(Self.key(), while: { true }) { _ in try makeList() }.totalCount == nil)
    }
}
