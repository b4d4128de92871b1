import Hummingbird
import NIOCore
import NIOPosix

/// Puts large response bodies into temporary files, so that none is in memory while its client reads it
/// (Docs/Decisions/0044-whole-lists.md).
struct LargeResponses: Sendable {
    /// The most bytes of a body that stays in memory.
    static let sizeInMemory = 256 << 10

    private let limiter: ClientPlaces
    private let place: Spool.Place
    private let turns: Turns

    /// - Parameter concurrency: the number of pages that are made at once.
    init(_ limits: ServerLimits, concurrency: Int = 2 * System.coreCount) {
        limiter = ClientPlaces(maximum: limits.largeResponses, perClient: limits.largeResponsesPerClient)
        place = limits.spools
        turns = Turns(concurrency)
    }

    /// Makes a response. One that may be large waits for its turn, so that few are in memory before they are in files.
    /// - Throws: 503 if it is large and its client reads too many large responses already, before anything is read for it;
    ///   `CancellationError` if the client has left meanwhile.
    func make<Value>(
        _ size: Size, for context: FriendsContext, _ make: () async throws -> Value
    ) async throws -> Value {
        guard size != .small else { return try await make() }
        let isWaiting = await context.clientWaiting()
        return try await turns.run(for: context.client) {
            guard isWaiting() else { throw CancellationError() }
            if size == .large, let client = context.client, !limiter.hasPlace(for: client) {
                throw Problem.tooManyLargeResponses()
            }
            return try await make()
        }
    }

    /// How large a response is before it is made.
    enum Size {
        case small, large
        /// It depends on what has changed, or on the rests.
        case unknown

        /// - Parameter limit: the most friends of a page.
        init(limit: Int?, hasRests: Bool) {
            let isLong = limit ?? 0 > FriendController.shortCount
            self = isLong ? .large : hasRests ? .unknown : .small
        }
    }

    /// The body of a response that only reads.
    /// - Parameter client: nil for a client that has no limit.
    /// - Throws: 503 if the body is large and its client reads too many large responses already.
    func body(_ bytes: ByteBuffer, for client: ClientIdentity?) async throws(Problem) -> ResponseBody {
        guard bytes.readableBytes > Self.sizeInMemory else { return ResponseBody(byteBuffer: bytes) }
        guard let client else { return await stored(bytes) }
        guard let place = limiter.place(for: client) else { throw .tooManyLargeResponses() }
        return await stored(bytes).keeping(place)
    }

    /// The body of a response that tells the result of a write. It is never refused, because the client must learn the result.
    func resultBody(_ bytes: ByteBuffer, for client: ClientIdentity?) async -> ResponseBody {
        (try? await body(bytes, for: client)) ?? ResponseBody(byteBuffer: bytes)
    }

    /// The bytes in a file; in memory if the disk is full or fails. Then, too, they are sent as the client reads.
    private func stored(_ bytes: ByteBuffer) async -> ResponseBody {
        // The disk may be slow.
        let spool = try? await NIOThreadPool.singleton.runIfActive { [place] in
            let spool = try Spool(in: place)
            try spool.append(Array(bytes.readableBytesView))
            return spool
        }
        return spool?.responseBody
            ?? Spool.responseBody(size: bytes.readableBytes) { offset in
                Array(bytes.readableBytesView.dropFirst(offset).prefix(Spool.sizeOfPiece))
            }
    }
}
