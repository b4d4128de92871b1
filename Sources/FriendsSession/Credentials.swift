/// What a request to the server of an account is signed in with. It is never shown or logged.
package enum Credentials: Equatable, Sendable {
    case basic(user: String, password: String)
    case bearer(token: String)
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    /// Without it, `dump` and the values around this one would show the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
