import FriendsModel

extension CollectionError {
    /// What is said of it: one sentence without a full stop. It has untrusted text.
    package var message: String {
        switch self {
        case .noAnswer(let error): error.words.text
        case .notSignedIn: "The server does not accept the user and the password"
        case .busy: "The server is busy, or limits the number of requests"
        case .full(let reason): "The server has no space left: \(reason)"
        case .notFound: "The server does not have it"
        case .changed: "Someone has changed it in the meantime"
        case .refused(let reason): "The server refused it: \(reason)"
        case .unreadable(let reason): reason.prefix(1).uppercased() + reason.dropFirst()
        case .cancelled: "Cancelled"
        }
    }
}
