import FriendsVCard

/// An address book of a server: cards, each with a name.
///
/// Cancelling the task cancels its call, which then throws ``CollectionError/cancelled``.
package protocol CardCollection: Sendable {
    /// What has changed since a position.
    /// - Parameter position: nil for all cards.
    func changes(since position: CollectionPosition?) async throws(CollectionError) -> CollectionChanges

    /// The content of cards, by their names. What is true for one card only is in its result.
    /// - Throws: what is true for all: the server does not answer, or does not accept the user.
    func cards(
        _ references: [CardReference]
    ) async throws(CollectionError) -> [String: Result<StoredCard, CollectionError>]

    /// The card as the server has stored it, where others may have got it in another version or with other characters.
    func original(_ card: StoredCard) async throws(CollectionError) -> StoredCard

    /// Stores a new card under a name of its own.
    /// - Returns: the card as the server has it now, which may be another one (``StoredCard/isShortened``).
    /// - Throws: ``CollectionError/changed`` if the name is taken.
    func create(_ card: [UInt8], id: String) async throws(CollectionError) -> StoredCard

    /// Replaces a card, if it is still the one of the reference.
    /// - Returns: as ``create(_:id:)``.
    /// - Throws: ``CollectionError/changed`` if it is another one now.
    func replace(_ reference: CardReference, by card: [UInt8]) async throws(CollectionError) -> StoredCard

    /// Deletes a card, if it is still the one of the reference.
    /// - Throws: ``CollectionError/changed`` if it is another one now, ``CollectionError/notFound`` if it is gone.
    func delete(_ reference: CardReference) async throws(CollectionError)
}

/// A card of a collection, without its content.
package struct CardReference: Hashable, Sendable {
    /// The name, decoded. It identifies the card in its collection.
    package let name: String
    /// The path on the server, as the server spells it.
    package let path: String
    /// Which state of the card it is, as a strong version; nil if the server does not say.
    package let etag: String?

    /// - Parameter etag: the version as the server writes it. Proxies that compress some answers make a weak one of it there, which would
    ///   look like another state, and meet no condition.
    package init(name: String, path: String, etag: String?) {
        self.name = name
        self.path = path
        let strong = etag.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
        self.etag = strong?.isEmpty == true ? nil : strong
    }
}

/// A card as a server has it.
package struct StoredCard: Equatable, Sendable {
    package let reference: CardReference
    /// The bytes of the card. They are untrusted.
    package let bytes: [UInt8]
    /// Whether these are known to be the bytes that the server has: an answer about several cards can have another version.
    package let isOriginal: Bool
    /// Whether the server has left out something of the card that was written.
    package let isShortened: Bool

    package init(_ reference: CardReference, _ bytes: [UInt8], isOriginal: Bool, isShortened: Bool = false) {
        self.reference = reference
        self.bytes = bytes
        self.isOriginal = isOriginal
        self.isShortened = isShortened
    }
}

extension StoredCard {
    /// Whether it is about a group of people.
    package var isGroup: Bool {
        guard let card = VCard(bytes) else { return false }
        do throws(CardRefusal) {
            _ = try FriendCard.friend(of: card)
            return false
        } catch {
            return error == .group
        }
    }
}

/// An opaque position in the changes of a collection.
package struct CollectionPosition: Hashable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The changes of a collection since a position.
package struct CollectionChanges: Equatable, Sendable {
    /// The new and changed cards.
    package var changed: [CardReference]
    /// The names of the cards that are gone.
    package var removed: [String]
    /// Whether ``changed`` are all cards of the collection, changed or not: what is not among them is gone.
    package let isWhole: Bool
    /// The position of these changes; nil if the server has none.
    package var position: CollectionPosition?

    package init(
        changed: [CardReference], removed: [String] = [], isWhole: Bool, position: CollectionPosition? = nil
    ) {
        self.changed = changed
        self.removed = removed
        self.isWhole = isWhole
        self.position = position
    }
}
