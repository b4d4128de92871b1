/// The timeouts and the size limits of a client.
package struct ClientLimits: Equatable, Sendable {
    /// The time to connect, including the name lookup and the TLS handshake.
    package var connectTimeout: Duration
    /// The time until the next data of a response, and until the server takes the next data of a request.
    package var readTimeout: Duration
    /// The total time of a request, including retries and the pauses before them. Each page of a list is one request.
    /// The time that a server asks to wait (`Retry-After`) is added.
    package var requestTimeout: Duration
    /// The time until the next data of an event stream, which has no other timeout once it is open.
    package var eventReadTimeout: Duration
    /// The maximum size in bytes of a response body, and of one event of a stream.
    package var maximumResponseSize: Int

    /// The default limits suit a user who waits. The default size is far above the size of any page.
    package init(
        connectTimeout: Duration = .seconds(3), readTimeout: Duration = .seconds(5),
        requestTimeout: Duration = .seconds(15), eventReadTimeout: Duration = .seconds(30),
        maximumResponseSize: Int = 64 * 1024 * 1024
    ) {
        self.connectTimeout = connectTimeout
        self.readTimeout = readTimeout
        self.requestTimeout = requestTimeout
        self.eventReadTimeout = eventReadTimeout
        self.maximumResponseSize = maximumResponseSize
    }
}
