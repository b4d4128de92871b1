import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct CopyingTests {
    let client = StubFriendsClient()

    /// What was sent, and what becomes of it.
    final class Clipboard {
        var sent: [String] = []
        var outcome = CopyOutcome.sent
    }

    let clipboard = Clipboard()

    private func list(_ friends: Friend...) async -> FriendListViewModel {
        let list = FriendListViewModel(
            Desk(
                client,
                sendCopy: { [clipboard] text in
                    clipboard.sent.append(text)
                    return clipboard.outcome
                }))
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.store.load()
        return list
    }

    @Test func thePhoneNumberOrTheWholeFriendIsCopied() async {
        let list = await list(.ada)
        let expected = list.state
        await list.send(.copy(.field(.phoneNumber)))
        #expect(list.desk.status == .init(kind: .success, text: "Copied +44 20 7946 0001"))
        await list.send(.copy(.friend))
        #expect(list.desk.status == .init(kind: .success, text: "Copied Ada Lovelace, +44 20 7946 0001"))
        #expect(list.state == expected)
        #expect(clipboard.sent == ["+44 20 7946 0001", "Ada Lovelace, +44 20 7946 0001"])
    }

    @Test func severalFriendsAreALineEach() async {
        let list = await list(.ada, .grace)
        await list.send(.mark(.all))
        await list.send(.copy(.friend))
        #expect(clipboard.sent == ["Grace Hopper, +1 212 555 0199\nAda Lovelace, +44 20 7946 0001"])
        #expect(list.desk.status == .init(kind: .success, text: "Copied 2 friends"))
        await list.send(.copy(.field(.phoneNumber)))
        #expect(list.desk.status == .init(kind: .success, text: "Copied 2 phone numbers"))
    }

    @Test(arguments: [
        (CopyOutcome.notTaken, "This terminal has no clipboard support"),
        (.tooLong, "Too much text to copy at once"),
        (.failed("tmux failed: exit status 1"), "Nothing copied: tmux failed: exit status 1"),
    ])
    func `a failed copy is not reported as copied`(outcome: CopyOutcome, text: String) async {
        let list = await list(.ada)
        clipboard.outcome = outcome
        await list.send(.copy(.field(.phoneNumber)))
        #expect(list.desk.status == .init(kind: .problem, text: text))
    }

    @Test func withoutAFriendNothingIsCopied() async {
        let list = await list()
        let before = list.state
        await list.send(.copy(.friend))
        #expect(list.state == before)
        #expect(clipboard.sent.isEmpty)
    }
}
