import FriendsExchange
import FriendsModel

extension ImportRun.Refusal {
    /// The reason without a full stop. It can have untrusted text.
    var reason: String {
        switch self {
        case .problem(let problem): problem.message
        case .error(let error): error.importReason
        }
    }
}

extension FriendsClientError {
    /// Why a record was refused by the server, without a full stop.
    fileprivate var importReason: String {
        switch self {
        case .conflict: "\(Refusal.changed.rawValue) Import the file again"
        case .notFound: "\(Refusal.deleted.rawValue) Import the file again"
        default:
            String(CommandFailure(self).message.trimmingSuffix { $0 == "." })
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, condition(last) { text.removeLast() }
        return text
    }
}
