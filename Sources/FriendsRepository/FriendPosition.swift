import FoundationEssentials
import FriendsModel

/// A position in the list: directly after a friend.
///
/// It contains the sort key, so it stays valid when the friend is deleted between two pages.
package struct FriendPosition: Equatable, Sendable {
    package let sortKey: SortKey
    package let id: Friend.ID

    package init(sortKey: SortKey, id: Friend.ID) {
        self.sortKey = sortKey
        self.id = id
    }

    /// Parses a ``token``; nil for any other text.
    package init?(token: String) {
        let parts = token.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = Friend.ID(validating: String(parts[1])) else { return nil }
        var base64 = String(parts[0]).replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64) else { return nil }
        self.init(sortKey: SortKey(bytes: Array(bytes)), id: id)
        // Only the canonical token.
        guard self.token.isIdentical(to: token) else { return nil }
    }

    /// The position as text for a URL: base64url of the sort key, a full stop, and the id.
    package var token: String {
        let base64 = Data(sortKey.bytes).base64EncodedString()
        let name = base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "\(name).\(id.rawValue)"
    }
}
