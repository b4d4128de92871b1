import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A client that follows the changes, and goes on from its last position when its stream ends.
final class Follower: Sendable {
    /// What one event told.
    struct Event: Sendable {
        let position: Int
        /// The ids of the friends that it names, changed or deleted.
        let ids: Set<String>
    }

    private struct State {
        var lastEventID: String?
        var events: [Event] = []
        /// The friends as the changes made them.
        var friends: [String: StoredFriend] = [:]
        /// What must not have been told: the first contradiction.
        var fault: String?
        var streamCount = 0
    }

    private let state = Mutex(State())
    private let parser: EventParser

    init(parser: EventParser) { self.parser = parser }

    /// The number of the last change that it knows of.
    var position: Int { state.withLock { $0.events.last?.position ?? 0 } }
    var events: [Event] { state.withLock(\.events) }
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
                    guard head.status == .ok else { return }
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

    private func take(_ event: String) {
        guard let event = parser.parse(event) else { return }
        state.withLock { state in
            defer { state.lastEventID = event.id }
            guard let changes = event.changes else {
                if event.isReset { state.fault = state.fault ?? "\(event.id) after a reset" }
                return
            }
            let last = state.events.last?.position ?? 0
            // What is told twice has a version that was told before.
            let isNew = changes.changed.allSatisfy { (last + 1...event.position) ~= Int($0.version ?? "") ?? 0 }
            if event.position <= last || !isNew { state.fault = state.fault ?? "\(event.id) after \(last)" }
            for friend in changes.changed { state.friends[friend.id] = friend }
            for id in changes.deleted { state.friends[id] = nil }
            state.events.append(Event(position: event.position, ids: event.ids))
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

extension ByteBuffer {
    /// The next event of a stream, once it is complete.
    fileprivate mutating func readEvent() -> String? {
        guard let end = readableBytesView.firstRange(of: Array("\n\n".utf8)) else { return nil }
        defer { moveReaderIndex(to: end.upperBound) }
        return getString(at: readerIndex, length: end.lowerBound - readerIndex)
    }
}
