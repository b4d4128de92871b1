import FriendsModel
import HTTPTransport
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

    private var body: BodyStream
    private var parser: EventStreamParser
    private var ready: ArraySlice<ServerSentEvent> = []

    /// - Parameter maximumEventSize: the maximum size in bytes of an incomplete event.
    init(_ body: BodyStream, maximumEventSize: Int) {
        self.body = body
        parser = EventStreamParser(maximumEventSize: maximumEventSize)
    }

    /// The next piece; nil when the server has ended the stream.
    mutating func next() async throws(FriendsClientError) -> Piece? {
        var hasReceived = false
        if ready.isEmpty, let part = try await body.next() {
            hasReceived = true
            do throws(EventStreamParser.TooLarge) {
                ready = try parser.parse(part.readableBytesView)[...]
            } catch {
                throw .unreadableResponse(reason: "an event is larger than \(error.limit.asAmountOfMemory)")
            }
        }
        // A cancelled stream ends like one without more events.
        guard !Task.isCancelled else { throw .cancelled }
        if let event = ready.popFirst() { return .event(event) }
        return hasReceived ? .heartbeat : nil
    }
}
