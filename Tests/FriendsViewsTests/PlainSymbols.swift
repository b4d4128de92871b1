import TerminalUI
import Testing

/// What the program draws with and no friend of the tests has in a text.
private let symbols: Set<Unicode.Scalar> = Set(
    [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0xB7, 0xD7, 0x2191, 0x2192, 0x2193].compactMap(
        Unicode.Scalar.init)
        + (UInt32(0x2500)...0x257F).compactMap(Unicode.Scalar.init))

/// Every picture is drawn with ASCII alone as well: another character where a symbol was, and nothing else changed.
func expectPlainSymbols(_ plain: Frame, insteadOf frame: Frame, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(plain.size == frame.size && plain.cursor == frame.cursor, sourceLocation: sourceLocation)
    for (cell, original) in zip(plain.rows.flatMap(\.cells), frame.rows.flatMap(\.cells)) {
        var expected = original
        if symbols.contains(original.base) {
            expected.base = cell.base
            #expect(cell.base.isASCII, "\(cell.base)", sourceLocation: sourceLocation)
        }
        guard cell != expected else { continue }
        Issue.record("\(picture(of: plain))", sourceLocation: sourceLocation)
        return
    }
}
