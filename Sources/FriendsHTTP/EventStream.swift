import AsyncHTTPClient
import FriendsModel
import NIOCore

/// The events of an open stream, one after the other.
///
/// Giving it up, or cancelling the task that waits for the next event, closes the connection.
struct EventStream {
    private let transport: Transport
    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var parser: EventStreamParser
    private var ready: ArraySlice<ServerSentEvent> = []

    init(_ body: HTTPClientResponse.Body, from transport: Transport) {
        self.transport = transport
        parts = body.makeAsyncIterator()
        parser = EventStreamParser(maximumEventSize: transport.limits.maximumAnswerSize)
    }

    /// The next event, or nil when the server has ended the stream.
    mutating func next() async throws(FriendsClientError) -> ServerSentEvent? {
        do {
            while ready.isEmpty {
                guard let part = try await parts.next() else { break }
                ready = try parser.parse(part.readableBytesView)[...]
            }
        } catch let error as EventStreamParser.TooLarge {
            throw .unreadableAnswer(reason: "an event of it is larger than \(error.limit.asAmountOfMemory)")
        } catch {
            throw transport.failure(error, afterHead: true).error
        }
        // A stream that was given up ends as one does that has no more events.
        guard !Task.isCancelled else { throw .cancelled }
        return ready.popFirst()
    }
}
