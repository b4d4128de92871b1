import FriendsCardDAV
import FriendsModel
import FriendsVCard

/// The groups of an address book. Their names are tags of their members here.
///
/// They change on the server only. A tag that is removed here stays in the group there, and does not come back by itself: the card
/// that both sides had keeps its line, which the friend does not show.
struct SyncGroups {
    /// A card of a group.
    private struct Group: Equatable {
        let reference: CardReference
        let card: [UInt8]
    }

    /// The groups of which the tags here are made, by the names of their cards.
    private let known: [String: Group]
    /// The groups on the server.
    private var current: [String: Group]
    /// The names of the cards that were of groups.
    private var gone: Set<String> = []
    /// Whether the tags here are known to be those of the groups: not after a synchronisation that was cut off.
    let areSure: Bool
    /// The members of the groups on the server; nil until they are asked for.
    private var members: GroupCards?

    init(_ others: [String: OtherCard]) {
        known = others.compactMapValues { other in
            other.group.map { Group(reference: other.reference, card: $0) }
        }
        current = known
        areSure = others.values.allSatisfy { $0.group == nil || $0.reference.etag != nil }
    }

    /// The members of the groups of which the tags here are made.
    var before: GroupCards { Self.members(of: known) }

    /// The members of the groups on the server.
    var now: GroupCards {
        mutating get {
            let result = members ?? Self.members(of: current)
            members = result
            return result
        }
    }

    private static func members(of groups: [String: Group]) -> GroupCards {
        GroupCards(keptIn: groups.sorted { $0.key < $1.key }.map(\.value.card))
    }

    /// Takes over a card of the server.
    /// - Returns: whether it is another one than before.
    mutating func set(_ card: StoredCard) -> Bool {
        let group = Group(reference: card.reference, card: card.bytes)
        if current.updateValue(group, forKey: card.reference.name) == group { return false }
        gone.remove(card.reference.name)
        members = nil
        return true
    }

    /// Notes that a card is gone, or is about a person now.
    mutating func remove(_ name: String) {
        current[name] = nil
        gone.insert(name)
        members = nil
    }

    /// What is to be noted when all members have their tags.
    var changes: [SyncStateChange] {
        let changed = current.filter { known[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return changed.map { .other(OtherCard($0.value.reference, problem: nil, group: $0.value.card)) }
            + gone.sorted().map { .forget(name: $0) }
    }
}

extension SyncRound {
    /// The number of friends that get their tags in one write.
    private static let groupChunkSize = 100

    /// Notes that a group has changed, or is gone. If this run ends before its members have their tags, the group is read again, and
    /// all cards are looked through.
    /// - Parameter card: of the group, if it is there.
    mutating func noteChange(ofGroup reference: CardReference, _ card: [UInt8]?) throws(SyncError) {
        let group = overview.others[reference.name]?.group ?? card
        try note([.other(OtherCard(reference.unread, problem: nil, group: group))])
    }

    /// Gives the members of groups that have changed on the server their tags, and notes the groups.
    mutating func writeGroups() async throws(SyncError) {
        let (before, after) = (groups.before, groups.now)
        let members = after.members(changedSince: before)
        var isComplete = true
        var items: [SyncItem] = []
        for (name, known) in members.isEmpty && groups.areSure ? [] : overview.cards.sorted(by: { $0.key < $1.key }) {
            let canDiffer = members.contains(known.friend) || known.friend.isOfSecondCard || !groups.areSure
            guard canDiffer, known.reference.etag != nil, !removed.contains(name),
                let base = try content(named: name)
            else { continue }
            let card = after.withGroups(after.withoutGroups(before.withoutGroups(base)))
            guard card != base, let content = try? CardContent(card) else { continue }
            let stored = StoredCard(known.reference, card, isOriginal: known.isOriginal)
            if handled[known.friend] == nil {
                // The group of a friend who was deleted here is no change that would bring it back.
                guard !isGone(known.friend) else { continue }
                if let item = try await item(for: stored, content) { items.append(item) }
            } else if !known.version.rawValue.isEmpty {
                items.append(
                    SyncItem(
                        id: known.friend, known: known, base: base, friend: nil, card: stored, content: content,
                        here: .same, isAgain: true))
            } else {
                // It would go to the server as if the tag was its own.
                pushes.removeAll { $0.friend.id == known.friend }
                isComplete = false
            }
            if items.count == Self.groupChunkSize {
                try await write(items)
                items = []
            }
        }
        try await write(items)
        guard isComplete else {
            mustRepeat = true
            return
        }
        // A name can be of a person now.
        try note(
            groups.changes.filter { change in
                if case .forget(let name) = change { overview.cards[name] == nil } else { true }
            })
    }
}

extension SyncGroups {
    /// A card of the server with the lines of its groups, and without earlier ones.
    /// - Parameter id: its UID.
    mutating func card(_ card: [UInt8], of id: Friend.ID) -> [UInt8] {
        let isMember = now.hasMember(id)
        if !isMember, !GroupCards.hasGroups(card) { return card }
        let plain = now.withoutGroups(card)
        return isMember ? now.withGroups(plain) : plain
    }

    /// The card of a friend with the lines of its groups on this server only. The tags of others are the friend's own there.
    mutating func own(_ card: [UInt8], among base: [UInt8]?) -> [UInt8] {
        now.withGroups(GroupCards.withoutGroups(card), among: base)
    }
}

extension Friend.ID {
    private static let startOfSecondCard = "card-"

    /// The id of the friend of a second card with one UID.
    static func ofSecondCard(_ id: Friend.ID, named name: String) -> Friend.ID {
        .derived(startOfSecondCard) { $0.add([id.rawValue, name]) }
    }

    var isOfSecondCard: Bool { rawValue.hasPrefix(Self.startOfSecondCard) }
}

extension StoredCard {
    /// The card with other bytes.
    func with(_ bytes: [UInt8]) -> StoredCard {
        StoredCard(reference, bytes, isOriginal: isOriginal, isShortened: isShortened)
    }
}

extension CardReference {
    /// The card in a state that is not known: it is read again.
    var unread: CardReference { CardReference(name: name, path: path, etag: nil) }
}
