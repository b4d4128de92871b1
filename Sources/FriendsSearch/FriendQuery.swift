import FriendsModel

/// What somebody looks for: words that must all be found, in any order and any column.
///
/// The prefix of a field and a colon before a word (`last:`) limit it to that column. A word is found as it stands,
/// anywhere in a text, with case, accents and width folded on both sides. A number is found by its digits; one that names
/// its country (`+358 50`, `0035850`) meets one that does not (`050`).
package struct FriendQuery: Equatable, Sendable {
    /// One word.
    struct Word: Hashable, Sendable {
        /// The column that it must be in; nil for any.
        let column: FriendField?
        /// What is looked for in a text; empty when that is nothing.
        let text: [UInt8]
        /// What is looked for in a phone number: one of these.
        let numbers: [[UInt8]]

        /// What is looked for in a column: one of these.
        func wanted(in field: FriendField) -> [[UInt8]] {
            switch field.kind {
            case .text: text.isEmpty ? [] : [text]
            case .phoneNumber: numbers
            }
        }
    }

    /// What must be found.
    enum Clause: Hashable, Sendable {
        case word(Word)
        /// Words that can be parts of one phone number: each of them, or the number.
        case number(parts: [Word], whole: Word)
    }

    let clauses: [Clause]

    /// Whether there is nothing to look for, and so everything is found.
    package var isEmpty: Bool { clauses.isEmpty }

    /// The query that somebody has typed.
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
            // "last: ada" as well as "last:ada".
            guard !token.isEmpty else { continue }
            let isNumber = Self.canBeNumber(token) && (column?.kind).hasNumbers
            // A number goes on in the column that it began in.
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

    /// - Returns: nil for a word that says nothing yet, such as the first character of a number.
    private static func word(
        _ token: Substring, _ column: FriendField?, isNumber: Bool, _ folding: inout CaseFolding
    ) -> Word? {
        if isNumber, token.allSatisfy({ "+(".contains($0) }) { return nil }
        var text: [UInt8] = []
        if (column?.kind).hasTexts { folding.fold(String(token), into: &text) }
        let numbers = isNumber ? self.numbers(PhoneDigits(String(token))) : []
        // Nothing of the word is left after folding, or nothing that a number can have.
        if text.isEmpty, numbers.isEmpty, (column?.kind).hasTexts { return nil }
        return Word(column: column, text: text, numbers: numbers)
    }

    /// The ways in which a number can stand in a record.
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

/// The kind of the column that a word is limited to; nil for a word that may be in any.
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
