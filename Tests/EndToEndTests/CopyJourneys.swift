import Foundation
import TerminalTestSupport
import Testing

extension Journeys {
    /// What is copied here is pasted elsewhere.
    struct Copying {
        @Test func aPhoneNumberIsPastedIntoTheShell() async throws {
            try await Tmux.with { tmux in
                // With the default settings of tmux.
                try await tmux.startFriends()
                try await tmux.addFriend("Åse", "Ångström", "+46 70 123 45 67")
                try await tmux.press("y")
                try await tmux.wait(for: "Copied +46 70 123 45 67")
                try await tmux.quitFriends()
                try await tmux.type("echo ")
                try await tmux.run("paste-buffer")
                try await tmux.press("Enter")
                try await tmux.wait(for: "the number") { $0.lines.contains("+46 70 123 45 67") }

                try await tmux.startFriends()
                try await tmux.press("Y")
                try await tmux.wait(for: "Copied Åse Ångström, +46 70 123 45 67")
                #expect(try await tmux.run("show-buffer") == "Åse Ångström, +46 70 123 45 67")
                try await tmux.quitFriends()
            }
        }

        @Test func `a terminal without a clipboard is reported`() async throws {
            try await Tmux.with { tmux in
                try await tmux.enter("unset TMUX; export TERM=linux")
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.press("y")
                try await tmux.wait(for: "This terminal has no clipboard support")
                // On this terminal the list stays under the prompt.
                try await tmux.press("q")
                try await tmux.wait(for: "the shell") { $0.lines.last?.hasPrefix("$") == true }
            }
        }

        @Test func `copying works without SIGCHLD and without tmux`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "+44 20 7946 0001")
                try await tmux.quitFriends()
                try await tmux.run("set", "-s", "set-clipboard", "on")
                // What a tmux that was killed leaves behind.
                let left = tmux.home.appending(path: "left").path()
                try await tmux.enter(
                    "tmux -S \(left) new -d; kill -9 $(tmux -S \(left) display -p '#{pid}'); ls \(left)")
                try await tmux.wait(for: "the socket") { $0.lines.contains(left) }
                let copies = [
                    ("env --ignore-signal=CHLD", "y", "+44 20 7946 0001"),
                    ("TMUX=\(left),1,0", "Y", "Ada Lovelace, +44 20 7946 0001"),
                    ("TMUX=/nonexistent,1,0", "y", "+44 20 7946 0001"),
                ]
                for (prefix, key, copied) in copies {
                    try await tmux.enter("clear; \(prefix) friends")
                    try await tmux.wait(for: "Lovelace")
                    try await tmux.press(key)
                    try await tmux.wait(for: "Copied \(copied)")
                    #expect(try await tmux.run("show-buffer") == copied)
                    try await tmux.quitFriends()
                }
            }
        }

        @Test func `the chosen program copies, and a failure is reported`() async throws {
            try await Tmux.with { tmux in
                let program = tmux.home.appending(path: "copy words").path()
                try await tmux.enter(
                    "printf '%s\\n' '#!/bin/sh' 'printf %s \"$1:\" >copied; cat >>copied' >'\(program)'")
                try await tmux.enter("chmod +x '\(program)'; mkdir -p .config/friends")
                let settings = ".config/friends/config.toml"
                try await tmux.enter("printf '[clipboard]\\ncommand = [\"%s\", \"$(x)\"]\\n' '\(program)' >\(settings)")
                try await tmux.startFriends()
                try await tmux.addFriend("Åse", "Ångström", "+46 70 123 45 67")
                try await tmux.press("Y")
                try await tmux.wait(for: "Copied Åse Ångström")
                try await tmux.quitFriends()
                let copied = try String(contentsOf: tmux.home.appending(path: "copied"), encoding: .utf8)
                #expect(copied == "$(x):Åse Ångström, +46 70 123 45 67")

                for (command, reason) in [
                    ("false", "false failed: exit status 1"),
                    ("no-such-program", "no-such-program failed: No such file"),
                    ("sleep 100", "sleep failed: it did not finish in time"),
                ] {
                    try await tmux.enter("printf 'clipboard.command = \"\(command)\"\\n' >\(settings)")
                    try await tmux.startFriends()
                    try await tmux.press("y")
                    try await tmux.wait(for: "Nothing copied: \(reason)")
                    try await tmux.quitFriends()
                }
            }
        }
    }
}
