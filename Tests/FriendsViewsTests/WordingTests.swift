import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// The views have the words of advice: options, variables and commands.
@Suite(.timeLimit(.minutes(3)))
struct WordingTests {
    @Test(arguments: [
        (
            Advice.provideToken,
            "Put your token in a file that only you can read. Start friends with --token-file FILE, or set"
                + " FRIENDS_TOKEN_FILE."
        ),
        (.findDiscardedChanges, "You can get them back in :drafts for 30 days."),
        (.findDeclinedDraft, "To drafts keeps it 30 days in :drafts."),
    ])
    func `advice names options and commands`(advice: Advice, words: String) {
        #expect(MessageLine.advice(advice).words == words)
        #expect(MessageLine.text(words).words == words)
    }

    /// Wherever lines are drawn, and in both sizes.
    @Test(arguments: [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)])
    func `an alert, a failed load and the status line have the words`(size: Size) {
        func text(_ state: AppState) -> String {
            AppView.frame(state, size: size, keys: .standard, symbols: .unicode).rows
                .map { String(String.UnicodeScalarView($0.cells.map(\.base))) }.joined(separator: " ")
        }
        let failure = Failure(.notSignedIn, during: .load)
        var failed = AppState(serverName: "friends", isShared: true)
        failed.list.store.content = .failed(.notSignedIn)
        #expect(text(failed).contains("--token-file"))
        var alert = AppState(serverName: "friends", isShared: true)
        (alert.prompts.queue, alert.prompts.focus) = ([failure.prompt], .ok)
        #expect(text(alert).contains("Put your token in a file"))
        var status = AppState(serverName: "friends", isShared: true)
        status.list.status = .init(problem: failure.statusText)
        #expect(text(status).contains("Log in: --token-file FILE"))
    }
}
