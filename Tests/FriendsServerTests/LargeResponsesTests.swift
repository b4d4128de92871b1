import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// Response bodies that are in files while their clients read them.
@Suite(.timeLimit(.minutes(3)))
struct LargeResponsesTests {
    private static let client = ClientIdentity.authenticated("ada")
    private static let large = ByteBuffer(repeating: 7, count: LargeResponses.sizeInMemory + 1)

    private let directory: TemporaryDirectory
    private var limits = ServerLimits()

    init() throws {
        directory = try TemporaryDirectory()
        limits.spools.directory = directory.path
    }

    private var openFiles: Int { SpoolTests.openFiles(in: directory.path) }

    @Test func `a large body is in a file until it is dropped`() async throws {
        let responses = LargeResponses(limits)
        var body: ResponseBody? = try await responses.body(Self.large, for: Self.client)
        #expect(body?.contentLength == Self.large.readableBytes && openFiles == 1)
        body = await responses.resultBody(Self.large, for: Self.client)
        #expect(body?.contentLength == Self.large.readableBytes && openFiles == 1)
        body = nil
        #expect(openFiles == 0)
        let short = ByteBuffer(repeating: 7, count: LargeResponses.sizeInMemory)
        let bodies = [
            try await responses.body(short, for: Self.client), await responses.resultBody(short, for: Self.client),
        ]
        #expect(bodies.allSatisfy { $0.contentLength == short.readableBytes } && openFiles == 0)
    }

    @Test func `a client gets few large bodies, and every result of a write`() async throws {
        var limits = limits
        limits.largeResponsesPerClient = 2
        let responses = LargeResponses(limits)
        var bodies: [ResponseBody] = []
        bodies.append(try await responses.body(Self.large, for: Self.client))
        bodies.append(await responses.resultBody(Self.large, for: Self.client))
        let problem = await #expect(throws: Problem.self) {
            _ = try await responses.body(Self.large, for: Self.client)
        }
        #expect(problem?.status == .serviceUnavailable && problem?.headers[.retryAfter] == "1")
        // Without a place, a result takes none of the disk.
        let result = await responses.resultBody(Self.large, for: Self.client)
        #expect(result.contentLength == Self.large.readableBytes && openFiles == 2)
        // The embedded server has one client.
        bodies.append(try await responses.body(Self.large, for: nil))
        #expect(openFiles == 3)
        withExtendedLifetime(bodies) {}
    }

    @Test func `without a disk, large bodies are sent from memory, and counted`() async throws {
        var limits = limits
        limits.spools.reserve = .max
        limits.largeResponsesPerClient = 1
        let responses = LargeResponses(limits)
        var body: ResponseBody? = try await responses.body(Self.large, for: Self.client)
        await #expect(throws: Problem.self) { _ = try await responses.body(Self.large, for: Self.client) }
        #expect(body?.contentLength == Self.large.readableBytes && openFiles == 0)
        let received = Mutex(ByteBuffer())
        try await body?.write(
            SpoolTests.Reader { piece in
                #expect(piece.readableBytes <= Spool.sizeOfPiece)
                received.withLock { _ = $0.writeImmutableBuffer(piece) }
            })
        #expect(received.withLock(\.self) == Self.large)
        body = nil
        _ = try await responses.body(Self.large, for: Self.client)
    }

    @Test func `few large responses are made at once`() async throws {
        let responses = LargeResponses(limits, concurrency: 2)
        let (isFree, begun) = (Gate(), Counter())
        try await withThrowingTaskGroup { group in
            for _ in 0..<5 {
                group.addTask {
                    try await responses.make(isLarge: true) {
                        begun.increase()
                        try await isFree.wait()
                    }
                }
            }
            try await eventually { begun.value == 2 }
            // Short ones do not wait.
            _ = try await responses.make(isLarge: false) { begun.value }
            for _ in 0..<1_000 { await Task.yield() }
            #expect(begun.value == 2)
            isFree.open()
            try await group.waitForAll()
        }
        #expect(begun.value == 5)
    }
}
