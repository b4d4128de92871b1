/// An event of a stream (WHATWG, server-sent events).
struct ServerSentEvent: Equatable, Sendable {
    /// The type; "message" if the stream names none.
    let type: String
    /// The lines as they were received. The JSON decoder finds the entries with invalid UTF-8.
    let data: [UInt8]
}
