import FriendsModel

extension FriendQuery {
    /// The matches of the query in a text of a column: ranges of character indices, sorted and separate.
    package func matches(in text: String, _ field: FriendField) -> [Range<Int>] {
        var bytes: [UInt8] = []
        var origins: [Int] = []
        switch field.kind {
        case .text:
            var folding = CaseFolding()
            folding.fold(text, into: &bytes, origins: &origins)
        case .phoneNumber:
            SearchRecord.append(PhoneDigits(text), to: &bytes, origins: &origins)
        }
        var found: [Bool] = []
        for word in words(for: field) {
            for wanted in word.wanted(in: field) where !wanted.isEmpty { Self.mark(wanted, in: bytes, origins, &found) }
        }
        return Self.ranges(found)
    }

    private func words(for field: FriendField) -> [Word] {
        clauses.flatMap { clause in
            switch clause {
            case .word(let word): [word]
            case .number(let parts, let whole): parts + [whole]
            }
        }.filter { $0.column == nil || $0.column == field }
    }

    /// Marks the characters of every occurrence of `wanted`, from the first to the last.
    private static func mark(_ wanted: [UInt8], in bytes: [UInt8], _ origins: [Int], _ found: inout [Bool]) {
        guard wanted.count <= bytes.count else { return }
        for start in 0...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
            let places = origins[start..<start + wanted.count].filter { $0 >= 0 }
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
