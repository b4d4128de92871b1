import FriendsModel
import FriendsXML
import HTTPTransport

/// Why a request to a WebDAV server failed. The texts inside are untrusted, and shown only through the sanitiser.
package enum DAVError: Error, Equatable, Sendable {
    /// No complete answer came, for the reason inside; also a cancelled call.
    case noAnswer(FriendsClientError)
    /// The server does not accept the user and the password, or requires them (401).
    case notSignedIn
    /// The server refused the request.
    case refused(Refusal)
    /// The server refers to another place, and the request must not go there.
    case elsewhere(String)
    /// The answer is not what was asked for, as `reason` says.
    case unreadable(reason: String)

    /// A refusal, with what the server says about it.
    package struct Refusal: Equatable, Sendable {
        package let status: Int
        /// The status with its phrase, such as `404 Not Found`.
        package let statusLine: String
        /// The conditions that are not fulfilled (RFC 4918, section 16).
        package var conditions: Set<XMLName> = []
        /// The server's own sentence.
        package var reason: String?
        /// How long to wait before the next request.
        package var delay: Duration?
    }
}

extension DAVError {
    /// The error of a response that is not a success.
    init(refusal response: Response) {
        if response.status.code == 401 {
            self = .notSignedIn
            return
        }
        var refusal = Refusal(status: Int(response.status.code), statusLine: response.statusLine)
        refusal.delay = RetryAfter(in: response.headers)?.delay
        if case .success(let body) = response.body, let root = try? XMLReader.root(of: body.readableBytesView),
            root.name == DAVNames.error
        {
            refusal.conditions = Set(root.children.map(\.name))
            let text = root.children.first { ["message", "responsedescription"].contains($0.name.local) }?.text.trimmed
            refusal.reason = text?.isEmpty == false ? text : nil
        }
        self = .refused(refusal)
    }

    /// The status of a refusal; nil for other errors.
    package var status: Int? { if case .refused(let refusal) = self { refusal.status } else { nil } }

    /// Whether the server refused because of a condition.
    package func isFor(_ condition: XMLName) -> Bool {
        if case .refused(let refusal) = self { refusal.conditions.contains(condition) } else { false }
    }
}
