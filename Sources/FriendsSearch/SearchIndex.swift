import CMemmem
import FriendsModel

/// The search index of a list: the records of all rows in one buffer, which a search scans once.
///
/// A row has a part for each field, and one for all lines and what the card says beyond them, so that friends without lines
/// cost one offset.
package struct SearchIndex: Sendable {
    private var bytes: [UInt8] = []
    /// The start offsets of all parts of all rows, and the end offset.
    private var starts: [UInt32] = [0]
    private static let fields = FriendField.allCases.map(FriendColumn.field)
    private static let parts = fields.count + 1

    package init() {}

    /// The number of rows.
    package var count: Int { starts.count / Self.parts }

    /// Appends friends as rows.
    package mutating func append(contentsOf friends: some Sequence<Friend>) {
        var folding = CaseFolding()
        for friend in friends { append(friend, &folding) }
    }

    private mutating func append(_ friend: Friend, _ folding: inout CaseFolding) {
        for field in Self.fields {
            SearchRecord.append(field.text(of: friend.details), field.format, to: &bytes, &folding)
            starts.append(UInt32(bytes.count))
        }
        for line in friend.details.lines { SearchRecord.append(line, to: &bytes, &folding) }
        SearchRecord.append(keptText: friend.keptText, to: &bytes, &folding)
        starts.append(UInt32(bytes.count))
    }

    /// Inserts a friend before a row.
    package mutating func insert(_ friend: Friend, at row: Int) {
        var new = SearchIndex()
        new.append(contentsOf: CollectionOfOne(friend))
        let place = starts[row * Self.parts]
        bytes.insert(contentsOf: new.bytes, at: Int(place))
        let first = row * Self.parts
        for index in first..<starts.count { starts[index] += UInt32(new.bytes.count) }
        starts.insert(contentsOf: new.starts.dropLast().map { $0 + place }, at: first)
    }

    /// Removes a row.
    package mutating func remove(at row: Int) {
        let first = row * Self.parts
        let range = Int(starts[first])..<Int(starts[first + Self.parts])
        bytes.removeSubrange(range)
        starts.removeSubrange(first..<first + Self.parts)
        for index in first..<starts.count { starts[index] -= UInt32(range.count) }
    }

    /// Appends a copy of a row of another index.
    package mutating func append(_ row: Int, of other: SearchIndex) {
        let first = row * Self.parts
        let start = other.starts[first]
        let shift = UInt32(bytes.count)
        bytes += other.bytes[Int(start)..<Int(other.starts[first + Self.parts])]
        for part in 1...Self.parts { starts.append(other.starts[first + part] - start + shift) }
    }

    package mutating func reserve(like other: SearchIndex, _ more: SearchIndex = SearchIndex()) {
        bytes.reserveCapacity(other.bytes.count + more.bytes.count)
        starts.reserveCapacity(other.starts.count + more.starts.count)
    }

    /// The rows that match a query, in order.
    package func rows(matching query: FriendQuery) -> [Int32] {
        guard let needle = query.needle else { return (0..<Int32(count)).filter { matches(Int($0), query) } }
        let isAll = query.isNeedleAll
        var rows: [Int32] = []
        bytes.withUnsafeBytes { bytes in
            needle.withUnsafeBytes { needle in
                guard let base = bytes.baseAddress, let wanted = needle.baseAddress else { return }
                var row = 0
                var place = 0
                while place < bytes.count,
                    let found = find_bytes(base + place, bytes.count - place, wanted, needle.count)
                {
                    let hit = UInt32(UnsafeRawPointer(found) - base)
                    while starts[(row + 1) * Self.parts] <= hit { row += 1 }
                    if isAll || matches(row, query) { rows.append(Int32(row)) }
                    place = Int(starts[(row + 1) * Self.parts])
                }
            }
        }
        return rows
    }

    private func matches(_ row: Int, _ query: FriendQuery) -> Bool {
        query.clauses.allSatisfy { clause in
            switch clause {
            case .word(let word): matches(row, word)
            case .number(let parts, let whole): matches(row, whole) || parts.allSatisfy { matches(row, $0) }
            }
        }
    }

    private func matches(_ row: Int, _ word: FriendQuery.Word) -> Bool {
        let first = row * Self.parts
        for (part, column) in Self.fields.enumerated() where word.covers(column) {
            // Without the mark of its end.
            let text = starts[first + part]..<starts[first + part + 1] - 1
            if isFound(word.wanted(in: column.format), word.extent, in: Int(text.lowerBound)..<Int(text.upperBound)) {
                return true
            }
        }
        return word.coversLines && linesMatch(range(of: first + Self.fields.count), word)
    }

    /// Whether one of the lines in a range matches a word.
    private func linesMatch(_ range: Range<Int>, _ word: FriendQuery.Word) -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: SearchRecord.Mark.end) ?? range.upperBound
            let mark = bytes[start]
            if word.coversLine(after: mark) {
                // A tag can be searched with the mark before it.
                let text = word.extent == .anywhere ? start..<end : start + 1..<end
                if isFound(word.wanted(after: mark), word.extent, in: text) { return true }
            }
            start = end + 1
        }
        return false
    }

    private func range(of part: Int) -> Range<Int> { Int(starts[part])..<Int(starts[part + 1]) }

    /// Whether the text in a range is, contains or begins with one of several alternatives.
    private func isFound(_ alternatives: [[UInt8]], _ extent: FriendQuery.Extent, in range: Range<Int>) -> Bool {
        switch extent {
        case .anywhere: contains(alternatives, range)
        case .start: alternatives.contains { bytes[range].starts(with: $0) }
        case .whole:
            // Of a number with letters, its digits.
            alternatives.contains { bytes[range].prefix { $0 != SearchRecord.Mark.spelled }.elementsEqual($0) }
        }
    }

    /// Whether a range contains one of several alternatives.
    private func contains(_ alternatives: [[UInt8]], _ range: Range<Int>) -> Bool {
        alternatives.contains { wanted in
            bytes.withUnsafeBytes { bytes in
                wanted.withUnsafeBytes { wanted in
                    guard let base = bytes.baseAddress, let first = wanted.baseAddress else { return false }
                    return find_bytes(base + range.lowerBound, range.count, first, wanted.count) != nil
                }
            }
        }
    }
}

extension SearchIndex {
    /// The rows that may have one of some values, in order. All rows that have one are among them.
    func rows(sharing keys: [ValueKey]) -> [Int] {
        var rows: Set<Int> = []
        for key in keys { rows.formUnion(self.rows(sharing: key)) }
        return rows.sorted()
    }

    private func rows(sharing key: ValueKey) -> [Int] {
        // In records the digits of an extension follow the number's digits. A row that has them is compared again.
        let value = key.bytes.dropFirst().filter { $0 != ValueKey.Mark.phoneExtension }
        switch key.bytes.first {
        case ValueKey.Mark.name: return rows(named: value.split(separator: UInt8(ascii: " ")).map(Array.init))
        case ValueKey.Mark.national: return rows(with: [SearchRecord.Mark.national] + value) { $1 < 0x20 }
        case ValueKey.Mark.international: return rows(with: [SearchRecord.Mark.international] + value) { $1 < 0x20 }
        default:
            var folding = CaseFolding()
            var folded = [SearchRecord.Mark.before(.email)]
            folding.fold(String(decoding: value, as: UTF8.self), into: &folded)
            return rows(with: folded) { $1 == SearchRecord.Mark.end }
        }
    }

    /// The rows with some words in their names: few have the longest word.
    private func rows(named words: [[UInt8]]) -> [Int] {
        guard let longest = words.max(by: { $0.count < $1.count }) else { return [] }
        let rows = rows(with: longest, inFirst: FriendField.nameFields.count) { before, after in
            Self.dividesWords(before) && Self.dividesWords(after)
        }
        return rows.filter { row in
            let names = Int(starts[row * Self.parts])..<Int(starts[row * Self.parts + FriendField.nameFields.count])
            return words.allSatisfy { isFound([$0], .anywhere, in: names) }
        }
    }

    /// What divides words comes before the letters, or is unusual white space.
    private static func dividesWords(_ byte: UInt8) -> Bool { byte < UInt8(ascii: "0") || byte >= 0x80 }

    /// The rows in which bytes are between certain others.
    /// - Parameter fields: how many of the first fields count; nil for everything.
    private func rows(
        with wanted: [UInt8], inFirst fields: Int? = nil, between isBetween: (_ before: UInt8, _ after: UInt8) -> Bool
    ) -> [Int] {
        var rows: [Int] = []
        bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                guard let base = bytes.baseAddress, let first = wanted.baseAddress else { return }
                var (row, place) = (0, 0)
                while place < bytes.count,
                    let found = find_bytes(base + place, bytes.count - place, first, wanted.count)
                {
                    let hit = UnsafeRawPointer(found) - base
                    let end = hit + wanted.count
                    while starts[(row + 1) * Self.parts] <= UInt32(hit) { row += 1 }
                    place = hit + 1
                    if let fields, UInt32(hit) >= starts[row * Self.parts + fields] {
                        place = Int(starts[(row + 1) * Self.parts])
                    } else if end < bytes.count, isBetween(hit == 0 ? 0 : bytes[hit - 1], bytes[end]) {
                        rows.append(row)
                        place = Int(starts[(row + 1) * Self.parts])
                    }
                }
            }
        }
        return rows
    }
}

extension FriendQuery {
    /// The longest bytes that every match is known to contain, for a first scan of the buffer; nil without such bytes.
    fileprivate var needle: [UInt8]? {
        clauses.compactMap { clause -> [UInt8]? in
            guard case .word(let word) = clause else { return nil }
            switch (word.text, word.numbers) {
            case (let text, []) where !text.isEmpty: return text
            case (let text, let numbers) where numbers == [text]: return text
            case ([], let numbers) where numbers.count == 1: return numbers.first
            default: return nil
            }
        }.max { $0.count < $1.count }
    }

    /// Whether every row with these bytes matches the query.
    fileprivate var isNeedleAll: Bool {
        guard clauses.count == 1, case .word(let word) = clauses.first, word.columns.isEmpty else { return false }
        // A text with digits that is not a number would also be found in phone numbers.
        guard word.texts == [word.text] else { return false }
        return word.numbers == [word.text] || !word.text.contains { (0x30...0x39).contains($0) }
    }
}
