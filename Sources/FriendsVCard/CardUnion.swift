import FriendsModel

/// The card of a friend with the lines of another card of the same person that it lacks.
///
/// They follow after a mark, so that a newer card of the friend, which lacks them, does not take them away. The lines that the friend
/// shows are among them only when it is known what it shows (``bytes(showing:before:)``).
package struct CardUnion: Sendable {
    /// The card of the friend, with the lines that no friend shows.
    package private(set) var bytes: [UInt8]
    /// Texts of properties that a card has once, and has already.
    package private(set) var notes: [FriendLine] = []
    /// The names of the properties that can be in neither, in upper case. They are untrusted text.
    package private(set) var leftOut: [String] = []
    /// The card before; nil if there is nothing to add.
    private var own: CardMapping?
    /// The card with the lines; nil for none.
    private var other: CardMapping?
    /// The lines of the other card that no friend shows.
    private var hidden: [Int] = []
    /// What is left out of these lines.
    private var hiddenLeftOut: [String] = []
    /// The first line of the other card that the friend may show; nil for the card of another friend, whose lines it gets as it lacks
    /// them.
    private var start: Int?

    /// The name of the line after which the lines of other cards follow.
    static let mark = "X-FRIENDS-MERGED"

    /// - Parameters:
    ///   - rest: the rest of the friend, perhaps no card.
    ///   - other: the card of the same person, perhaps no card; nil for none.
    package init(_ rest: [UInt8], adding other: [UInt8]?) {
        bytes = rest
        guard rest != other else { return }
        guard let card = VCard(rest) else {
            if other != nil { leftOut = ["CARD"] }
            return
        }
        let own = CardMapping(card)
        self.own = own
        guard let other else { return }
        guard let card = VCard(other) else {
            leftOut = ["CARD"]
            return
        }
        let added = CardMapping(card)
        // A group whose tag the friend has comes with the lines that nobody sees.
        let (tags, groups) = (own.details.tags, Set(own.memberships.map(\.group)))
        let memberships = added.memberships.filter { line, group in
            tags.contains(FoldedTag(group.name)) && !groups.contains(group)
        }
        add((added.hiddenLines + memberships.map(\.line)).sorted(), of: added, to: own)
        addNames(of: added, to: own)
    }

    /// A new card that replaces the rest of a friend: the lines of other cards in the rest stay.
    package init(_ card: [UInt8], replacing rest: [UInt8]) {
        bytes = card
        guard let card = VCard(card), let old = VCard(rest) else { return }
        let (own, before) = (CardMapping(card), CardMapping(old))
        let isOwn = VCard(Self.withoutOthers(rest)).map { CardMapping($0).id == own.id } ?? false
        let start = isOwn ? before.markLine ?? before.lines.endIndex : before.lines.startIndex
        (self.own, self.start) = (own, start)
        add(before.hiddenLines.filter { $0 >= start }, of: before, to: own)
    }

    /// The card of a friend without the lines of other cards.
    package static func withoutOthers(_ rest: [UInt8]) -> [UInt8] {
        guard rest.has(mark), let card = VCard(rest) else { return rest }
        let lines = card.lines
        guard let mark = lines.firstIndex(where: { $0.property == .merged }), let end = lines.last else { return rest }
        var writer = CardWriter(card.version)
        for line in lines[..<mark] + [end] { writer.add(raw: line.raw) }
        return writer.bytes
    }

    /// Whether a card has a content line that another card of the same person lacks, or has with another label, besides those about
    /// the card itself.
    package static func saysMore(_ card: [UInt8], than other: [UInt8]) -> Bool {
        guard let card = VCard(card), let other = VCard(other) else { return card != other }
        let known = Set(other.lines.map { LabelledKey($0, other.version) })
        return card.lines.contains { line in
            switch line.property {
            case .begin, .end, .version, .product, .identifier, .revision, .none: false
            default: !known.contains(LabelledKey(line, card.version))
            }
        }
    }

    /// A content line with its meaning and its label, if that is a type. The label of a group is a content line of its own.
    private struct LabelledKey: Hashable {
        let key: CardLineKey
        let label: String

        init(_ line: ContentLine, _ version: VCard.Version) {
            key = CardLineKey(line, version)
            label = line.hasParameters ? Labels.label(ofTypes: line.values(of: "TYPE")) : ""
        }
    }

    /// Whether a card has lines of other cards.
    package static func hasOthers(_ card: [UInt8]) -> Bool {
        card.has(mark) && VCard(card).map { CardMapping($0).markLine != nil } ?? false
    }

    // MARK: - Lines

    private mutating func add(_ indices: [Int], of other: CardMapping, to own: CardMapping) {
        (self.own, self.other, hidden) = (own, other, indices)
        var addition = CardAddition(own)
        addition.add(hidden: indices, of: other)
        for note in addition.notes { addNote(note.label, note.text, note.name) }
        hiddenLeftOut = addition.leftOut
        leftOut += hiddenLeftOut
        if addition.isEmpty { return }
        if let new = addition.bytes { bytes = new } else { leftOut.append("CARD") }
    }

    /// The card with the lines that the friend gets, as far as it lacks them: then an export of the friend is this card, and an address
    /// comes with its parts. If there is no room for all lines, only addresses and organizations are added, or no line.
    /// - Parameters:
    ///   - details: what the friend becomes.
    ///   - before: what it was.
    package func bytes(showing details: FriendDetails, before: FriendDetails) -> [UInt8] {
        guard let own else { return bytes }
        let known = Set(before.lines.map(\.id))
        let lines = details.lines.filter { own.index(of: $0) == nil }.compactMap { line in
            keptLine(line) ?? (known.contains(line.id) ? nil : line)
        }
        let hasNumber = own.details.phoneNumber.isEmpty && !details.phoneNumber.isEmpty
        let number = hasNumber && (before.phoneNumber.isEmpty || isKept(details.phoneNumber)) ? details.phoneNumber : ""
        for isWhole in [true, false] {
            var addition = CardAddition(own)
            if isWhole, !number.isEmpty { addition.add(phoneNumber: number, from: other) }
            addition.add(shown: lines.filter { isWhole || $0.isStructured }, from: other)
            if let other { addition.add(hidden: hidden, of: other) }
            if addition.isEmpty { break }
            if addition.leftOut == hiddenLeftOut, let new = addition.bytes { return new }
        }
        return bytes
    }

    /// The details in the order of the last card: first the lines of the card, then the lines that were merged, if they came last before.
    /// - Parameters:
    ///   - details: what the friend becomes.
    ///   - before: what it was.
    package func ordered(_ details: FriendDetails, before: FriendDetails) -> FriendDetails {
        guard let start, let other else { return details }
        func isOwn(_ line: FriendLine) -> Bool { other.index(of: line).map { other.origins[$0].line < start } ?? false }
        func isKept(_ line: FriendLine) -> Bool { own?.index(of: line) == nil && keptLine(line) != nil }
        let others = before.lines.drop { !isKept($0) }
        guard !others.isEmpty, !others.contains(where: isOwn) else { return details }
        var result = details
        result.lines = details.lines.filter { !isKept($0) } + details.lines.filter(isKept)
        return result
    }

    /// A line of the friend that its last card had of others, with the text that it had there.
    private func keptLine(_ line: FriendLine) -> FriendLine? {
        guard let start, let other, let index = other.index(of: line), other.origins[index].line >= start else {
            return nil
        }
        return other.details.lines[index]
    }

    /// Whether the last card had the phone number of others.
    private func isKept(_ number: String) -> Bool {
        guard let start, let other, let line = other.phoneLine, line >= start else { return false }
        return other.details.phoneNumber.isIdentical(to: number)
    }

    // MARK: - Notes

    /// A middle name, a title before the name and so on, and a display name of another form.
    private mutating func addNames(of other: CardMapping, to own: CardMapping) {
        func parts(_ mapping: CardMapping) -> [String] {
            mapping.nameLine.map { CardValue.parts(of: mapping.lines[$0], count: 5, mapping.version) } ?? []
        }
        func display(_ mapping: CardMapping) -> String {
            let text = mapping.formattedNameLine.map { mapping.lines[$0].text(in: mapping.version) } ?? ""
            return CardValue.oneRow(text).trimmed
        }
        var known = [display(own), own.details.fullName, other.details.fullName]
        // The friend gets it as a line.
        if other.displayIndex != nil { known.append(display(other)) }
        let (parts, ownParts) = (parts(other), parts(own))
        let isNew = parts.indices.dropFirst(2).contains { index in
            !parts[index].trimmed.isEmpty && (index >= ownParts.count || ownParts[index] != parts[index])
        }
        if isNew, parts.count > 2 {
            let order = [parts.dropFirst(3).first ?? "", parts[1], parts[2], parts[0], parts.dropFirst(4).first ?? ""]
            let name = order.map { CardValue.oneRow($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
            if !known.contains(name) { addNote("name", name, "N") }
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
            let line = mapping.formattedNameLine.map({ mapping.lines[$0] })
        else { return [] }
        let name = CardValue.oneRow(line.text(in: mapping.version)).trimmed
        let display = mapping.displayIndex.map { mapping.details.lines[$0].id }
        let isKnown =
            mapping.isCompany(name) || mapping.details.isIdentified(by: name, besides: display)
            || details.isIdentified(by: name) || [details, mapping.details].contains { $0.isPlainName(name) }
        var identifiers = LineIdentifiers()
        let id = identifiers.next(.note, label: "name", value: name)
        let note = FriendLine(id: id, kind: .note, label: "name", value: name)
        return isKnown || note.valueProblem != nil ? [] : [note]
    }
}

extension CardMapping {
    /// The line after which the lines of other cards follow.
    var markLine: Int? { lines.firstIndex { $0.property == .merged } }
}

extension FriendLine {
    /// Whether its content line says more than its text.
    fileprivate var isStructured: Bool { kind == .address || kind == .organization }
}
