/// One event of a stream, as the WHATWG's rules for server-sent events have it.
struct ServerSentEvent: Equatable, Sendable {
    /// What kind of event it is; "message" when the stream does not say.
    let type: String
    /// The lines of the event as they came. They are not decoded here: the reader of the JSON in them finds
    /// out which entry has bytes that are no UTF-8.
    let data: [UInt8]
}
