import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Collects a response as it arrives, up to the maximum size.
///
/// It keeps the head when the body fails.
final class ResponseCollector: HTTPClientResponseDelegate {
    /// Ends a response whose body is too large.
    struct TooLarge: Error {
        let limit: Int
    }

    /// The maximum size in bytes of the response to a write of one friend, and of a refusal: a few sentences, and the friend
    /// that was sent, whose texts the response can escape.
    static let maximumSmallSize = 16 << 20

    private struct State {
        var head: HTTPResponseHead?
        var body = ByteBuffer()
    }

    private let isForMany: Bool
    private let maximumResponseSize: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isForMany: whether a success may be large.
    ///   - maximumResponseSize: in bytes.
    init(isForMany: Bool, maximumResponseSize: Int) {
        self.isForMany = isForMany
        self.maximumResponseSize = maximumResponseSize
    }

    var head: HTTPResponseHead? { state.withLock(\.head) }
    var body: ByteBuffer { state.withLock(\.body) }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.head = head }
        let announced = head.headers.first(name: "Content-Length").flatMap(Int.init) ?? 0
        return check(size: announced, head, on: task.eventLoop)
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let (head, size) = state.withLock { ($0.head, $0.body.readableBytes + part.readableBytes) }
        let result = check(size: size, head, on: task.eventLoop)
        state.withLock { _ = $0.body.writeImmutableBuffer(part) }
        return result
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}

    private func check(size: Int, _ head: HTTPResponseHead?, on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        let isSuccess = head.map { (200..<300).contains($0.status.code) } ?? false
        let limit = isForMany && isSuccess ? maximumResponseSize : min(maximumResponseSize, Self.maximumSmallSize)
        return size > limit
            ? eventLoop.makeFailedFuture(TooLarge(limit: limit)) : eventLoop.makeSucceededVoidFuture()
    }
}
