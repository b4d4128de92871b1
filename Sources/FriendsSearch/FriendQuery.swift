import FriendsModel

/// A parsed query: words that a friend must all contain, in any order, in any field or line.
///
/// The prefix of a column and a colon before a word (`last:`, `email:`) limit it to that column. A word matches anywhere
/// in a text, ignoring case, accents and width. A number matches by its digits; one with a country code (`+358 50`,
/// `0035850`) also matches numbers without one (`050`). `#work` matches tags with a word that begins with "work", and `#`
/// any tag; `#2024` can also be part of a phone number. In quotes behind a prefix (`tag:"work"`) it is the whole text of the
/// column.
package struct FriendQuery: Equatable, Sendable {
    /// One word.
    struct Word: Hashable, Sendable {
        /// The columns of which one must contain it; empty for any column, and lines of any kind.
        let columns: [FriendColumn]
        /// The marks of the kinds among these columns.
        private let marks: [UInt8]
        /// Bytes that every match in a text contains; empty for a word that is not searched in texts.
        let text: [UInt8]
        /// The alternatives to search in texts.
        let texts: [[UInt8]]
        /// The alternatives to search in tags.
        let tags: [[UInt8]]
        /// The alternatives to search in phone numbers.
        let numbers: [[UInt8]]
        /// Which part of a text one of the alternatives must be.
        let extent: Extent

        init(columns: [FriendColumn], text: [UInt8], numbers: [[UInt8]], extent: Extent = .anywhere) {
            (self.columns, self.text, self.numbers, self.extent) = (columns, text, numbers, extent)
            marks = Self.marks(columns)
            texts = text.isEmpty ? [] : [text]
            tags = texts
        }

        /// The start of a word of a tag.
        /// - Parameter numbers: the alternatives if it can also be part of a phone number; such a word can be in any text.
        init(tag text: [UInt8], numbers: [[UInt8]]) {
            (self.text, self.numbers, extent) = (text, numbers, .anywhere)
            let typed = [UInt8(ascii: "#")] + text
            columns = numbers.isEmpty ? [.kind(.tag)] : []
            marks = Self.marks(columns)
            texts = [typed]
            tags = [[SearchRecord.Mark.before(.tag)] + text, [UInt8(ascii: " ")] + text] + texts
        }

        private static func marks(_ columns: [FriendColumn]) -> [UInt8] {
            columns.compactMap { if case .kind(let kind) = $0 { SearchRecord.Mark.before(kind) } else { nil } }
        }

        /// Whether a column is one of those that can contain it.
        func covers(_ column: FriendColumn) -> Bool { columns.isEmpty || columns.contains(column) }

        /// Whether lines can contain it, of any kind or of some.
        var coversLines: Bool { columns.isEmpty || !marks.isEmpty }

        /// Whether the line after a mark can contain it.
        func coversLine(after mark: UInt8) -> Bool { columns.isEmpty || marks.contains(mark) }

        /// The alternatives to search in the line after a mark.
        func wanted(after mark: UInt8) -> [[UInt8]] {
            mark == SearchRecord.Mark.beforeTag ? tags : SearchRecord.Mark.isNumber(after: mark) ? inNumbers : texts
        }

        /// The alternatives to search in a column.
        func wanted(in format: LineKind.Format) -> [[UInt8]] {
            switch format {
            case .text, .email, .date, .website, .note: texts
            case .tag: tags
            case .phoneNumber: inNumbers
            }
        }

        /// The alternatives to search in phone numbers: texts can be in one with letters.
        private var inNumbers: [[UInt8]] { numbers.isEmpty ? texts : numbers }
    }

    /// A condition that a friend must meet.
    enum Clause: Hashable, Sendable {
        case word(Word)
        /// Words that can be parts of one phone number: all of them must match, or the whole number.
        case number(parts: [Word], whole: Word)
    }

    let clauses: [Clause]

    /// Whether the query has no conditions, so that every friend matches.
    package var isEmpty: Bool { clauses.isEmpty }

    /// Parses a typed query.
    package init(_ text: String) {
        var folding = CaseFolding()
        var clauses: [Clause] = []
        var number: [(text: String, word: Word)] = []

        func endNumber() {
            guard let first = number.first else { return }
            if number.count == 1 {
                clauses.append(.word(first.word))
            } else {
                let whole = number.map(\.text).joined()
                clauses.append(
                    .number(
                        parts: number.map(\.word).unique,
                        whole: Word(
                            columns: first.word.columns, text: [], numbers: Self.numbers(PhoneDigits(whole)))))
            }
            number = []
        }

        for token in QueryToken.all(in: text) {
            guard !token.text.isEmpty else { continue }
            var columns = token.columns
            if !columns.isEmpty { endNumber() }
            guard token.extent == .anywhere else {
                clauses.append(.word(Self.word(in: token, &folding)))
                continue
            }
            // A number that was copied can have marks of direction around it.
            let digits = token.text.withoutHiddenMarks
            let isNumber = Self.canBeNumber(digits) && columns.hasNumbers
            let text = isNumber ? digits : token.text
            // The parts of a number are in the same column.
            if isNumber, columns.isEmpty { columns = number.last?.word.columns ?? [] }
            guard let word = Self.word(text, columns, isNumber: isNumber, &folding) else { continue }
            if isNumber, !word.numbers.isEmpty {
                if number.last?.word.columns != columns { endNumber() }
                number.append((text, word))
            } else {
                endNumber()
                clauses.append(.word(word))
            }
        }
        endNumber()
        self.clauses = clauses.unique
    }

    /// - Returns: nil for a word that is not searchable yet, such as a lone `+`.
    private static func word(
        _ token: String, _ columns: [FriendColumn], isNumber: Bool, _ folding: inout CaseFolding
    ) -> Word? {
        if isNumber, token.allSatisfy({ "+(".contains($0) }) { return nil }
        let numbers = isNumber ? self.numbers(PhoneDigits(token)) : []
        var text: [UInt8] = []
        if columns.isEmpty, token.first == "#" {
            folding.fold(String(token.dropFirst()), into: &text)
            return Word(tag: text, numbers: numbers)
        }
        if columns.hasTexts || !isNumber { folding.fold(token, into: &text) }
        // Folding left nothing, and the word has no digits.
        if text.isEmpty, numbers.isEmpty, columns.hasTexts { return nil }
        return Word(columns: columns, text: text, numbers: numbers)
    }

    /// The word for a text in quotes. A number matches with its country code only if that was typed, too.
    private static func word(in token: QueryToken, _ folding: inout CaseFolding) -> Word {
        var text: [UInt8] = []
        if token.columns.hasTexts { folding.fold(token.text, into: &text) }
        var (number, origins): ([UInt8], [Int]) = ([], [])
        let digits = PhoneDigits(token.text)
        if token.columns.hasNumbers, !digits.digits.isEmpty {
            SearchRecord.append(digits, isWhole: token.extent == .whole, to: &number, origins: &origins)
        }
        return Word(
            columns: token.columns, text: text, numbers: number.isEmpty ? [] : [number], extent: token.extent)
    }

    /// The forms of a number in a record.
    private static func numbers(_ number: PhoneDigits) -> [[UInt8]] {
        guard !number.digits.isEmpty else { return [] }
        guard number.isInternational else { return [number.digits] }
        var ways = [[SearchRecord.Mark.international] + number.digits]
        if number.beganWithZeros { ways.append([UInt8(ascii: "0"), UInt8(ascii: "0")] + number.digits) }
        let national = number.nationalDigits
        if !national.isEmpty {
            ways.append([SearchRecord.Mark.national, number.trunkPrefix] + national)
            ways.append([SearchRecord.Mark.national] + national)
        }
        return ways
    }

    private static func canBeNumber(_ token: String) -> Bool {
        token.allSatisfy { $0.isNumber || "+-./()#*,;\u{FF0B}".contains($0) }
            && token.contains { $0.isNumber || "+(".contains($0) }
    }
}

/// The columns that a word is limited to; empty for a word without a prefix.
extension [FriendColumn] {
    fileprivate var hasTexts: Bool { isEmpty || contains { $0.format != .phoneNumber } }
    fileprivate var hasNumbers: Bool { isEmpty || contains { $0.format == .phoneNumber } }
}
