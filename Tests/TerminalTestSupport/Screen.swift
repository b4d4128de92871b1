/// What a terminal shows, as text: one line for each row, without the blanks at its end.
package struct Screen: Equatable, CustomStringConvertible {
    /// The rows from the top.
    package let lines: [String]

    /// - Parameter text: what tmux prints of a screen.
    package init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    package var description: String {
        let edge = "+" + String(repeating: "-", count: 78)
        return ([edge] + lines.map { "|" + $0 } + [edge]).joined(separator: "\n")
    }

    /// Whether a text is in one of the lines.
    package func contains(_ text: String) -> Bool {
        lines.contains { $0.contains(text) }
    }

    /// Whether a pattern matches in one of the lines.
    package func contains(_ pattern: some RegexComponent) -> Bool {
        lines.contains { $0.contains(pattern) }
    }

    /// The first line with a text in it, or nothing.
    package func line(with text: String) -> String {
        lines.first { $0.contains(text) } ?? ""
    }

    /// Which lines have one of these texts, in the order of the screen.
    package func order(of texts: [String]) -> [String] {
        lines.compactMap { line in texts.first { line.contains($0) } }
    }

    /// The line with the marker of the selection.
    package var selectedLine: String {
        lines.first { $0.hasPrefix(" >") } ?? ""
    }

    /// Whether a shell waits for a command.
    package var endsInPrompt: Bool {
        lines.last { !$0.isEmpty } == "$"
    }
}
