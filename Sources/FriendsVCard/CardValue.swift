import FriendsModel

/// The values of content lines as values of a friend's lines. They are trimmed and validated by others.
package enum CardValue {
    /// The value for a line of a kind; empty if the content line has no such value.
    static func text(of line: ContentLine, as kind: LineKind, _ version: VCard.Version) -> String {
        switch kind {
        case .address: return address(of: line, version).text
        case .organization: return joined(parts(of: line, count: nil, version))
        case _ where kind.format == .date: return date(of: line, version)
        default: break
        }
        let text = line.text(in: version)
        switch kind {
        case .phone: return withoutScheme("tel:", oneRow(text))
        case .email: return withoutScheme("mailto:", oneRow(text))
        case .website: return website(oneRow(text).trimmed)
        case .note: return rows(text)
        // An id of another card says nothing to a person.
        case .relation where isReference(line, text): return ""
        default: return oneRow(text)
        }
    }

    private static func isReference(_ line: ContentLine, _ text: String) -> Bool {
        text.utf8.hasPrefix(ignoringCase: "URN:UUID:") && line.name.uppercased() == LineKind.relation.cardProperty
            && line.values(of: "VALUE").first?.lowercased() != "text"
    }

    // MARK: - Structured values

    /// The texts of a structured value, such as a name.
    /// - Parameter count: the usual number of texts.
    static func parts(of line: ContentLine, count: Int?, _ version: VCard.Version) -> [String] {
        let parts = Escapes.split(line.decodedValue, at: ASCII.semicolon).map { Escapes.removed(from: $0, version) }
        guard parts.count == 1, let count else { return parts }
        // Some programs escape all semicolons.
        let all = parts[0].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        return all.count == count ? all : parts
    }

    /// The address of a content line.
    static func address(of line: ContentLine, _ version: VCard.Version) -> AddressText {
        AddressText(addressParts(parts(of: line, count: addressPartCount, version)), of: line)
    }

    /// The number of texts of an address (RFC 6350).
    static let addressPartCount = 7

    /// The texts of an address that are shown. Google's programs write all of it in one more text; others forget to escape a semicolon,
    /// and have one more part.
    static func addressParts(_ parts: [String]) -> [String] {
        let standard = Array(parts.prefix(addressPartCount))
        let others = parts.dropFirst(addressPartCount)
        guard !others.isEmpty, let longest = standard.map(part).max(by: { $0.utf8.count < $1.utf8.count }),
            !longest.isEmpty, others.contains(where: { $0.contains("\n") || part($0).contains(longest) })
        else { return parts }
        return standard
    }

    /// Between the texts of a structured value in one text.
    package static let separator = ", "

    /// A text of a structured value, as it is shown.
    package static func part(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < ASCII.space }) else { return text.trimmed }
        return rows(text).split(separator: "\n").map { oneRow(String($0)).trimmed }.filter { !$0.isEmpty }
            .joined(separator: separator)
    }

    /// The texts of a structured value in one text.
    package static func joined(_ parts: [String]) -> String {
        parts.map(part).filter { !$0.isEmpty }.joined(separator: separator)
    }

    // MARK: - Names

    /// The first and the last name in a full name.
    package static func names(in text: String) -> (first: String, last: String) {
        if let comma = text.firstIndex(of: ",") {
            let (last, first) = (String(text[..<comma]).trimmed, String(text[text.index(after: comma)...]).trimmed)
            if !first.isEmpty, !last.isEmpty { return (first, last) }
        }
        guard let space = text.lastIndex(where: \.isWhitespace) else { return (text, "") }
        return (String(text[..<space]).trimmed, String(text[text.index(after: space)...]))
    }

    /// As much of a name or label as can be stored.
    package static func fitting(_ text: String) -> String {
        let scalars = text.unicodeScalars.lazy.filter { !$0.isControl }.prefix(FieldProblem.maximumScalars)
        return String(String(String.UnicodeScalarView(scalars)).prefix(FieldProblem.maximumLength)).trimmed
    }

    // MARK: - Texts

    /// A text without tabs and line ends.
    package static func oneRow(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < ASCII.space }) else { return text }
        return String(rows(text).map { $0 == "\n" ? " " : $0 })
    }

    /// A text with spaces for tabs, and LF for all line ends.
    package static func rows(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < ASCII.space && $0 != ASCII.lineFeed }) else { return text }
        return String(
            text.map { (character: Character) -> Character in
                switch character {
                case "\t": " "
                case "\r\n", "\r": "\n"
                default: character
                }
            })
    }

    /// A text without a scheme such as `tel:`.
    package static func withoutScheme(_ scheme: String, _ text: String) -> String {
        let text = text.trimmed
        guard text.prefix(scheme.count).lowercased() == scheme else { return text }
        let rest = String(text.dropFirst(scheme.count))
        guard rest.contains("%") else { return rest }
        var bytes: [UInt8] = []
        var encoded = Array(rest.utf8)[...]
        while let byte = encoded.popFirst() {
            if byte == UInt8(ascii: "%"), let high = encoded.first?.hexValue,
                let low = encoded.dropFirst().first?.hexValue
            {
                bytes.append(high << 4 | low)
                encoded.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A website without a scheme, such as `www.example.org`, gets one.
    package static func website(_ text: String) -> String {
        !text.contains(":") && text.contains(".") && !text.contains(where: \.isWhitespace) ? "http://" + text : text
    }

    // MARK: - Dates

    /// The parameter with the year that Apple's programs write for an unknown one.
    static let omittedYear: StaticString = "X-APPLE-OMIT-YEAR"

    /// `1815-12-10` or `--12-10`; another text as it is.
    private static func date(of line: ContentLine, _ version: VCard.Version) -> String {
        let text = oneRow(line.text(in: version)).trimmed
        let date = String(text.prefix { $0 != "T" && $0 != " " })
        let hasYear = !date.hasPrefix("--")
        let digits = date.filter { $0 != "-" }
        guard digits.utf8.count == (hasYear ? 8 : 4), digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            return oneRow(text)
        }
        let monthAndDay = "\(digits.suffix(4).prefix(2))-\(digits.suffix(2))"
        let year = hasYear ? String(digits.prefix(4)) : nil
        let isOmitted = year == nil || line.values(of: omittedYear).first == year
        let birthday = isOmitted ? "--" + monthAndDay : "\(year ?? "")-\(monthAndDay)"
        return Birthday(birthday) == nil ? oneRow(text) : birthday
    }
}
