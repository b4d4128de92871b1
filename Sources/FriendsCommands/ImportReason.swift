import FriendsModel

extension FriendsClientError {
    /// Why a record was refused by the server, without a full stop.
    var importReason: String {
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
