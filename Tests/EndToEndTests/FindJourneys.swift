import TerminalTestSupport
import Testing

extension Journeys {
    /// Finding friends and sorting them.
    struct Finding {
        /// The names in the rows, from the top.
        private func names(_ screen: Screen) -> [String] {
            screen.lines.dropLast(2).compactMap { line in
                ["Ada", "Grace", "Åse", "Linus", "Number"].first { line.contains($0) }
            }
        }

        private func addFive(_ tmux: Tmux) async throws {
            try await tmux.startFriends()
            for (first, last, phone) in [
                ("Ada", "Lovelace", "+44 20 7946 0001"), ("Grace", "Hopper", "+1 212 555 0199"),
                ("Åse", "Ström", "050 123 4567"), ("Linus", "van Torvalds", "+358 50 999"),
                ("Number", "Last10", "+358 40 1"),
            ] {
                try await tmux.addFriend(first, last, phone)
            }
        }

        @Test func `clearing the filter selects the earlier friend again`() async throws {
            try await Tmux.with { tmux in
                try await addFive(tmux)
                try await tmux.press("g")
                let before = try await tmux.wait(for: "the first friend") { $0.selectedLine.contains("Hopper") }
                try await tmux.press("/")
                try await tmux.wait(for: "Enter Keep")
                try await tmux.type("ase")
                try await tmux.wait(for: "Åse alone") { names($0) == ["Åse"] && $0.contains("1 of 5 friends") }
                try await tmux.press("C-u")
                try await tmux.wait(for: "all friends") { names($0).count == 5 }
                try await tmux.type("+358 50")
                try await tmux.wait(for: "both ways of a number") { names($0) == ["Åse", "Linus"] }
                try await tmux.press("Down", "Enter")
                try await tmux.wait(for: "a list to work in") {
                    $0.selectedLine.contains("Linus") && $0.contains("e Edit")
                }
                try await tmux.press("n")
                try await tmux.wait(for: "the first match again") { $0.selectedLine.contains("Åse") }
                try await tmux.press("N")
                try await tmux.wait(for: "the last match again") { $0.selectedLine.contains("Linus") }
                try await tmux.press("Escape")
                try await tmux.wait(for: "the same friend in the whole list") {
                    $0.selectedLine.contains("Linus") && names($0).count == 5
                }
                try await tmux.press("g", "/")
                try await tmux.type("nobody")
                try await tmux.wait(for: "No matching friends")
                try await tmux.press("Escape")
                try await tmux.wait(for: "all of them") { $0.selectedLine == before.selectedLine }
            }
        }

        /// In a narrowed list all that works in the whole one works.
        @Test func `a found friend is edited, deleted and restored`() async throws {
            try await Tmux.with { tmux in
                try await addFive(tmux)
                try await tmux.press("F3")
                try await tmux.type("last:lovelace")
                try await tmux.wait(for: "1 of 5 friends")
                try await tmux.press("Enter", "e", "C-k", "C-u")
                try await tmux.type("Augusta")
                try await tmux.press("Enter")
                try await tmux.wait(for: "the friend with her other name") {
                    $0.contains("Saved Augusta Lovelace") && $0.selectedLine.contains("Augusta")
                        && $0.contains("1 of 5 friends")
                }
                try await tmux.press("d")
                try await tmux.wait(for: "No matching friends")
                try await tmux.press("u")
                try await tmux.wait(for: "the friend again") {
                    $0.selectedLine.contains("Augusta") && $0.contains("of 5")
                }
                try await tmux.press("a")
                try await tmux.fill("Zoë", "Adams", "12")
                try await tmux.press("Enter")
                try await tmux.wait(for: "the new friend, and so all of them") {
                    $0.selectedLine.contains("Zoë") && $0.contains(" 6 friends")
                }
            }
        }

        @Test func `the order is kept for the next start`() async throws {
            try await Tmux.with { tmux in
                try await addFive(tmux)
                try await tmux.wait(for: "the particle does not count, a number does") {
                    names($0) == ["Grace", "Number", "Ada", "Åse", "Linus"]
                }
                try await tmux.press("s")
                try await tmux.wait(for: "f First name")
                try await tmux.press("f")
                try await tmux.wait(for: "first names in order") {
                    $0.contains("by first name") && names($0).first == "Ada"
                }
                try await tmux.press("S")
                try await tmux.wait(for: "the other way round") {
                    $0.contains("by first name, reversed") && names($0).last == "Ada"
                        && $0.selectedLine.contains("Number")
                }
                try await tmux.quitFriends()
                try await tmux.enter("friends")
                try await tmux.wait(for: "the same order") { $0.contains("reversed") && names($0).last == "Ada" }
                try await tmux.press("s", "l")
                try await tmux.wait(for: "the usual order") {
                    $0.contains("by last name") && names($0).first == "Grace"
                }
                try await tmux.press("s", "x")
                try await tmux.wait(for: "Press one of the keys shown")
                try await tmux.press("Escape")
                try await tmux.wait(for: "nothing else") {
                    $0.contains("by last name") && $0.contains("a Add") && !$0.contains("Press one")
                }
            }
        }

        @Test func `chosen columns are kept for the next start`() async throws {
            try await Tmux.with { tmux in
                try await addFive(tmux)
                try await tmux.press("C")
                try await tmux.wait(for: "[x] Phone")
                try await tmux.press("p", "t", "Left")
                try await tmux.wait(for: "the new columns at once") {
                    let header = $0.lines[1]
                    return header.contains("First name") && header.contains("Tag") && !header.contains("Phone")
                        && $0.contains("[ ] Phone") && !$0.contains("+44 20")
                }
                try await tmux.press("Escape")
                try await tmux.wait(for: "the list") { $0.contains("a Add") && !$0.contains("Columns") }
                try await tmux.quitFriends()
                try await tmux.enter("friends")
                let columns = try await tmux.wait(for: "the same columns") {
                    $0.contains("Lovelace") && $0.lines[1].contains("Tag") && !$0.lines[1].contains("Phone")
                }
                #expect(
                    columns.lines[1].split(separator: "  ").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
                        == ["Firstname", "Tag", "Lastname\u{2191}"])
                try await tmux.press("C", "r", "Enter")
                try await tmux.wait(for: "the standard columns") {
                    $0.lines[1].contains("Phone") && !$0.lines[1].contains("Tag") && $0.contains("+44 20")
                }
            }
        }
    }
}
