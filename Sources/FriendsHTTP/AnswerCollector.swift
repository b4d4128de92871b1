import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Gathers one answer as it arrives, within its bounds.
///
/// It keeps the head when the body fails: for a write the head has said already whether the server has written.
final class AnswerCollector: HTTPClientResponseDelegate {
    /// Stops the reading of a body that is not wanted, or not this large.
    enum Stop: Error {
        case enoughRead
        case tooLarge(limit: Int)
    }

    /// The bytes that the body of a refusal may have. It holds some sentences and a friend.
    static let maximumProblemSize = 64 * 1024

    private struct State {
        var head: HTTPResponseHead?
        var body = ByteBuffer()
    }

    private let interest: Request.Interest
    private let maximumAnswerSize: Int
    private let state = Mutex(State())

    init(interest: Request.Interest, maximumAnswerSize: Int) {
        self.interest = interest
        self.maximumAnswerSize = maximumAnswerSize
    }

    var head: HTTPResponseHead? { state.withLock(\.head) }
    var body: ByteBuffer { state.withLock(\.body) }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.head = head }
        let isSuccess = (200..<300).contains(head.status.code)
        if isSuccess, interest == .none { return task.eventLoop.makeFailedFuture(Stop.enoughRead) }
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
        let limit = isSuccess ? maximumAnswerSize : Self.maximumProblemSize
        return size > limit
            ? eventLoop.makeFailedFuture(Stop.tooLarge(limit: limit)) : eventLoop.makeSucceededVoidFuture()
    }
}
