import FriendsModel

extension FriendQuery {
    /// The matches of the query in the text of a friend in a column: ranges of character indices, sorted and separate.
    /// - Parameter limit: the number of characters in which matches are looked for. Notes are long.
    package func matches(in details: FriendDetails, _ column: FriendColumn, limit: Int = .max) -> [Range<Int>] {
        let words = words(for: column)
        guard !words.isEmpty else { return [] }
        var found: [Bool] = []
        var start = 0
        for text in column.texts(of: details) where start < limit {
            let text = text.prefix(limit - start)
            mark(words, in: String(text), column, from: start, &found)
            start += text.count + FriendColumn.separator.count
        }
        return Self.ranges(found)
    }

    private func mark(
        _ words: [Word], in text: String, _ column: FriendColumn, from start: Int, _ found: inout [Bool]
    ) {
        var bytes: [UInt8] = []
        var origins: [Int] = []
        if case .kind(let kind) = column {
            bytes.append(SearchRecord.Mark.before(kind))
            origins.append(-1)
        }
        var folding = CaseFolding()
        switch column.format {
        case .text, .email, .date, .website, .tag, .note: folding.fold(text, into: &bytes, origins: &origins)
        case .phoneNumber: SearchRecord.appendNumber(text, to: &bytes, origins: &origins, &folding)
        }
        origins = origins.map { $0 < 0 ? $0 : $0 + start }
        let textStart = if case .kind = column { 1 } else { 0 }
        for word in words {
            for wanted in word.wanted(in: column.format) where !wanted.isEmpty {
                Self.mark(wanted, word.extent, in: bytes, from: textStart, origins, &found)
            }
        }
    }

    private func words(for column: FriendColumn) -> [Word] {
        clauses.flatMap { clause in
            switch clause {
            case .word(let word): [word]
            case .number(let parts, let whole): parts + [whole]
            }
        }.filter { $0.covers(column) }
    }

    /// Marks the characters of every occurrence of `wanted`, from the first to the last.
    /// - Parameter textStart: where the text begins, behind the mark of a kind.
    private static func mark(
        _ wanted: [UInt8], _ extent: Extent, in bytes: [UInt8], from textStart: Int, _ origins: [Int],
        _ found: inout [Bool]
    ) {
        guard wanted.count <= bytes.count else { return }
        let last = bytes.count - wanted.count
        let isPlace: (Int) -> Bool =
            switch extent {
            case .anywhere: { _ in true }
            case .start: { $0 == textStart }
            case .whole:
                { $0 == textStart && $0 + wanted.count == bytes.prefix { $0 != SearchRecord.Mark.spelled }.count }
            }
        for start in 0...last where isPlace(start) && bytes[start..<start + wanted.count].elementsEqual(wanted) {
            // The blank before the word of a tag is not part of the match.
            let blanks = wanted.first == UInt8(ascii: " ") ? 1 : 0
            let places = origins[start + blanks..<start + wanted.count].filter { $0 >= 0 }
            guard let first = places.first, let last = places.last else { continue }
            while found.count <= last { found.append(false) }
            for index in first...last { found[index] = true }
        }
    }

    private static func ranges(_ found: [Bool]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (index, isFound) in found.enumerated() where isFound {
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
        }
        return ranges
    }
}
