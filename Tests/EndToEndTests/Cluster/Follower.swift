import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A client that follows the changes, and continues from its last position when its stream ends.
final class Follower: Sendable {
    fileprivate struct State {
        var lastEventID: String?
        /// In their order.
        var events: [ReceivedEvent] = []
        /// The friends as the changes made them.
        var friends: [String: StoredFriend] = [:]
        /// The first contradiction in the events.
        var fault: String?
        var streamCount = 0

        var position: Int { events.last?.position ?? 0 }
    }

    private let state = Mutex(State())
    private let parser: EventParser

    init(parser: EventParser) { self.parser = parser }

    /// The number of the last change that it knows of.
    var position: Int { state.withLock(\.position) }
    var events: [ReceivedEvent] { state.withLock(\.events) }
    var friends: [String: StoredFriend] { state.withLock(\.friends) }
    var fault: String? { state.withLock(\.fault) }
    var streamCount: Int { state.withLock(\.streamCount) }

    /// Follows, on one stream after the other, until it is cancelled.
    func follow(port: Int) async throws {
        while !Task.isCancelled {
            do { try await stream(port: port) } catch { try Task.checkCancellation() }
            try await Task.sleep(for: .milliseconds(Int.random(in: 50...200)))
        }
    }

    private typealias Wrapped = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private func stream(port: Int) async throws {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(5))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    // Longer than two heartbeats: the stream is dead.
                    try channel.pipeline.syncOperations.addHandler(IdleStateHandler(readTimeout: .seconds(25)))
                    try channel.pipeline.syncOperations.addHandler(IdleCloser())
                    return try Wrapped(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { parts, requests in
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/events")
            head.headers.add(name: "Host", value: "127.0.0.1")
            head.headers.add(name: "Last-Event-ID", value: state.withLock(\.lastEventID) ?? "0")
            try await requests.write(.head(head))
            try await requests.write(.end(nil))
            var text = ByteBuffer()
            for try await part in parts {
                switch part {
                case .head(let head):
                    guard head.status == .ok else { return refuse(head.status) }
                    state.withLock { $0.streamCount += 1 }
                case .body(var bytes):
                    text.writeBuffer(&bytes)
                    while let event = text.readEvent() { take(event) }
                    text.discardReadBytes()
                case .end: return
                }
            }
        }
    }

    /// What a proxy answers while something is away is tried again. Any other answer is a fault: nothing was lost, so that
    /// the position must be known.
    private func refuse(_ status: HTTPResponseStatus) {
        guard ![.badGateway, .serviceUnavailable, .gatewayTimeout].contains(status) else { return }
        state.withLock { $0.fault = $0.fault ?? "\(status) after \($0.position)" }
    }

    /// Takes an event of a stream.
    func take(_ text: String) {
        guard let event = parser.parse(text) else { return }
        state.withLock { state in
            if let fault = state.take(event) { state.fault = state.fault ?? fault }
            if let id = event.id { state.lastEventID = id }
        }
    }

    private final class IdleCloser: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }
    }
}

extension Follower.State {
    /// - Returns: what is wrong with the event.
    fileprivate mutating func take(_ event: EventParser.Event) -> String? {
        let last = position
        switch event.content {
        // It continues where the client was.
        case .connected: return event.position == last ? nil : "a stream at \(event.position) after \(last)"
        case .reset: return "a reset after \(last)"
        case .unknown: return "an unknown event after \(last)"
        case .changes(let changes):
            // What comes twice has a version that came before.
            let isNew = changes.changed.allSatisfy {
                Int($0.version ?? "").map { last < $0 && $0 <= event.position } ?? false
            }
            for friend in changes.changed { friends[friend.id] = friend }
            for id in changes.deleted { friends[id] = nil }
            events.append(ReceivedEvent(position: event.position, changes))
            return event.position > last && isNew ? nil : "\(event.position) after \(last)"
        }
    }
}

extension ByteBuffer {
    /// The next event of a stream, once it is complete.
    fileprivate mutating func readEvent() -> String? {
        guard let end = readableBytesView.firstRange(of: Array("\n\n".utf8)) else { return nil }
        defer { moveReaderIndex(to: end.upperBound) }
        return getString(at: readerIndex, length: end.lowerBound - readerIndex)
    }
}
