import FriendsModel

/// Writes the changes of a friend into its card: the lines that did not change keep their bytes and their places.
struct CardEdit {
    private let friend: FriendCard
    private let mapping: CardMapping
    private let names: CardNames
    private var version: VCard.Version { mapping.version }
    /// The new bytes of content lines, with line ends; empty for removed lines.
    private var replaced: [Int: [UInt8]] = [:]
    /// New bytes after content lines.
    private var added: [Int: [UInt8]] = [:]
    /// The tags of content lines that change.
    private var tags: [Int: [Tag]] = [:]
    private var identifiers = LineIdentifiers()
    private var groups: GroupNames

    /// A text in a content line with several.
    private struct Tag {
        /// With escapes.
        let text: [UInt8]
        /// The line of the friend; nil for a text that it does not show.
        let line: FriendLine?
        /// The number of the text in the old content line; nil for a new one.
        let part: Int?
    }

    init(_ friend: FriendCard, _ mapping: CardMapping) {
        self.friend = friend
        self.mapping = mapping
        names = CardNames(friend.details, mapping, mapping.version)
        groups = GroupNames(mapping.lines)
    }

    /// The card after the changes; nil if they cannot be made in this way, because lines were put into another order.
    var bytes: [UInt8]? {
        var copy = self
        guard copy.editLines() else { return nil }
        copy.editNames()
        copy.editPhoneNumber()
        copy.editIdentifier()
        return copy.assembled
    }

    private var assembled: [UInt8] {
        var bytes = added[-1] ?? []
        for (index, line) in mapping.lines.enumerated() {
            let new = added[index] ?? []
            if let replacement = replaced[index] {
                bytes += replacement
            } else {
                bytes += Array(line.raw) + ASCII.lineEnd
                if line.isOpen, !new.isEmpty { bytes += ASCII.lineEnd }
            }
            bytes += new
        }
        return bytes
    }

    private func written(_ lines: [WrittenLine]) -> [UInt8] {
        var writer = CardWriter(version)
        for line in lines { writer.add(line) }
        return writer.bytes
    }

    // MARK: - Names and numbers

    private mutating func editNames() {
        if !names.areSame {
            if let line = mapping.nameLine {
                replaced[line] = written([names.name])
            } else {
                added[mapping.formattedNameLine ?? start, default: []] += written([names.name])
            }
        }
        guard let line = mapping.formattedNameLine else { return }
        if names.display == nil, !names.keepsFormattedName { replaced[line] = written([names.formattedName()]) }
        guard let mark = names.mark else { return }
        if let old = mapping.lines.firstIndex(where: { $0.property == .unnamed }) {
            replaced[old] = written([mark.line])
        } else {
            added[line, default: []] += written([mark.line])
        }
    }

    /// The line after which lines are added that belong to the beginning.
    private var start: Int { mapping.lines.firstIndex { $0.property == .version } ?? 0 }

    private mutating func editPhoneNumber() {
        let number = friend.details.phoneNumber
        guard !number.isIdentical(to: mapping.details.phoneNumber) else { return }
        let value = Escapes.added(to: number, version)
        if let index = mapping.phoneLine {
            if number.isEmpty {
                remove(index)
            } else {
                let line = mapping.lines[index]
                replaced[index] = written([line.written(with: value, types: nil, from: version, to: version)])
            }
        } else {
            let line = max(mapping.nameLine ?? start, mapping.formattedNameLine ?? start)
            // It is the first of the phone numbers.
            added[line] = written([WrittenLine(name: "TEL", value: value)]) + (added[line] ?? [])
        }
    }

    private mutating func editIdentifier() {
        if mapping.hasUID, mapping.id == friend.id { return }
        // Without a UID, the content of the card would decide the id.
        let line = written([CardNames.identifier(friend.id, version)])
        if let index = mapping.identifierLine {
            replaced[index] = line
        } else {
            added[start] = line + (added[start] ?? [])
        }
    }

    private mutating func remove(_ index: Int) {
        for line in [index] + mapping.companions(of: index) + mapping.formattedAddresses(of: index) {
            replaced[line] = []
        }
    }

    // MARK: - Lines

    private mutating func editLines() -> Bool {
        let known = friend.details.lines.map { mapping.index(of: $0) }
        let origins = known.compactMap { $0.map { mapping.origins[$0] } }
        guard zip(origins, origins.dropFirst()).allSatisfy(<) else { return false }
        for (index, line) in mapping.details.lines.enumerated()
        where !known.contains(index) && index != mapping.displayIndex
            && !mapping.keeps(index, without: friend.details)
        {
            let origin = mapping.origins[index]
            if mapping.lines[origin.line].property == .value(.tag) {
                beginTags(of: origin.line)
                tags[origin.line]?.removeAll { $0.line?.id == line.id }
            } else {
                remove(origin.line)
            }
        }
        for index in mapping.leftGroups(of: friend.details) { replaced[index] = [] }
        var last: CardMapping.Origin?
        for (index, line) in friend.details.lines.enumerated() {
            if let old = known[index] {
                guard edit(line, mapping.details.lines[old], mapping.origins[old]) else { return false }
                last = mapping.origins[old]
            } else if line.id == names.display?.id {
                return false
            } else {
                let next = known[index...].compactMap(\.self).first.map { mapping.origins[$0] }
                insert(line, after: last, before: next)
            }
        }
        for (line, tags) in tags { replaceTags(of: line, by: tags) }
        return true
    }

    private mutating func edit(_ line: FriendLine, _ old: FriendLine, _ origin: CardMapping.Origin) -> Bool {
        let content = mapping.lines[origin.line]
        if content.property == .formattedName, line.id != names.display?.id { return false }
        if line == old {
            // Of several equal lines, earlier ones may be gone.
            return !identifiers.isNeeded(by: line, in: content)
        }
        if content.property == .formattedName {
            replaced[origin.line] = written([names.formattedName(hasID: identifiers.isNeeded(by: line))])
            return true
        }
        guard line.isWritten(as: content) else { return false }
        if content.property == .value(.tag) {
            guard line.label.isIdentical(to: old.label) else { return false }
            beginTags(of: origin.line)
            var list = tags[origin.line] ?? []
            guard let index = list.firstIndex(where: { $0.line?.id == line.id }) else { return false }
            list[index] = Tag(text: line.content(version), line: line, part: origin.part)
            tags[origin.line] = list
            return true
        }
        var rewriting = LineRewriting(line, old, origin, mapping, version)
        rewriting.hasID = identifiers.isNeeded(by: line)
        let result = rewriting.result(&groups)
        replaced[origin.line] = written([result.line])
        for text in mapping.formattedAddresses(of: origin.line) {
            if rewriting.changesAddress {
                replaced[text] = []
            } else if !rewriting.keepsLabel {
                replaced[text] = written([rewriting.formattedAddress(text, in: result.line.group)])
            }
        }
        guard !line.label.isIdentical(to: old.label) else { return true }
        let companion = content.groupKey.flatMap { mapping.groupLabels[$0] }
        switch (companion, result.label) {
        case (let companion?, let label?): replaced[companion] = written([label])
        case (let companion?, nil): replaced[companion] = []
        case (nil, let label?): added[origin.line, default: []] += written([label])
        case (nil, nil): break
        }
        return true
    }

    /// Adds a line of the friend that the card does not have.
    private mutating func insert(
        _ line: FriendLine, after last: CardMapping.Origin?, before next: CardMapping.Origin?
    ) {
        if line.kind == .tag, line.label.isEmpty, let last, hasTags(last.line), addTag(line, after: last) { return }
        let lines = CardNames.newLines([line], haveIDs: identifiers.isNeeded(by: line), version, &groups)
        // The lines that are not shown come last.
        let hidden = mapping.firstHiddenLine ?? (mapping.lines.count - 1)
        let place = last.map { end(of: $0.line) } ?? next.map { $0.line - 1 } ?? (hidden - 1)
        added[place, default: []] += written(lines)
    }

    /// The last one of the lines that belong to a line. A row without a colon would become a part of a note before it.
    private func end(of line: Int) -> Int {
        var last = line
        if let key = mapping.lines[line].groupKey {
            last = mapping.lines[line...].prefix { $0.groupKey == key }.endIndex - 1
        }
        return last + mapping.lines[(last + 1)...].prefix { $0.property == .none }.count
    }

    // MARK: - Tags

    private func hasTags(_ line: Int) -> Bool {
        guard mapping.lines[line].property == .value(.tag) else { return false }
        return mapping.details.lines.indices.contains {
            mapping.origins[$0].line == line && mapping.details.lines[$0].label.isEmpty
        }
    }

    private mutating func beginTags(of line: Int) {
        if tags[line] != nil { return }
        var shown: [Int: FriendLine] = [:]
        for (origin, tag) in zip(mapping.origins, mapping.details.lines) where origin.line == line {
            shown[origin.part] = tag
        }
        tags[line] = mapping.lines[line].tags.enumerated().map { part, text in
            Tag(text: Escapes.completed(text), line: shown[part], part: part)
        }
    }

    private mutating func addTag(_ line: FriendLine, after last: CardMapping.Origin) -> Bool {
        beginTags(of: last.line)
        var list = tags[last.line] ?? []
        guard var place = list.firstIndex(where: { $0.part == last.part }) else { return false }
        // Behind the tags that were added there before.
        while place + 1 < list.count, list[place + 1].part == nil { place += 1 }
        list.insert(Tag(text: line.content(version), line: line, part: nil), at: place + 1)
        tags[last.line] = list
        return true
    }

    private mutating func replaceTags(of index: Int, by tags: [Tag]) {
        guard !tags.isEmpty else {
            remove(index)
            return
        }
        var identifiers = LineIdentifiers()
        for line in friend.details.lines where !tags.contains(where: { $0.line?.id == line.id }) {
            identifiers.keep(line)
        }
        let needed = tags.map { tag in tag.line.map { identifiers.isNeeded(by: $0) } ?? false }
        var parameters: [String] = []
        if needed.contains(true) {
            let ids = tags.map { $0.line?.id.rawValue ?? "" }
            parameters = ["\(CardWriter.idParameter)=\(ids.joined(separator: ","))"]
        }
        let line = mapping.lines[index]
        let (source, parts) = (line.decodedValue, line.tags)
        var value = Array(tags[0].text)
        for (last, tag) in zip(tags, tags.dropFirst()) {
            // Other programs have tags with a comma: its backslash stays.
            if let last = last.part, tag.part == last + 1 {
                value += source[parts[last].endIndex..<parts[last + 1].startIndex]
            } else {
                value.append(ASCII.comma)
            }
            value += tag.text
        }
        replaced[index] = written([
            line.written(with: value, types: nil, adding: parameters, from: version, to: version)
        ])
    }
}
