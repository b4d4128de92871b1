import FriendsFormats
import FriendsModel
import FriendsVCard

/// What a comparison needs of the rest of a friend. A summary takes little memory, however large the rest is.
package struct KnownRest: Sendable {
    private enum Content {
        case whole([UInt8])
        /// A hash of the bytes, when the card was changed, and what it says; nil for a rest that the friend does not have.
        case summary(hash: Int, revision: CardRevision?, details: FriendDetails?)
    }

    private let content: Content

    package init(_ rest: [UInt8]) { content = .whole(rest) }

    /// - Parameter details: the friend's details, whose memory the summary shares if the card says the same.
    package init(summaryOf rest: [UInt8], of id: Friend.ID, _ details: FriendDetails) {
        let card = CardUnion.withoutOthers(rest)
        let own = FriendDetails(card: card, of: id)
        content = .summary(
            hash: Self.hash(of: card), revision: own.flatMap { _ in CardRevision(card: card) },
            details: own == details ? details : own)
    }

    /// Its bytes; nil for a summary.
    var bytes: [UInt8]? { if case .whole(let bytes) = content { bytes } else { nil } }

    /// Whether these are its bytes, or the bytes of the friend's own card in it.
    func isSame(as rest: [UInt8]) -> Bool {
        switch content {
        case .whole(let bytes): bytes == rest || CardUnion.withoutOthers(bytes) == rest
        case .summary(let hash, _, _): hash == Self.hash(of: CardUnion.withoutOthers(rest))
        }
    }

    /// Whether the card is what an export of the rest has, in any version. If the rest is the card of someone else, who was merged with
    /// the friend, it is what an export of the friend has.
    func isExported(as card: [UInt8], by friend: Friend) -> Bool {
        guard case .whole(let bytes) = content else { return false }
        let details = FriendDetails(card: bytes, of: friend.id) ?? friend.details
        return FriendCard(id: friend.id, details: details, rest: bytes).isExported(as: card)
    }

    /// The card of a record in the version of the rest, if it is an export of the rest in another one, perhaps with other details;
    /// nil for other cards. What the other version cannot say stays.
    func inOwnVersion(_ card: [UInt8], of friend: RecordedFriend) -> [UInt8]? {
        guard case .whole(let bytes) = content else { return nil }
        let exported = FriendCard(id: friend.id, details: friend.details, rest: bytes)
        return exported.isExported(as: card) ? exported.bytes() : nil
    }

    /// Whether the card is what an export of the friend has, without the lines for which there is no room.
    func isExportedInPart(as card: [UInt8], by friend: Friend) -> Bool {
        guard case .whole(let bytes) = content else { return false }
        return FriendCard(id: friend.id, details: friend.details, rest: bytes).isExportedInPart(as: card)
    }

    /// The rest with what it lacks of the card of the same person; of a summary, whose bytes are not known, that card.
    func union(with card: [UInt8]) -> CardUnion {
        switch content {
        case .whole(let bytes): CardUnion(bytes, adding: card)
        case .summary: CardUnion(card, adding: card)
        }
    }

    /// A new card of the friend, with what the rest has of other cards.
    func replaced(by card: [UInt8]) -> CardUnion {
        switch content {
        case .whole(let bytes): CardUnion(card, replacing: bytes)
        case .summary: CardUnion(card, adding: card)
        }
    }

    /// When the friend's own card was changed; nil if nobody knows.
    func revision(of id: Friend.ID) -> CardRevision? {
        switch content {
        case .whole(let bytes): details(of: id).flatMap { _ in CardRevision(card: bytes) }
        case .summary(_, let revision, _): revision
        }
    }

    /// What another rest changes of what the friend does not show, in words. A summary does not know.
    func changes(to rest: [UInt8]) -> [String] {
        switch content {
        case .whole(let bytes): CardChanges(from: bytes, to: rest).texts
        case .summary: []
        }
    }

    /// Whether the friend's own card says something that another card of the friend does not say. An export of the friend has the lines
    /// of other cards, too. A summary does not know.
    func saysMore(than card: [UInt8]) -> Bool {
        switch content {
        case .whole(let bytes):
            CardUnion.saysMore(CardUnion.hasOthers(card) ? bytes : CardUnion.withoutOthers(bytes), than: card)
        case .summary(let hash, _, _): hash != Self.hash(of: card)
        }
    }

    /// What the card of the friend says; nil for other bytes, and for the card of someone else, who was merged with it.
    /// - Parameter hasOthers: whether what was merged with it belongs to it.
    func details(of id: Friend.ID, withOthers hasOthers: Bool = false) -> FriendDetails? {
        switch content {
        case .whole(let bytes): FriendDetails(card: hasOthers ? bytes : CardUnion.withoutOthers(bytes), of: id)
        case .summary(_, _, let details): details
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
