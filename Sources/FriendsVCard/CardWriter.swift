import FriendsModel

/// A content line to be written.
struct WrittenLine {
    var group: String?
    var name: String
    /// Such as `TYPE=home`, in order.
    var parameters: [String] = []
    /// In UTF-8, with escapes, without folds.
    let value: [UInt8]
}

/// Writes the content lines of a card.
struct CardWriter {
    /// The parameter with the ids of the friend's lines that do not follow from their content.
    static let idParameter: StaticString = "X-FRIENDS-ID"
    /// The program that has made a card.
    static let product = "-//friends//vCard//EN"

    /// The parameter of a value in Base64. In version 2.1 it has another name.
    static let base64 = "ENCODING=b"

    /// The longest row, in bytes and without the line end (RFC 6350, 3.2).
    private static let maximumRow = 75

    let version: VCard.Version
    private(set) var bytes: [UInt8] = []

    init(_ version: VCard.Version) {
        self.version = version
    }

    /// Adds the bytes of a line as they are.
    mutating func add(raw: some Collection<UInt8>) {
        bytes.append(contentsOf: raw)
        bytes.append(contentsOf: ASCII.lineEnd)
    }

    /// Adds a line of a card as it is.
    mutating func add(_ line: ContentLine) {
        add(raw: line.raw)
        // An empty row ends it.
        if line.isOpen { add(raw: []) }
    }

    mutating func add(_ name: String, _ value: String) { add(raw: "\(name):\(value)".utf8) }

    mutating func add(_ line: WrittenLine) {
        var header: [UInt8] = []
        if let group = line.group { header += "\(group).".utf8 }
        header += line.name.utf8
        let isBase64 = version == .v2 && line.parameters.contains(Self.base64)
        for parameter in line.parameters {
            header.append(ASCII.semicolon)
            header += isBase64 && parameter == Self.base64 ? "ENCODING=BASE64".utf8 : parameter.utf8
        }
        // Names and parameters have no escape for a line end, which an encoded value of another card can bring.
        header = header.map { $0.isLineEnd ? ASCII.space : $0 }
        if isBase64 {
            fold(header + [ASCII.colon] + line.value)
            // An empty row ends it.
            add(raw: [])
        } else if version == .v2 {
            addEncoded(header, line.value)
        } else {
            fold(header + [ASCII.colon] + Escapes.withoutLineEnds(line.value))
        }
    }

    /// Adds a line of version 2.1, which has no folds that all programs understand.
    private mutating func addEncoded(_ header: [UInt8], _ value: [UInt8]) {
        let isPlain = value.allSatisfy { (ASCII.space..<0x7F).contains($0) }
        if isPlain, header.count + value.count < Self.maximumRow {
            add(raw: header + [ASCII.colon] + value)
            return
        }
        let header = header + (isPlain ? "" : ";CHARSET=UTF-8").utf8 + ";ENCODING=QUOTED-PRINTABLE:".utf8
        add(raw: header + QuotedPrintable.encoded(value[...], indent: header.count))
    }

    /// Folds between characters.
    private mutating func fold(_ line: [UInt8]) {
        guard line.count > Self.maximumRow else {
            add(raw: line)
            return
        }
        if line.isASCII, !line.has(ASCII.carriageReturn) {
            foldASCII(line)
            return
        }
        var column = 0
        func place(_ piece: some Collection<UInt8>, _ bytes: inout [UInt8]) {
            if column + piece.count > Self.maximumRow {
                bytes.append(contentsOf: ASCII.lineEnd)
                bytes.append(ASCII.space)
                column = 1
            }
            bytes.append(contentsOf: piece)
            column += piece.count
        }
        for character in String(decoding: line, as: UTF8.self) {
            if character.utf8.count < Self.maximumRow {
                place(character.utf8, &bytes)
            } else {
                for scalar in character.unicodeScalars { place(UTF8.encode(scalar) ?? .init(), &bytes) }
            }
        }
        bytes.append(contentsOf: ASCII.lineEnd)
    }

    /// Each byte is a character.
    private mutating func foldASCII(_ line: [UInt8]) {
        var rest = line[...]
        var width = Self.maximumRow
        while rest.count > width {
            bytes.append(contentsOf: rest.prefix(width))
            bytes.append(contentsOf: ASCII.lineEnd)
            bytes.append(ASCII.space)
            rest.removeFirst(width)
            width = Self.maximumRow - 1
        }
        add(raw: rest)
    }
}

// MARK: - Values of lines

extension FriendLine {
    /// The name of the property for the line. Before version 4.0, other programs know some by another one.
    func propertyName(in version: VCard.Version) -> String {
        switch kind {
        // Apple's and Google's, for dates of all kinds.
        case .anniversary where !label.isEmpty: "X-ABDATE"
        case .anniversary where version < .v4: "X-ANNIVERSARY"
        case .relation where version < .v4: "X-ABRELATEDNAMES"
        default: kind.cardProperty ?? "X-FRIENDS-LINE"
        }
    }

    /// Whether a content line is of a property for the kind. A property whose name is the label, such as `X-JABBER`, cannot hold a
    /// line without one.
    func isWritten(as content: ContentLine) -> Bool {
        content.property == (kind.cardProperty == nil ? .line : .value(kind))
            && (!label.isEmpty || content.labelOfName.isEmpty)
    }

    /// Whether the content line has the label in its value.
    var hasLabelInValue: Bool { kind.cardProperty == nil }

    /// The value of a content line.
    /// - Parameter owner: the name that stands before an email; empty for none.
    func content(_ version: VCard.Version, ofOwner owner: String) -> [UInt8] {
        owner.isEmpty ? content(version) : Escapes.added(to: "\(owner) <\(value)>", version)
    }

    /// The value of a content line.
    /// - Parameter parts: the texts of the structured value that the line has had.
    func content(_ version: VCard.Version, replacing parts: [String] = []) -> [UInt8] {
        switch kind {
        case .address: Self.content(parts.isEmpty ? Self.addressParts : parts, value, main: 2, version)
        case .organization: Self.content(parts.isEmpty ? [""] : parts, value, main: 0, version)
        case _ where kind.format == .date: Array(dateContent(version).utf8)
        // An URI has no escapes, but backslashes are read as some.
        case .website where version > .v2, .messenger where version > .v2 && value.isURI:
            Array(value.replacing("\\", with: "\\\\").utf8)
        // Commas divide several nicknames.
        case .nickname: Escapes.added(to: value, version).replacing("\\,".utf8, with: ",".utf8)
        case .email where value.lowercased().hasPrefix("mailto:"):
            Escapes.added(to: "mailto:" + value.replacing("%", with: "%25"), version)
        default:
            hasLabelInValue
                ? Array(
                    [kind.key, label, value].map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon])
                )
                : Escapes.added(to: value, version)
        }
    }

    private static let addressParts = [String](repeating: "", count: 7)

    /// A structured value that is shown as a text.
    /// - Parameter main: the number of the part that gets the whole text if it is not known which part has changed.
    private static func content(_ parts: [String], _ text: String, main: Int, _ version: VCard.Version) -> [UInt8] {
        let parts =
            edited(parts, in: Array(parts.indices), to: text)
            ?? parts.indices.map { $0 == min(main, parts.count - 1) ? text : "" }
        return Array(parts.map { Escapes.added(to: $0, version) }.joined(separator: [ASCII.semicolon]))
    }

    /// The parts with one of them changed so that they make up `text`; nil if one change is not enough.
    /// - Parameter order: the numbers of the parts in the order in which they are shown.
    static func edited(_ parts: [String], in order: [Int], to text: String) -> [String]? {
        func joined(_ parts: [String]) -> String { CardValue.joined(order.map { parts[$0] }) }
        if joined(parts).isIdentical(to: text) { return parts }
        // There may be many more that are empty.
        let shown = order.map { ($0, CardValue.part(parts[$0])) }.filter { !$0.1.isEmpty }
        for (place, (index, _)) in shown.enumerated() {
            var before = shown[..<place].map(\.1).joined(separator: CardValue.separator)
            var after = shown[(place + 1)...].map(\.1).joined(separator: CardValue.separator)
            if !before.isEmpty { before += CardValue.separator }
            if !after.isEmpty { after = CardValue.separator + after }
            guard text.utf8.count > before.utf8.count + after.utf8.count, text.hasPrefix(before), text.hasSuffix(after)
            else { continue }
            var edited = parts
            edited[index] = String(text.dropFirst(before.count).dropLast(after.count))
            if joined(edited).isIdentical(to: text) { return edited }
        }
        return nil
    }

    /// The year that stands for none in version 3.0, where a date needs one. It is a leap year.
    private static let unknownYear = "1604"

    private func dateContent(_ version: VCard.Version) -> String {
        if Birthday.isPartial(value) { return value }
        if version == .v4 {
            return value.hasPrefix("--") ? "--" + value.filter { $0 != "-" } : value.filter { $0 != "-" }
        }
        return value.hasPrefix("--") ? Self.unknownYear + value.dropFirst() : value
    }

    /// The parameters that the value needs.
    func valueParameters(_ version: VCard.Version) -> [String] {
        switch kind {
        case .relation where version == .v4: ["VALUE=text"]
        case _ where kind.format == .date && version < .v4 && value.hasPrefix("--"):
            ["\(CardValue.omittedYear)=\(Self.unknownYear)"]
        default: []
        }
    }
}

extension String {
    /// Whether it begins like a URI: a text with a scheme and without white space.
    fileprivate var isURI: Bool { contains(":") && !contains(where: \.isWhitespace) }
}
