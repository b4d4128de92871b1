/// A content line of a card: `group.NAME;parameters:value`.
package struct ContentLine: Equatable, Sendable {
    /// The bytes in the card, with folds, without the line end.
    package let raw: ArraySlice<UInt8>
    let layout: VCard.Span.Layout
    /// The line in one row.
    private let content: ArraySlice<UInt8>
    /// The end of the parameters; nil for a line without a colon, which has no name and no value.
    private let headerEnd: Int?
    private let nameStart: Int
    private let nameEnd: Int
    /// What the line is about.
    let property: Property

    init(_ raw: ArraySlice<UInt8>, layout: VCard.Span.Layout = []) {
        self.raw = raw
        self.layout = layout
        content = layout.contains(.rows) ? Self.unfolded(raw, layout) : raw
        headerEnd = Self.endOfHeader(content)
        guard let headerEnd else {
            (nameStart, nameEnd) = (content.startIndex, content.startIndex)
            property = .none
            return
        }
        let header = content[..<headerEnd]
        nameEnd = header.firstIndex(of: ASCII.semicolon) ?? headerEnd
        nameStart = content[..<nameEnd].lastIndex(of: ASCII.dot).map { $0 + 1 } ?? content.startIndex
        property = Property(content[nameStart..<nameEnd].trimmedBlanks)
    }

    /// The name in its spelling, without the group; empty for a line without a colon.
    package var name: String { String(decoding: content[nameStart..<nameEnd].trimmedBlanks, as: UTF8.self) }

    /// Whether it has a name, in any case.
    /// - Parameter name: in upper case.
    func isNamed(_ name: StaticString) -> Bool {
        content[nameStart..<nameEnd].trimmedBlanks.isEqual(ignoringCase: name)
    }

    /// The group in its spelling, such as `item1`.
    package var group: String? {
        guard nameStart > content.startIndex else { return nil }
        return String(decoding: content[..<(nameStart - 1)].trimmedBlanks, as: UTF8.self)
    }

    /// The key of the group: upper and lower case are the same.
    var groupKey: String? { group?.uppercased() }

    var hasParameters: Bool { headerEnd.map { nameEnd < $0 } ?? false }

    /// The parameters in order.
    package var parameters: [Parameter] {
        guard let headerEnd, nameEnd < headerEnd else { return [] }
        return Self.split(content[(nameEnd + 1)..<headerEnd], at: ASCII.semicolon)
            .filter { !$0.trimmedBlanks.isEmpty }.map { Parameter($0) }
    }

    /// The value as it is in the line, unfolded, but with its encoding and escapes.
    package var value: ArraySlice<UInt8> { headerEnd.map { content[($0 + 1)...] } ?? [] }

    /// A parameter of a content line.
    package struct Parameter: Equatable, Sendable {
        let raw: ArraySlice<UInt8>
        /// In upper case. Version 2.1 may leave it out: `HOME` for `TYPE=HOME`.
        package let name: String
        /// Without quotes.
        package let values: [String]

        init(_ raw: ArraySlice<UInt8>) {
            self.raw = raw
            let equals = raw.firstIndex(of: ASCII.equals)
            if let equals {
                name = String(decoding: raw[..<equals].trimmedBlanks, as: UTF8.self).uppercased()
            } else {
                name = ContentLine.isEncoding(raw.trimmedBlanks) ? "ENCODING" : "TYPE"
            }
            let list = equals.map { raw[($0 + 1)...] } ?? raw
            values = ContentLine.split(list, at: ASCII.comma).flatMap { value -> [String] in
                let text = value.trimmedBlanks
                guard text.first == ASCII.quote else { return [String(decoding: text, as: UTF8.self)] }
                let inside = String(decoding: text.dropFirst().prefix { $0 != ASCII.quote }, as: UTF8.self)
                // Some programs quote a list as a whole: TYPE="HOME,VOICE".
                return inside.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    /// Whether the line ends with a soft line break, so that it would swallow the next one.
    var isOpen: Bool { layout.contains(.quotedPrintable) && Self.isOpen(raw) }

    static func isOpen(_ raw: ArraySlice<UInt8>) -> Bool { raw.last { !$0.isBlank } == ASCII.equals }

    /// The values of all parameters with a name, in order.
    /// - Parameter name: in upper case.
    func values(of name: StaticString) -> [String] {
        guard let headerEnd, nameEnd < headerEnd else { return [] }
        // Others are not read: this is asked several times for each line.
        var result: [String] = []
        var rest = content[(nameEnd + 1)..<headerEnd]
        while !rest.isEmpty {
            let end = Self.endOfParameter(rest)
            let parameter = rest[..<end].trimmedBlanks
            let equals = parameter.firstIndex(of: ASCII.equals)
            // Without a name it is a type, or an encoding.
            if equals.map({ parameter[..<$0].trimmedBlanks.isEqual(ignoringCase: name) }) ?? !parameter.isEmpty {
                let read = Parameter(parameter)
                if read.name.utf8.isEqual(ignoringCase: name) { result += read.values }
            }
            rest = rest[end...].dropFirst()
        }
        return result
    }

    private static func endOfParameter(_ bytes: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        for index in bytes.indices {
            if bytes[index] == ASCII.quote {
                isQuoted.toggle()
            } else if bytes[index] == ASCII.semicolon, !isQuoted {
                return index
            }
        }
        return bytes.endIndex
    }
}

// MARK: - Reading

extension ContentLine {
    /// A line in one row: without folds, and without soft line breaks of quoted-printable.
    static func unfolded(_ raw: ArraySlice<UInt8>, _ layout: VCard.Span.Layout) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var rest = raw
        let end = layout.contains(.nested) ? rest.place(of: ASCII.lineFeed).map { $0 + 1 } : nil
        if let end { rest = rest[..<end] }
        while let lineFeed = rest.place(of: ASCII.lineFeed) {
            let row = rest[..<(lineFeed - 1)]
            result.append(contentsOf: row)
            rest = rest[(lineFeed + 1)...]
            if layout.contains(.quotedPrintable), let last = row.lastIndex(where: { !$0.isBlank }),
                row[last] == ASCII.equals
            {
                result.removeLast(row.endIndex - last)
            } else if let first = rest.first, first.isBlank {
                rest.removeFirst()
            } else if layout.contains(.loose) {
                result.append(ASCII.lineFeed)
            }
        }
        result.append(contentsOf: rest)
        return result[...]
    }

    /// The colon before the value.
    static func endOfHeader(_ content: ArraySlice<UInt8>) -> Int? {
        var isQuoted = false
        var isParameter = false
        for index in content.indices {
            switch content[index] {
            case ASCII.colon where !isQuoted: return index
            case ASCII.quote where isParameter: isQuoted.toggle()
            case ASCII.semicolon: isParameter = true
            default: break
            }
        }
        // A quotation mark without a closing one is text.
        return isQuoted ? content.firstIndex(of: ASCII.colon) : nil
    }

    /// How the encoding of a line affects its rows.
    /// - Parameter header: what is before the colon.
    static func encoding(_ header: ArraySlice<UInt8>) -> VCard.Span.Layout {
        var rest = header
        while let semicolon = rest.firstIndex(of: ASCII.semicolon) {
            rest = rest[(semicolon + 1)...]
            var value = rest.prefix { $0 != ASCII.semicolon }
            // Most parameters are not encodings.
            guard let first = value.first?.uppercased, "EQB".utf8.contains(first) else { continue }
            if value.hasPrefix(ignoringCase: "ENCODING=") { value = value.dropFirst(9) }
            value = value.trimmedBlanks
            if value.isEqual(ignoringCase: "QUOTED-PRINTABLE") { return .quotedPrintable }
            if value.isEqual(ignoringCase: "BASE64") || value.isEqual(ignoringCase: "B") { return .base64 }
        }
        return []
    }

    fileprivate static func isEncoding(_ value: ArraySlice<UInt8>) -> Bool {
        value.isEqual(ignoringCase: "QUOTED-PRINTABLE") || value.isEqual(ignoringCase: "BASE64")
            || value.isEqual(ignoringCase: "8BIT") || value.isEqual(ignoringCase: "7BIT")
    }

    /// Splits at separators that are not in quotes, into as many parts as a value can have.
    fileprivate static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false
        for index in bytes.indices {
            if bytes[index] == ASCII.quote {
                isQuoted.toggle()
            } else if bytes[index] == separator, !isQuoted {
                parts.append(bytes[start..<index])
                start = index + 1
                if parts.count == Escapes.maximumParts { break }
            }
        }
        return parts + [bytes[start...]]
    }
}
