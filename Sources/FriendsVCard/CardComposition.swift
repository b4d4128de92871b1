import FoundationEssentials
import FriendsModel

/// Writes a friend as a new card: one without a card, one whose card is wanted in another version, or one whose lines were put
/// into another order. What the friend does not show follows at the end.
struct CardComposition {
    private let friend: FriendCard
    private let mapping: CardMapping?
    private let version: VCard.Version
    private let names: CardNames
    /// The content lines of groups that the friend has left.
    private let leftGroups: Set<Int>
    /// Whether phones that are lines have an id in any case, so that none of them is read as the friend's phone number.
    private let marksPhones: Bool
    private var writer: CardWriter
    private var identifiers = LineIdentifiers()
    private var groups: GroupNames
    /// The content lines of the old card that are written.
    private var written: Set<Int> = []
    /// Tags beyond the maximum of lines. They come after all lines of the friend, which else would have no room.
    private var hiddenTags: [WrittenLine] = []

    init(_ friend: FriendCard, _ mapping: CardMapping?, _ version: VCard.Version, marksPhones: Bool = false) {
        self.friend = friend
        self.mapping = mapping
        self.version = version
        names = CardNames(friend.details, mapping, version)
        leftGroups = mapping?.leftGroups(of: friend.details) ?? []
        self.marksPhones = marksPhones || friend.details.phoneNumber.isEmpty
        writer = CardWriter(version)
        groups = GroupNames(mapping?.lines ?? [])
    }

    var bytes: [UInt8] {
        var copy = self
        copy.compose()
        return copy.writer.bytes
    }

    private mutating func compose() {
        writer.add("BEGIN", "VCARD")
        writer.add("VERSION", version.rawValue)
        if mapping == nil { writer.add("PRODID", CardWriter.product) }
        addIdentifier()
        addNames()
        addStrayRows()
        addPhoneNumber()
        addLines()
        addOthers()
        if let rest = friend.rest, mapping == nil {
            writer.add(WrittenLine(name: "X-FRIENDS-REST", value: Array(Data(rest).base64EncodedString().utf8)))
        }
        writer.add("END", "VCARD")
    }

    private mutating func addIdentifier() {
        if let mapping, mapping.hasUID, mapping.id == friend.id, let index = mapping.identifierLine {
            addOther(index, of: mapping)
        } else {
            // The card of another friend, which was merged with this one, has another UID.
            written.formUnion((mapping?.identifierLine).map { [$0] } ?? [])
            writer.add(CardNames.identifier(friend.id, version))
        }
    }

    private mutating func addNames() {
        written.formUnion([mapping?.nameLine, mapping?.formattedNameLine].compactMap(\.self))
        writer.add(names.name)
        let isFirst = names.display?.id == friend.details.lines.first?.id
        if isFirst || names.display == nil { addFormattedName() }
        guard let mark = names.mark else { return }
        writer.add(mark.line)
        if let mapping { written.formUnion(mapping.lines.indices.filter { mapping.lines[$0].property == .unnamed }) }
    }

    /// Adds the full name. A line of the friend that is the full name has its place among the lines.
    private mutating func addFormattedName() {
        let hasID = names.display.map { identifiers.isNeeded(by: $0) } ?? false
        writer.add(names.formattedName(hasID: hasID))
    }

    private mutating func addPhoneNumber() {
        let number = friend.details.phoneNumber
        if let mapping, let index = mapping.phoneLine {
            // A line without a number is left out, with what belongs to it.
            written.insert(index)
            let companions = companions(of: index, mapping)
            written.formUnion(companions)
            guard !number.isEmpty else { return }
            if mapping.version == version, number.isIdentical(to: mapping.details.phoneNumber) {
                writer.add(mapping.lines[index])
            } else {
                writer.add(
                    mapping.lines[index].written(
                        with: Escapes.added(to: number, version), types: nil, from: mapping.version, to: version))
            }
            for companion in companions { addOther(companion, of: mapping) }
        } else if !number.isEmpty {
            writer.add(WrittenLine(name: "TEL", value: Escapes.added(to: number, version)))
        }
    }

    // MARK: - Lines

    private mutating func addLines() {
        var rest = friend.details.lines[...]
        while let line = rest.first {
            // Consecutive tags without labels share a line.
            let tags = rest.prefix { $0.kind == .tag && $0.label.isEmpty && !(mapping?.isOfGroup($0) ?? false) }
            if !tags.isEmpty {
                rest.removeFirst(tags.count)
                addTags(Array(tags))
                continue
            }
            rest.removeFirst()
            if line.id == names.display?.id {
                if line.id != friend.details.lines.first?.id { addFormattedName() }
            } else if let mapping, let index = mapping.index(of: line) {
                addLine(line, index, of: mapping)
            } else {
                addNew([line])
            }
        }
        guard let mapping else { return }
        // What was removed goes with what belongs to it.
        for (index, origin) in mapping.origins.enumerated() where !mapping.keeps(index, without: friend.details) {
            guard written.insert(origin.line).inserted else { continue }
            addOtherTags(of: origin.line, mapping)
            written.formUnion(companions(of: origin.line, mapping))
            written.formUnion(mapping.formattedAddresses(of: origin.line))
        }
    }

    /// Adds lines that the old card does not have. They share a content line.
    private mutating func addNew(_ lines: [FriendLine], areIDsNeeded: Bool? = nil) {
        guard let line = lines.first else { return }
        let areIDsNeeded = areIDsNeeded ?? lines.map { identifiers.isNeeded(by: $0) }.contains(true)
        let haveIDs = areIDsNeeded || (marksPhones && line.kind == .phone)
        for new in CardNames.newLines(lines, haveIDs: haveIDs, version, &groups) { writer.add(new) }
    }

    private mutating func addTags(_ tags: [FriendLine]) {
        guard let mapping else {
            addNew(tags)
            return
        }
        let origins = Set(tags.compactMap { mapping.index(of: $0).map { mapping.origins[$0].line } })
        let areIDsNeeded = tags.map { identifiers.isNeeded(by: $0) }.contains(true)
        if mapping.version == version, origins.count == 1, let line = origins.first, mapping.tags(of: line) == tags,
            !areIDsNeeded || mapping.lines[line].values(of: CardWriter.idParameter) == tags.map(\.id.rawValue)
        {
            written.insert(line)
            writer.add(mapping.lines[line])
            return
        }
        addNew(tags, areIDsNeeded: areIDsNeeded)
        for line in origins.sorted() where written.insert(line).inserted { addOtherTags(of: line, mapping) }
    }

    /// Adds a line that the old card has, perhaps with other texts.
    private mutating func addLine(_ line: FriendLine, _ index: Int, of mapping: CardMapping) {
        let origin = mapping.origins[index]
        let content = mapping.lines[origin.line]
        let isFirst = written.insert(origin.line).inserted
        let isAlone = mapping.origins.count { $0.line == origin.line } == 1 && content.property != .value(.tag)
        let isMarked = marksPhones && line.kind == .phone
        let isNeeded = identifiers.isNeeded(by: line, in: isAlone ? content : nil)
        if content.property == .formattedName { return addNew([line], areIDsNeeded: isNeeded) }
        if isAlone, !isMarked, !isNeeded, mapping.version == version, mapping.details.lines[index] == line {
            writer.add(content)
            for companion in companions(of: origin.line, mapping) { addOther(companion, of: mapping) }
            return
        }
        if isFirst, !isAlone { addOtherTags(of: origin.line, mapping) }
        let keepsLine = mapping.isStandIn(index) || content.property == .membership
        if keepsLine, !isNeeded, mapping.details.lines[index] == line {
            addOther(origin.line, of: mapping)
            for companion in companions(of: origin.line, mapping) { addOther(companion, of: mapping) }
            return
        }
        guard isAlone, line.isWritten(as: content) else {
            written.formUnion(companions(of: origin.line, mapping))
            addNew([line], areIDsNeeded: isNeeded)
            return
        }
        var rewriting = LineRewriting(line, mapping.details.lines[index], origin, mapping, version)
        // The content line may have had the id.
        rewriting.hasID = isNeeded || isMarked || !content.values(of: CardWriter.idParameter).isEmpty
        let result = rewriting.result(&groups)
        writer.add(result.line)
        if let label = result.label { writer.add(label) }
        for text in mapping.formattedAddresses(of: origin.line) where !written.contains(text) {
            if rewriting.changesAddress {
                written.insert(text)
            } else if !rewriting.keepsLabel {
                written.insert(text)
                writer.add(rewriting.formattedAddress(text, in: result.line.group))
            }
        }
        for companion in companions(of: origin.line, mapping) {
            written.insert(companion)
            if rewriting.keepsLabel || mapping.lines[companion].property != .groupLabel {
                addOther(companion, of: mapping)
            }
        }
    }

    /// Adds the tags of a content line that the friend does not show.
    private mutating func addOtherTags(of line: Int, _ mapping: CardMapping) {
        let content = mapping.lines[line]
        guard content.property == .value(.tag) else { return }
        let shown = Set(mapping.origins.filter { $0.line == line }.map(\.part))
        let others = content.tags.enumerated()
            .filter { !shown.contains($0.offset) && !$0.element.trimmedBlanks.isEmpty }.map {
                Escapes.completed($0.element)
            }
        if others.isEmpty { return }
        let tags = WrittenLine(name: "CATEGORIES", value: Array(others.joined(separator: [ASCII.comma])))
        if line == mapping.firstHiddenLine { hiddenTags.append(tags) } else { writer.add(tags) }
    }

    // MARK: - The other lines

    private mutating func addOthers() {
        guard let mapping else { return }
        for tags in hiddenTags { writer.add(tags) }
        for index in mapping.lines.indices where !written.contains(index) { addOther(index, of: mapping) }
    }

    /// Rows without a colon would become a part of a note before them.
    private mutating func addStrayRows() {
        guard let mapping else { return }
        for index in mapping.lines.indices where mapping.lines[index].property == .none { addOther(index, of: mapping) }
    }

    private mutating func addOther(_ index: Int, of mapping: CardMapping) {
        written.insert(index)
        let line = mapping.lines[index]
        switch line.property {
        case .begin, .end, .version: return
        case .membership where leftGroups.contains(index): return
        default: break
        }
        let converted = line.converted(from: mapping.version, to: version)
        if marksPhones, line.property == .value(.phone), let first = mapping.firstHiddenLine, index >= first {
            let value = Array(line.decodedValue)
            var marked =
                converted ?? line.written(with: value, types: nil, from: mapping.version, to: version)
            marked.parameters.append("\(CardWriter.idParameter)=hidden-\(index)")
            writer.add(marked)
        } else if let converted {
            writer.add(converted)
        } else {
            writer.add(line)
        }
    }

    private func companions(of line: Int, _ mapping: CardMapping) -> [Int] {
        mapping.companions(of: line).filter { !written.contains($0) }
    }
}

extension CardMapping {
    /// The tags in a content line that has no others; nil if it has others.
    fileprivate func tags(of line: Int) -> [FriendLine]? {
        let shown = origins.indices.filter { origins[$0].line == line }
        return lines[line].tags.count == shown.count ? shown.map { details.lines[$0] } : nil
    }
}
