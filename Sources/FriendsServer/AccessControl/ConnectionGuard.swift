import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Enforces the timeouts of one connection of a shared server, and answers what the parser rejects.
///
/// A connection has one timer. It is rescheduled only when it fires, so a request costs next to nothing.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What the server is waiting for.
    private enum Phase {
        case firstRequest
        case nextRequest
        case body
        /// The client has to read before more can be written.
        case writing
        /// The client has to close its end; its data is ignored.
        case closing
    }

    private let limits: ServerLimits
    private let connections: ConnectionLimiter
    private let recorder: RequestRecorder
    private let requestLine = RequestLineCounter()

    /// Nil while the client waits for the server.
    private var phase: Phase?
    /// The end of the phase.
    private var deadline: NIODeadline?
    private var timer: (time: NIODeadline, task: Scheduled<Void>)?

    private var isAdmitted = false
    private var hasResponded = false
    /// The number of requests whose head was received and whose response has not ended.
    private var pendingResponses = 0
    /// Whether the newest request has not ended.
    private var isReceiving = false
    /// Whether the newest request is the last one of this connection.
    private var isLastRequest = false
    private var isLastResponse = false
    private var isClosing = false
    /// Whether the whole last response has been written.
    private var hasClosedOutput = false
    /// The response to an invalid request. It is the last one, and follows the responses to earlier requests.
    private var rejection: Problem?

    init(limits: ServerLimits, connections: ConnectionLimiter, recorder: RequestRecorder = RequestRecorder()) {
        self.limits = limits
        self.connections = connections
        self.recorder = recorder
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(requestLine, position: .before(parser))
            try pipeline.addHandler(RequestHeadValidator(), position: .after(parser))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        // Longer than the guard's own timeout: the system drops a connection without telling the client.
        context.channel.limitSocketBuffers(to: limits.socketBufferSize, for: limits.writeTimeout + .seconds(5))
        if connections.admit(context.channel, at: context.eventLoop.now) {
            isAdmitted = true
            recorder.metrics?.connections.increment()
            update(context)
        } else {
            recorder.metrics?.count(.connections)
            context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.remove(context.channel)
        if isAdmitted { recorder.metrics?.connections.decrement() }
        timer?.task.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing, rejection == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            pendingResponses += 1
            isReceiving = true
            let fields = head.headerFields
            // The parser stops after a request that could change the protocol.
            isLastRequest =
                fields[.connection]?.lowercased() == "close" || fields[.upgrade] != nil || head.method == .connect
        case .body:
            break
        case .end:
            isReceiving = false
            requestLine.reset()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Not for every part: usually all parts of a request arrive at once.
        update(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isClosing || rejection != nil { return }
        // During a request the error is the router's, which waits for the body.
        guard !isReceiving, let problem = problem(of: error) else { return context.fireErrorCaught(error) }
        rejection = problem
        if pendingResponses == 0 { answer(problem, context) }
    }

    /// The problem document for an error of the parser or in the head of a request; nil for other errors.
    private func problem(of error: any Error) -> Problem? {
        switch error {
        case HTTPParserError.headerOverflow:
            requestLine.length > limits.targetSize ? .targetTooLong(limit: limits.targetSize) : .fieldsTooLarge()
        case is HTTPParserError: .notHTTP()
        case RequestHeadValidator.InvalidHead.framing: .ambiguousFraming()
        case RequestHeadValidator.InvalidHead.target: .badTarget()
        default: nil
        }
    }

    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = (try? problem.document()) ?? ByteBuffer()
        var fields = problem.fields
        fields[.contentLength] = "\(body.readableBytes)"
        fields[.xRequestID] = recorder.recordInvalid(problem)
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        close(context)
    }

    // MARK: - Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            // The connection does not wait for the rest of a request that already has its response.
            let isOfNewest = pendingResponses == 1
            isLastResponse =
                head.headerFields[.connection]?.lowercased() == "close" || isOfNewest && (isReceiving || isLastRequest)
                || connections.isReserve(context.channel)
            if isLastResponse { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            pendingResponses -= 1
            hasResponded = true
            if isLastResponse {
                context.writeAndFlush(data, promise: promise)
                close(context)
            } else {
                context.write(data, promise: promise)
                if pendingResponses == 0, let rejection { answer(rejection, context) }
                update(context)
            }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        update(context)
        context.fireChannelWritabilityChanged()
    }

    /// Closes the output, and the connection once the client has closed its end: an immediate reset could destroy the
    /// response.
    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.hasClosedOutput = true
            self.update(context)
        }
        context.close(mode: .output, promise: sent)
        update(context)
    }

    // MARK: - Phases and timeouts

    private func update(_ context: ChannelHandlerContext) {
        let phase = currentPhase(context)
        guard phase != self.phase else { return }
        self.phase = phase
        let now = context.eventLoop.now
        connections.update(context.channel, idleSince: phase == nil ? nil : now)
        deadline = phase.map { now + timeout(for: $0) }
        guard let deadline, context.channel.isActive else { return }
        if let timer, timer.time <= deadline { return }
        timer?.task.cancel()
        setTimer(at: deadline, context)
    }

    private func currentPhase(_ context: ChannelHandlerContext) -> Phase? {
        if isClosing { return hasClosedOutput ? .closing : .writing }
        if !context.channel.isWritable { return .writing }
        if pendingResponses == 0 { return hasResponded ? .nextRequest : .firstRequest }
        return pendingResponses == 1 && isReceiving ? .body : nil
    }

    private func timeout(for phase: Phase) -> TimeAmount {
        switch phase {
        case .firstRequest: limits.firstRequestTimeout
        case .nextRequest: limits.keepAliveTimeout
        case .body: limits.bodyTimeout
        case .writing: limits.writeTimeout
        case .closing: limits.closeTimeout
        }
    }

    private func setTimer(at time: NIODeadline, _ context: ChannelHandlerContext) {
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.deadlineExpired(context) }
        timer = (time, task)
    }

    private func deadlineExpired(_ context: ChannelHandlerContext) {
        timer = nil
        guard let deadline else { return }
        guard deadline <= context.eventLoop.now else { return setTimer(at: deadline, context) }
        // Otherwise the system would keep sending the rest of the response.
        if phase == .writing { context.channel.discardSocketBuffers() }
        context.close(promise: nil)
    }
}
