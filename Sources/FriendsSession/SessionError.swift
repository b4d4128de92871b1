import FriendsRepository

/// Why a session could not start.
package enum SessionError: Error, Equatable {
    /// A setting, or a file that it names, is invalid. The message is one sentence without a full stop.
    case settings(String)
    /// The embedded server could not start. The message is a sentence.
    case start(String)

    static func start(_ error: FriendRepositoryError) -> SessionError { .start(error.message) }

    package var message: String {
        switch self {
        case .settings(let message): message + "."
        case .start(let message): message
        }
    }
}
