/// The type of an event in the event stream. Clients ignore other types.
package enum EventType: String, Sendable {
    /// The stream is open.
    case connected
    /// The list has changed.
    case changes
    /// The changes are not known any more: the client has to load the list. The stream ends.
    case reset
}
