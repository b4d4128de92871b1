import FoundationEssentials
import FriendsModel

/// A place in the list: right behind a friend, whether that one is still there or not.
///
/// It holds all that is needed to find the place again, so the friend may be deleted between two pages.
package struct FriendPosition: Equatable, Sendable {
    let sortKey: SortKey
    let id: Friend.ID

    init(sortKey: SortKey, id: Friend.ID) {
        self.sortKey = sortKey
        self.id = id
    }

    /// Reads what ``token`` wrote; nil for any other text.
    init?(token: String) {
        var base64 = token.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64), bytes.count > Self.sizeOfLength else { return nil }
        let length = bytes.prefix(Self.sizeOfLength).reduce(0) { $0 << 8 | Int($1) }
        let rest = bytes.dropFirst(Self.sizeOfLength)
        guard length <= rest.count, let id = String(validating: rest.dropFirst(length), as: UTF8.self) else {
            return nil
        }
        self.init(sortKey: SortKey(bytes: Array(rest.prefix(length))), id: Friend.ID(id))
        // One position, one token: what only nearly is base64url does not name a place.
        guard self.token == token, !id.isEmpty else { return nil }
    }

    /// The position as text that needs no escaping in a URL: base64url of the length of the sort key (four bytes,
    /// the highest first), the sort key and the id.
    var token: String {
        var bytes = Data()
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: sortKey.bytes.count >> shift))
        }
        bytes.append(contentsOf: sortKey.bytes)
        bytes.append(contentsOf: id.rawValue.utf8)
        return bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static let sizeOfLength = 4
}
