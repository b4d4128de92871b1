import FoundationEssentials
import FriendsModel

/// The cards of groups in a file (`KIND:group`, and Apple's), which a list does not have: their members get the name of the group as a
/// tag, and keep the card of the group, so that an export can write it again (``GroupExport``). An address book keeps these cards itself
/// (``init(keptIn:)``).
package struct GroupCards: Sendable {
    /// What is added to the cards of members.
    private var memberships: [Friend.ID: [Membership]] = [:]
    /// The groups of an address book, or those with members in the files.
    private var groups: Set<Membership.Group> = []

    /// As many groups of a member are kept: a friend has no more tags.
    private static let maximumCount = FriendLine.maximumCount
    /// As many bytes of the card of a group are kept with its members in all, but always with some of them.
    private static let maximumRepeatedSize = 1 << 20
    private static let minimumRepeatedCount = 3

    package init() {}

    /// The card of a member with a content line for each of its groups; another card as it is.
    package func card(withGroupsOf card: VCard) -> VCard { self.card(card) { _ in true } }

    /// The card with content lines for some of its groups, and not for its other ones.
    private func card(_ card: VCard, _ isWanted: (Membership.Group) -> Bool) -> VCard {
        if memberships.isEmpty { return card }
        let lines = card.lines
        let version = VCard.version(of: lines)
        guard var added = memberships[Friend.ID(lines, version)], let end = lines.last else { return card }
        let ids = Set(added.map(\.group.id))
        added.removeAll { !isWanted($0.group) }
        var size = card.bytes.count
        var writer = CardWriter(version)
        for line in lines.dropLast() {
            // Our own export has it already.
            guard let old = Membership(line, version), ids.contains(old.group.id) else {
                writer.add(line)
                continue
            }
            // A group with another name has been renamed.
            guard let index = added.firstIndex(where: { $0.group == old.group }) else { continue }
            let new = added.remove(at: index)
            if new.isSame(as: old) { writer.add(line) } else { writer.add(new.written(version)) }
        }
        for membership in added {
            // What the card of the group has takes no room of what the friend has.
            size += 2 * membership.card.count
            writer.add((size > Friend.maximumRestSize ? membership.withoutCard : membership).written(version))
        }
        writer.add(raw: end.raw)
        return VCard(writer.bytes) ?? card
    }

    /// The name of a group without members in the files, whose card is left out; nil for other cards.
    package func nameOfEmptyGroup(_ card: VCard) -> String? {
        GroupCard(card).flatMap { groups.contains($0.group) ? nil : $0.group.name }
    }

    fileprivate mutating func add(_ group: GroupCard, with friends: Set<Friend.ID>) {
        let card = group.card(without: friends)
        let room = max(Self.maximumRepeatedSize / max(card.count, 1), Self.minimumRepeatedCount)
        var count = 0
        for member in group.members where friends.contains(member) {
            let known = memberships[member] ?? []
            guard known.count < Self.maximumCount, !known.contains(where: { $0.group == group.group }) else { continue }
            memberships[member, default: []].append(
                Membership(group: group.group, card: count < room ? card : []))
            groups.insert(group.group)
            count += 1
        }
    }
}

// MARK: - Address books

extension GroupCards {
    /// The groups of an address book. Their members get the names only: the cards stay where they are.
    /// - Parameter cards: the cards of the groups, in an order that stays the same. Others are left out.
    package init(keptIn cards: [[UInt8]]) {
        for group in cards.compactMap({ VCard($0).flatMap { GroupCard($0) } }) where !group.group.name.isEmpty {
            let members = Set(group.members)
            for member in members where memberships[member]?.count ?? 0 < Self.maximumCount {
                memberships[member, default: []].append(Membership(group: group.group, card: []))
            }
            groups.insert(group.group)
        }
    }

    /// Whether a card is about a group.
    package static func isGroup(_ card: [UInt8]) -> Bool {
        // Most cards are found out without being read.
        guard card.has("KIND") || card.has("kind") else { return false }
        return VCard(card).flatMap { GroupCard($0) } != nil
    }

    /// Whether a card can have content lines of groups.
    package static func hasGroups(_ card: [UInt8]) -> Bool { card.has(Membership.property) }

    /// The card without content lines of groups.
    package static func withoutGroups(_ card: [UInt8]) -> [UInt8] { without(card) { _ in true } }

    /// The card without content lines of these groups.
    package func withoutGroups(_ card: [UInt8]) -> [UInt8] {
        let ids = Set(groups.map(\.id))
        return ids.isEmpty ? card : Self.without(card) { ids.contains($0.id) }
    }

    private static func without(_ card: [UInt8], _ isUnwanted: (Membership.Group) -> Bool) -> [UInt8] {
        guard hasGroups(card), let read = VCard(card) else { return card }
        let version = read.version
        var writer = CardWriter(version)
        for line in read.lines where Membership(line, version).map({ !isUnwanted($0.group) }) ?? true {
            writer.add(line)
        }
        return writer.bytes
    }

    /// Whether a person is in a group.
    package func hasMember(_ id: Friend.ID) -> Bool { memberships[id] != nil }

    /// The card of a member with content lines for its groups.
    /// - Parameters:
    ///   - base: a card of the same person; nil for all groups, else those that it has.
    ///   - details: what the friend shows; nil for all groups, else those whose names it has as tags.
    package func withGroups(
        _ card: [UInt8], among base: [UInt8]? = nil, shownBy details: FriendDetails? = nil
    ) -> [UInt8] {
        guard !memberships.isEmpty, let read = VCard(card) else { return card }
        let (known, tags) = (base.map(Self.groups), details?.tags)
        return self.card(read) { group in
            known?.contains(group) ?? true && tags?.contains(FoldedTag(group.name)) ?? true
        }.bytes
    }

    /// The members whose groups are others than in an earlier state of the address book.
    package func members(changedSince earlier: GroupCards) -> Set<Friend.ID> {
        let ids = Set(memberships.keys).union(earlier.memberships.keys)
        return ids.filter { memberships[$0] != earlier.memberships[$0] }
    }

    private static func groups(of card: [UInt8]) -> Set<Membership.Group> {
        guard hasGroups(card), let card = VCard(card) else { return [] }
        let lines = card.lines
        let version = VCard.version(of: lines)
        return Set(lines.compactMap { Membership($0, version)?.group })
    }
}

// MARK: - Reading

extension GroupCards {
    /// Finds out whether a file can have cards of groups, faster than its cards can be read.
    package struct Search: Sendable {
        private var decoder = UnicodeDecoder()
        /// The beginning of a row that is not complete.
        private var row: [UInt8] = []
        package private(set) var hasFound = false

        /// The longest row that can be of use, in bytes.
        private static let maximumRow = 128

        package init() {}

        /// Reads the next chunk.
        package mutating func read(_ chunk: [UInt8]) {
            if hasFound { return }
            var bytes = row
            decoder.decode(chunk, into: &bytes)
            var start = 0
            while let end = bytes[start...].firstIndex(where: \.isLineEnd) {
                if Self.canBeMark(bytes[start..<end]) {
                    hasFound = true
                    return
                }
                start = end + 1
            }
            row = Array(bytes[start...].prefix(Self.maximumRow))
        }

        /// Whether a row says that its card is of a group, or may be folded before it says so.
        private static func canBeMark(_ row: ArraySlice<UInt8>) -> Bool {
            guard let colon = row.firstIndex(of: ASCII.colon) else { return false }
            let name = row[..<colon].prefix { $0 != ASCII.semicolon }.split(separator: ASCII.dot).last ?? []
            guard name.isEqual(ignoringCase: "KIND") || name.isEqual(ignoringCase: "X-ADDRESSBOOKSERVER-KIND") else {
                return false
            }
            return row[(colon + 1)...].trimmedBlanks.first.map { $0.uppercased == UInt8(ascii: "G") } ?? true
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
                if let group = GroupCard(card) {
                    groups.append(group)
                } else {
                    let lines = card.lines
                    friends.insert(Friend.ID(lines, VCard.version(of: lines)))
                }
            }
        }

        /// The groups with their members in the files.
        package var result: GroupCards {
            groups.reduce(into: GroupCards()) { $0.add($1, with: friends) }
        }
    }
}

/// The card of a group.
struct GroupCard {
    /// Its name is a tag, and empty if the card says none.
    let group: Membership.Group
    let members: [Friend.ID]
    private let version: VCard.Version
    private let lines: [ContentLine]

    /// Nil for the card of a person.
    init?(_ card: VCard) {
        lines = card.lines
        version = VCard.version(of: lines)
        let isGroup = lines.contains {
            $0.property == .cardKind && $0.value.trimmedBlanks.isEqual(ignoringCase: "GROUP")
        }
        guard isGroup else { return nil }
        let display = lines.first { $0.property == .formattedName }?.text(in: version).trimmed ?? ""
        let name = CardValue.oneRow(display.isEmpty ? CardMapping(card).details.fullName : display)
        // A tag has no comma.
        group = Membership.Group(
            id: Friend.ID(lines, version),
            name: CardValue.fitting(name.split { $0 == "," || $0 == " " }.joined(separator: " ")))
        members = lines.compactMap { [version] in Self.member($0, version) }
    }

    /// The id of the member in a content line; nil for another line.
    static func member(_ line: ContentLine, _ version: VCard.Version) -> Friend.ID? {
        guard line.property == .member else { return nil }
        let uid = line.text(in: version).trimmed
        return uid.isEmpty ? nil : Friend.ID(uid: uid)
    }

    /// The card without some members. An empty line of theirs says where they were.
    func card(without others: Set<Friend.ID>) -> [UInt8] {
        var writer = CardWriter(version)
        var isMarked = false
        for line in lines {
            guard let member = Self.member(line, version), others.contains(member) else {
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
