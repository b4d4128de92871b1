import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendFormViewModelTests {
    let client: StubFriendsClient
    let desk: Desk
    var prompts: PromptViewModel { desk.prompts }
    var activity: ActivityViewModel { desk.activity }
    let completions = Completions()

    @MainActor final class Completions {
        var all: [FriendFormViewModel.Completion] = []
    }

    init() {
        client = StubFriendsClient()
        desk = Desk(client)
    }

    private func form(_ mode: FriendForm.Mode) -> FriendFormViewModel {
        FriendFormViewModel(mode: mode, desk: desk) { [completions] in
            completions.all.append($0)
        }
    }

    private func type(_ details: FriendDetails, into form: FriendFormViewModel) async {
        for field in FriendField.allCases {
            await form.send(.edit(.killToStart))
            await form.send(.edit(.insert(details[field])))
            await form.send(.focusNext)
        }
    }

    // MARK: Typing

    @Test func `an add form is empty, an edit form has the friend`() {
        let add = form(.add(Friend.ID("new")))
        #expect(add.state.title == "Add Friend")
        #expect(add.state.draft.details == FriendDraft().details)
        let update = form(.update(.ada))
        #expect(update.state.title == "Update Friend")
        #expect(update.state.draft.details == Friend.ada.details)
        #expect(!update.state.isChanged)
        #expect(!update.state.canSubmit)
    }

    /// Typing three fields enables submit once.
    @Test func submitIsEnabledExactlyWhenAllIsValid() async {
        let form = form(.add(Friend.ID("new")))
        var recording = Recording()
        recording.note(form.state.canSubmit ? "t" : "f")
        for field in FriendField.allCases {
            for character in Friend.ada.details[field] {
                await form.send(.edit(.insert(String(character))))
                recording.note(form.state.canSubmit ? "t" : "f")
            }
            await form.send(.focusNext)
        }
        #expect(recording.text.filter { $0 != "-" } == "ft")
        await form.send(.focusNext)
        await form.send(.focusNext)
        await form.send(.edit(.killToStart))
        #expect(!form.state.canSubmit)
    }

    @Test func `an update needs a field that differs`() async {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("x")))
        #expect(form.state.canSubmit)
        await form.send(.edit(.deleteBackward))
        #expect(!form.state.canSubmit)
        await form.send(.edit(.insert(" ")))
        #expect(!form.state.canSubmit, "white space at the end is no change")
        #expect(form.state.isChanged)
    }

    @Test func `a field shows its message once it was left`() async {
        let form = form(.add(Friend.ID("new")))
        #expect(form.state.message(at: .field(.firstName)) == nil)
        await form.send(.focusNext)
        #expect(form.state.message(at: .field(.firstName)) == "First name is required")
        #expect(form.state.message(at: .field(.lastName)) == nil)
        await form.send(.focusPrevious)
        await form.send(.edit(.insert("A")))
        #expect(form.state.message(at: .field(.firstName)) == nil)
    }

    @Test func `Enter on an invalid form goes to the first bad field`() async {
        let form = form(.update(.ada))
        await form.send(.focusNext)
        await form.send(.focusNext)
        await form.send(.edit(.killToStart))
        await form.send(.focusPrevious)
        await form.send(.press)
        #expect(form.state.focus == .field(.phoneNumber))
        #expect(form.state.message(at: .field(.phoneNumber)) == "Phone number is required")
        #expect(client.calls.isEmpty)
    }

    @Test func `the focus wraps around in a form`() async {
        let form = form(.add(Friend.ID("new")))
        var seen: [FriendForm.Focus] = []
        let all = FriendField.allCases.map(FriendForm.Focus.field) + [.submit, .cancel]
        for _ in 0...all.count {
            seen.append(form.state.focus)
            await form.send(.focusNext)
        }
        #expect(seen == all + [.field(.firstName)])
        await form.send(.focusPrevious)
        await form.send(.focusPrevious)
        #expect(form.state.focus == .cancel)
    }

    @Test func pastedLinesBecomeOneAndDoNotSubmit() async {
        let form = form(.add(Friend.ID("new")))
        await form.send(.edit(.paste("Ada\r\nof\nLove\tlace\n")))
        #expect(form.state.draft.details.firstName == "Ada of Love lace ")
        #expect(client.calls.isEmpty)
    }

    @Test func `a paste that does not fit is refused and reported`() async {
        let form = form(.update(.ada))
        await form.send(.edit(.paste(String(repeating: "x", count: 5_000))))
        #expect(form.state.draft.details == Friend.ada.details)
        #expect(form.state.message(at: .field(.firstName)) == "That text is too long for First name")
        await form.send(.edit(.insert("x")))
        #expect(form.state.message(at: .field(.firstName)) == nil)
    }

    @Test func `a field can be reset to its stored value`() async {
        let form = form(.update(.ada))
        await form.send(.edit(.killToStart))
        await form.send(.revertPart)
        #expect(form.state.draft.details == Friend.ada.details)
    }

    // MARK: Sending

    @Test func `adding sends the newest text once`() async throws {
        let form = form(.add(Friend.ada.id))
        await type(FriendDetails(firstName: " Ada ", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001"), into: form)
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        #expect(client.calls == [.add(Friend.ada.details, Friend.ada.id)])
        #expect(form.state.isSending)
        #expect(!form.state.canSubmit)
        await form.send(.press)
        await form.send(.focusPrevious)
        await form.send(.edit(.insert("x")))
        #expect(form.state.draft.details.phoneNumber == "+44 20 7946 0001", "the fields hold still")
        #expect(client.calls.count == 1)
        client.answer(.friend(.ada))
        try await submitting.ended()
        #expect(completions.all == [.saved(.ada, step: .added(.ada), isMerged: false)])
    }

    @Test func `updating sends the changes and the version`() async {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let changed = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .friend(changed) }
        await form.send(.press)
        #expect(client.calls == [.update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("1"))])
        #expect(completions.all == [.saved(changed, step: .updated(from: .ada, to: changed), isMerged: false)])
    }

    @Test func `a failure keeps the text and submit works again`() async throws {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let before = form.state.inputs
        client.automatic = { _ in .failure(.failed(status: "500", reason: nil)) }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        #expect(prompts.state.current?.lines.first == "Failed to update information.")
        prompts.send(.answer(.cancel))
        try await submitting.ended()
        #expect(form.state.inputs == before)
        #expect(form.state.canSubmit)
        #expect(completions.all.isEmpty)
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .friend(adah) }
        await form.send(.press)
        #expect(completions.all == [.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)])
    }

    @Test func retryInTheAlertSendsAgain() async throws {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        client.automatic = { _ in .failure(.timedOut(.connect)) }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .friend(adah) }
        prompts.send(.press)
        try await submitting.ended()
        #expect(client.calls.count == 2)
        #expect(completions.all == [.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)])
    }

    @Test func `a rejected value is reported at its field`() async throws {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        client.automatic = { _ in
            .failure(.rejected([.init(part: .field(.firstName), reason: "No such name")], reason: nil))
        }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        prompts.send(.dismiss)
        try await submitting.ended()
        #expect(form.state.focus == .field(.firstName))
        #expect(form.state.message(at: .field(.firstName)) == "No such name")
        #expect(!form.state.canSubmit)
        await form.send(.edit(.insert("i")))
        #expect(form.state.message(at: .field(.firstName)) == nil)
        #expect(form.state.canSubmit)
    }

    @Test func `an add with a lost response makes no second friend`() async throws {
        let form = form(.add(Friend.ada.id))
        await type(Friend.ada.details, into: form)
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        client.answer(.failure(.timedOut(.read)))
        try await prompts.asked()
        prompts.send(.answer(.cancel))
        try await submitting.ended()
        // Something is changed before it is sent again, so the server finds another friend under the id: ours.
        for _ in 0..<2 { await form.send(.focusNext) }
        await form.send(.edit(.insert("!")))
        let again = Task { await form.send(.press) }
        try await client.called(2)
        client.answer(.failure(.conflict(current: .ada)))
        try await client.called(3)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Ada!"]), .init("1")))
        let changed = Friend.ada.changed { $0.firstName = "Ada!" }
        client.answer(.friend(changed))
        try await again.ended()
        #expect(completions.all == [.saved(changed, step: .added(changed), isMerged: false)])
    }

    @Test func anUpdateThatTheServerHasAlreadyIsASuccess() async {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let stored = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .failure(.conflict(current: stored)) }
        await form.send(.press)
        #expect(completions.all == [.saved(stored, step: nil, isMerged: false)])
    }

    @Test func cancellingASubmissionKeepsTheForm() async throws {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        await form.send(.cancel)
        try await submitting.ended()
        #expect(form.state.canSubmit)
        #expect(completions.all == [.cancelled])
        #expect(prompts.state.current == nil)
    }

    // MARK: Leaving

    @Test func anUnchangedFormIsLeftAtOnce() async {
        await form(.update(.ada)).send(.cancel)
        #expect(completions.all == [.discarded])
    }

    @Test(arguments: [(Prompt.Answer.no, 0), (.yes, 1)])
    func aChangedFormAsksBeforeItIsLeft(answer: Prompt.Answer, completionCount: Int) async throws {
        let form = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let leaving = Task { await form.send(.cancel) }
        try await prompts.asked()
        await form.send(.cancel)
        #expect(prompts.state.queue == [.discard])
        #expect(prompts.state.focus == .no)
        prompts.send(.answer(answer))
        try await leaving.ended()
        #expect(completions.all.count == completionCount)
        #expect(form.state.isChanged)
    }

    @Test func `a closed form leaves nothing behind`() async {
        weak var leaked: FriendFormViewModel?
        do {
            let form = form(.update(.ada))
            leaked = form
            await form.send(.edit(.insert("h")))
            client.automatic = { _ in .friend(.ada) }
            await form.send(.press)
        }
        #expect(leaked == nil)
    }
}
