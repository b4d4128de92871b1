import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// Import and export on the screen.
    struct FilesOnScreen {
        /// Cards as another program has them. Grace is refused, for nothing names her.
        private static let cards = """
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:ada\r
            N:Lovelace;Ada;;;\r
            FN:Ada Lovelace\r
            TEL;TYPE=CELL:+44 20 7946 0001\r
            X-ENGINE:analytical\u{1B}]0;HACK\u{7}\r
            END:VCARD\r
            BEGIN:VCARD\r
            VERSION:3.0\r
            NOTE:nobody\r
            END:VCARD\r
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:linus\r
            N:Torvalds;Linus;;;\r
            FN:Linus Torvalds\r
            END:VCARD\r

            """

        private func openPreview(_ tmux: Tmux) async throws {
            try await tmux.runCommand("import")
            try await tmux.wait(for: "─ Import friends ─")
            try await tmux.type("~/fri")
            try await tmux.press("Tab")
            try await tmux.wait(for: "From: ~/friends.vcf")
            try await tmux.press("Enter")
        }

        @Test func `a file is imported, undone, and exported again`() async throws {
            try await Tmux.with { tmux in
                let file = tmux.home.appending(path: "friends.vcf")
                try Data(Self.cards.utf8).write(to: file)
                try await tmux.startFriends()
                try await tmux.addFriend("Torvalds", "Linus", "+358 50 123 4567")
                try await openPreview(tmux)
                let preview = try await tmux.wait(for: "1 of 3 to import")
                #expect(preview.contains("1 duplicate, 1 new, 1 refused"))
                #expect(preview.selectedLine.contains("new") && preview.selectedLine.contains("Ada Lovelace"))
                #expect(preview.line(with: "line 9").contains("refused"))
                #expect(preview.line(with: "duplicate ").contains("skip, like Torvalds Linus (same name)"))
                try await tmux.press("End", "M")
                try await tmux.wait(for: "merge with Torvalds Linus")
                try await tmux.wait(for: "2 of 3 to import")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Imported 2 friends: 1 added, 1 changed, 1 not imported – press u to undo")
                try await tmux.wait(for: "2 friends ·")

                try await tmux.press("u")
                try await tmux.wait(for: "Undid import of 2 friends")
                try await tmux.wait(for: "1 friend ·")
                try await tmux.press("C-r")
                try await tmux.wait(for: "Redid import of 2 friends")

                // The same file again changes nothing.
                try await openPreview(tmux)
                let again = try await tmux.wait(for: "0 of 3 to import")
                #expect(again.line(with: "Ada Lovelace").contains("same"))
                try await tmux.press("q")

                try await tmux.runCommand("export")
                try await tmux.wait(for: "─ Export all 2 friends ─")
                try await tmux.type("out.vcf")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Exported 2 friends to out.vcf")
                let out = tmux.home.appending(path: "out.vcf")
                let text = try String(contentsOf: out, encoding: .utf8)
                let ada = Self.cards.prefix(
                    upTo: Self.cards.firstRange(of: "\r\nNOTE")?.lowerBound ?? Self.cards.startIndex)
                #expect(text.contains(ada.dropLast("BEGIN:VCARD\r\nVERSION:3.0".count)))
                #expect(permissions(of: out.path()) == 0o600)

                try await tmux.runCommand("export")
                try await tmux.type("out.vcf")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Replace out.vcf?")
                try await tmux.press("Enter")
                // The field is there behind the question, too.
                try await tmux.wait(for: "the field") { $0.contains("To: out.vcf") && !$0.contains("Replace") }
                try await tmux.press("C-u")
                try await tmux.type("none/a.vcf")
                try await tmux.press("Enter")
                try await tmux.wait(for: "The folder none doesn’t exist")
                try await tmux.press("Escape")
                try await tmux.wait(for: "no field") { !$0.contains("To: ") && !$0.contains("From: ") }
                try await tmux.quitFriends()
                #expect(
                    try names(in: tmux.home.path()).filter { $0.hasSuffix("vcf") || $0.contains("vcf.") } == [
                        "friends.vcf", "out.vcf",
                    ])
            }
        }

        @Test func `a card that cannot be read does not stop its folder`() async throws {
            try await Tmux.with { tmux in
                let folder = tmux.home.appending(path: "book")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:ada\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"
                try Data(card.utf8).write(to: folder.appending(path: "c.vcf"))
                // One that does not open, and one that opens and does not read.
                for (name, target) in [("a.vcf", "nowhere"), ("b.vcf", "/proc/self/mem")] {
                    try FileManager.default.createSymbolicLink(
                        atPath: folder.appending(path: name).path(), withDestinationPath: target)
                }
                try await tmux.startFriends()
                try await tmux.runCommand("import")
                try await tmux.wait(for: "─ Import friends ─")
                try await tmux.type("~/book")
                try await tmux.press("Enter")
                let preview = try await tmux.wait(for: "1 of 3 to import")
                #expect(preview.contains("1 new, 2 refused"))
                let unopened = preview.line(with: "a.vcf")
                #expect(unopened.contains("The file cannot be read: No such file or directory"), "\(preview)")
                let unread = preview.line(with: "b.vcf")
                #expect(unread.contains("The file cannot be read: Input/output error"), "\(preview)")
                try await tmux.press("End", "Space")
                try await tmux.wait(for: "0 of 3 to import")
                try await tmux.press("q")
                try await tmux.wait(for: "Leave the import?")
                try await tmux.press("n")
                try await tmux.wait(for: "no question") { !$0.contains("Leave the import?") }
                try await tmux.press("m")
                try await tmux.wait(for: " Messages ")
                try await tmux.press("q")
                try await tmux.wait(for: "0 of 3 to import")
                try await tmux.press("Space", "Enter")
                try await tmux.wait(for: "Imported 1 friend: 1 added")
                try await tmux.quitFriends()
            }
        }

        @Test func `a file that cannot be imported stays in the field`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.runCommand("import")
                try await tmux.type("nothing.vcf")
                try await tmux.press("Enter")
                try await tmux.wait(for: "There is no file nothing.vcf")
                try Data([0x89, 0x50, 0x4E, 0x47]).write(to: tmux.home.appending(path: "a.png"))
                try await tmux.press("C-u")
                try await tmux.type("a.png")
                try await tmux.press("Enter")
                try await tmux.wait(for: "It has no vCards, and is no CSV, JSON, abook or LDIF file")
                try await tmux.press("C-u")
                try await tmux.type("/dev/tty")
                try await tmux.press("Enter")
                try await tmux.wait(for: "It is not a regular file")
                try await tmux.press("Escape")
                try await tmux.wait(for: "no field") { !$0.contains("To: ") && !$0.contains("From: ") }
                try await tmux.quitFriends()
            }
        }
    }
}
