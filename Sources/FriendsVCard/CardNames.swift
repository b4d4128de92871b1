import FriendsModel

/// The content lines with the names of a friend, and others that cards have once.
struct CardNames {
    private let details: FriendDetails
    private let mapping: CardMapping?
    private let version: VCard.Version

    init(_ details: FriendDetails, _ mapping: CardMapping?, _ version: VCard.Version) {
        self.details = details
        self.mapping = mapping
        self.version = version
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
        guard let mapping, let line = mapping.nameLine.map({ mapping.lines[$0] }), let value = line.decodedValue else {
            return WrittenLine(name: "N", value: Array((names + [[], [], []]).joined(separator: [ASCII.semicolon])))
        }
        let hasSameSyntax = (mapping.version == .v2) == (version == .v2)
        var parts = Escapes.split(value, at: ASCII.semicolon).map(Escapes.completed)
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

    /// Whether the full name in the old card stays: another text was edited. A number or an email instead of a name follows the
    /// friend's; the display name of a company stays.
    var keepsFormattedName: Bool {
        guard areSame, let mapping, mapping.formattedNameLine != nil else { return false }
        guard !details.hasName, let text = oldFormattedName, !details.isIdentified(by: text) else { return true }
        return text.isEmpty || mapping.isUnnamed || mapping.isCompany(text)
            || mapping.details.values(of: .organization).contains { $0.isIdentical(to: text) }
    }

    /// Whether the card has to say that the full name is no name of the friend: it stays, and is no text of the friend any more.
    var isMarkNeeded: Bool {
        guard keepsFormattedName, !details.hasName, let text = oldFormattedName, mapping?.isUnnamed == false else {
            return false
        }
        let hasSameOrganizations =
            mapping.map { $0.details.values(of: .organization) == details.values(of: .organization) } ?? false
        let isCompany = hasSameOrganizations && mapping?.isCompany(text) == true
        return !text.isEmpty && !details.isIdentified(by: text) && !isCompany
    }

    /// The line that says so.
    static let mark = WrittenLine(name: "X-FRIENDS-UNNAMED", value: [])

    private var oldFormattedName: String? {
        guard let mapping, let line = mapping.formattedNameLine else { return nil }
        return mapping.lines[line].text(in: mapping.version).map { CardValue.oneRow($0).trimmed }
    }

    /// The full name. A text that has the old full name in it keeps the rest of it.
    var formattedName: WrittenLine {
        let name = details.fullName
        guard let mapping, let line = mapping.formattedNameLine.map({ mapping.lines[$0] }),
            let text = line.text(in: mapping.version)
        else { return WrittenLine(name: "FN", value: Escapes.added(to: name, version)) }
        let old = mapping.details.fullName
        var new = CardValue.oneRow(text)
        if keepsFormattedName {
            new = text
        } else if details.hasName, let place = new.rangeOfWords(old) {
            new.replaceSubrange(place, with: name)
        } else {
            // Around a name that was removed, the rest of the text would be the name.
            new = name
        }
        return line.written(with: Escapes.added(to: new, version), types: nil, from: mapping.version, to: version)
    }

    static func identifier(_ id: Friend.ID, _ version: VCard.Version) -> WrittenLine {
        let uid = id.uid(in: version)
        return WrittenLine(name: "UID", parameters: uid.parameters, value: Escapes.added(to: uid.value, version))
    }

    static func groupLabel(_ label: String, _ group: String, _ version: VCard.Version) -> WrittenLine {
        WrittenLine(group: group, name: "X-ABLabel", value: Escapes.added(to: Labels.groupText(for: label), version))
    }

    /// The content lines of lines that a card does not have, of which several share one, with the label that it needs.
    static func newLines(
        _ lines: [FriendLine], haveIDs: Bool, _ version: VCard.Version, _ groups: inout GroupNames
    ) -> [WrittenLine] {
        guard let line = lines.first else { return [] }
        var parameters = line.valueParameters(version)
        var group: String?
        if !line.hasLabelInValue {
            if let types = Labels.types(for: line.label, of: line.kind) {
                parameters += ContentLine.types(types, version)
            } else {
                group = groups.next()
            }
        }
        if haveIDs { parameters.append(idParameter(lines)) }
        let value = Array(lines.map { $0.content(version) }.joined(separator: [ASCII.comma]))
        return [WrittenLine(group: group, name: line.propertyName, parameters: parameters, value: value)]
            + (group.map { [groupLabel(line.label, $0, version)] } ?? [])
    }

    /// The parameter with the ids of the lines in a content line.
    static func idParameter(_ lines: [FriendLine]) -> String {
        "\(CardWriter.idParameter)=\(lines.map(\.id.rawValue).joined(separator: ","))"
    }
}

extension String {
    /// The first place of a text that is not a part of longer words; nil without such a place.
    fileprivate func rangeOfWords(_ text: String) -> Range<Index>? {
        ranges(of: text).first { range in
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
            let after = range.upperBound < endIndex ? self[range.upperBound] : nil
            return ![before, after].compactMap(\.self).contains { $0.isLetter || $0.isNumber }
        }
    }
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
