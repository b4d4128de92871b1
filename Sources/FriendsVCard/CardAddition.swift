import FriendsModel

/// Content lines that follow in the card of a friend after the lines of its own (``CardUnion``), as they are collected.
struct CardAddition {
    /// A text of a property that the card has already, and can have once only.
    struct Note {
        let label: String
        let text: String
        /// The name of the property, in upper case.
        let name: String
    }

    private let own: CardMapping
    private var writer: CardWriter
    private var known: Set<CardLineKey>
    /// The names of the properties that it has, in upper case.
    private var names: Set<String>
    private var groups: GroupNames
    /// The names of the groups of the other card.
    private var newGroups: [String: String] = [:]
    private var identifiers = LineIdentifiers()
    /// What a friend shows of the card with the lines.
    private var details: FriendDetails
    /// The content lines of the other card that came with lines of the friend.
    private var taken: Set<Int> = []
    /// Whether a line of the friend has no room.
    private var isFull = false
    private(set) var notes: [Note] = []
    /// The names of the properties that have no room, in upper case.
    private(set) var leftOut: [String] = []

    /// Properties that a card has at most once.
    private static let singleNames: Set<String> = [
        "N", "FN", "BDAY", "ANNIVERSARY", "GENDER", "DEATHDATE", "BIRTHPLACE", "DEATHPLACE", "KIND",
    ]

    /// - Parameter own: the card of the friend.
    init(_ own: CardMapping) {
        (self.own, details) = (own, own.details)
        writer = CardWriter(own.version)
        known = Set(own.lines.map { CardLineKey($0, own.version) })
        names = Set(own.lines.map { $0.name.uppercased() })
        groups = GroupNames(own.lines)
        for line in own.details.lines { identifiers.keep(line) }
    }

    var isEmpty: Bool { writer.bytes.isEmpty && !isFull }

    /// The card with the lines; nil if a friend would show something else of it.
    var bytes: [UInt8]? {
        guard !isFull, let end = own.lines.last else { return nil }
        var whole = CardWriter(own.version)
        let lines = own.lines.dropLast()
        for line in lines { whole.add(raw: line.raw) }
        // An empty row ends it.
        if lines.last?.isOpen == true { whole.add(raw: []) }
        if own.markLine == nil { whole.add(CardUnion.mark, "") }
        let bytes = whole.bytes + writer.bytes + Array(end.raw) + ASCII.lineEnd
        guard let card = VCard(bytes), CardMapping(card).details == details else { return nil }
        return bytes
    }

    // MARK: - Lines that no friend shows

    /// Adds lines of another card that the card lacks.
    mutating func add(hidden indices: [Int], of other: CardMapping) {
        let indices = indices.filter { !taken.contains($0) }
        // A label comes with its line, whichever is first.
        let labelled = Set(
            indices.filter { index in
                other.lines[index].property != .groupLabel
                    && !(other.lines[index].line(from: other.version, to: own.version).map {
                        known.contains(CardLineKey($0, own.version))
                    } ?? true)
            }.compactMap { other.lines[$0].groupKey })
        for index in indices {
            let old = other.lines[index]
            guard let line = old.line(from: other.version, to: own.version) else { continue }
            let name = line.name.uppercased()
            let isNew =
                line.property == .groupLabel
                ? line.groupKey.map(labelled.contains) ?? false : known.insert(CardLineKey(line, own.version)).inserted
            guard isNew else { continue }
            if other.hasStandIn(for: index) || Self.singleNames.contains(name) && names.contains(name) {
                let label = if case .value(let kind) = line.property { kind.key } else { name.lowercased() }
                notes.append(Note(label: label, text: old.text(in: other.version), name: name))
                continue
            }
            if other.isBeyondMaximum(index) || !add(line) { leftOut.append(name) } else { names.insert(name) }
        }
    }

    /// - Returns: whether there is room for it.
    private mutating func add(_ line: ContentLine) -> Bool {
        var raw = Array(line.raw)
        if let group = line.groupKey, let dot = raw.firstIndex(of: ASCII.dot) {
            let new = newGroups[group] ?? groups.next()
            newGroups[group] = new
            raw = Array(new.utf8) + raw[dot...]
        }
        // An empty row ends it.
        return add(raw + (line.isOpen ? ASCII.lineEnd : []))
    }

    private mutating func add(_ line: WrittenLine) -> Bool {
        var lines = CardWriter(own.version)
        lines.add(line)
        return add(lines.bytes.dropLast(ASCII.lineEnd.count))
    }

    private mutating func add(_ raw: some Collection<UInt8>) -> Bool {
        let size =
            own.card.bytes.count + writer.bytes.count + raw.count + CardUnion.mark.utf8.count + 2 * ASCII.lineEnd.count
        guard size < Friend.maximumRestSize else { return false }
        writer.add(raw: raw)
        return true
    }

    // MARK: - Lines that the friend shows

    /// Adds lines of a friend, with the bytes of the other card if they are lines of it.
    mutating func add(shown lines: [FriendLine], from other: CardMapping?) {
        var rest = lines[...]
        while let line = rest.first {
            // Consecutive tags without labels share a line.
            let tags = rest.prefix { $0.kind == .tag && $0.label.isEmpty && !(other?.isOfGroup($0) ?? false) }
            let together = Array(tags.isEmpty ? rest.prefix(1) : tags)
            rest.removeFirst(together.count)
            details.lines += together
            if tags.isEmpty, let other,
                let index = other.lineAlone(line, besides: taken) ?? other.line(ofNumber: line, besides: taken)
            {
                add(line, index, of: other)
            } else {
                add(new: together)
            }
        }
    }

    private mutating func add(_ line: FriendLine, _ index: Int, of other: CardMapping) {
        // A phone number with an id is not the one of the friend.
        let hasID = identifiers.isNeeded(by: line) || line.kind == .phone
        for number in ([index] + other.companions(of: index)).sorted() where taken.insert(number).inserted {
            let old = other.lines[number]
            let new =
                number == index && old.property != .membership
                ? old.line(of: line, hasID: hasID, from: other.version, to: own.version)
                : old.line(from: other.version, to: own.version)
            if !(new.map { add($0) } ?? false) { isFull = true }
        }
    }

    private mutating func add(new lines: [FriendLine]) {
        let areIDsNeeded = lines.map { identifiers.isNeeded(by: $0) }.contains(true) || lines[0].kind == .phone
        for line in CardNames.newLines(lines, haveIDs: areIDsNeeded, own.version, &groups) where !add(line) {
            isFull = true
        }
    }

    /// Adds the phone number of the friend.
    mutating func add(phoneNumber number: String, from other: CardMapping?) {
        details.phoneNumber = number
        guard let other, let index = other.phoneLine, other.details.phoneNumber.isIdentical(to: number) else {
            isFull = !add(WrittenLine(name: "TEL", value: Escapes.added(to: number, own.version)))
            return
        }
        let line = other.lines[index]
        let written = line.written(
            with: Escapes.added(to: number, own.version), types: nil, from: other.version, to: own.version)
        taken.formUnion([index] + other.companions(of: index))
        let new = other.version == own.version ? line : ContentLine.line(written, own.version)
        isFull = !(new.map { add($0) } ?? false)
        for companion in other.companions(of: index) {
            if let line = other.lines[companion].line(from: other.version, to: own.version), !add(line) {
                isFull = true
            }
        }
    }
}

/// A content line with its meaning, without its parameters.
struct CardLineKey: Hashable {
    let name: String
    let value: String

    init(_ line: ContentLine, _ version: VCard.Version) {
        name = line.name.uppercased()
        value = line.text(in: version)
    }
}

extension CardMapping {
    /// Whether a note of the friend stands for the line.
    fileprivate func hasStandIn(for line: Int) -> Bool {
        origins.indices.contains { origins[$0].line == line && isStandIn($0) }
    }

    /// The content line that a line of a friend is alone in, with the same content; nil for none.
    fileprivate func lineAlone(_ line: FriendLine, besides others: Set<Int>) -> Int? {
        let index = details.lines.indices.first { index in
            let content = origins[index].line
            let isAlone = line.isWritten(as: lines[content]) && line.kind != .tag
            return details.lines[index].hasSameContent(as: line) && !isStandIn(index) && !others.contains(content)
                && (isAlone || lines[content].property == .membership)
        }
        return index.map { origins[$0].line }
    }

    /// The content line of the friend's phone number, if a line of another friend has the number; nil for none.
    fileprivate func line(ofNumber line: FriendLine, besides others: Set<Int>) -> Int? {
        guard line.kind == .phone, let phoneLine, details.phoneNumber.isIdentical(to: line.value),
            phoneLabel.isIdentical(to: line.label)
        else { return nil }
        return others.contains(phoneLine) ? nil : phoneLine
    }

    /// Whether the friend would show the line if it had room for more of them.
    fileprivate func isBeyondMaximum(_ index: Int) -> Bool {
        guard let firstHiddenLine, index >= firstHiddenLine else { return false }
        return switch lines[index].property {
        case .value, .line: true
        default: false
        }
    }
}

extension ContentLine {
    /// The line in another version.
    fileprivate func line(from old: VCard.Version, to new: VCard.Version) -> ContentLine? {
        guard let converted = converted(from: old, to: new) else { return self }
        return Self.line(converted, new)
    }

    /// The line of a friend in another version.
    /// - Parameter hasID: whether it has the id of the friend's line.
    fileprivate func line(
        of line: FriendLine, hasID: Bool, from old: VCard.Version, to new: VCard.Version
    ) -> ContentLine? {
        let isSame = old == new && values(of: CardWriter.idParameter) == (hasID ? [line.id.rawValue] : [])
        return isSame ? self : Self.line(written(for: line, hasID: hasID, from: old, to: new), new)
    }

    fileprivate static func line(_ line: WrittenLine, _ version: VCard.Version) -> ContentLine? {
        var writer = CardWriter(version)
        writer.add("BEGIN", "VCARD")
        writer.add(line)
        writer.add("END", "VCARD")
        return VCard(writer.bytes)?.lines.dropFirst().first
    }
}
