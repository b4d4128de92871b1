/// How long a client waits, and how much it takes in.
package struct ClientLimits: Equatable, Sendable {
    /// Until a connection stands, name look-up and TLS handshake included.
    package var connecting: Duration
    /// Until the next piece of an answer, and until the server takes the next piece of a request.
    package var silence: Duration
    /// Until a request has its whole answer, repeats and the pauses between them included. Each page of a list is a
    /// request of its own, and what a server asks to wait (`Retry-After`) comes on top.
    package var wholeRequest: Duration
    /// Until the next piece of a stream of events, which has no other limit of time once it stands. Nil is for a server
    /// that sends no heartbeats.
    package var eventSilence: Duration?
    /// The bytes that the body of an answer may have, and one event of a stream.
    package var maximumAnswerSize: Int

    /// The limits for a person who waits, with a size that is far above any page.
    package init(
        connecting: Duration = .seconds(3), silence: Duration = .seconds(5), wholeRequest: Duration = .seconds(15),
        eventSilence: Duration? = .seconds(30), maximumAnswerSize: Int = 64 * 1024 * 1024
    ) {
        self.connecting = connecting
        self.silence = silence
        self.wholeRequest = wholeRequest
        self.eventSilence = eventSilence
        self.maximumAnswerSize = maximumAnswerSize
    }
}
