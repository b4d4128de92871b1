import AsyncHTTPClient
import FriendsModel
import NIOCore

/// The events of an open stream.
///
/// Releasing it, or cancelling the task that waits for the next event, closes the connection.
struct EventStream {
    enum Piece {
        case event(ServerSentEvent)
        /// Bytes that complete no event, but show that the server is there.
        case heartbeat
    }

    private let transport: Transport
    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var parser: EventStreamParser
    private var ready: ArraySlice<ServerSentEvent> = []

    init(_ body: HTTPClientResponse.Body, from transport: Transport) {
        self.transport = transport
        parts = body.makeAsyncIterator()
        parser = EventStreamParser(maximumEventSize: transport.limits.maximumResponseSize)
    }

    /// The next piece; nil when the server has ended the stream.
    mutating func next() async throws(FriendsClientError) -> Piece? {
        var hasReceived = false
        do {
            if ready.isEmpty, let part = try await parts.next() {
                hasReceived = true
                ready = try parser.parse(part.readableBytesView)[...]
            }
        } catch let error as EventStreamParser.TooLarge {
            throw .unreadableResponse(reason: "an event is larger than \(error.limit.asAmountOfMemory)")
        } catch {
            throw transport.failure(error, afterHead: true).error
        }
        // A cancelled stream ends like one without more events.
        guard !Task.isCancelled else { throw .cancelled }
        if let event = ready.popFirst() { return .event(event) }
        return hasReceived ? .heartbeat : nil
    }
}
