import FriendsModel

/// The content lines with the names of a friend, and others that cards have once.
struct CardNames {
    private let details: FriendDetails
    private let mapping: CardMapping?
    private let version: VCard.Version
    /// The line of the friend that is the full name; nil if the full name follows from the names.
    let display: FriendLine?

    init(_ details: FriendDetails, _ mapping: CardMapping?, _ version: VCard.Version) {
        self.details = details
        self.mapping = mapping
        self.version = version
        display = details.lines.first { line in
            guard line.kind == .name, line.label.isEmpty else { return false }
            // Another line of the card with a name stays what it is, and a card with too many lines has no room for another one.
            let index = mapping?.index(of: line)
            if index != mapping?.displayIndex, index != nil || mapping?.firstHiddenLine != nil { return false }
            return !details.isPlainName(line.value) && !details.isIdentified(by: line.value, besides: line.id)
                && mapping?.isCompany(line.value) != true
                && !details.values(of: .organization).contains { $0.hasPrefix(line.value + CardValue.separator) }
        }
    }

    /// Whether the old card has the same names.
    var areSame: Bool {
        mapping.map {
            $0.details.firstName.isIdentical(to: details.firstName)
                && $0.details.lastName.isIdentical(to: details.lastName)
        } ?? false
    }

    /// The structured name. What else it has had, such as titles, stays.
    var name: WrittenLine {
        let names = [details.lastName, details.firstName].map { Escapes.added(to: $0, version) }
        guard let mapping, let line = mapping.nameLine.map({ mapping.lines[$0] }) else {
            return WrittenLine(name: "N", value: Array((names + [[], [], []]).joined(separator: [ASCII.semicolon])))
        }
        let hasSameSyntax = (mapping.version == .v2) == (version == .v2)
        var parts = Escapes.split(line.decodedValue, at: ASCII.semicolon).map(Escapes.completed)
        if parts.count == 1 {
            // Some programs escape all semicolons.
            parts = CardValue.parts(of: line, count: 5, mapping.version).map { Escapes.added(to: $0, version) }
        } else if !hasSameSyntax {
            parts = parts.map { Escapes.added(to: Escapes.removed(from: $0[...], mapping.version), version) }
        }
        while parts.count < 5 { parts.append([]) }
        // Names that come from another line are not in this one.
        let areNew = !mapping.hasStructuredName
        if areNew || !details.lastName.isIdentical(to: mapping.details.lastName) { parts[0] = names[0] }
        if areNew || !details.firstName.isIdentical(to: mapping.details.firstName) { parts[1] = names[1] }
        let joined = Array(parts.joined(separator: [ASCII.semicolon]))
        return line.written(with: joined, types: nil, from: mapping.version, to: version)
    }

    /// Whether the full name in the old card stays, which is no line of the friend: another text was edited. A number or an email
    /// instead of a name follows the friend's; the display name of a company stays.
    var keepsFormattedName: Bool {
        guard let mapping, mapping.formattedNameLine != nil, display == nil, mapping.displayIndex == nil else {
            return false
        }
        guard areSame else {
            // The name of a company over the names of a person.
            guard details.hasName, mapping.hasStructuredName, let text = oldFormattedName else { return false }
            return !text.isEmpty && mapping.isNoPerson(text) && (details.isIdentified(by: text) || isCompany(text))
        }
        guard !details.hasName, let text = oldFormattedName, !details.isIdentified(by: text) else { return true }
        return text.isEmpty || mapping.mark == .hidden || mapping.isCompany(text)
            || mapping.details.values(of: .organization).contains { $0.isIdentical(to: text) }
    }

    /// The mark of the full name that the card lacks; nil if it needs none. A full name that stays can be no text of the friend any
    /// more; and the display name of a friend without a name is not the name of a person.
    var mark: FullNameMark? {
        let old = mapping?.mark
        if display != nil { return old == .hidden || (!details.hasName && old == nil) ? .shown : nil }
        guard keepsFormattedName, let text = oldFormattedName, old != .hidden else { return nil }
        let isKnown = details.isPlainName(text) || details.isIdentified(by: text) || isCompany(text)
        return text.isEmpty || isKnown ? nil : .hidden
    }

    /// Whether a text is the organization without its departments, and the organizations are those of the card.
    private func isCompany(_ text: String) -> Bool {
        guard let mapping, mapping.isCompany(text) else { return false }
        return mapping.details.values(of: .organization) == details.values(of: .organization)
    }

    private var oldFormattedName: String? {
        guard let mapping, let line = mapping.formattedNameLine else { return nil }
        return CardValue.oneRow(mapping.lines[line].text(in: mapping.version)).trimmed
    }

    /// The full name: the display name, or the names in the order that the old one has.
    /// - Parameter hasID: whether it has the id of the friend's line.
    func formattedName(hasID: Bool = false) -> WrittenLine {
        let parameters = hasID ? [Self.idParameter([display].compactMap(\.self))] : []
        guard let mapping, let line = mapping.formattedNameLine.map({ mapping.lines[$0] }),
            let old = oldFormattedName
        else {
            let name = display?.value ?? details.fullName
            return WrittenLine(name: "FN", parameters: parameters, value: Escapes.added(to: name, version))
        }
        var new = line.text(in: mapping.version)
        if let display {
            if !display.value.isIdentical(to: old) { new = display.value }
        } else if !keepsFormattedName {
            let following = details.displayName(old, following: mapping.details)
            new = details.isPlainName(following) ? following : details.fullName
        }
        return line.written(
            with: Escapes.added(to: new, version), types: nil, adding: parameters, from: mapping.version, to: version)
    }

    static func identifier(_ id: Friend.ID, _ version: VCard.Version) -> WrittenLine {
        let uid = id.uid(in: version)
        return WrittenLine(name: "UID", parameters: uid.parameters, value: Escapes.added(to: uid.value, version))
    }

    static func groupLabel(of line: FriendLine, _ group: String, _ version: VCard.Version) -> WrittenLine {
        let text = Labels.groupText(for: line.label, of: line.kind)
        return WrittenLine(group: group, name: "X-ABLabel", value: Escapes.added(to: text, version))
    }

    /// The content lines of lines that a card does not have, of which several share one, with the label that it needs.
    static func newLines(
        _ lines: [FriendLine], haveIDs: Bool, _ version: VCard.Version, _ groups: inout GroupNames
    ) -> [WrittenLine] {
        guard let line = lines.first else { return [] }
        var parameters = line.valueParameters(version)
        var group: String?
        if !line.hasLabelInValue {
            if let types = Labels.types(for: line.label, of: line.kind, in: version) {
                parameters += ContentLine.types(types, version)
            } else {
                group = groups.next()
            }
        }
        if haveIDs { parameters.append(idParameter(lines)) }
        let value = Array(lines.map { $0.content(version) }.joined(separator: [ASCII.comma]))
        return [WrittenLine(group: group, name: line.propertyName(in: version), parameters: parameters, value: value)]
            + (group.map { [groupLabel(of: line, $0, version)] } ?? [])
    }

    /// The parameter with the ids of the lines in a content line.
    static func idParameter(_ lines: [FriendLine]) -> String {
        "\(CardWriter.idParameter)=\(lines.map(\.id.rawValue).joined(separator: ","))"
    }
}

/// What a card says of its full name, in a line of our own.
enum FullNameMark: String {
    /// It is no text of the friend: a company that has another display name.
    case hidden = ""
    /// It is the display name of a friend without a name of a person.
    case shown = "name"

    init(_ line: ContentLine) {
        self = line.value.trimmedBlanks.isEqual(ignoringCase: "NAME") ? .shown : .hidden
    }

    var line: WrittenLine { WrittenLine(name: "X-FRIENDS-UNNAMED", value: Array(rawValue.utf8)) }
}

/// The names of new groups.
struct GroupNames {
    private var used: Set<String>
    private var number = 0

    init(_ lines: [ContentLine]) {
        used = Set(lines.compactMap(\.groupKey))
    }

    mutating func next() -> String {
        repeat { number += 1 } while used.contains("ITEM\(number)")
        return "item\(number)"
    }
}

extension CardMapping {
    /// The number of the friend's line with the same id.
    func index(of line: FriendLine) -> Int? { details.lines.firstIndex { $0.id == line.id } }

    var identifierLine: Int? { lines.firstIndex { $0.property == .identifier } }

    /// Whether the UID decides the id.
    var hasUID: Bool { Friend.ID.uid(of: lines, version) != nil }

    /// The content lines that belong to another one: its label and its details, in the same group.
    func companions(of line: Int) -> [Int] {
        lines[line].groupKey.flatMap { groupLines[$0] }?.filter { $0 != line } ?? []
    }
}
