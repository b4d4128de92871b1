/// A card whose rows are being read: finds out which rows are one content line.
struct VCardBuilder: Sendable {
    /// What a row means for its card.
    enum Event {
        case continues
        /// It is the last row.
        case ends
        /// It is the first row of the next card.
        case isInterrupted
    }

    /// The most bytes in which a colon is expected, if they are several rows.
    private static let maximumHeader = 1_000

    /// The number of its first row.
    let row: Int
    private var bytes: [UInt8]
    private var spans: [VCard.Span]
    private var looseRowCount = 0
    /// The number of cards inside of which the row is (`AGENT` in 2.1).
    private var depth = 0
    /// Whether the names and parameters of the last line are complete: a row with its value was read.
    private var isHeaderComplete = true
    /// Whether the last line may be a row of the note before it: it has no colon yet, which can be in a row that follows.
    private var isDoubtful = false

    init(_ content: ArraySlice<UInt8>, row: Int) {
        self.row = row
        bytes = []
        bytes.reserveCapacity(256)
        spans = []
        spans.reserveCapacity(12)
        addLine(content)
    }

    var size: Int { bytes.count }
    /// With the rows of notes that are not indented.
    var lineCount: Int { spans.count + looseRowCount }

    var card: VCard { VCard(bytes: bytes, spans: spans) }

    mutating func append(_ content: ArraySlice<UInt8>) -> Event {
        if isDoubtful, content.first?.isBlank != true { joinNote() }
        let isMarker = content.first.map { $0 | 0x20 == UInt8(ascii: "b") || $0 | 0x20 == UInt8(ascii: "e") } ?? false
        if isMarker, Self.isEnd(content) {
            if depth > 0 {
                depth -= 1
                addRow(content)
                return .continues
            }
            addLine(content)
            return .ends
        }
        if isMarker, Self.isBegin(content) {
            guard isAgent else { return .isInterrupted }
            depth += 1
            spans[spans.count - 1].layout.insert(.nested)
            addRow(content)
            return .continues
        }
        if depth > 0 || continuesLine(content) {
            addRow(content)
        } else if continuesNote(content) {
            if Self.canBeHeader(content) {
                addLine(content)
                isDoubtful = true
            } else {
                spans[spans.count - 1].layout.insert(.loose)
                looseRowCount += 1
                addRow(content)
            }
        } else {
            addLine(content)
        }
        return .continues
    }

    /// Whether a row belongs to the last line.
    private func continuesLine(_ content: ArraySlice<UInt8>) -> Bool {
        let last = spans[spans.count - 1]
        if last.layout.contains(.quotedPrintable), ContentLine.isOpen(bytes[last.start..<last.end]) { return true }
        guard let first = content.first else {
            // An empty row ends Base64 in 2.1.
            return last.layout.contains(.base64)
        }
        if first.isBlank { return true }
        // Some programs do not indent the rows of Base64.
        return last.layout.contains(.base64) && content.trimmedBlanks.allSatisfy(\.isBase64)
    }

    /// Whether a row belongs to the note before it: old programs write its rows without any mark.
    private func continuesNote(_ content: ArraySlice<UInt8>) -> Bool {
        let last = spans[spans.count - 1]
        guard isHeaderComplete, last.layout.isDisjoint(with: [.quotedPrintable, .base64]),
            !content.contains(ASCII.colon)
        else { return false }
        let name = bytes[last.start..<min(last.start + 5, last.end)]
        return name.hasPrefix(ignoringCase: "NOTE") && (name.last == ASCII.colon || name.last == ASCII.semicolon)
    }

    /// Whether a row without a colon can be the beginning of a content line that is folded before its colon: a name and parameters.
    private static func canBeHeader(_ content: ArraySlice<UInt8>) -> Bool {
        guard let semicolon = content.firstIndex(of: ASCII.semicolon), semicolon > content.startIndex else {
            return false
        }
        let next = content[semicolon...].dropFirst().first
        // After a semicolon, a text has a space.
        return content[..<semicolon].allSatisfy { $0.isOfName || $0 == ASCII.dot } && next.map(\.isOfName) ?? true
    }

    /// The last line was a row of the note before it.
    private mutating func joinNote() {
        isDoubtful = false
        let row = spans.removeLast()
        spans[spans.count - 1].end = row.end
        spans[spans.count - 1].layout.formUnion([.rows, .loose])
        looseRowCount += 1
        isHeaderComplete = true
    }

    private mutating func addLine(_ content: ArraySlice<UInt8>) {
        spans.append(VCard.Span(start: bytes.count, end: bytes.count + content.count))
        add(content)
        isHeaderComplete = false
        readHeader()
    }

    private mutating func addRow(_ content: ArraySlice<UInt8>) {
        let last = spans.count - 1
        add(content)
        spans[last].end = bytes.count - ASCII.lineEnd.count
        spans[last].layout.insert(.rows)
        if !isHeaderComplete { readHeader() }
    }

    private mutating func add(_ content: ArraySlice<UInt8>) {
        bytes.append(contentsOf: content)
        bytes.append(ASCII.carriageReturn)
        bytes.append(ASCII.lineFeed)
    }

    /// Finds the encoding of the last line, which says how the line continues.
    private mutating func readHeader() {
        let span = spans[spans.count - 1]
        var content = bytes[span.start..<span.end]
        if span.layout.contains(.rows) { content = ContentLine.unfolded(content, span.layout) }
        guard let end = ContentLine.endOfHeader(content) else {
            // Longer text is no header. Until then it is read again with each row, because a header can be folded.
            isHeaderComplete = span.end - span.start > Self.maximumHeader
            return
        }
        isHeaderComplete = true
        isDoubtful = false
        spans[spans.count - 1].layout.formUnion(ContentLine.encoding(content[..<end]))
    }

    /// Whether the last line is an agent whose card follows.
    private var isAgent: Bool {
        let span = spans[spans.count - 1]
        if depth > 0 {
            // An agent can have an agent of its own.
            let rows = bytes[span.start..<span.end]
            let row = rows.lastIndex(of: ASCII.lineFeed).map { rows[($0 + 1)...] } ?? rows
            return row.hasPrefix(ignoringCase: "AGENT") && row.trimmedBlanks.last == ASCII.colon
        }
        guard span.layout.isEmpty else { return false }
        let line = ContentLine(bytes[span.start..<span.end])
        return line.property == .agent && line.value.trimmedBlanks.isEmpty
    }

    // MARK: - Markers

    static func isBegin(_ content: ArraySlice<UInt8>) -> Bool { isMarker(content, "BEGIN") }

    static func isEnd(_ content: ArraySlice<UInt8>) -> Bool { isMarker(content, "END") }

    private static func isMarker(_ content: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        guard content.hasPrefix(ignoringCase: name) else { return false }
        let rest = content.dropFirst(name.utf8CodeUnitCount).drop(while: \.isBlank)
        return rest.first == ASCII.colon && rest.dropFirst().trimmedBlanks.isEqual(ignoringCase: "VCARD")
    }

    /// The end of a card at the beginning of a row, before a byte in that row.
    static func endMarker(_ content: ArraySlice<UInt8>, before byte: UInt8) -> ArraySlice<UInt8>? {
        guard content.hasPrefix(ignoringCase: "END"), let end = content.firstIndex(of: byte), isEnd(content[..<end])
        else { return nil }
        return content[..<end]
    }
}
