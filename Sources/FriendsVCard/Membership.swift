import FoundationEssentials
import FriendsModel

/// That a friend is in a group: a content line of our own with the name of the group, its id and its card. The friend shows the name as
/// a tag, so a friend who loses the tag leaves the group.
struct Membership: Equatable, Sendable {
    let name: String
    /// Of the group.
    let id: Friend.ID
    /// Without the members that were imported with it; empty if another member has it.
    let card: [UInt8]

    static let property = "X-FRIENDS-GROUP"

    init(name: String, id: Friend.ID, card: [UInt8]) {
        (self.name, self.id, self.card) = (name, id, card)
    }

    /// Nil for another content line, and for one that says no group.
    init?(_ line: ContentLine, _ version: VCard.Version) {
        guard line.property == .membership else { return nil }
        let parts = Escapes.split(line.decodedValue, at: ASCII.semicolon).map { Escapes.removed(from: $0, version) }
        guard parts.count == 3, let id = Friend.ID(validating: parts[1]) else { return nil }
        name = CardValue.oneRow(parts[0]).trimmed
        self.id = id
        card = Data(base64Encoded: parts[2]).map(Array.init) ?? []
    }

    func written(_ version: VCard.Version) -> WrittenLine {
        let texts = [name, id.rawValue, Data(card).base64EncodedString()]
        return WrittenLine(
            name: Self.property,
            value: Array(texts.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon])))
    }
}

extension CardMapping {
    /// Whether a tag is the name of a group.
    func isOfGroup(_ tag: FriendLine) -> Bool {
        zip(origins, details.lines).contains { lines[$0.line].property == .membership && $1.hasSameContent(as: tag) }
    }

    /// Whether a content line says that the friend is in a group whose tag it does not have.
    func isLeftGroup(_ index: Int, of details: FriendDetails) -> Bool {
        guard let membership = Membership(lines[index], version) else { return false }
        return !details.lines.contains { $0.kind == .tag && $0.value.isIdentical(to: membership.name) }
    }
}

/// The cards of the groups whose members are exported.
package struct GroupExport: Sendable {
    private struct Group {
        var membership: Membership
        /// The UIDs of the members.
        var members: [String]
    }

    private var groups: [Friend.ID: Group] = [:]
    /// In the order of their first members.
    private var order: [Friend.ID] = []

    package init() {}

    /// Notes the groups of an exported card.
    package mutating func add(_ card: [UInt8]) {
        guard card.contains(Membership.property.utf8), let card = VCard(card) else { return }
        let (lines, version) = (card.lines, card.version)
        let uid = Friend.ID.uid(of: lines, version) ?? Friend.ID(lines, version).rawValue
        for membership in lines.compactMap({ Membership($0, version) }) {
            if groups[membership.id] == nil {
                groups[membership.id] = Group(membership: membership, members: [])
                order.append(membership.id)
            }
            groups[membership.id]?.members.append(uid)
            if groups[membership.id]?.membership.card.isEmpty == true { groups[membership.id]?.membership = membership }
        }
    }

    /// The cards of the groups with their members.
    /// - Parameter version: nil for the versions in which they were imported.
    package func cards(in version: VCard.Version?) -> [UInt8] {
        order.compactMap { groups[$0] }.flatMap { Self.card($0, version) }
    }

    private static func card(_ group: Group, _ version: VCard.Version?) -> [UInt8] {
        guard let card = VCard(group.membership.card), GroupCard(card) != nil else {
            return newCard(group, version ?? .v4)
        }
        let new = version ?? card.version
        var writer = CardWriter(new)
        var hasMembers = false
        for line in card.lines {
            switch line.property {
            case .version where new != card.version: writer.add("VERSION", new.rawValue)
            case .member where !hasMembers && isPlace(line):
                hasMembers = true
                let prefix = String(decoding: line.value.trimmedBlanks, as: UTF8.self)
                add(group.members, name(line, new), prefix, to: &writer)
            case .member, .cardKind:
                if new == card.version {
                    writer.add(line)
                } else {
                    writer.add(WrittenLine(name: name(line, new), value: Array(line.decodedValue)))
                }
            case .end:
                if !hasMembers { add(group.members, memberName(new), GroupCard.urnPrefix, to: &writer) }
                writer.add(line)
            default:
                if let converted = line.converted(from: card.version, to: new) {
                    writer.add(converted)
                } else {
                    writer.add(line)
                }
            }
        }
        return writer.bytes
    }

    /// The card of a group whose own card is not kept.
    private static func newCard(_ group: Group, _ version: VCard.Version) -> [UInt8] {
        var writer = CardWriter(version)
        writer.add("BEGIN", "VCARD")
        writer.add("VERSION", version.rawValue)
        let name = Escapes.added(to: group.membership.name, version)
        writer.add(WrittenLine(name: "N", value: name + ";;;;".utf8))
        writer.add(WrittenLine(name: "FN", value: name))
        writer.add(version < .v4 ? "X-ADDRESSBOOKSERVER-KIND" : "KIND", "group")
        writer.add(CardNames.identifier(group.membership.id, version))
        add(group.members, memberName(version), GroupCard.urnPrefix, to: &writer)
        writer.add("END", "VCARD")
        return writer.bytes
    }

    private static func add(_ members: [String], _ name: String, _ prefix: String, to writer: inout CardWriter) {
        for uid in members {
            let isURN = uid.utf8.hasPrefix(ignoringCase: Friend.ID.uuidPrefix)
            writer.add(WrittenLine(name: name, value: Escapes.added(to: isURN ? uid : prefix + uid, writer.version)))
        }
    }

    /// Whether the members come in place of a line.
    private static func isPlace(_ line: ContentLine) -> Bool {
        let value = line.value.trimmedBlanks
        return value.isEmpty || value.isEqual(ignoringCase: Friend.ID.uuidPrefix)
    }

    private static func memberName(_ version: VCard.Version) -> String {
        version < .v4 ? "X-ADDRESSBOOKSERVER-MEMBER" : "MEMBER"
    }

    /// The name of a property that is Apple's before version 4.0.
    private static func name(_ line: ContentLine, _ version: VCard.Version) -> String {
        let name = line.name.uppercased()
        let (standard, apple) =
            line.property == .member ? ("MEMBER", memberName(.v3)) : ("KIND", "X-ADDRESSBOOKSERVER-KIND")
        if version == .v4, name == apple { return standard }
        return version < .v4 && name == standard ? apple : line.name
    }
}
