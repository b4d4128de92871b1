import FoundationEssentials
import FriendsModel

/// The cards of groups in a file (`KIND:group`, and Apple's), which a list does not have: their members get the name of the group as a
/// tag, and keep the card of the group, so that an export can write it again (``GroupExport``).
package struct GroupCards: Sendable {
    /// What is added to the cards of members.
    private var memberships: [Friend.ID: [Membership]] = [:]

    package init() {}

    package var isEmpty: Bool { memberships.isEmpty }

    /// The card of a member with a content line for each of its groups; another card as it is.
    package func card(withGroupsOf card: VCard) -> VCard {
        if memberships.isEmpty { return card }
        let (lines, version) = (card.lines, card.version)
        guard var added = memberships[Friend.ID(lines, version)], let end = lines.last else { return card }
        var writer = CardWriter(version)
        for line in lines.dropLast() {
            // Our own export has it already.
            guard let old = Membership(line, version), let index = added.firstIndex(where: { $0.id == old.id }) else {
                writer.add(line)
                continue
            }
            let new = added.remove(at: index)
            if new == old { writer.add(line) } else { writer.add(new.written(version)) }
        }
        for membership in added { writer.add(membership.written(version)) }
        writer.add(raw: end.raw)
        return VCard(writer.bytes) ?? card
    }
}

// MARK: - Reading

extension GroupCards {
    /// Finds out whether a file has cards of groups, faster than its cards can be read.
    package struct Search: Sendable {
        private var decoder = UnicodeDecoder()
        /// The beginning of a row that is not complete.
        private var row: [UInt8] = []
        package private(set) var hasFound = false

        /// The longest row that can be of use, in bytes.
        private static let maximumRow = 64

        package init() {}

        /// Reads the next chunk.
        package mutating func read(_ chunk: [UInt8]) {
            if hasFound { return }
            var bytes = row
            decoder.decode(chunk, into: &bytes)
            var start = 0
            while let end = bytes[start...].firstIndex(where: \.isLineEnd) {
                if VCard.isGroupMark(bytes[start..<end]) {
                    hasFound = true
                    return
                }
                start = end + 1
            }
            row = Array(bytes[start...].prefix(Self.maximumRow))
        }
    }

    /// Reads the groups of files.
    package struct Reader: Sendable {
        private var cards = VCardReader()
        private var friends: Set<Friend.ID> = []
        private var groups: [GroupCard] = []

        package init() {}

        /// Reads the next chunk of a file.
        package mutating func read(_ chunk: [UInt8]) { add(cards.read(chunk)) }

        /// Ends a file.
        package mutating func endFile() { add(cards.finish()) }

        private mutating func add(_ records: [VCardReader.Record]) {
            for case .success(let card) in records.map(\.card) {
                if let group = GroupCard(card) { groups.append(group) } else { friends.insert(card.id) }
            }
        }

        /// The groups with their members in the files.
        package var result: GroupCards {
            var result = GroupCards()
            for group in groups {
                let card = group.card(without: friends)
                // A large one is kept once.
                var isKept = false
                for member in group.members where friends.contains(member) {
                    let hasCard = !isKept || card.count <= GroupCard.maximumRepeatedSize
                    isKept = true
                    let membership = Membership(name: group.name, id: group.id, card: hasCard ? card : [])
                    let known = result.memberships[member] ?? []
                    if !known.contains(where: { $0.id == membership.id }) {
                        result.memberships[member] = known + [membership]
                    }
                }
            }
            return result
        }
    }

    /// The name of a group without members in the files, whose card is left out; nil for other cards.
    package func nameOfEmptyGroup(_ card: VCard) -> String? {
        guard let group = GroupCard(card) else { return nil }
        let hasMember = group.members.contains { memberships[$0]?.contains { $0.id == group.id } ?? false }
        return hasMember ? nil : group.name
    }
}

/// The card of a group.
struct GroupCard {
    /// As much of a card is kept with each member, in bytes.
    static let maximumRepeatedSize = 16 << 10

    /// The name as a tag; empty if the card says none.
    let name: String
    /// The UID, or what follows from the content.
    let id: Friend.ID
    let members: [Friend.ID]
    private let card: VCard

    /// Nil for the card of a person.
    init?(_ card: VCard) {
        let (lines, version) = (card.lines, card.version)
        guard lines.contains(where: { VCard.isGroupMark($0.raw) }) else { return nil }
        self.card = card
        id = Friend.ID(lines, version)
        let display = lines.first { $0.property == .formattedName }?.text(in: version).trimmed ?? ""
        let name = CardValue.oneRow(display.isEmpty ? CardMapping(card).details.fullName : display)
        // A tag has no comma.
        self.name = CardValue.fitting(name.split { $0 == "," || $0 == " " }.joined(separator: " "))
        members = lines.compactMap { Self.member($0, version) }
    }

    /// The id of the member in a content line; nil for another line.
    private static func member(_ line: ContentLine, _ version: VCard.Version) -> Friend.ID? {
        guard line.property == .member else { return nil }
        let uid = line.text(in: version).trimmed
        return uid.isEmpty ? nil : Friend.ID(uid: uid)
    }

    /// The card without some members. A line without a value is in the place of the first one.
    func card(without others: Set<Friend.ID>) -> [UInt8] {
        var writer = CardWriter(card.version)
        var isMarked = false
        for line in card.lines {
            guard let member = Self.member(line, card.version), others.contains(member) else {
                writer.add(line)
                continue
            }
            if isMarked { continue }
            isMarked = true
            let isURN = line.value.trimmedBlanks.hasPrefix(ignoringCase: Friend.ID.uuidPrefix)
            writer.add(line.name, isURN ? Self.urnPrefix : "")
        }
        return writer.bytes
    }

    /// What stands before the UIDs of members.
    static let urnPrefix = "urn:uuid:"
}

extension VCard {
    fileprivate var id: Friend.ID { Friend.ID(lines, version) }

    /// Whether a content line says that its card is of a group.
    static func isGroupMark(_ row: ArraySlice<UInt8>) -> Bool {
        guard row.hasPrefix(ignoringCase: "KIND") || row.hasPrefix(ignoringCase: "X-ADDRESSBOOKSERVER-KIND"),
            let colon = row.firstIndex(of: ASCII.colon)
        else { return false }
        return row[(colon + 1)...].trimmedBlanks.isEqual(ignoringCase: "GROUP")
    }
}
