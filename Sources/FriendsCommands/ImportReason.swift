import FriendsExchange
import FriendsModel

extension ImportRestoration {
    /// Whether something that the friend has in the trash is not there any more when it comes back.
    var isReplaced: Bool {
        let (old, new) = (friend.details, update.details)
        return (rest != nil && newRest != rest)
            || FriendField.allCases.contains { !old[$0].isEmpty && !new[$0].isIdentical(to: old[$0]) }
            || !old.lines.allSatisfy { line in new.lines.contains(where: line.hasSameContent) }
    }
}

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
