import FriendsModel
import Glibc
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

/// What the status line says of rows that are old. Its first words carry it, for a narrow terminal.
@Suite(.timeLimit(.minutes(10)))
struct StatusLineTests {
    static let lines: [(error: FriendsClientError, wide: String, narrow: String)] = [
        (
            .unreachable(reason: "refused"), "Offline \u{2013} list from 07:42. Press R to retry.",
            "Offline \u{2013} list from 07:42. \u{2026}"
        ),
        (
            .timedOut(.connect), "Offline \u{2013} list from 07:42. Press R to retry.",
            "Offline \u{2013} list from 07:42. \u{2026}"
        ),
        (
            .failed(status: "500", reason: nil), "Server problem \u{2013} list from 07:42. Press R to retry.",
            "Server problem \u{2013} list from 07:42. \u{2026}"
        ),
        (
            .unavailable(status: "503", reason: nil), "Server busy \u{2013} list from 07:42. Press R to retry.",
            "Server busy \u{2013} list from 07:42. \u{2026}"
        ),
        (
            .unreadableResponse(reason: "x"), "Unexpected reply \u{2013} list from 07:42. Press R to retry.",
            "Unexpected reply \u{2013} list from 07:42. \u{2026}"
        ),
        (
            .untrusted(reason: "x"), "Server not trusted \u{2013} list from 07:42. Press R to retry.",
            "Server not trusted \u{2013} list from \u{2026}"
        ),
        (
            .notSignedIn, "Log in: --token-file FILE or FRIENDS_TOKEN_FILE \u{2013} list from 07:42",
            "Log in: --token-file FILE or \u{2026}"
        ),
        (
            .tokenRefused(origin: nil), "Token refused by the server \u{2013} list from 07:42",
            "Token refused by the server \u{2013} list \u{2026}"
        ),
        (
            .notFound, "Reload failed \u{2013} list from 07:42. Press R to retry.",
            "Reload failed \u{2013} list from 07:42. \u{2026}"
        ),
        (.cancelled, "Reload cancelled \u{2013} list from 07:42", "Reload cancelled \u{2013} list from 07:42"),
    ]

    @Test(arguments: lines)
    func `the reason for old rows comes first`(_ line: (error: FriendsClientError, wide: String, narrow: String)) {
        setenv("TZ", "UTC", 1)
        tzset()
        var state = AppState(serverName: "friends.example", isShared: true)
        state.list.store.content = .loaded
        state.list.store.staleness = .init(error: line.error, loadedAt: 7 * 3_600 + 42 * 60)
        func screen(_ columns: Int, _ rows: Int) -> String {
            let size = Size(columns: columns, rows: rows)
            return picture(of: AppView.frame(state, size: size, keys: .standard, symbols: .unicode))
        }
        #expect(screen(80, 24).contains(" " + line.wide + "\n"))
        #expect(screen(40, 10).contains(" " + line.narrow))
    }

    /// In the form `?` is text.
    @Test func `an unused key names the key of the help that works there`() {
        func status(_ change: (inout AppState) -> Void) -> String? {
            var state = AppState(serverName: "local", isShared: false)
            state.status = .unusedKey("F9")
            change(&state)
            return StatusView.message(state, .standard, width: 78, .unicode)?.text
        }
        #expect(status { _ in } == "F9 does nothing here \u{2013} press ? for help")
        #expect(
            status { $0.form = FriendForm(mode: .add(Friend.ID("new"))) }
                == "F9 does nothing here \u{2013} press F1 for help")
    }

    /// Else a name would look as if it had lost them, and two versions of it as if they were the same.
    @Test func `a sign in messages tells of parts that are not shown`() {
        let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        func isSigned(_ change: (inout AppState) -> Void) -> Bool {
            var state = AppState(serverName: "local", isShared: false)
            change(&state)
            let frame = AppView.frame(
                state, size: Size(columns: 80, rows: 24), keys: .standard, symbols: .unicode)
            return frame.rows.contains { row in
                let cells = row.cells
                return cells.indices.dropLast(2).contains { index in
                    cells[index].base == "\u{1F469}" && cells[index + 2].base == "\u{2026}"
                }
            }
        }
        #expect(isSigned { $0.status = StatusMessage(kind: .success, text: "Saved \(family) Smith") })
        #expect(
            isSigned { state in
                let prompt = Prompt.alert("Failed", ["Could not add \(family) Smith."])
                (state.prompts.queue, state.prompts.focus) = ([prompt], .ok)
            })
        #expect(!isSigned { $0.status = StatusMessage(kind: .success, text: "Saved \u{1F469} Smith") })
    }
}
