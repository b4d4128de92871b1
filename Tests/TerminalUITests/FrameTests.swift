import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FrameTests {
    private func row(_ frame: Frame, _ row: Int = 0) -> String {
        var text = ""
        for cell in frame.rows[row].cells where cell.width > 0 {
            text.unicodeScalars += [cell.base] + frame.rows[row].marks(of: cell)
        }
        return text
    }

    private func widthsAddUp(_ frame: Frame) -> Bool {
        (0..<frame.size.rows).allSatisfy { row in
            frame.rows[row].cells.reduce(0) { $0 + Int($1.width) } == frame.size.columns
        }
    }

    @Test func aTextIsCutAtTheEdgeOfTheFrame() {
        var frame = Frame(size: Size(columns: 5, rows: 1))
        #expect(frame.write("abcdefgh", column: 2, row: 0) == 3)
        #expect(row(frame) == "  ab…")
    }

    @Test func aWideCharacterTakesTwoCellsAndNeverHalfOfOne() {
        var frame = Frame(size: Size(columns: 4, rows: 1))
        frame.write("王王", column: 0, row: 0)
        #expect(row(frame) == "王王")
        frame.write("x", column: 1, row: 0)
        #expect(row(frame) == " x王")
        frame.write("y", column: 2, row: 0)
        #expect(row(frame) == " xy ")
        #expect(widthsAddUp(frame))
        frame.write("王", column: 3, row: 0)
        #expect(widthsAddUp(frame))
        #expect(frame.write(DisplayForm("王").glyphs, column: 3, row: 0) == 0, "glyphs have no room either")
        #expect(widthsAddUp(frame))
    }

    @Test func fillingOverHalfOfAWideCharacterBlanksTheOtherHalf() {
        var frame = Frame(size: Size(columns: 6, rows: 1))
        frame.write("王王王", column: 0, row: 0)
        frame.fill(column: 1, row: 0, width: 4, style: .overlay)
        #expect(row(frame) == "      ")
        #expect(widthsAddUp(frame))
    }

    @Test func drawingOutsideTheFrameDoesNothing() {
        var frame = Frame(size: Size(columns: 3, rows: 1))
        let empty = frame
        frame.write("x", column: 0, row: 1)
        frame.write("x", column: 3, row: 0)
        frame.write("x", column: -1, row: 0)
        frame.write("", column: 0, row: 0)
        frame.fill(column: 5, row: 0, width: 2, style: .title)
        frame.fill(column: 0, row: -1, width: 2, style: .title)
        #expect(frame == empty)
    }

    @Test func marksStayOnTheirCharacter() {
        var frame = Frame(size: Size(columns: 3, rows: 1))
        frame.write("e\u{301}王", column: 0, row: 0)
        #expect(row(frame) == "e\u{301}王")
    }

    @Test func aFrameWithoutCellsCanBeDrawnOn() {
        var frame = Frame(size: Size(columns: 0, rows: 0))
        frame.write("x", column: 0, row: 0)
        #expect(frame.rows.isEmpty)
    }

    @Test func rowsWithOtherMarksDiffer() {
        var (acute, grave) = (Frame(size: Size(columns: 3, rows: 1)), Frame(size: Size(columns: 3, rows: 1)))
        acute.write("e\u{301}", column: 0, row: 0)
        grave.write("e\u{300}", column: 0, row: 0)
        #expect(acute.rows[0].cells == grave.rows[0].cells)
        #expect(acute.rows[0] != grave.rows[0])
        #expect(acute != grave)
    }
}
