import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// People with other languages and encodings than a server or a container has.
    @Suite(.compiledLocales)
    struct Locales {
        /// A language, and the order of last names in it.
        struct Language: CustomTestStringConvertible {
            let locale: String
            let sorted: [String]
            /// The order by folded letters, in the C locale.
            let folded: [String]

            var testDescription: String { locale }
            var variables: [String: String] { ["LC_ALL": locale, "LOCPATH": CompiledLocales.directory] }

            func order(_ screen: Screen) -> [String] {
                screen.lines.compactMap { line in sorted.first { line.contains($0) } }
            }
        }

        static let swedish = Language(
            locale: "sv_SE.UTF-8", sorted: ["Aagaard", "Aberg", "Zander", "Åberg", "Ärlig", "Öberg"],
            folded: ["Aagaard", "Aberg", "Åberg", "Ärlig", "Öberg", "Zander"])
        static let languages = [
            swedish,
            Language(
                locale: "sv_SE.ISO-8859-1", sorted: swedish.sorted, folded: swedish.folded),
            Language(
                locale: "de_DE.UTF-8", sorted: ["Aberg", "Äcker", "Adam", "Odenwald", "Öhm", "Olm", "Zander"],
                folded: ["Aberg", "Äcker", "Adam", "Odenwald", "Öhm", "Olm", "Zander"]),
            Language(
                locale: "da_DK.UTF-8", sorted: ["Aberg", "Zander", "Æbel", "Øst", "Åberg", "Aagaard", "Åkjær"],
                folded: ["Aagaard", "Aberg", "Åberg", "Æbel", "Åkjær", "Øst", "Zander"]),
            Language(
                locale: "tr_TR.UTF-8", sorted: ["Cetin", "Çelik", "Dal", "Irmak", "Işık", "inan", "İnci", "Jara"],
                folded: ["Çelik", "Cetin", "Dal", "inan", "İnci", "Irmak", "Işık", "Jara"]),
            Language(
                locale: "ja_JP.UTF-8", sorted: ["Zander", "あべ", "たなか", "阿部", "佐藤", "山田", "田中"],
                folded: ["Zander", "あべ", "たなか", "佐藤", "山田", "田中", "阿部"]),
        ]

        @Test(arguments: languages)
        func `client and server sort by the language of each`(language: Language) async throws {
            try await FriendsServerProcess.with { server in
                func served() async throws -> [String] { try await HTTP(server.url).friends().map(\.lastname) }
                for name in language.sorted.reversed() { try await HTTP(server.url).add("Ada", name, "12") }
                #expect(try await served() == language.folded)
                // The database moves to another locale.
                try await server.stop()
                server.variables = language.variables
                try await server.start()
                #expect(try await served() == language.sorted)
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "the order of C.UTF-8") { language.order($0) == language.folded }
                }
                // The terminal uses UTF-8 in any case.
                var variables = language.variables
                variables["LC_ALL"] = nil
                variables["LC_COLLATE"] = language.locale
                try await Tmux.with(variables: variables) { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "the order of the language") { language.order($0) == language.sorted }
                    try await tmux.addFriend("Ada", "Aaaa", "12")
                    try await tmux.wait(for: "the same order") { language.order($0) == language.sorted }
                }
                // And back to where it came from.
                try await server.stop()
                server.variables = [:]
                try await server.start()
                #expect(try await served().filter { $0 != "Aaaa" } == language.folded)
            }
        }

        @Test func `every Turkish i is found as any other`() async throws {
            let variables = ["LC_ALL": "tr_TR.UTF-8", "LOCPATH": CompiledLocales.directory]
            try await Tmux.with(variables: variables) { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("İnci", "Ada", "12")
                try await tmux.addFriend("Işık", "Bo", "12")
                try await tmux.addFriend("Zoe", "Cem", "12")
                try await tmux.press("/")
                for (typed, found) in [
                    ("isik", "Işık"), ("ISIK", "Işık"), ("ışık", "Işık"), ("inci", "İnci"), ("INCI", "İnci"),
                    ("İNCİ", "İnci"), ("ınci", "İnci"),
                ] {
                    try await tmux.press("C-u")
                    try await tmux.wait(for: " 3 friends")
                    try await tmux.type(typed)
                    try await tmux.wait(for: "“\(found)” by “\(typed)”") {
                        $0.contains("1 of 3") && $0.selectedLine.contains(found)
                    }
                }
            }
        }

        /// The bytes of a terminal that shows ISO-8859-1.
        private func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

        @Test func `ISO-8859-1 is read and shown, and loses nothing`() async throws {
            try await FriendsServerProcess.with { server in
                let http = HTTP(server.url)
                try await http.add("王", "Święty", "555 0101")
                let terminal = try PseudoTerminal(
                    "friends --server \(server.url)",
                    environment: ["LC_ALL": "sv_SE.ISO-8859-1", "LOCPATH": CompiledLocales.directory])
                func wait(_ text: String) async throws {
                    let bytes = latin1(text)
                    try await terminal.wait(for: text) { $0.output.firstRange(of: bytes) != nil }
                }
                try await wait("1 friend")
                // What the encoding does not have is shown as ?, one for each cell.
                try await wait("?wi?ty")
                terminal.type("a")
                try await wait("Add Friend")
                terminal.type(latin1("Åse\tÖbergß\t555 0102\r"))
                try await wait("Saved Åse Öbergß")

                terminal.type("/0101\re")
                try await wait("Update Friend")
                terminal.type(latin1("\u{5}å\t\t\u{15}555 0199\r"))
                let stored = [["Åse", "Öbergß", "555 0102"], ["王å", "Święty", "555 0199"]]
                func friends() async throws -> [[String]] {
                    try await http.friends().map { [$0.firstname, $0.lastname, $0.phonenumber] }
                }
                try await eventually("both friends", get: friends, until: { $0 == stored })
                try await wait("Saved ??å ?wi?ty")
                // Half of UTF-8 is in this range, which ISO-8859-1 has for control characters.
                #expect(!terminal.output.contains { (0x80..<0xA0).contains($0) })
                terminal.type("\u{3}")
                #expect(try await terminal.exitStatus() == 0)
            }
        }
    }
}
