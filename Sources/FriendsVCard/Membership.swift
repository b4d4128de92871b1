import FoundationEssentials
import FriendsModel

/// That a friend is in a group: a content line of our own with the name of the group, its id and its card. The friend shows the name as
/// a tag, so a friend who loses the tag leaves the group.
struct Membership: Equatable, Sendable {
    /// Two groups can have one UID.
    struct Group: Hashable, Sendable {
        let id: Friend.ID
        let name: String
    }

    let group: Group
    /// Without the members that were imported with it; empty if another member has it.
    let card: [UInt8]

    static let property = "X-FRIENDS-GROUP"

    init(group: Group, card: [UInt8]) {
        (self.group, self.card) = (group, card)
    }

    /// Nil for another content line, and for one that says no group.
    init?(_ line: ContentLine, _ version: VCard.Version) {
        guard line.property == .membership else { return nil }
        let parts = Escapes.split(line.decodedValue, at: ASCII.semicolon).map { Escapes.removed(from: $0, version) }
        guard parts.count == 3, let id = Friend.ID(validating: parts[1]) else { return nil }
        group = Group(id: id, name: CardValue.oneRow(parts[0]).trimmed)
        card = Data(base64Encoded: parts[2]).map(Array.init) ?? []
    }

    var withoutCard: Membership { Membership(group: group, card: []) }

    /// Whether another line says the same, but for members who were not imported with it.
    func isSame(as other: Membership) -> Bool {
        func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
            VCard(bytes)?.lines.filter { $0.property != .member }.map(\.raw)
        }
        return group == other.group
            && (card.isEmpty || card == other.card || lines(card).map { $0 == lines(other.card) } ?? false)
    }

    func written(_ version: VCard.Version) -> WrittenLine {
        let texts = [group.name, group.id.rawValue, Data(card).base64EncodedString()]
        return WrittenLine(
            name: Self.property,
            value: Array(texts.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon])))
    }
}

extension CardMapping {
    /// The groups of the friend, by the numbers of their lines.
    var memberships: [(line: Int, group: Membership.Group)] {
        lines.indices.compactMap { index in Membership(lines[index], version).map { (index, $0.group) } }
    }

    /// Whether a tag is the name of a group.
    func isOfGroup(_ tag: FriendLine) -> Bool {
        zip(origins, details.lines).contains { lines[$0.line].property == .membership && $1.hasSameContent(as: tag) }
    }

    /// The lines of the groups that the friend has left: their tags are in the card, and the friend has them no more.
    func leftGroups(of friend: FriendDetails) -> Set<Int> {
        guard lines.contains(where: { $0.property == .membership }) else { return [] }
        let left = details.tags.subtracting(friend.tags)
        return Set(memberships.filter { left.contains(FoldedTag($0.group.name)) }.map(\.line))
    }
}

extension FriendDetails {
    /// The tags, in upper and lower case alike.
    var tags: Set<FoldedTag> { Set(lines.filter { $0.kind == .tag }.map { FoldedTag($0.value) }) }
}
