import FriendsModel
import FriendsVCard
import SwiftCSV

/// The rows of a table. SwiftCSV reads their cells; here is where each of them ends, so that a file is read as it arrives, a row knows
/// its number in the file, and a damaged row affects no other one.
struct CSVRows: Sendable {
    struct Row: Equatable, Sendable {
        /// The number of the line at which it begins, counted from 1.
        let number: Int
        /// Nil if its quotation marks do not match.
        let cells: [String]?
        /// Whether it begins before the place where a damaged row was found to be one, and so may be a part of that.
        var isSuspect = false
        /// Whether it is valid UTF-8.
        var isUTF8 = true
    }

    /// What divides cells, in the order in which it is guessed.
    static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

    /// The maximum size of a row, in bytes: more than a friend can have.
    private static let maximumSize = 8 << 20

    private enum Place {
        case cellStart, plain, quoted
        /// After a quotation mark in a quoted cell, which ends it or is the first of two.
        case quote
    }

    private let delimiter: UInt8
    private var pending: [UInt8] = []
    /// The number of the line at which the next row begins.
    private var number = 1

    // The row that is being received. It begins at the start of `pending`.
    private var rowStart = 0
    private var place = Place.cellStart
    private var index = 0
    /// The quotation marks inside of cells that are not quoted.
    private var plainQuotes: [Int] = []
    private var lineCount = 0
    /// The end of the first line.
    private var firstEnd: Int?
    /// Whether the rest of a damaged line is skipped.
    private var isSkipping = false
    /// The end of the damaged rows. Before it no cell continues in another line, so that no byte is read more than twice.
    private var damageEnd = 0

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// Reads the next chunk, which is in UTF-8 or in an encoding that has ASCII, too.
    mutating func read(_ chunk: some Collection<UInt8>) -> [Row] {
        pending.append(contentsOf: chunk)
        return rows(isAtEnd: false)
    }

    mutating func finish() -> [Row] { rows(isAtEnd: true) }

    private mutating func rows(isAtEnd: Bool) -> [Row] {
        // The array moves out, so that rows can be slices of it.
        let bytes = pending
        pending = []
        var rows: [Row] = []
        var start = 0
        while let end = endOfRow(in: bytes, isAtEnd: isAtEnd) {
            if isSkipping {
                isSkipping = false
                number += 1
                start = end.next
            } else if end.isDamaged {
                damageEnd = max(damageEnd, end.content)
                rows.append(Row(number: number, cells: nil))
                // Its next line can be a row again.
                isSkipping = firstEnd == nil
                number += isSkipping ? 0 : 1
                start = end.next
            } else {
                let content = bytes[start..<end.content]
                let cells = Self.cells(content, plainQuotes, delimiter)
                let isUTF8 = content.allSatisfy { $0 < 0x80 } || String(validating: content, as: UTF8.self) != nil
                rows.append(Row(number: number, cells: cells, isSuspect: start < damageEnd, isUTF8: isUTF8))
                number += lineCount
                start = end.next
            }
            begin(at: start)
        }
        if isSkipping {
            // A line without an end needs no memory.
            start = index
            rowStart = index
        }
        pending = start == 0 ? bytes : Array(bytes[start...])
        index -= start
        rowStart -= start
        damageEnd -= start
        firstEnd = firstEnd.map { $0 - start }
        plainQuotes = plainQuotes.map { $0 - start }
        return rows
    }

    private mutating func begin(at start: Int) {
        (place, index, lineCount, firstEnd) = (.cellStart, start, 0, nil)
        rowStart = start
        plainQuotes.removeAll(keepingCapacity: true)
    }

    private struct End {
        /// The end of the cells.
        let content: Int
        /// The beginning of the next row.
        let next: Int
        var isDamaged = false
    }

    /// Finds the end of the row; nil if it was not received.
    private mutating func endOfRow(in bytes: [UInt8], isAtEnd: Bool) -> End? {
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                // A LF may follow.
                if byte == UInt8(ascii: "\r"), index + 1 == count, !isAtEnd { return nil }
                let isPair = byte == UInt8(ascii: "\r") && index + 1 < count && bytes[index + 1] == UInt8(ascii: "\n")
                let next = index + (isPair ? 2 : 1)
                lineCount += 1
                firstEnd = firstEnd ?? next
                if place != .quoted || isSkipping { return End(content: index, next: next) }
                if index < damageEnd { return End(content: index, next: next, isDamaged: true) }
                index = next
                continue
            }
            if index - rowStart > Self.maximumSize, !isSkipping {
                return End(content: index, next: firstEnd ?? index, isDamaged: true)
            }
            guard advance(byte) else { return End(content: index, next: firstEnd ?? index, isDamaged: true) }
            index += 1
        }
        guard isAtEnd, rowStart < count else { return nil }
        lineCount += 1
        let isDamaged = place == .quoted && !isSkipping
        return End(content: count, next: isDamaged ? firstEnd ?? count : count, isDamaged: isDamaged)
    }

    /// Moves on by a byte that is no line end.
    /// - Returns: false if it can't be there.
    private mutating func advance(_ byte: UInt8) -> Bool {
        if isSkipping { return true }
        switch (place, byte) {
        case (.quoted, UInt8(ascii: "\"")): place = .quote
        case (.quoted, _): break
        case (_, delimiter): place = .cellStart
        case (.cellStart, UInt8(ascii: "\"")), (.quote, UInt8(ascii: "\"")): place = .quoted
        case (.cellStart, UInt8(ascii: " ")), (.cellStart, UInt8(ascii: "\t")), (.quote, UInt8(ascii: " ")),
            (.quote, UInt8(ascii: "\t")):
            break
        case (.quote, _): return false
        case (.plain, UInt8(ascii: "\"")): plainQuotes.append(index)
        case (.cellStart, _), (.plain, _): place = .plain
        }
        return true
    }
}

// MARK: - Cells

extension CSVRows {
    /// The cells of a row; nil if it is damaged.
    /// - Parameter plainQuotes: the places of quotation marks in cells that are not quoted.
    private static func cells(_ row: ArraySlice<UInt8>, _ plainQuotes: [Int], _ delimiter: UInt8) -> [String]? {
        // A first row is taken for a header, and read twice. An empty one costs nothing.
        var text: [UInt8] = [UInt8(ascii: "\n")]
        text.reserveCapacity(row.count + 16)
        var quotes = plainQuotes[...]
        for (index, byte) in zip(row.indices, row) {
            append(byte, to: &text)
            if quotes.first == index {
                append(byte, to: &text)
                quotes.removeFirst()
            }
        }
        text.append(UInt8(ascii: "\n"))
        let string = String(decoding: text, as: UTF8.self)
        let separator = CSVDelimiter.character(Character(Unicode.Scalar(delimiter)))
        guard let csv = try? EnumeratedCSV(string: string, delimiter: separator, loadColumns: false),
            csv.rows.count == 1
        else { return nil }
        return csv.rows[0].map(cell)
    }

    /// SwiftCSV reads characters. In those, a letter with an accent or a comma with one are something else than a letter or a comma, and a
    /// row ends at more characters than LF and CR. So each byte that is not printable ASCII is a letter of its own.
    private static func append(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case 0x20..<0x7F, UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): text.append(byte)
        default:
            // U+0100 to U+01FF in UTF-8.
            text.append(0xC4 + byte >> 6)
            text.append(0x80 | byte & 0x3F)
        }
    }

    /// The text of a cell.
    private static func cell(_ text: String) -> String {
        var text = text
        let bytes: [UInt8]? = text.withUTF8 { utf8 in
            if utf8.allSatisfy({ $0 < 0x80 }) { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(utf8.count)
            var lead: UInt8?
            for byte in utf8 {
                if let first = lead {
                    bytes.append((first - 0xC4) << 6 | byte & 0x3F)
                    lead = nil
                } else if byte < 0x80 {
                    bytes.append(byte)
                } else {
                    lead = byte
                }
            }
            return bytes
        }
        guard let bytes else { return CSVCell.text(of: text) }
        let utf8 = TextEncoding.utf8(bytes[...])
        return CSVCell.text(of: String(decoding: utf8, as: UTF8.self))
    }
}
