import FriendsModel

/// A parsed query: words that a friend must all contain, in any order and any column.
///
/// The prefix of a field and a colon before a word (`last:`) limit it to that column. A word matches anywhere in a
/// text, ignoring case, accents and width. A number matches by its digits; one with a country code (`+358 50`,
/// `0035850`) also matches numbers without one (`050`).
package struct FriendQuery: Equatable, Sendable {
    /// One word.
    struct Word: Hashable, Sendable {
        /// The column that must contain it; nil for any.
        let column: FriendField?
        /// The bytes to search in texts; empty for none.
        let text: [UInt8]
        /// The alternatives to search in phone numbers.
        let numbers: [[UInt8]]

        /// The alternatives to search in a column.
        func wanted(in field: FriendField) -> [[UInt8]] {
            switch field.kind {
            case .text: text.isEmpty ? [] : [text]
            case .phoneNumber: numbers
            }
        }
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
        var number: [(text: Substring, word: Word)] = []
        var column: FriendField?

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
                            column: first.word.column, text: [], numbers: Self.numbers(PhoneDigits(whole)))))
            }
            number = []
        }

        for token in text.split(whereSeparator: \.isWhitespace) {
            var token = token
            if let (field, rest) = Self.column(of: token) {
                endNumber()
                column = field
                token = rest
            }
            // Accepts "last: ada" as well as "last:ada".
            guard !token.isEmpty else { continue }
            let isNumber = Self.canBeNumber(token) && (column?.kind).hasNumbers
            // The parts of a number are in the same column.
            if isNumber, column == nil { column = number.last?.word.column }
            if let word = Self.word(token, column, isNumber: isNumber, &folding) {
                if isNumber {
                    if number.last?.word.column != column { endNumber() }
                    number.append((token, word))
                } else {
                    endNumber()
                    clauses.append(.word(word))
                }
            }
            column = nil
        }
        endNumber()
        self.clauses = clauses.unique
    }

    /// - Returns: nil for a word that is not searchable yet, such as a lone `+`.
    private static func word(
        _ token: Substring, _ column: FriendField?, isNumber: Bool, _ folding: inout CaseFolding
    ) -> Word? {
        if isNumber, token.allSatisfy({ "+(".contains($0) }) { return nil }
        var text: [UInt8] = []
        if (column?.kind).hasTexts { folding.fold(String(token), into: &text) }
        let numbers = isNumber ? self.numbers(PhoneDigits(String(token))) : []
        // Folding left nothing, and the word has no digits.
        if text.isEmpty, numbers.isEmpty, (column?.kind).hasTexts { return nil }
        return Word(column: column, text: text, numbers: numbers)
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

    private static func canBeNumber(_ token: Substring) -> Bool {
        token.allSatisfy { $0.isNumber || "+-./()#*,;\u{FF0B}".contains($0) }
            && token.contains { $0.isNumber || "+(".contains($0) }
    }

    private static func column(of token: Substring) -> (FriendField, Substring)? {
        guard let colon = token.firstIndex(of: ":") else { return nil }
        let rest = token[token.index(after: colon)...]
        let prefix = token[..<colon].lowercased()
        return FriendField.allCases.first { $0.searchPrefix == prefix }.map { ($0, rest) }
    }
}

/// The kind of the column that a word is limited to; nil for a word without a column.
extension FriendField.Kind? {
    fileprivate var hasTexts: Bool {
        switch self {
        case nil, .text: true
        case .phoneNumber: false
        }
    }

    fileprivate var hasNumbers: Bool {
        switch self {
        case nil, .phoneNumber: true
        case .text: false
        }
    }
}
