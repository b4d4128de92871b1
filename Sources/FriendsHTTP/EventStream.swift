import AsyncHTTPClient
import FriendsModel
import NIOCore

/// The events of an open stream, one after the other.
///
/// Giving it up, or cancelling the task that waits for the next event, closes the connection.
struct EventStream {
    enum Piece {
        case event(ServerSentEvent)
        /// Bytes that bring no event to its end. They tell that the server is there.
        case heartbeat
    }

    private let transport: Transport
    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var parser: EventStreamParser
    private var ready: ArraySlice<ServerSentEvent> = []

    init(_ body: HTTPClientResponse.Body, from transport: Transport) {
        self.transport = transport
        parts = body.makeAsyncIterator()
        parser = EventStreamParser(maximumEventSize: transport.limits.maximumAnswerSize)
    }

    /// What comes next, or nil when the server has ended the stream.
    mutating func next() async throws(FriendsClientError) -> Piece? {
        var isHeard = false
        do {
            if ready.isEmpty, let part = try await parts.next() {
                isHeard = true
                ready = try parser.parse(part.readableBytesView)[...]
            }
        } catch let error as EventStreamParser.TooLarge {
            throw .unreadableAnswer(reason: "an event is larger than \(error.limit.asAmountOfMemory)")
        } catch {
            throw transport.failure(error, afterHead: true).error
        }
        // A stream that was given up ends as one does that has no more events.
        guard !Task.isCancelled else { throw .cancelled }
        if let event = ready.popFirst() { return .event(event) }
        return isHeard ? .heartbeat : nil
    }
}
