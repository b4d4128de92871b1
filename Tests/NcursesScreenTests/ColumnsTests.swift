import Foundation
import TerminalTestSupport
import Testing

extension ScreenTests {
    /// Whatever stands in a column, the next one begins where it should: as tmux counts, which is not us.
    struct ColumnsTests {
        private static let size = (columns: 240, rows: 202)
        /// The width of a column in the probe's table.
        private static let columnWidth = 24

        /// Shows the texts in the rows of a table.
        /// - Returns: the texts behind which the next column does not begin where it should.
        private func crooked(_ texts: [String]) async throws -> [String] {
            let size = Self.size
            var crooked: [String] = []
            try await Tmux.with(columns: size.columns, rows: size.rows) { tmux in
                let file = tmux.home.appending(path: "texts")
                try texts.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
                try await tmux.enter("TEXTS=texts TerminalProbe")
                let (rows, columns) = (size.rows - 2, size.columns / Self.columnWidth)
                for page in 0...(texts.count - 1) / (rows * columns) {
                    if page > 0 { try await tmux.press("]") }
                    // That is in the last row, which comes last.
                    try await tmux.wait(for: "end of page \(page).")
                    for column in 0..<columns {
                        let bar = String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column))))
                        let cells = try await tmux.cells(beforeAndUnder: bar)
                        let first = (page * columns + column) * rows
                        for (row, cells) in cells.dropFirst().prefix(rows).enumerated()
                        where cells != ".|" && first + row < texts.count {
                            crooked.append(texts[first + row])
                        }
                    }
                }
            }
            return crooked
        }

        /// A text and its code points, for who has to find out what is wrong with it.
        private func named(_ texts: [String]) -> [String] {
            texts.map { text in
                text + " " + text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            }
        }

        @Test func `columns are aligned behind every emoji`() async throws {
            let emoji = try UnicodeData.emoji()
            try #require(emoji.count > 4_000)
            #expect(named(try await crooked(emoji)) == [])
            // And with letters around them.
            #expect(named(try await crooked(emoji.map { "a\($0)b" })) == [])
        }

        @Test func `columns are aligned behind texts of every script`() async throws {
            let scripts = try UnicodeData.scripts()
            try #require(scripts.count > 150)
            let texts = scripts.sorted { $0.key < $1.key }.flatMap(\.value).filter {
                !$0.isEmpty && !$0.contains { $0.isNewline }
            }
            #expect(named(try await crooked(texts)) == [])
            #expect(named(try await crooked(UnicodeData.words + UnicodeData.words.map { "a\($0)b" })) == [])
        }

        @Test func `columns are aligned behind every character`() async throws {
            let characters = try UnicodeData.characters()
            try #require(characters.count > 140_000)
            // Some at a time: each with others before and behind it.
            let texts = stride(from: 0, to: characters.count, by: 8).map { start in
                characters[start..<min(start + 8, characters.count)].joined()
            }
            #expect(named(try await crooked(texts)) == [])
        }
    }
}

extension Tmux {
    /// What stands in every row in the column of that letter, which is in the first and in the last row, and in the column
    /// before it.
    fileprivate func cells(beforeAndUnder letter: String) async throws -> [Substring] {
        func go(to row: String, _ jump: String) -> [String] {
            ["send-keys", "-X", row, ";", "send-keys", "-X", "start-of-line", ";"]
                + ["send-keys", "-X", jump, letter, ";"]
        }
        return try await run(
            ["copy-mode", ";"] + go(to: "top-line", "jump-to-forward")
                + ["send-keys", "-X", "begin-selection", ";", "send-keys", "-X", "rectangle-on", ";"]
                + go(to: "bottom-line", "jump-forward")
                + ["send-keys", "-X", "copy-selection-and-cancel", ";", "show-buffer"]
        ).split(separator: "\n", omittingEmptySubsequences: false)
    }
}
