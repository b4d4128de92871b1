import CNetlink
import Glibc
import TestSupport
import Testing

@testable import FriendsSession

/// The changes of the network.
@Suite(.timeLimit(.minutes(10)))
struct NetworkChangesTests {
    private func pipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `each change is told, and the end`() async throws {
        let (reading, writing) = try pipe()
        var changes = NetworkChanges.stream(from: reading).makeAsyncIterator()
        for _ in 0..<2 {
            #expect(write(writing, "x", 1) == 1)
            #expect(await changes.next() != nil)
        }
        close(writing)
        #expect(await changes.next() == nil)
    }

    @Test func `who does not listen any more leaves nothing open`() async throws {
        let (reading, writing) = try pipe()
        let listener = Task { for await _ in NetworkChanges.stream(from: reading) {} }
        #expect(write(writing, "x", 1) == 1)
        listener.cancel()
        await listener.value
        // Nobody reads the pipe any more.
        signal(SIGPIPE, SIG_IGN)
        try await eventually("the end of the pipe") { write(writing, "x", 1) == -1 && errno == EPIPE }
        close(writing)
    }

    @Test func `without such a socket there are no changes`() async {
        var changes = NetworkChanges.stream(from: -1).makeAsyncIterator()
        #expect(await changes.next() == nil)
    }

    @Test func `the system tells of changes`() throws {
        let descriptor = netlink_open_addresses()
        try #require(descriptor >= 0)
        close(descriptor)
    }
}
