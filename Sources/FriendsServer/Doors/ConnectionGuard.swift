import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches over one connection of a shared server: whose turn it is, and that the client does not take too long when it
/// is the client's.
///
/// A connection has one timer, which is set again only when it rings; so watching costs a request next to nothing.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What the client has to do next.
    private enum Duty {
        case firstRequest
        case nextRequest
        case body
        /// To take what waits to be sent.
        case reading
        /// To close its end; nothing that it sends is of interest any more.
        case closing
    }

    private let limits: ServerLimits
    private let table: ConnectionTable
    private let meter = RequestLineMeter()

    /// nil while it is the server's turn.
    private var duty: Duty?
    /// When the duty must have been done.
    private var deadline: NIODeadline?
    private var alarm: (time: NIODeadline, task: Scheduled<Void>)?

    private var hasAnswered = false
    /// Requests whose head has come and whose answer has not ended.
    private var unanswered = 0
    /// Whether the newest request has a head, and no end yet.
    private var isReceiving = false
    /// Whether no request can follow the newest one on this connection.
    private var isLastRequest = false
    private var isLastAnswer = false
    private var isClosing = false
    /// Whether the last answer is on its way to the client as a whole.
    private var hasClosedOutput = false
    /// The answer to what is no request. It is the last one, and goes out when those before it have.
    private var refusal: Problem?

    init(limits: ServerLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(meter, position: .before(parser))
            try pipeline.addHandler(RequestHeadValidator(), position: .after(parser))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        // Later than the guard itself: the system gives up without telling the client.
        context.channel.limitSystemBuffers(to: limits.systemBuffer, for: limits.reading + .seconds(5))
        if table.admit(context.channel, at: context.eventLoop.now) {
            update(context)
        } else {
            context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        table.remove(context.channel)
        alarm?.task.cancel()
        alarm = nil
        context.fireChannelInactive()
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing, refusal == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isReceiving = true
            let fields = head.headerFields
            // The parser takes nothing more after what could be a change of protocol.
            isLastRequest =
                fields[.connection]?.lowercased() == "close" || fields[.upgrade] != nil || head.method == .connect
        case .body:
            break
        case .end:
            isReceiving = false
            meter.reset()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Not for every part: of most requests all parts come at once.
        update(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isClosing || refusal != nil { return }
        // In the middle of a request it is for the router, which waits for the rest.
        guard !isReceiving, let problem = problem(of: error) else { return context.fireErrorCaught(error) }
        refusal = problem
        if unanswered == 0 { answer(problem, context) }
    }

    /// What a client is told of an error of the parser or of the head of a request, or nil for any other error.
    private func problem(of error: any Error) -> Problem? {
        switch error {
        case HTTPParserError.headerOverflow:
            meter.length > limits.target ? .targetTooLong(limit: limits.target) : .fieldsTooLarge()
        case is HTTPParserError: .notHTTP()
        case RequestHeadValidator.InvalidHead.framing: .unclearFraming()
        case RequestHeadValidator.InvalidHead.target: .badTarget()
        default: nil
        }
    }

    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = (try? problem.document()) ?? ByteBuffer()
        var fields = problem.fields
        fields[.contentLength] = "\(body.readableBytes)"
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        close(context)
    }

    // MARK: - Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            // What is still to come of a request that is answered already is not waited for.
            let isOfNewest = unanswered == 1
            isLastAnswer =
                head.headerFields[.connection]?.lowercased() == "close" || isOfNewest && (isReceiving || isLastRequest)
                || table.isReserve(context.channel)
            if isLastAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            hasAnswered = true
            if isLastAnswer {
                context.writeAndFlush(data, promise: promise)
                close(context)
            } else {
                context.write(data, promise: promise)
                if unanswered == 0, let refusal { answer(refusal, context) }
                update(context)
            }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        update(context)
        context.fireChannelWritabilityChanged()
    }

    /// Says that nothing follows, and closes when the client has seen it: at once, a reset could destroy the answer.
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

    // MARK: - Turns

    private func update(_ context: ChannelHandlerContext) {
        let duty = currentDuty(context)
        guard duty != self.duty else { return }
        self.duty = duty
        let now = context.eventLoop.now
        table.note(context.channel, waitingSince: duty == nil ? nil : now)
        deadline = duty.map { now + patience(for: $0) }
        guard let deadline, context.channel.isActive else { return }
        if let alarm, alarm.time <= deadline { return }
        alarm?.task.cancel()
        setAlarm(at: deadline, context)
    }

    private func currentDuty(_ context: ChannelHandlerContext) -> Duty? {
        if isClosing { return hasClosedOutput ? .closing : .reading }
        if !context.channel.isWritable { return .reading }
        if unanswered == 0 { return hasAnswered ? .nextRequest : .firstRequest }
        return unanswered == 1 && isReceiving ? .body : nil
    }

    private func patience(for duty: Duty) -> TimeAmount {
        switch duty {
        case .firstRequest: limits.firstRequest
        case .nextRequest: limits.nextRequest
        case .body: limits.body
        case .reading: limits.reading
        case .closing: limits.closing
        }
    }

    private func setAlarm(at time: NIODeadline, _ context: ChannelHandlerContext) {
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.ring(context) }
        alarm = (time, task)
    }

    private func ring(_ context: ChannelHandlerContext) {
        alarm = nil
        guard let deadline else { return }
        guard deadline <= context.eventLoop.now else { return setAlarm(at: deadline, context) }
        // Otherwise the system would go on to offer the rest of the answer.
        if duty == .reading { context.channel.discardSystemBuffers() }
        context.close(promise: nil)
    }
}
