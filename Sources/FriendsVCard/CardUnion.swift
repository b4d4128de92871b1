import FriendsModel

/// The card of a friend with the lines of another card of the same person that it lacks.
///
/// They follow after a mark, so that a newer card of the friend, which lacks them, does not take them away. Lines of the other card
/// that a friend shows are not among them: an import adds them to the friend itself.
package struct CardUnion: Equatable, Sendable {
    /// The card of the friend, with the lines.
    package private(set) var bytes: [UInt8]
    /// Texts of properties that a card has once, and has already.
    package private(set) var notes: [FriendLine] = []
    /// The names of the properties that can be in neither, in upper case. They are untrusted text.
    package private(set) var leftOut: [String] = []

    /// The name of the line after which the lines of other cards follow.
    static let mark = "X-FRIENDS-MERGED"

    /// Properties that a card has at most once.
    private static let singleNames: Set<String> = [
        "N", "FN", "BDAY", "ANNIVERSARY", "GENDER", "DEATHDATE", "BIRTHPLACE", "DEATHPLACE", "KIND",
    ]

    /// - Parameters:
    ///   - rest: the rest of the friend, perhaps no card.
    ///   - other: the card of the same person, perhaps no card.
    package init(_ rest: [UInt8], adding other: [UInt8]) {
        bytes = rest
        guard rest != other else { return }
        guard let card = VCard(rest), let other = VCard(other) else {
            leftOut = ["CARD"]
            return
        }
        let (own, added) = (CardMapping(card), CardMapping(other))
        add(added.hiddenLines, of: added, to: own)
        addNames(of: added, to: own)
    }

    /// A new card that replaces the rest of a friend: the lines of other cards in the rest stay.
    package init(_ card: [UInt8], replacing rest: [UInt8]) {
        bytes = card
        guard let card = VCard(card), let old = VCard(rest) else { return }
        let (own, before) = (CardMapping(card), CardMapping(old))
        let isOwn = VCard(Self.withoutOthers(rest)).map { CardMapping($0).id == own.id } ?? false
        let start = isOwn ? before.markLine ?? before.lines.endIndex : before.lines.startIndex
        add(before.hiddenLines.filter { $0 >= start }, of: before, to: own)
    }

    /// The card of a friend without the lines of other cards.
    package static func withoutOthers(_ rest: [UInt8]) -> [UInt8] {
        guard rest.contains(mark.utf8), let card = VCard(rest) else { return rest }
        let lines = card.lines
        guard let mark = lines.firstIndex(where: { $0.property == .merged }), let end = lines.last else { return rest }
        var writer = CardWriter(card.version)
        for line in lines[..<mark] + [end] { writer.add(raw: line.raw) }
        return writer.bytes
    }

    /// Whether a card has a content line that another card of the same person lacks, besides those about the card itself.
    package static func saysMore(_ card: [UInt8], than other: [UInt8]) -> Bool {
        guard let card = VCard(card), let other = VCard(other) else { return card != other }
        let known = Set(other.lines.map { Key($0, other.version) })
        return card.lines.contains { line in
            switch line.property {
            case .begin, .end, .version, .product, .identifier, .revision, .none: false
            default: !known.contains(Key(line, card.version))
            }
        }
    }

    // MARK: - Lines

    private mutating func add(_ indices: [Int], of other: CardMapping, to own: CardMapping) {
        var known = Set(own.lines.map { Key($0, own.version) })
        let names = Set(own.lines.map { $0.name.uppercased() })
        var groups = GroupNames(own.lines)
        var newGroups: [String: String] = [:]
        // A label comes with its line, whichever is first.
        let labelled = Set(
            indices.filter { index in
                other.lines[index].property != .groupLabel
                    && !(other.lines[index].line(from: other.version, to: own.version).map {
                        known.contains(Key($0, own.version))
                    } ?? true)
            }.compactMap { other.lines[$0].groupKey })
        var writer = CardWriter(own.version)
        for index in indices {
            let old = other.lines[index]
            guard let line = old.line(from: other.version, to: own.version) else { continue }
            let name = line.name.uppercased()
            let isNew =
                line.property == .groupLabel
                ? line.groupKey.map(labelled.contains) ?? false : known.insert(Key(line, own.version)).inserted
            guard isNew else { continue }
            if Self.singleNames.contains(name), names.contains(name) || other.hasStandIn(for: index) {
                let label = line.property == .birthday ? LineKind.birthday.key : name.lowercased()
                addNote(label, old.text(in: other.version) ?? "", name)
                continue
            }
            var raw = Array(line.raw)
            if let group = line.groupKey, let dot = raw.firstIndex(of: ASCII.dot) {
                let new = newGroups[group] ?? groups.next()
                newGroups[group] = new
                raw = Array(new.utf8) + raw[dot...]
            }
            let size = bytes.count + writer.bytes.count + raw.count + Self.mark.utf8.count + 2 * ASCII.lineEnd.count
            guard size < Friend.maximumRestSize, !other.isBeyondMaximum(index) else {
                leftOut.append(name)
                continue
            }
            writer.add(raw: raw)
            if line.isOpen { writer.add(raw: []) }
        }
        guard !writer.bytes.isEmpty else { return }
        insert(writer.bytes, own)
    }

    private mutating func insert(_ lines: [UInt8], _ own: CardMapping) {
        guard let end = own.lines.last else { return }
        var writer = CardWriter(own.version)
        let old = own.lines.dropLast()
        for line in old { writer.add(raw: line.raw) }
        // An empty row ends it.
        if old.last?.isOpen == true { writer.add(raw: []) }
        if own.markLine == nil { writer.add(Self.mark, "") }
        let new = writer.bytes + lines + Array(end.raw) + ASCII.lineEnd
        // Lines that the friend would show belong into the friend.
        guard let card = VCard(new), CardMapping(card).details == own.details else {
            leftOut += ["CARD"]
            return
        }
        bytes = new
    }

    /// A content line with its meaning, without its parameters.
    private struct Key: Hashable {
        let name: String
        let value: String

        init(_ line: ContentLine, _ version: VCard.Version) {
            name = line.name.uppercased()
            value = line.text(in: version) ?? String(decoding: line.value, as: UTF8.self)
        }
    }

    // MARK: - Notes

    /// A middle name, a title before the name and so on, and a display name of another form.
    private mutating func addNames(of other: CardMapping, to own: CardMapping) {
        func parts(_ mapping: CardMapping) -> [String] {
            mapping.nameLine.map { CardValue.parts(of: mapping.lines[$0], count: 5, mapping.version) } ?? []
        }
        func display(_ mapping: CardMapping) -> String {
            let text = mapping.formattedNameLine.flatMap { mapping.lines[$0].text(in: mapping.version) } ?? ""
            return CardValue.oneRow(text).trimmed
        }
        var known = [display(own), own.details.fullName, other.details.fullName]
        let (parts, ownParts) = (parts(other), parts(own))
        let isNew = parts.indices.dropFirst(2).contains { index in
            !parts[index].trimmed.isEmpty && (index >= ownParts.count || ownParts[index] != parts[index])
        }
        if isNew, parts.count > 2 {
            let order = [parts.dropFirst(3).first ?? "", parts[1], parts[2], parts[0], parts.dropFirst(4).first ?? ""]
            let name = order.map { CardValue.oneRow($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
            addNote("name", name, "N")
            known.append(name)
        }
        let name = display(other)
        if !known.contains(name), !other.isNoPerson(name) { addNote("name", name, "FN") }
    }

    private mutating func addNote(_ label: String, _ text: String, _ name: String) {
        let text = CardValue.rows(text).trimmed
        if text.isEmpty { return }
        var identifiers = LineIdentifiers()
        for note in notes { identifiers.keep(note) }
        let id = identifiers.next(.note, label: label, value: text)
        let note = FriendLine(id: id, kind: .note, label: label, value: text)
        if note.valueProblem == nil, note.labelProblem == nil { notes.append(note) } else { leftOut.append(name) }
    }
}

extension FriendCard {
    /// Notes of the names in a card that would be lost if it became the card of a friend with another name.
    /// - Parameter card: perhaps no card.
    package static func lostNames(_ card: [UInt8], of details: FriendDetails) -> [FriendLine] {
        guard let mapping = VCard(card).map({ CardMapping($0) }),
            !CardNames(details, mapping, mapping.version).areSame,
            let line = mapping.formattedNameLine.map({ mapping.lines[$0] }), let text = line.text(in: mapping.version)
        else { return [] }
        let name = CardValue.oneRow(text).trimmed
        let isKnown =
            mapping.isNoPerson(name)
            || [details, mapping.details].contains { $0.fullName == name || $0.isIdentified(by: name) }
        var identifiers = LineIdentifiers()
        let id = identifiers.next(.note, label: "name", value: name)
        let note = FriendLine(id: id, kind: .note, label: "name", value: name)
        return isKnown || note.valueProblem != nil ? [] : [note]
    }
}

extension CardMapping {
    /// The line after which the lines of other cards follow.
    fileprivate var markLine: Int? { lines.firstIndex { $0.property == .merged } }

    /// Whether a note of the friend stands for the line.
    fileprivate func hasStandIn(for line: Int) -> Bool {
        origins.indices.contains { origins[$0].line == line && isStandIn($0) }
    }

    /// Whether the friend would show the line if it had room for more of them.
    fileprivate func isBeyondMaximum(_ index: Int) -> Bool {
        guard let firstHiddenLine, index >= firstHiddenLine else { return false }
        return switch lines[index].property {
        case .phone, .email, .address, .birthday, .organization, .website, .note, .categories, .line: true
        default: false
        }
    }
}

extension ContentLine {
    /// The line in another version.
    fileprivate func line(from old: VCard.Version, to new: VCard.Version) -> ContentLine? {
        guard let converted = converted(from: old, to: new) else { return self }
        var writer = CardWriter(new)
        writer.add("BEGIN", "VCARD")
        writer.add(converted)
        writer.add("END", "VCARD")
        return VCard(writer.bytes)?.lines.dropFirst().first
    }
}
