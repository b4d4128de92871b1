import FriendsModel
import FriendsRepository
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase

/// Reads that take long.
@Suite(.timeLimit(.minutes(10)))
struct SnapshotThreadsTests {
    @Test func `long reads leave others their threads`() async throws {
        let directory = try TemporaryDirectory()
        let repository = try SQLiteRepository(path: directory.database)
        let isOver = Gate()
        // As many as there are threads for all other reads.
        let readings = (0..<System.coreCount).map { _ in
            Task { try await repository.withSnapshot { _ in try isOver.waitBlocking() } }
        }
        defer { isOver.open() }
        // The short ones take turns with them until all long ones have begun.
        for _ in 0..<100 { #expect(try await within(longestWait / 2) { try await repository.page().friends.isEmpty }) }
        isOver.open()
        for reading in readings { try await reading.ended() }
        repository.close()
    }
}
