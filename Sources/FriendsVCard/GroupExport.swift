import FriendsModel

/// The cards of the groups whose members are exported.
package struct GroupExport: Sendable {
    private struct Export {
        var membership: Membership
        /// The UIDs of the members.
        var members: [String]
    }

    private var exports: [Membership.Group: Export] = [:]
    /// In the order of their first members.
    private var order: [Membership.Group] = []

    package init() {}

    /// Notes the groups of an exported card.
    package mutating func add(_ card: [UInt8]) {
        guard card.has(Membership.property), let card = VCard(card) else { return }
        let lines = card.lines
        let version = VCard.version(of: lines)
        let uid = Friend.ID.uid(of: lines, version) ?? Friend.ID(lines, version).rawValue
        for membership in lines.compactMap({ Membership($0, version) }) {
            if exports[membership.group] == nil { order.append(membership.group) }
            exports[membership.group, default: Export(membership: membership, members: [])].members.append(uid)
            if exports[membership.group]?.membership.card.isEmpty == true {
                exports[membership.group]?.membership = membership
            }
        }
    }

    /// The cards of the groups with their members.
    /// - Parameter version: nil for the versions in which they were imported.
    package func cards(in version: VCard.Version?) -> [UInt8] {
        order.compactMap { exports[$0] }.flatMap { Self.card($0, version) }
    }

    private static func card(_ export: Export, _ version: VCard.Version?) -> [UInt8] {
        guard let card = VCard(export.membership.card), GroupCard(card) != nil else {
            return newCard(export, version ?? .v4)
        }
        let lines = card.lines
        let old = VCard.version(of: lines)
        let new = version ?? old
        let members = Set(export.members.map { Friend.ID(uid: $0) })
        var writer = CardWriter(new)
        var hasMembers = false
        for line in lines {
            switch line.property {
            case .version where new != old: writer.add("VERSION", new.rawValue)
            case .member where !hasMembers && isPlace(line):
                hasMembers = true
                let prefix = String(decoding: line.value.trimmedBlanks, as: UTF8.self)
                add(export.members, name(line, new), prefix, to: &writer)
            // Someone who was imported later is among the members.
            case .member where GroupCard.member(line, old).map(members.contains) ?? false: continue
            case .member, .cardKind:
                if new == old {
                    writer.add(line)
                } else {
                    writer.add(WrittenLine(name: name(line, new), value: Array(line.decodedValue)))
                }
            case .end:
                if !hasMembers { add(export.members, memberName(new), GroupCard.urnPrefix, to: &writer) }
                writer.add(line)
            default:
                if let converted = line.converted(from: old, to: new) {
                    writer.add(converted)
                } else {
                    writer.add(line)
                }
            }
        }
        return writer.bytes
    }

    /// The card of a group whose own card is not kept.
    private static func newCard(_ export: Export, _ version: VCard.Version) -> [UInt8] {
        var writer = CardWriter(version)
        writer.add("BEGIN", "VCARD")
        writer.add("VERSION", version.rawValue)
        let name = Escapes.added(to: export.membership.group.name, version)
        writer.add(WrittenLine(name: "N", value: name + ";;;;".utf8))
        writer.add(WrittenLine(name: "FN", value: name))
        writer.add(version < .v4 ? appleKind : "KIND", "group")
        writer.add(CardNames.identifier(export.membership.group.id, version))
        add(export.members, memberName(version), GroupCard.urnPrefix, to: &writer)
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

    private static let appleKind = "X-ADDRESSBOOKSERVER-KIND"

    private static func memberName(_ version: VCard.Version) -> String {
        version < .v4 ? "X-ADDRESSBOOKSERVER-MEMBER" : "MEMBER"
    }

    /// The name of a property that is Apple's before version 4.0.
    private static func name(_ line: ContentLine, _ version: VCard.Version) -> String {
        let name = line.name.uppercased()
        let (standard, apple) = line.property == .member ? ("MEMBER", memberName(.v3)) : ("KIND", appleKind)
        if version == .v4, name == apple { return standard }
        return version < .v4 && name == standard ? apple : line.name
    }
}
