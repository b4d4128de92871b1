import Synchronization
import TestSupport
import Testing

@testable import FriendsRepository

/// Groups of writes to a database that a test plays.
@Suite(.timeLimit(.minutes(10)))
struct WriteGroupsTests {
    private typealias Groups = WriteGroups<Counter>

    private static let timeout = FriendRepositoryError.locked(path: "test")

    /// Groups whose transactions begin when the gate is open.
    /// - Parameter sizes: receives the number of changes of each group when it is made up.
    private static func groups(
        waitTimeout: Duration = longestWait, _ database: Counter, _ gate: Gate, sizes: Sizes = Sizes()
    ) -> Groups {
        Groups(waitTimeout: waitTimeout, timeoutError: timeout) { group in
            sizes.values.withLock { $0.append(group.map(\.changeCount)) }
            try? await gate.wait()
            for write in group where write.begin() {
                try? write.perform(database)
                write.end(nil)
            }
        }
    }

    private final class Sizes: Sendable {
        let values = Mutex<[[Int]]>([])
    }

    @Test func `a write that waits too long ends at once`() async throws {
        let (database, gate, isBegun) = (Counter(), Gate(), Gate())
        let groups = Groups(waitTimeout: .milliseconds(50), timeoutError: Self.timeout) { group in
            for write in group where write.begin() {
                isBegun.open()
                try? await gate.wait()
                try? write.perform(database)
                write.end(nil)
            }
        }
        let first = Task { try await groups.write { $0.increase() } }
        try await isBegun.wait()
        // The first one is still under way, and has begun.
        await #expect(throws: Self.timeout) { try await groups.write { $0.increase() } }
        gate.open()
        try await first.ended()
        #expect(database.value == 1)
    }

    @Test func `a write that was given up in its group is not made`() async throws {
        let (database, gate) = (Counter(), Gate())
        let groups = Self.groups(waitTimeout: .milliseconds(50), database, gate)
        await #expect(throws: Self.timeout) { try await groups.write { $0.increase() } }
        gate.open()
        // The first group may be under way for longer than the next write may wait.
        try await eventually("a write") { (try? await groups.write { $0.increase() }) != nil }
        #expect(database.value == 1)
    }

    @Test func `a cancelled write that waits ends at once`() async throws {
        let (database, gate, sizes) = (Counter(), Gate(), Sizes())
        let groups = Self.groups(database, gate, sizes: sizes)
        let first = Task { try await groups.write { $0.increase() } }
        try await eventually { sizes.values.withLock(\.count) == 1 }
        let second = Task { try await groups.write { $0.increase() } }
        try await eventually { groups.waitingCount == 1 }
        for task in [second, first] {
            task.cancel()
            await #expect(throws: FriendRepositoryError.cancelled) { try await task.ended() }
        }
        gate.open()
        try await groups.write { $0.increase() }
        #expect(database.value == 1)
    }

    @Test func `a group has about 1,000 changes`() async throws {
        let (database, gate, sizes) = (Counter(), Gate(), Sizes())
        let groups = Self.groups(database, gate, sizes: sizes)
        let counts = [1, 400, 400, 400, 3_000, 1, 999, 1]
        try await withThrowingTaskGroup { tasks in
            for (index, count) in counts.enumerated() {
                tasks.addTask { try await groups.write(changeCount: count) { $0.increase() } }
                // In this order, behind the first group.
                try await eventually { sizes.values.withLock(\.count) == 1 && groups.waitingCount == index }
            }
            gate.open()
            try await tasks.waitForAll()
        }
        #expect(sizes.values.withLock { $0 } == [[1], [400, 400], [400], [3_000], [1, 999], [1]])
        #expect(database.value == counts.count)
    }

    @Test func `a group has up to 128 writes`() async throws {
        let (database, gate, sizes, observed) = (Counter(), Gate(), Sizes(), Sizes())
        let groups = Self.groups(database, gate, sizes: sizes)
        groups.observe { count in observed.values.withLock { $0.append([count]) } }
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await groups.write { $0.increase() } }
            try await eventually { sizes.values.withLock(\.count) == 1 }
            for _ in 0..<200 { tasks.addTask { try await groups.write { $0.increase() } } }
            try await eventually { groups.waitingCount == 200 }
            gate.open()
            try await tasks.waitForAll()
        }
        #expect(sizes.values.withLock { $0.map(\.count) } == [1, 128, 72])
        #expect(observed.values.withLock { $0 } == [[1], [128], [72]])
    }
}
