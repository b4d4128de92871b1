import FriendsModel

/// What a card says about a friend, and where: the details with the content lines that they come from.
struct CardMapping {
    /// Where a line of a friend comes from.
    struct Origin: Comparable {
        /// The number of the content line in its card.
        let line: Int
        /// The number of the text in a content line with several, such as `CATEGORIES`.
        var part = 0

        static func < (one: Self, other: Self) -> Bool { (one.line, one.part) < (other.line, other.part) }
    }

    let card: VCard
    let version: VCard.Version
    let lines: [ContentLine]
    let id: Friend.ID
    private(set) var details = FriendDetails()
    /// The origins of the friend's lines, in their order.
    private(set) var origins: [Origin] = []
    private(set) var nameLine: Int?
    /// Whether the names come from that line.
    private(set) var hasStructuredName = false
    private(set) var formattedNameLine: Int?
    private(set) var phoneLine: Int?
    /// The content lines with the labels of groups, by the keys of the groups.
    private(set) var groupLabels: [String: Int] = [:]
    /// The content lines with labels and details of groups, by the keys of the groups.
    private(set) var groupLines: [String: [Int]] = [:]
    /// The labels of groups that were read. A label may be long and belong to many lines.
    private var readLabels: [GroupLine: ReadLabel] = [:]
    /// A line in a group: Apple's labels depend on the kind.
    private struct GroupLine: Hashable {
        let group: String
        let kind: LineKind
    }
    private(set) var isGroup = false
    /// The tags with the groups so far; nil before the first group.
    private var knownTags: Set<FoldedTag>?
    /// Whether the card says that it is of an organization, and not of a person.
    private var isOrganization = false
    /// The organizations without their departments.
    private var companies: [String] = []
    /// What the card says of its full name; nil for nothing.
    private(set) var mark: FullNameMark?
    /// The number of the friend's line that is the full name; nil if the full name says no more than the names.
    private(set) var displayIndex: Int?
    /// The numbers of the friend's lines that stand for something which is no valid line: notes with what a rule refuses.
    private var standIns: Set<Int> = []
    private(set) var issues = CardIssues()
    private var identifiers = LineIdentifiers()
    /// The first content line that the friend does not show because it has the maximum of lines already; nil for a card with fewer.
    private(set) var firstHiddenLine: Int?
    private var isFull: Bool { firstHiddenLine != nil }

    init(_ card: VCard) {
        self.card = card
        lines = card.lines
        version = VCard.version(of: lines)
        id = Friend.ID(lines, version)
        phoneLine = PhoneChoice.main(of: lines, version)
        for (index, line) in lines.enumerated() where [.groupLabel, .groupDetail].contains(line.property) {
            guard let key = line.groupKey else { continue }
            groupLines[key, default: []].append(index)
            if line.property == .groupLabel, groupLabels[key] == nil { groupLabels[key] = index }
        }
        for index in lines.indices {
            reportEncoding(index)
            readLine(index)
        }
        for (index, group) in memberships { addMembership(of: group, index) }
        readNames()
    }

    private mutating func reportEncoding(_ index: Int) {
        switch lines[index].property {
        case .name, .formattedName, .value, .line:
            guard let name = lines[index].guessedEncoding else { return }
            issues.report(lines[index], .guessedEncoding(name, said: lines[index].characterSet))
        default: break
        }
    }

    private mutating func readLine(_ index: Int) {
        let line = lines[index]
        switch line.property {
        case .name: nameLine = nameLine ?? index
        case .formattedName: formattedNameLine = formattedNameLine ?? index
        case .cardKind:
            isGroup = isGroup || line.value.trimmedBlanks.isEqual(ignoringCase: "GROUP")
            isOrganization = isOrganization || line.value.trimmedBlanks.isEqual(ignoringCase: "ORG")
        case .groupDetail where line.name.uppercased() == Self.showAs:
            isOrganization = isOrganization || line.value.trimmedBlanks.isEqual(ignoringCase: "COMPANY")
        case .unnamed: mark = FullNameMark(line)
        case .value(.phone) where index == phoneLine:
            details.phoneNumber = LineKind.phone.normalized(CardValue.text(of: line, as: .phone, version)).trimmed
        case .value(.organization):
            companies.append(CardValue.oneRow(CardValue.parts(of: line, count: nil, version).first ?? "").trimmed)
            add(.organization, index)
        case .value(.tag): addTags(index)
        case .android: addAndroid(index)
        case .value(let kind): add(kind, index)
        case .line: addOwnLine(index)
        default: break
        }
    }

    // MARK: - Lines

    private mutating func add(_ kind: LineKind, _ index: Int) {
        let line = lines[index]
        if isFull { return }
        add(
            kind, label: label(of: line, kind), value: CardValue.text(of: line, as: kind, version),
            given: line.values(of: CardWriter.idParameter).first, Origin(line: index))
    }

    private mutating func addTags(_ index: Int) {
        let line = lines[index]
        if isFull { return }
        let parts = line.tags
        let ids = line.values(of: CardWriter.idParameter)
        let label = label(of: line, .tag)
        for (number, part) in parts.enumerated() {
            if isFull { return }
            add(
                .tag, label: label, value: CardValue.oneRow(Escapes.removed(from: part, version)),
                given: ids.count == parts.count ? ids[number] : nil, Origin(line: index, part: number))
        }
    }

    /// A group is a tag, unless the friend has the tag already.
    private mutating func addMembership(of group: Membership.Group, _ index: Int) {
        if knownTags == nil { knownTags = details.tags }
        guard knownTags?.insert(FoldedTag(group.name)).inserted == true, !isFull else { return }
        let count = origins.count
        add(
            .tag, label: "", value: group.name, given: lines[index].values(of: CardWriter.idParameter).first,
            Origin(line: index))
        if origins.count > count { _ = moveLast() }
    }

    /// Moves the last line to its place in the order of the card.
    /// - Returns: the place.
    private mutating func moveLast() -> Int {
        let last = origins.count - 1
        let place = origins.firstIndex { $0 > origins[last] } ?? last
        if place == last { return place }
        details.lines.insert(details.lines.removeLast(), at: place)
        origins.insert(origins.removeLast(), at: place)
        standIns = Set(standIns.map { $0 == last ? place : $0 < place ? $0 : $0 + 1 })
        return place
    }

    private mutating func addAndroid(_ index: Int) {
        guard !isFull, let property = AndroidProperty(lines[index], version) else { return }
        let isKnown = details.lines.contains {
            $0.kind == property.kind && $0.value.isIdentical(to: property.value)
        }
        if isKnown { return }
        add(
            property.kind, label: ReadLabel(property.label, property.kind).text, value: property.value,
            given: lines[index].values(of: CardWriter.idParameter).first, Origin(line: index))
    }

    /// A line of our own has its kind, its label and its value.
    private mutating func addOwnLine(_ index: Int) {
        let line = lines[index]
        let parts = line.ownParts.map { Escapes.removed(from: $0, version) }
        guard parts.count == 3, !parts[0].isEmpty else { return }
        let kind = LineKind(key: parts[0])
        guard kind.isKnown else {
            issues.report(line, .unknownKind)
            return
        }
        let label = parts[1].trimmed
        if let problem = FriendLine(id: FriendLine.ID(""), kind: kind, label: label, value: "").labelProblem {
            issues.report(line, .invalid(problem))
            return
        }
        add(
            kind, label: label, value: CardValue.rows(parts[2]),
            given: line.values(of: CardWriter.idParameter).first, Origin(line: index))
    }

    private mutating func add(_ kind: LineKind, label: String, value: String, given: String?, _ origin: Origin) {
        let text = value.trimmed
        if text.isEmpty { return }
        guard origins.count < FriendLine.maximumCount else {
            if !isFull { issues.report(lines[origin.line], .tooManyLines) }
            firstHiddenLine = firstHiddenLine ?? origin.line
            return
        }
        let candidate = FriendLine(id: FriendLine.ID(""), kind: kind, label: label, value: kind.normalized(text))
        if let problem = candidate.valueProblem {
            let note = FriendLine(id: FriendLine.ID(""), kind: .note, label: kind.key, value: text)
            // Tags share a content line.
            if lines[origin.line].property == .value(kind), kind != .tag, note.valueProblem == nil {
                issues.report(lines[origin.line], .note(problem))
                standIns.insert(origins.count)
                append(.note, label: kind.key, value: text, given: given, origin)
            } else {
                issues.report(lines[origin.line], .invalid(problem))
            }
            return
        }
        append(kind, label: label, value: candidate.value, given: given, origin)
    }

    private mutating func append(_ kind: LineKind, label: String, value: String, given: String?, _ origin: Origin) {
        let id = identifiers.next(kind, label: label, value: value, given: given)
        details.lines.append(FriendLine(id: id, kind: kind, label: label, value: value))
        origins.append(origin)
    }

    /// Whether a line of the friend is a note that stands for a text which is not valid for its kind.
    func isStandIn(_ index: Int) -> Bool { standIns.contains(index) }

    /// Whether the card keeps what a line of the friend stands for, although the friend does not have the line: earlier versions
    /// did not show it. A friend who got a birthday instead has replaced it.
    func keeps(_ index: Int, without details: FriendDetails) -> Bool {
        guard isStandIn(index), case .value(let kind) = lines[origins[index].line].property, kind.format == .date else {
            return false
        }
        if details.lines.contains(where: { $0.id == self.details.lines[index].id }) { return false }
        return kind != .birthday || !details.lines.contains { $0.kind == kind && self.index(of: $0) == nil }
    }

    /// The details without what the card keeps although the friend does not have it.
    func details(of friend: FriendDetails) -> FriendDetails {
        if standIns.isEmpty { return details }
        var result = details
        result.lines = details.lines.indices.filter { !keeps($0, without: friend) }.map { details.lines[$0] }
        return result
    }

    private mutating func label(of line: ContentLine, _ kind: LineKind) -> String {
        let label: ReadLabel
        if !groupLabels.isEmpty, let key = line.groupKey, let index = groupLabels[key] {
            label =
                readLabels[GroupLine(group: key, kind: kind)]
                ?? ReadLabel(Labels.label(ofGroup: lines[index].text(in: version).trimmed, of: kind), kind)
            readLabels[GroupLine(group: key, kind: kind)] = label
        } else {
            let ofName = line.labelOfName
            guard line.hasParameters else { return ofName }
            let labels = [ofName, Labels.label(ofTypes: line.types)]
            label = ReadLabel(labels.filter { !$0.isEmpty }.joined(separator: " "), kind)
        }
        if let problem = label.problem { issues.report(line, .shortened(problem)) }
        return label.text
    }

    /// The label of the phone number that a friend has as a field, without one.
    var phoneLabel: String {
        guard let phoneLine else { return "" }
        let line = lines[phoneLine]
        let ofGroup = line.groupKey.flatMap { groupLabels[$0] }.map {
            Labels.label(ofGroup: lines[$0].text(in: version).trimmed, of: .phone)
        }
        return ReadLabel(ofGroup ?? Labels.label(ofTypes: line.values(of: "TYPE")), .phone).text
    }

    // MARK: - Names

    private mutating func readNames() {
        if let line = nameLine.map({ lines[$0] }) {
            let parts = CardValue.parts(of: line, count: 5, version)
            details.lastName = fitting(parts.first ?? "", as: .lastName, line)
            details.firstName = fitting(parts.dropFirst().first ?? "", as: .firstName, line)
        }
        hasStructuredName = !details.firstName.isEmpty || !details.lastName.isEmpty
        if mark == .hidden { return }
        if hasStructuredName || mark == .shown { return addDisplayName() }
        if let line = formattedNameLine.map({ lines[$0] }) {
            let name = CardValue.oneRow(line.text(in: version)).trimmed
            if !isNoPerson(name) { readName(name, line) }
        }
        // A card without a name may be known by the nickname.
        if FriendDraft(details).wholeProblem?.problem == .unidentified,
            let line = lines.first(where: { $0.property == .value(.nickname) })
        {
            details.firstName = fitting(line.text(in: version), as: .firstName, line)
        }
    }

    /// Apple's line for a card that is shown by its organization.
    private static let showAs = "X-ABSHOWAS"

    /// Whether a full name is the organization, with or without its departments, or a number or an email.
    func isNoPerson(_ name: String) -> Bool { details.isIdentified(by: name) || isCompany(name) }

    /// Whether a full name is the organization without its departments.
    func isCompany(_ name: String) -> Bool { companies.contains { !$0.isEmpty && $0.isIdentical(to: name) } }

    /// Adds the full name as a line, at its place, if it says more than the names.
    private mutating func addDisplayName() {
        guard let index = formattedNameLine else { return }
        let name = CardValue.oneRow(lines[index].text(in: version)).trimmed
        if name.isEmpty || details.isPlainName(name) || isNoPerson(name) { return }
        if let problem = FriendLine(id: FriendLine.ID(""), kind: .name, value: name).valueProblem {
            return issues.report(lines[index], .invalid(problem))
        }
        if origins.count == FriendLine.maximumCount { return issues.report(lines[index], .tooManyLines) }
        let given = lines[index].values(of: CardWriter.idParameter).first
        let id = identifiers.next(.name, label: "", value: name, given: given)
        details.lines.append(FriendLine(id: id, kind: .name, value: name))
        origins.append(Origin(line: index))
        displayIndex = moveLast()
    }

    private mutating func readName(_ name: String, _ line: ContentLine) {
        // An organization has no first and last name.
        let names = isOrganization ? (first: name, last: "") : CardValue.names(in: name)
        details.firstName = fitting(names.first, as: .firstName, line)
        details.lastName = fitting(names.last, as: .lastName, line)
    }

    /// As much of a name as can be stored.
    private mutating func fitting(_ text: String, as field: FriendField, _ line: ContentLine) -> String {
        let text = CardValue.oneRow(text).trimmed
        if text.isEmpty { return "" }
        func problem(_ text: String) -> FieldProblem? {
            var draft = FriendDraft()
            draft.details[field] = text
            return draft.problem(in: field)
        }
        guard let found = problem(text) else { return text }
        issues.report(line, .shortened(DraftProblem(part: .field(field), label: field.label, problem: found)))
        let fitting = CardValue.fitting(text)
        return problem(fitting) == nil ? fitting : ""
    }
}
