import FriendsRepository
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The route of the event stream.
extension FriendController {
    @Sendable func events(_ request: Request, _ context: FriendsContext) async throws -> Response {
        let start = try await start(of: request)
        return Response(
            status: .ok,
            headers: [
                .contentType: Interface.eventStreamMediaType, .cacheControl: "no-store", .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await follow(from: start, for: request, on: context.channel, writer: &writer)
                try await writer.finish(nil)
            })
    }

    /// The start of the stream. An unavailable position is rejected before the stream begins.
    private func start(of request: Request) async throws -> HistoryPosition {
        guard let start = try await repository.followingPosition(from: request.startOfEvents()) else {
            throw Problem.changesNotKept()
        }
        return start
    }

    /// Writes the stream until the client disconnects, the server shuts down, or the repository is closed.
    private func follow(
        from start: HistoryPosition, for request: Request, on channel: any Channel,
        writer: inout any ResponseBodyWriter
    ) async throws {
        let stream = EventStream(changes: sharedChanges, start: start)
        metrics?.eventStreams.increment()
        let subscription = repository.subscribe()
        let heartbeats = heartbeat.map { interval in
            channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
                subscription.sendHeartbeat()
            }
        }
        defer {
            heartbeats?.cancel()
            subscription.end()
            metrics?.eventStreams.decrement()
        }
        try await withGracefulShutdownHandler {
            // Without a write, only this notices that the client has disconnected.
            try await request.body.consumeWithInboundCloseHandler { _ in
                try await stream.write(to: &writer, at: subscription)
            } onInboundClosed: {
                subscription.end()
            }
        } onGracefulShutdown: {
            subscription.end()
            // A client that does not read would delay the shutdown.
            channel.eventLoop.scheduleTask(in: streamEndTimeout) { channel.close(promise: nil) }
        }
    }
}
