import FriendsModel
import TerminalUI

/// Rows of texts separated by tabs, for programs: one row on each line, without titles. Tabs, line feeds and other control
/// characters within a text become spaces.
package struct TabText: Sendable {
    /// Whether a terminal shows the text.
    private let isForTerminal: Bool

    package init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    /// One row, with its line feed.
    package func row(_ texts: [String]) -> String {
        texts.map(cell).joined(separator: "\t") + "\n"
    }

    private func cell(_ text: String) -> String {
        var text = text
        if text.unicodeScalars.contains(where: \.breaksRows) {
            text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.breaksRows ? " " : $0 }))
        }
        return isForTerminal ? DisplayText.harmless(text) : text
    }
}

extension Unicode.Scalar {
    /// Whether a program could take it for the end of a cell or of a row.
    fileprivate var breaksRows: Bool {
        // Looking up a property takes a hundred times as long.
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
