import Foundation
import TerminalTestSupport
import TestSupport
import Testing

extension Journeys {
    /// Friends whose names would like to drive the terminal, or to push the columns about.
    struct Hostile {
        /// What tmux knows about a terminal that was driven: titles, bells, the clipboard.
        private func traces(_ tmux: Tmux) async throws -> [String] {
            [
                try await tmux.says("#{pane_title} #{window_name} #{window_bell_flag} #{cursor_shape}"),
                try await tmux.run("list-buffers"),
            ]
        }

        /// The phone numbers stand under the title of their column in every row, whichever is selected.
        private func expectStraightColumns(_ phones: [String], _ tmux: Tmux) async throws {
            let column = try #require(try await tmux.column(of: "Phone"))
            for (index, phone) in phones.enumerated() {
                if index > 0 { try await tmux.press("j") }
                try await tmux.wait(for: "row \(index) selected") { $0.selectedLine.contains(phone) }
                for other in phones { #expect(try await tmux.column(of: other) == column, "\(other)") }
            }
        }

        @Test func `odd texts of a shared server shift no column`() async throws {
            let names = [
                "\u{202E}gnp.exe\u{202C}", "zero\u{200B}width\u{2060}", "👨‍👩‍👧‍👦 family", String(repeating: "王", count: 100),
                "Z" + String(repeating: "\u{0301}\u{0323}\u{20DD}", count: 40), "🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag 🇫🇮", "Plain",
            ]
            try await FriendsServerProcess.with { server in
                for (index, name) in names.enumerated() {
                    // The last names keep them in this order.
                    let status = try await HTTP(server.url).add(name, "\(index)-\(name.prefix(90))", "555 010\(index)")
                    #expect(status == 201)
                }
                try await Tmux.with { tmux in
                    let before = try await traces(tmux)
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "\(names.count) friends")
                    try await expectStraightColumns(names.indices.map { "555 010\($0)" }, tmux)
                    let screen = try await tmux.screen
                    for shown in ["U+202Egnp.exe", "zeroU+200Bwidth", "👨 family", "王王王王王", "🏴 flag FI"] {
                        #expect(screen.contains(shown), "\(screen)")
                    }
                    #expect(try await traces(tmux) == before)

                    // In the form they are as harmless.
                    try await tmux.press("g", "e")
                    try await tmux.wait(for: "Update Friend")
                    #expect(try await tmux.screen.contains("[U+202Egnp.exe"))
                }
            }
        }

        /// Names of the kind that tables are crooked behind, in both columns that stand before another one.
        @Test(arguments: [80, 44])
        func `names of every script shift no column`(columns: Int) async throws {
            let names = [
                "👨‍👩‍👧‍👦👩🏽‍🚀", "1️⃣🇫🇮❤️🏴‍☠️", "क्षत्रिय श्री", "தமிழ் க்ஷௌ", "น้ำ ก็", "རྒྱལ་བོད", "ᠮᠣᠩᠭᠣᠯ",
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "עִבְרִית", "سَلَّمَ لا", "ကျွန်ုပ်", "か\u{3099}ﾊﾟ葛\u{E0100}",
                "𓀀𒀀𞤀", "Z\u{336}a\u{336}l\u{361}go\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
            ]
            let phones = names.indices.map { "555 \(10 + $0)" }
            try await FriendsServerProcess.with { server in
                for (index, name) in names.enumerated() {
                    let status = try await HTTP(server.url).add(name, "no\(10 + index)-\(name)", phones[index])
                    #expect(status == 201)
                }
                try await Tmux.with(columns: columns) { tmux in
                    try await tmux.enter("clear; friends --server \(server.url)")
                    try await tmux.wait(for: "\(names.count) friends")
                    try await expectStraightColumns(phones, tmux)
                    let column = try #require(try await tmux.column(of: "Last name"))
                    for index in names.indices { #expect(try await tmux.column(of: "no\(10 + index)") == column) }
                }
            }
        }

        @Test func `hostile server texts do not drive the terminal`() async throws {
            let names = [
                "\u{1B}]2;driven\u{07}", "\u{1B}[2J\u{1B}[H", "\r\r\rover", "a\tb\u{08}\u{08}\n\nc",
                "\u{9B}2J\u{9D}2;x\u{9C}",
                "\u{1B}]52;c;ZHJpdmVu\u{07}", "\u{7F}\u{00}\u{1B}c", "\u{E0041}\u{E0042}tags",
                "\u{1B}k driven \u{1B}\\",
            ]
            let friends = names.enumerated().map { index, name in
                HTTP.Friend(
                    id: "\(index)\(name)", firstname: name, lastname: "\(index)\(name)", phonenumber: "555 010\(index)")
            }
            let list = String(decoding: try JSONEncoder().encode(friends), as: UTF8.self)
            let problem = #"""
                {"title": "\u001b]2;driven\u0007", "detail": "No\r\u001b[2J\u001b[31m\u009b2J\u202e\u0007 way", "status": 500}
                """#
            try await FakeServer.with(
                list: FakeServer.Answer(body: list),
                others: FakeServer.Answer(
                    status: .internalServerError, contentType: "application/problem+json", body: problem)
            ) { server in
                try await Tmux.with { tmux in
                    let before = try await traces(tmux)
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "\(names.count) friends")
                    try await expectStraightColumns(names.indices.map { "555 010\($0)" }, tmux)
                    #expect(try await tmux.screen.contains("␛]2;driven␇"))

                    try await tmux.press("d")
                    let alert = try await tmux.wait(for: "It answered 500")
                    #expect(alert.contains("No ␛[2J␛[31mU+009B2JU+202E␇ way"))
                    #expect(alert.contains("\(names.count) friends"))
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the alert to go") { !$0.contains("It answered") }
                    #expect(try await traces(tmux) == before)

                    // What would have been seen, had one of them run.
                    try await tmux.quitFriends()
                    try await tmux.enter(#"printf '\033]2;driven\007\007'"#)
                    try await eventually("traces") { try await traces(tmux) != before }
                }
            }
        }

        @Test func `a log of hostile texts does not drive the terminal`() async throws {
            try await Tmux.with { tmux in
                // The type of the terminal is the one text of the environment that the program logs.
                try await tmux.enter(#"TERM=$(printf 'xterm-\033]2;driven\007') friends"#)
                try await tmux.wait(for: "0 friends")
                try await tmux.quitFriends()
                let log = try String(
                    contentsOf: tmux.home.appending(path: ".local/state/friends/friends.log"), encoding: .utf8)
                #expect(log.contains("Unknown terminal type xterm-␛]2;driven␇"))
                #expect(!log.contains("\u{1B}") && !log.contains("\u{07}"))
            }
        }

        @Test(arguments: ["LANG=C", "LC_ALL=C", "LC_ALL=xx_YY.UTF-8"])
        func `columns are aligned in every locale`(setting: String) async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Åse", "Ærø", "555 0100")
                try await tmux.addFriend("王", "小明", "555 0101")
                try await tmux.addFriend("Ada", "Lovelace", "555 0102")
                try await tmux.quitFriends()
                try await tmux.enter("clear; \(setting) friends")
                try await tmux.wait(for: "3 friends")
                let column = try #require(try await tmux.column(of: "Phone"))
                let screen = try await tmux.screen
                for phone in ["555 0100", "555 0101", "555 0102"] {
                    #expect(try await tmux.column(of: phone) == column, "\(phone)\n\(screen)")
                }
                #expect(screen.line(with: "555 0102").contains("Lovelace"))
                // What the program itself draws can be shown everywhere.
                try await tmux.press("?")
                try await tmux.wait(for: setting.hasSuffix("UTF-8") ? "\u{250C}\u{2500} Help" : "+- Help")
                try await tmux.press("Escape")
                try await tmux.wait(for: "the help to go") { !$0.contains("Moving") }
                // What cannot be shown is not lost.
                try await tmux.quitFriends()
                try await tmux.startFriends()
                let again = try await tmux.wait(for: "3 friends")
                #expect(again.contains("Åse") && again.contains("小明"))
            }
        }
    }
}
