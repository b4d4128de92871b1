import FriendsRepository

/// Why a session could not start.
package enum SessionError: Error, Equatable {
    /// A setting, or a file that it names, is invalid. The message is one sentence without a full stop.
    case settings(String)
    /// The embedded server could not start. The message is a sentence.
    case start(String)
    /// The same, as another program has its database: it may start the next time.
    case busy(String)

    static func start(_ error: FriendRepositoryError) -> SessionError {
        switch error {
        case .locked, .busy: .busy(error.message)
        default: .start(error.message)
        }
    }

    package var message: String {
        switch self {
        case .settings(let message): message + "."
        case .start(let message), .busy(let message): message
        }
    }
}
