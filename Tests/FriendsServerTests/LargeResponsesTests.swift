import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import FriendsServer

/// Response bodies that are in files while their clients read them.
@Suite(.timeLimit(.minutes(10)))
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
            for size in [LargeResponses.Size.large, .unknown, .large, .unknown, .large] {
                group.addTask {
                    try await responses.make(size, for: context()) {
                        begun.increase()
                        try await isFree.wait()
                    }
                }
            }
            try await eventually { begun.value == 2 }
            // Short ones do not wait.
            _ = try await responses.make(.small, for: context()) { begun.value }
            for _ in 0..<1_000 { await Task.yield() }
            #expect(begun.value == 2)
            isFree.open()
            try await group.waitForAll()
        }
        #expect(begun.value == 5)
    }

    @Test func `nothing is read for a client at its limit of large responses`() async throws {
        var limits = limits
        limits.largeResponsesPerClient = 1
        let responses = LargeResponses(limits)
        let body = try await responses.body(Self.large, for: Self.client)
        let made = Counter()
        await #expect(throws: Problem.self) {
            try await responses.make(.large, for: context(Self.client)) { made.increase() }
        }
        #expect(made.value == 0)
        // Changes can be few, and others have their own limit.
        try await responses.make(.unknown, for: context(Self.client)) { made.increase() }
        try await responses.make(.large, for: context(.authenticated("grace"))) { made.increase() }
        #expect(made.value == 2)
        withExtendedLifetime(body) {}
    }

    @Test func `a client with many large requests leaves others their turns`() async throws {
        let turns = Turns(2)
        let isFree = Gate()
        let order = Order()
        let tasks = (Array(repeating: "ada", count: 20) + ["grace"]).map { name in
            Task.immediate { @Sendable in
                try await turns.run(for: .authenticated(name)) {
                    order.names.withLock { $0.append(name) }
                    try await isFree.wait()
                }
            }
        }
        isFree.open()
        for task in tasks { try await task.value }
        // Behind the two that ran, and one that may have begun at the same moment.
        let place = try #require(order.names.withLock { $0.firstIndex(of: "grace") })
        #expect(place <= 3 && order.names.withLock(\.count) == 21)
    }

    private final class Order: Sendable {
        let names = Mutex<[String]>([])
    }

    private func context(_ client: ClientIdentity? = nil) -> FriendsContext {
        var context = FriendsContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: .silent))
        context.client = client
        return context
    }
}
