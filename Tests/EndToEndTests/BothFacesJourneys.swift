import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// The screen and the command line read and write the same.
    struct BothFaces {
        private static func card(_ name: String, _ row: String) -> String {
            "BEGIN:VCARD\\nVERSION:4.0\\nUID:\(name)\\nFN:\(name) Beispiel\\nN:Beispiel;\(name);;;\\n\(row)\\nEND:VCARD\\n"
        }

        /// What is imported, and how it is made in a shell.
        private static let inputs = [
            (
                "book",
                """
                mkdir book; printf '\(card("Ida", "NICKNAME:Idi"))' >book/b.vcf; printf '\(card("Mia", "TEL:0170 1"))' >book/A.VCF
                printf '\(card("Ada", "BDAY:900412"))' >book/c.vcard; printf '\(card("Eve", "TEL:0170 2"))' >book/.hidden.vcf
                mkfifo book/d.vcf; ln -s nowhere book/e.vcf; mkdir book/f.vcf; echo notes >book/notes.txt
                """
            ),
            ("cards.vcf", "printf '\(card("Ida", "NICKNAME:Idi"))\(card("Mia", "TEL;TYPE=work:0170 1"))' >cards.vcf"),
            (
                "people.csv",
                "printf 'Name,Birthday,Phone,Email\\nAda Beispiel,24.12.90,0170 1,a@example.org\\nIda,12/1,x,\\n' >people.csv"
            ),
            (
                "addressbook",
                "printf '[format]\\nprogram=abook\\n\\n[0]\\nname=Ada Beispiel\\nmobile=0170 1\\nanniversary=--04-12\\n' >addressbook"
            ),
            (
                "own.json",
                """
                friends add --first-name Ada --line tag=work --database third.sqlite >/dev/null
                friends export own.json --database third.sqlite >/dev/null
                """
            ),
        ]

        /// The friends in an export, without their versions and the history of their database.
        private func friends(in json: String) throws -> [String] {
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            let friends = try #require(object?["friends"] as? [[String: Any]])
            return try friends.map { friend in
                let content = friend.filter { $0.key != "version" }
                let data = try JSONSerialization.data(withJSONObject: content, options: .sortedKeys)
                return String(decoding: data, as: UTF8.self)
            }
        }

        @Test(arguments: inputs)
        func `an import is the same on the screen and on the command line`(name: String, script: String) async throws {
            try await Tmux.with { tmux in
                let shell = Shell(home: tmux.home)
                let made = try await shell.script(script)
                #expect(made.error.isEmpty, "\(made)")
                let command = try await shell.run("friends import \(name) --database other.sqlite")
                #expect(!command.output.isEmpty, "\(command)")
                try await tmux.startFriends()
                try await tmux.runCommand("import")
                try await tmux.wait(for: "─ Import friends ─")
                try await tmux.type("~/\(name)")
                try await tmux.press("Enter")
                try await tmux.wait(for: " to import")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Imported ")
                try await tmux.runCommand("export")
                try await tmux.press("C-u")
                try await tmux.type("~/screen.json")
                try await tmux.press("Enter")
                try await tmux.wait(for: "Exported ")
                try await tmux.quitFriends()
                let exported = try await shell.run("friends export command.json --database other.sqlite")
                #expect(exported.error.isEmpty, "\(exported)")
                let files = try ["screen.json", "command.json"].map { name in
                    try friends(in: String(contentsOf: tmux.home.appending(path: name), encoding: .utf8))
                }
                #expect(files[0] == files[1] && !files[0].isEmpty, "\(command)")
            }
        }
    }
}
