import FriendsModel
import FriendsRepository
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// Many streams that ask for the same changes.
@Suite(.timeLimit(.minutes(10)))
struct SharedChangesTests {
    /// A list whose reads are counted, and wait for a gate.
    private final class List: Sendable {
        let sequence = Mutex<Int64>(1)
        let reads = Counter()
        let gate = Gate()
        let isLost = Mutex(false)

        func changes(since position: HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges? {
            reads.increase()
            // What is committed later is not in this snapshot.
            let now = sequence.withLock { $0 }
            do { try await gate.wait() } catch { throw .cancelled }
            if isLost.withLock({ $0 }) { throw .locked(path: "test") }
            return HistoryChanges(
                changed: [], deleted: [], position: HistoryPosition(sequence: now, history: position.history))
        }
    }

    private let list = List()
    private let changes: SharedChanges
    private let start = HistoryPosition(sequence: 0, history: "h")

    init() {
        changes = SharedChanges { [list] position throws(FriendRepositoryError) in
            try await list.changes(since: position)
        }
    }

    /// The number of the change that a stream hears of; nil without a change.
    private func ask(
        since position: Int64 = 0, notificationCount: Int = 1, maximumAge: Duration? = nil
    ) async throws -> Int64? {
        let answer = try await changes.changes(
            since: HistoryPosition(sequence: position, history: "h"), notificationCount: notificationCount,
            maximumAge: maximumAge)
        guard case .event(_, let next) = answer else { return nil }
        return next.sequence
    }

    @Test func `streams at one position share a read`() async throws {
        let streams = (1...100).map { _ in Task { try await ask() } }
        try await eventually("a read") { list.reads.value > 0 }
        list.gate.open()
        for stream in streams { #expect(try await stream.ended() == 1) }
        // Also one that comes when the read has ended.
        #expect(try await ask() == 1)
        #expect(list.reads.value == 1)
        #expect(try await ask(since: 1) == nil)
        #expect(list.reads.value == 2)
    }

    @Test func `a read that began before a notification does not do after it`() async throws {
        let early = Task { try await ask() }
        try await eventually("a read") { list.reads.value == 1 }
        list.sequence.withLock { $0 = 2 }
        let late = Task { try await ask(notificationCount: 2) }
        try await eventually("another read") { list.reads.value == 2 }
        list.gate.open()
        #expect(try await early.ended() == 1)
        #expect(try await late.ended() == 2)
    }

    @Test func `a heartbeat reads again when the last read is old`() async throws {
        list.gate.open()
        #expect(try await ask() == 1)
        list.sequence.withLock { $0 = 2 }
        #expect(try await ask(maximumAge: .seconds(600)) == 1)
        #expect(try await ask(maximumAge: .zero) == 2)
    }

    @Test func `a cancelled stream takes nothing from the others`() async throws {
        let first = Task { try await ask() }
        try await eventually("a read") { list.reads.value == 1 }
        let second = Task { try await ask() }
        first.cancel()
        list.gate.open()
        #expect(try await second.ended() == 1)
        #expect(list.reads.value == 1)
    }

    @Test func `an error is for those who wait for it`() async throws {
        list.isLost.withLock { $0 = true }
        let streams = (1...3).map { _ in Task { try await ask() } }
        try await eventually("a read") { list.reads.value == 1 }
        list.gate.open()
        for stream in streams {
            await #expect(throws: FriendRepositoryError.locked(path: "test")) { try await stream.ended() }
        }
        list.isLost.withLock { $0 = false }
        #expect(try await ask() == 1)
    }

    @Test func `answers of slow streams are not kept for good`() async throws {
        list.gate.open()
        list.sequence.withLock { $0 = 1_000 }
        for position in 0..<100 { #expect(try await ask(since: Int64(position)) == 1_000) }
        #expect(changes.keptCount <= 16)
    }
}
