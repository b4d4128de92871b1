import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
struct WordingTests {
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
        status.status = .init(kind: .problem, text: failure.statusText)
        #expect(text(status).contains("Log in: --token-file FILE"))
    }
}
