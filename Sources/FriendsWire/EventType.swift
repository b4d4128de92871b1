/// What kind of event the stream of changes holds; a client passes over every other.
package enum EventType: String, Sendable {
    /// The stream stands.
    case connected
    /// Something has changed.
    case changes
    /// Only a load can tell what has changed; the stream ends.
    case reset
}
