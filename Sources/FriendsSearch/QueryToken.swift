import FriendsModel

/// A word of a typed query, or a text in quotes behind the prefix of a column.
struct QueryToken {
    /// The columns of the prefix before it; empty without a prefix.
    let columns: [FriendColumn]
    let text: String
    /// How it must match.
    let extent: FriendQuery.Extent

    /// The words of a query. White space divides them, except in quotes behind a prefix. Other quotes are characters of a word,
    /// for names have them, too.
    static func all(in query: String) -> [QueryToken] {
        var tokens: [QueryToken] = []
        var rest = query[...]
        var columns: [FriendColumn] = []
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if !columns.isEmpty, rest.first == "\"" {
                tokens.append(quoted(from: &rest, columns))
                columns = []
                continue
            }
            guard !rest.isEmpty else { return tokens }
            var word = rest.prefix { !$0.isWhitespace }
            if let (prefixed, text) = Self.columns(of: word) {
                columns = prefixed
                word = text
                rest = rest[text.startIndex...]
            }
            // Accepts "last: ada" as well as "last:ada".
            guard !word.isEmpty, columns.isEmpty || word.first != "\"" else { continue }
            tokens.append(QueryToken(columns: columns, text: String(word), extent: .anywhere))
            rest = rest[word.endIndex...]
            columns = []
        }
    }

    /// Takes a text in quotes. A doubled quote in it is one quote. Without a closing quote it is still being typed: texts that
    /// begin with it match.
    private static func quoted(from rest: inout Substring, _ columns: [FriendColumn]) -> QueryToken {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" {
                guard rest.first == "\"" else {
                    return QueryToken(columns: columns, text: text.trimmed, extent: .whole)
                }
                rest.removeFirst()
            }
            text.append(character)
        }
        return QueryToken(columns: columns, text: text, extent: .start)
    }

    /// The columns of the prefix of a word, and the rest of it.
    private static func columns(of word: Substring) -> ([FriendColumn], Substring)? {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let prefix = word[..<colon].lowercased()
        let columns = FriendColumn.all.filter { $0.searchPrefix == prefix }
        return columns.isEmpty ? nil : (columns, word[word.index(after: colon)...])
    }
}

extension FriendQuery {
    /// Which part of a text a word must be.
    enum Extent: Hashable, Sendable {
        case anywhere, start, whole
    }

    /// A query for the friends with exactly a text in a column, ignoring case, accents and width.
    package static func text(for text: String, in column: FriendColumn) -> String {
        "\(column.searchPrefix):\"\(text.replacing("\"", with: "\"\""))\""
    }
}
