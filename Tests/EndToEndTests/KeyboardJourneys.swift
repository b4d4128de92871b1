import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// More keys than a hand presses: pastes, and keys that are held.
    struct Keyboard {
        /// A fast typist, or a macro: the keys after Ctrl-O arrive while the friend is being sent.
        @Test func `friends typed without a pause are all added`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.run([
                    "send-keys", "a", "Ada", "Tab", "Lovelace", "Tab", "12", "C-o", "Grace", "Tab", "Hopper", "Tab",
                    "34",
                    "C-o", "Li",
                ])
                let screen = try await tmux.wait(for: "the third form") {
                    $0.contains("2 friends") && $0.contains("[Li ")
                }
                #expect(screen.contains("Lovelace") && screen.contains("Hopper"))
            }
        }

        /// All of it is there before the first write has ended.
        @Test func `keys typed during a write mean what they mean after it`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.addFriend("David", "Hilbert", "+49 551 39 0001")
                try await tmux.press("G", "g")
                try await tmux.send("ey\r/david")
                try await tmux.wait(for: "the friend") { $0.contains("/david") && $0.contains("Davidy ") }
                try await tmux.press("Escape")
                try await tmux.wait(for: "both") { $0.contains("Davidy ") && $0.contains("Lovelace") }
                try await tmux.send("gTwork\rjTfriend\rkd")
                try await tmux.wait(for: "one friend") { $0.contains("1 friend ") && $0.contains("Deleted") }
                try await tmux.press("u", "u", "u")
                try await tmux.wait(for: "Undid tag \u{201C}work\u{201D} on Davidy Hilbert")
            }
        }

        @Test func `a paste into the list acts as no key`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.startFriendsAgain()
                let before = try await tmux.wait(for: "1 friend ·")
                for text in ["dq\ndq\n", String(repeating: "dq\naq\u{1B}", count: 1 << 18)] {
                    try await tmux.paste(text)
                    // A key behind it comes out when all of it has been read.
                    try await tmux.press("?")
                    try await tmux.wait(for: "Moving")
                    try await tmux.press("Escape")
                    try await tmux.wait(for: "the list as it was") {
                        $0.lines.dropLast(2) == before.lines.dropLast(2)
                            && $0.contains("Nothing to paste into – press / to find")
                    }
                }
            }
        }

        /// The terminal's own keys for signals would end or stop the program in the middle of a paste.
        @Test func `signal keys in a paste do nothing`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.wait(for: "Add Friend")
                try await tmux.sendBytes(Array("\u{1B}[200~A\u{3}\u{1A}\u{1C}\u{4}\u{13}\u{11}da\u{1B}[201~".utf8))
                try await tmux.wait(for: "the text") { $0.contains("A␃␚␜␄␓␑da") }
                // As a key it ends the program at once, and what was typed is there the next time.
                try await tmux.press("C-\\")
                try await tmux.waitForPrompt()
                #expect(try await tmux.exitStatus() == 128 + 3)
                try await tmux.enter("friends")
                try await tmux.wait(for: "Unsaved friend:")
            }
        }

        @Test func `a paste into a field is one line and not submitted`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.press("a")
                try await tmux.fill("", "Lovelace", "12")
                try await tmux.press("Up", "Up")
                try await tmux.paste("Ada\nMaria\nq")
                let form = try await tmux.wait(for: "[Ada Maria q ")
                #expect(form.contains("Add Friend"))
                #expect(form.contains("0 friends"))
                try await tmux.press("Enter")
                try await tmux.wait(for: "Saved Ada Maria q Lovelace")
            }
        }

        /// Nearly as many letters as a field takes, each of another kind, in one write; and as many deletions.
        @Test(arguments: [
            (["/"], "/"), (["?", "/"], "/"), ([":"], ":"), (["a"], "["), ([":", "trash", "Enter", "/"], "/"),
            ([":", "messages", "Enter", "/"], "/"),
        ])
        func `text that comes at once is in its field at once`(opening: [String], sign: String) async throws {
            let letters = String(String.UnicodeScalarView((0..<990).compactMap { Unicode.Scalar(0x4E00 + $0) }))
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                for keys in opening {
                    if keys.count > 1, keys != "Enter" { try await tmux.type(keys) } else { try await tmux.press(keys) }
                    guard keys == "Enter" else { continue }
                    try await tmux.wait(for: "the page") {
                        $0.contains("The trash is empty") || $0.contains("Messages \u{B7} local")
                    }
                }
                try await tmux.send("yx")
                try await tmux.wait(for: sign + "yx")
                try await tmux.send(letters)
                try await tmux.wait(for: "the end of it") { $0.contains(String(letters.suffix(6))) }
                try await tmux.press("BSpace", times: 991)
                try await tmux.send("z")
                try await tmux.wait(for: sign + "yz")
            }
        }

        @Test func `ten thousand keys select the right friend`() async throws {
            let friends = (0..<200).map { number in
                HTTP.Friend(
                    id: "\(number)", firstname: "F\(number)", lastname: String(format: "L%03d", number),
                    phonenumber: "12")
            }
            let list = String(decoding: try JSONEncoder().encode(friends), as: UTF8.self)
            try await FakeServer.with(list: FakeServer.Answer(body: list)) { server in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(server.url)")
                    try await tmux.wait(for: "200 friends")
                    for _ in 0..<5 { try await tmux.press("Down", times: 2_000) }
                    // One step back: the keys before it have all been taken.
                    try await tmux.press("Up")
                    try await tmux.wait(for: "the last but one") { $0.selectedLine.contains("F198 ") }
                    try await tmux.press("g")
                    try await tmux.wait(for: "the first") { $0.selectedLine.contains("F0 ") }
                    try await tmux.press("j", times: 150)
                    try await tmux.press("k", times: 50)
                    try await tmux.wait(for: "the hundredth") { $0.selectedLine.contains("F100 ") }
                }
            }
        }
    }
}
