/// Reads the cards of a file, one after the other, from its bytes in chunks of any size.
///
/// A damaged card affects no other one: a card ends at `END:VCARD`, and also where the next one begins.
package struct VCardReader: Sendable {
    /// A card of a file, or what is there in place of one.
    package struct Record: Equatable, Sendable {
        /// The number of the row at which it begins, counted from 1.
        package let row: Int
        package let card: Result<VCard, VCardDamage>
    }

    /// The maximum size of a card, in bytes: several times the size of a photo from a phone.
    package static let maximumSize = 32 << 20
    /// The maximum number of content lines of a card.
    static let maximumLines = 100_000

    private let maximumSize: Int

    private enum State {
        /// Between cards. Text there is reported once, however many rows it has.
        case outside(isReported: Bool)
        case inside(VCardBuilder)
        /// In a card that is too large.
        case skipping
    }

    private var decoder = UnicodeDecoder()
    private var state = State.outside(isReported: false)
    /// What was received and not processed, from the beginning of a row.
    private var pending: [UInt8] = []
    /// Up to where `pending` was searched for a line end.
    private var searched = 0
    /// The end of the CRs that were found last, as far as they were received.
    private var returnsEnd = 0
    /// The number of the next row.
    private var row = 1
    /// Whether a CR ends a row also without a LF, which is so in a card whose first row ends in that way.
    private var endsAtReturn = true
    private var records: [Record] = []

    /// - Parameter maximumSize: the maximum size of a card, in bytes.
    package init(maximumSize: Int = Self.maximumSize) {
        self.maximumSize = maximumSize
    }

    /// Reads the next chunk.
    /// - Returns: the cards that it completes.
    package mutating func read(_ chunk: some Collection<UInt8>) -> [Record] {
        decoder.decode(chunk, into: &pending)
        readRows(isAtEnd: false)
        return takeRecords()
    }

    /// Ends the file.
    /// - Returns: the last cards.
    package mutating func finish() -> [Record] {
        decoder.finish(into: &pending)
        readRows(isAtEnd: true)
        if case .inside(let card) = state { report(card.row, .failure(.noEnd)) }
        state = .outside(isReported: false)
        return takeRecords()
    }

    /// The cards of a whole file.
    package static func records(in bytes: some Collection<UInt8>) -> [Record] {
        var reader = VCardReader()
        let records = reader.read(bytes)
        return records + reader.finish()
    }

    // MARK: - Rows

    private mutating func readRows(isAtEnd: Bool) {
        // The array moves out, so that rows can be slices of it while the state changes.
        let bytes = pending
        var start = 0
        while let found = nextRow(of: bytes, from: start, isAtEnd: isAtEnd) {
            process(bytes[found.content], endedByReturn: found.isEndedByReturn)
            row += 1
            start = found.next
            searched = start
        }
        pending = []
        if bytes.count - start > maximumSize {
            // A row this long is no part of a card that is accepted. What follows of it counts as another row.
            process(bytes[start..<start + maximumSize], endedByReturn: false)
            start = bytes.count
            searched = start
        }
        pending = start == 0 ? bytes : Array(bytes[start...])
        searched -= start
        returnsEnd = max(0, returnsEnd - start)
    }

    private struct Row {
        let content: Range<Int>
        let next: Int
        var isEndedByReturn = false
    }

    /// Finds the row that begins at a position; nil if its end was not received.
    private mutating func nextRow(of bytes: [UInt8], from start: Int, isAtEnd: Bool) -> Row? {
        let count = bytes.count
        let rest = bytes[max(searched, start)...]
        // To search for both, one after the other, would take quadratic time in a file with one of them.
        let found = endsAtReturn ? rest.firstIndex(where: \.isLineEnd) : rest.place(of: ASCII.lineFeed)
        guard let end = found else {
            searched = count
            return isAtEnd && start < count ? row(bytes, start..<count, next: count) : nil
        }
        if bytes[end] == ASCII.lineFeed { return row(bytes, start..<end, next: end + 1) }
        // Some programs write several CRs before the LF.
        let next = bytes[max(end, returnsEnd)...].firstIndex { $0 != ASCII.carriageReturn } ?? count
        returnsEnd = next
        if next == count, !isAtEnd {
            // A LF may follow.
            searched = end
            return nil
        }
        let isBeforeLineFeed = next < count && bytes[next] == ASCII.lineFeed
        return Row(
            content: start..<end, next: isBeforeLineFeed ? next + 1 : end + 1, isEndedByReturn: !isBeforeLineFeed)
    }

    /// The row in a range without the CRs at its end.
    private func row(_ bytes: [UInt8], _ range: Range<Int>, next: Int) -> Row {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
        if !endsAtReturn,
            let marker = VCardBuilder.endMarker(bytes[range.lowerBound..<end], before: ASCII.carriageReturn)
        {
            // The rows of the next card end with CR alone.
            return Row(content: marker.startIndex..<marker.endIndex, next: marker.endIndex + 1)
        }
        return Row(content: range.lowerBound..<end, next: next)
    }

    // MARK: - Cards

    private mutating func process(_ content: ArraySlice<UInt8>, endedByReturn: Bool) {
        switch state {
        case .outside(let isReported):
            processOutside(content, isReported: isReported, endedByReturn: endedByReturn)
        case .inside(var card):
            // The card leaves the state, so that it is not copied.
            state = .skipping
            switch card.append(content) {
            case .continues:
                if card.size > maximumSize || card.lineCount > Self.maximumLines {
                    report(card.row, .failure(.tooLarge))
                } else {
                    state = .inside(card)
                }
            case .ends:
                report(card.row, .success(card.card))
                beOutside()
            case .isInterrupted:
                report(card.row, .failure(.noEnd))
                begin(content, endedByReturn: endedByReturn)
            }
        case .skipping:
            if VCardBuilder.isBegin(content) {
                begin(content, endedByReturn: endedByReturn)
            } else if VCardBuilder.isEnd(content) {
                beOutside()
            }
        }
    }

    private mutating func processOutside(_ content: ArraySlice<UInt8>, isReported: Bool, endedByReturn: Bool) {
        var text = content.trimmedBlanks
        // Files that were put together have a byte order mark in the middle.
        while text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3).trimmedBlanks }
        if text.isEmpty { return }
        if VCardBuilder.isBegin(text) {
            begin(content[text.startIndex...], endedByReturn: endedByReturn)
        } else if !isReported {
            report(row, .failure(.notACard))
            state = .outside(isReported: true)
        }
    }

    private mutating func begin(_ content: ArraySlice<UInt8>, endedByReturn: Bool) {
        endsAtReturn = endedByReturn
        // A CR in the first row would be its end when the card is read again.
        let content = content.has(ASCII.carriageReturn) ? content.trimmedBlanks : content
        state = .inside(VCardBuilder(content, row: row))
    }

    private mutating func beOutside() {
        endsAtReturn = true
        state = .outside(isReported: false)
    }

    private mutating func report(_ row: Int, _ card: Result<VCard, VCardDamage>) {
        records.append(Record(row: row, card: card))
    }

    private mutating func takeRecords() -> [Record] {
        defer { records = [] }
        return records
    }
}
