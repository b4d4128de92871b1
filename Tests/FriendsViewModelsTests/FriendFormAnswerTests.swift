import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Answers that say something else than what was sent, or less.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendFormAnswerTests {
    let client = StubFriendsClient()
    let completions = FriendFormViewModelTests.Completions()
    let form: FriendFormViewModel
    private let adah = Friend.ada.changed { $0.firstName = "Adah" }

    /// Ada is edited: her first name is typed at.
    init() {
        form = FriendFormViewModel(mode: .update(.ada), desk: Desk(client)) { [completions] in
            completions.all.append($0)
        }
    }

    private func save(_ answer: @escaping (StubFriendsClient.Call) -> StubFriendsClient.Answer?) async {
        client.automatic = answer
        await form.send(.edit(.insert("h")))
        await form.send(.press)
    }

    @Test func `a normalised text is no change by others`() async {
        let stored = Friend.ada.changed { $0.firstName = "ADAH" }
        await save { _ in .friend(stored) }
        #expect(completions.all == [.saved(stored, step: .updated(from: .ada, to: stored), isMerged: false)])
    }

    @Test func `a conflict without the friend reads the friend`() async {
        let adah = adah
        await save { call in if case .update = call { .friend(nil) } else { .friend(adah) } }
        #expect(client.calls.count == 2)
        #expect(completions.all == [.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)])
    }

    @Test func `changes by others are not mistaken for ours`() async {
        let theirs = Friend.ada.changed({ $0.firstName = "Augusta" }, version: "3")
        await save { call in if case .update = call { .friend(nil) } else { .friend(theirs) } }
        let attempt = Friend(id: adah.id, version: Friend.ada.version, details: adah.details)
        #expect(completions.all == [.saved(attempt, step: .updated(from: .ada, to: attempt), isMerged: false)])
    }

    @Test(arguments: [FriendsClientError.cancelled, .unreachable(reason: "gone")])
    func `a write without a known version stays a success`(error: FriendsClientError) async {
        await save { call in if case .update = call { .friend(nil) } else { .failure(error) } }
        let attempt = Friend(id: adah.id, version: Friend.ada.version, details: adah.details)
        #expect(completions.all == [.saved(attempt, step: .updated(from: .ada, to: attempt), isMerged: false)])
    }
}
