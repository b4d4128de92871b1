import FriendsModel

// MARK: - Encodings

extension ContentLine {
    /// The value in UTF-8, with its escapes.
    var decodedValue: ArraySlice<UInt8> { decoded.text }

    /// The character set in which the value is read, if it is not in the character set that the card says; else nil.
    var guessedEncoding: String? { decoded.guess }

    /// The character set that the card says, which is untrusted text.
    var characterSet: String { values(of: "CHARSET").first ?? "" }

    /// The value in UTF-8, as programs read it that know no character set but the one that the card says; nil if it cannot be in it.
    var labelledValue: ArraySlice<UInt8>? {
        let name = characterSet.uppercased()
        let isUsual = ["", "UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(name)
        return isUsual ? TextEncoding.utf8(bytes) : TextEncoding.utf8(bytes, in: name)
    }

    private var bytes: ArraySlice<UInt8> {
        layout.contains(.quotedPrintable) ? QuotedPrintable.decoded(value) : value
    }

    private var decoded: (text: ArraySlice<UInt8>, guess: String?) {
        let bytes = bytes
        return bytes.isASCII ? (bytes, nil) : TextEncoding.utf8(bytes, labelled: characterSet)
    }

    /// The rows in the card, of which each begins with its own text: several for a note whose rows are not indented. The folds of a
    /// row are in it.
    var looseRows: [ArraySlice<UInt8>] {
        guard layout.contains(.loose) else { return [raw] }
        var rows: [ArraySlice<UInt8>] = []
        var start = raw.startIndex
        for index in raw.indices where raw[index] == ASCII.lineFeed {
            if index + 1 < raw.endIndex, raw[index + 1].isBlank { continue }
            rows.append(raw[start..<(index - 1)])
            start = index + 1
        }
        rows.append(raw[start...])
        return rows
    }

    /// The tags of `CATEGORIES`, with their escapes. A tag has no comma, and some programs escape the commas between tags.
    var tags: [ArraySlice<UInt8>] {
        Escapes.split(decodedValue, at: ASCII.comma, alsoEscaped: true)
    }

    /// The kind, the label and the value of a line of our own, with their escapes; others for anything else.
    var ownParts: [ArraySlice<UInt8>] {
        let parts = Escapes.split(decodedValue, at: ASCII.semicolon)
        if parts.count != 1 { return parts }
        // Radicale escapes the semicolons of properties that it does not know.
        let all = Escapes.split(decodedValue, at: ASCII.semicolon, alsoEscaped: true)
        return Array(all.prefix(2)) + [ArraySlice(all.dropFirst(2).joined(separator: [ASCII.semicolon]))]
    }

    /// The name that stands before an email (`Ada Lovelace <ada@example.org>`), and that the friend does not show; else empty.
    func emailOwner(_ version: VCard.Version) -> String {
        guard property == .value(.email) else { return "" }
        let text = CardValue.text(of: self, as: .email, version).trimmed
        return LineKind.email.normalized(text).isIdentical(to: text) ? "" : FriendLine.owner(ofEmail: text)
    }

    /// The value of a property with one text.
    func text(in version: VCard.Version) -> String { Escapes.removed(from: decodedValue, version) }
}

/// The encoding of texts in version 2.1.
enum QuotedPrintable {
    /// The longest row that is written, with the `=` at its end.
    private static let maximumRow = 76

    /// Decodes a text without soft line breaks. What is not encoded in a valid way stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        // A soft line break at the end continues with nothing.
        while ContentLine.isOpen(rest), let last = rest.lastIndex(of: ASCII.equals) { rest = rest[..<last] }
        while let byte = rest.popFirst() {
            if byte == ASCII.equals, let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
                result.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result[...]
    }

    /// Encodes a text into rows, of which all but the last one end with a soft line break.
    /// - Parameter indent: the number of characters before the text in the first row.
    static func encoded(_ text: ArraySlice<UInt8>, indent: Int) -> [UInt8] {
        var result: [UInt8] = []
        var column = indent
        for (index, byte) in zip(text.indices, text) {
            var isPlain = (0x20...0x7E).contains(byte) && byte != ASCII.equals
            if column + (isPlain ? 1 : 3) >= maximumRow {
                result += [ASCII.equals] + ASCII.lineEnd
                column = 0
                // No row is the beginning or the end of a card.
                let rest = text[index...]
                if rest.hasPrefix(ignoringCase: "BEGIN") || rest.hasPrefix(ignoringCase: "END") { isPlain = false }
            }
            if isPlain {
                result.append(byte)
                column += 1
            } else {
                result += [ASCII.equals, digit(byte >> 4), digit(byte & 0xF)]
                column += 3
            }
        }
        // White space at the end of a row can get lost.
        if result.last == ASCII.space { result.replaceSubrange((result.count - 1)..., with: "=20".utf8) }
        return result
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

// MARK: - Escapes

/// The backslashes before characters of a value.
enum Escapes {
    /// Removes the escapes of a text. A backslash before any other character is a part of the text.
    /// - Parameter keepsQuotes: whether a quotation mark has no escape.
    static func removed(
        from bytes: ArraySlice<UInt8>, _ version: VCard.Version, keepsQuotes: Bool = false
    ) -> String {
        guard bytes.has(ASCII.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == ASCII.backslash, let next = rest.first else {
                result.append(byte)
                continue
            }
            switch next {
            case ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.backslash:
                result.append(next)
                rest.removeFirst()
            // Google's programs escape it, too.
            case ASCII.quote where version > .v2 && !keepsQuotes:
                result.append(next)
                rest.removeFirst()
            case UInt8(ascii: "n") where version > .v2, UInt8(ascii: "N") where version > .v2:
                result.append(ASCII.lineFeed)
                rest.removeFirst()
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Escapes a text. Version 2.1 has no escape for line feeds: they are encoded.
    static func added(to text: String, _ version: VCard.Version) -> [UInt8] {
        // CR has no escape.
        let text = version > .v2 && text.utf8.contains(ASCII.carriageReturn) ? CardValue.rows(text) : text
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            switch byte {
            case ASCII.lineFeed where version > .v2:
                result.append(ASCII.backslash)
                result.append(UInt8(ascii: "n"))
                continue
            case ASCII.backslash, ASCII.semicolon: result.append(ASCII.backslash)
            case ASCII.comma where version > .v2: result.append(ASCII.backslash)
            default: break
            }
            result.append(byte)
        }
        return result
    }

    /// A value of version 3.0 or 4.0 with escapes for its line ends, which would begin lines of their own.
    static func withoutLineEnds(_ value: [UInt8]) -> [UInt8] {
        guard value.has(ASCII.lineFeed) || value.has(ASCII.carriageReturn) else { return value }
        var result: [UInt8] = []
        result.reserveCapacity(value.count + 8)
        var last: UInt8?
        var isEscaped = false
        for byte in value {
            if !byte.isLineEnd {
                result.append(byte)
            } else if byte == ASCII.carriageReturn || last != ASCII.carriageReturn {
                // A backslash before it is a part of the text.
                result += (isEscaped ? "\\\\n" : "\\n").utf8
            }
            isEscaped = byte == ASCII.backslash && !isEscaped
            last = byte
        }
        return result
    }

    /// A part of a value that can stand before a separator: a backslash at its end would escape that.
    static func completed(_ part: ArraySlice<UInt8>) -> [UInt8] {
        let count = part.reversed().prefix { $0 == ASCII.backslash }.count
        return Array(part) + (count.isMultiple(of: 2) ? [] : [ASCII.backslash])
    }

    /// The maximum number of parts of a value. Of one with more, the last part is all that remains.
    static let maximumParts = 1 << 20

    /// Splits a value at separators that are not escaped. The parts keep their escapes.
    /// - Parameter alsoEscaped: whether to split at the others, too. Their backslash is in no part.
    static func split(
        _ bytes: ArraySlice<UInt8>, at separator: UInt8, alsoEscaped: Bool = false
    ) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            let wasEscaped = isEscaped
            isEscaped = !wasEscaped && byte == ASCII.backslash
            if byte == separator, !wasEscaped || alsoEscaped {
                parts.append(bytes[start..<(wasEscaped ? index - 1 : index)])
                start = index + 1
                if parts.count == maximumParts { break }
            }
        }
        parts.append(bytes[start...])
        return parts
    }
}
