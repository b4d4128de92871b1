import Foundation
import TerminalUI
import Testing

/// Holds a frame against the picture of it in `Goldens/NAME.txt`: its rows, then a letter a cell for the style
/// (``Style/letter``), then the cursor.
///
/// With `FRIENDS_RECORD_GOLDENS` set the pictures are drawn anew; look at the difference before committing it.
func expectGolden(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let drawn = picture(of: frame)
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(name).txt")
    if ProcessInfo.processInfo.environment["FRIENDS_RECORD_GOLDENS"] != nil {
        try drawn.write(to: file, atomically: true, encoding: .utf8)
        return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(drawn == golden, "\(name) is\n\(drawn)\nand should be\n\(golden)", sourceLocation: sourceLocation)
}

/// The frame as text. A wide character takes two columns in it, as on a screen.
func picture(of frame: Frame) -> String {
    var text = ""
    for row in 0..<frame.size.rows {
        var line = ""
        for cell in frame.rows[row].cells where cell.width > 0 {
            line.unicodeScalars += [cell.base] + frame.rows[row].marks(of: cell)
        }
        text += line.trimmedAtEnd + "\n"
    }
    text += String(repeating: "-", count: frame.size.columns) + "\n"
    for row in 0..<frame.size.rows {
        text += String(frame.rows[row].cells.map(\.style.letter)) + "\n"
    }
    text += "cursor: "
    if let cursor = frame.cursor {
        text += "row \(cursor.row), column \(cursor.column)" + (frame.showsCursor ? ", shown" : "")
    } else {
        text += "none"
    }
    return text + "\n"
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var result = self[...]
        while result.last == " " { result = result.dropLast() }
        return String(result)
    }
}
