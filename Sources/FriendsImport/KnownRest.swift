import FriendsModel
import FriendsVCard

/// What a comparison needs of the rest of a friend. A summary takes little memory, however large the rest is.
package struct KnownRest: Sendable {
    private enum Content {
        case whole([UInt8])
        /// A hash of the bytes, and what the card says; nil if it is not that of the friend.
        case summary(hash: Int, details: FriendDetails?)
    }

    private let content: Content

    package init(_ rest: [UInt8]) { content = .whole(rest) }

    /// - Parameter details: those of the friend, whose memory the summary shares if the card says the same.
    package init(summaryOf rest: [UInt8], of id: Friend.ID, _ details: FriendDetails) {
        let own = FriendDetails(card: rest, of: id)
        content = .summary(hash: Self.hash(of: rest), details: own == details ? details : own)
    }

    /// Whether these are its bytes.
    func isSame(as rest: [UInt8]) -> Bool {
        switch content {
        case .whole(let bytes): bytes == rest
        case .summary(let hash, _): hash == Self.hash(of: rest)
        }
    }

    /// What the card of the friend says; nil for other bytes, and for the card of someone else, who was merged with it.
    func details(of id: Friend.ID) -> FriendDetails? {
        switch content {
        case .whole(let bytes): FriendDetails(card: bytes, of: id)
        case .summary(_, let details): details
        }
    }

    private static func hash(of rest: [UInt8]) -> Int {
        var hasher = Hasher()
        hasher.combine(rest.count)
        rest.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension FriendDetails {
    /// The details of the card of a friend; nil for other bytes, and for the card of someone else, who was merged with it.
    init?(card: [UInt8], of id: Friend.ID) {
        guard let card = VCard(card), let read = try? FriendCard.friend(of: card), read.friend.id == id else {
            return nil
        }
        self = read.friend.details
    }
}
