import FriendsModel
import Testing

@testable import FriendsViewModels

/// A form whose friend somebody else changes or deletes meanwhile.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct FriendFormMergingTests {
    let client = StubFriendsClient()
    let prompts = PromptViewModel()
    let completions = FriendFormViewModelTests.Completions()
    let form: FriendFormViewModel

    /// Ada is edited: her first name is typed at.
    init() {
        form = FriendFormViewModel(
            mode: .update(.ada), client: client, activity: ActivityViewModel(clock: ManualClock()), prompts: prompts
        ) { [completions] in completions.all.append($0) }
    }

    private func type(_ text: String) async {
        await form.send(.edit(.killToStart))
        await form.send(.edit(.insert(text)))
    }

    private var firstName: String { form.state.draft.details.firstName }

    /// Lets the server refuse an update from the first version with what the friend is now, and take any other.
    private func serve(_ theirs: Friend) {
        client.automatic = { call in
            guard case .update(_, let changes, let version) = call else { return nil }
            guard version == theirs.version else { return .failure(.conflict(current: theirs)) }
            let details = changes.applied(to: theirs.details)
            return .friend(Friend(id: theirs.id, version: .init("9"), details: details))
        }
    }

    // MARK: Merging

    @Test func `changes of both sides are merged and saved`() async {
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        serve(theirs)
        await type("Adah")
        await form.send(.press)
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "9")
        let changes = FriendChanges([.firstName: "Adah"])
        #expect(
            client.calls == [
                .update(Friend.ada.id, changes, .init("1")), .update(Friend.ada.id, changes, .init("2")),
            ])
        #expect(completions.all == [.saved(merged, step: .updated(from: theirs, to: merged), isMerged: true)])
        #expect(prompts.state.queue.isEmpty)
    }

    @Test func aServerThatDoesNotSayWhatTheFriendIsNowIsAsked() async {
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "3")
        client.automatic = { call in
            switch call {
            case .update(_, _, .init("1")): .failure(.conflict(current: nil))
            case .friend: .friend(theirs)
            case .update: .friend(merged)
            default: nil
            }
        }
        await type("Adah")
        await form.send(.press)
        #expect(client.calls.count == 3)
        #expect(completions.all == [.saved(merged, step: .updated(from: theirs, to: merged), isMerged: true)])
    }

    @Test func aFriendThatChangesAgainAndAgainIsGivenUpForNow() async throws {
        var version = 1
        client.automatic = { _ in
            version += 1
            let theirs = Friend.ada.changed({ $0.phoneNumber = "11\(version)" }, version: "\(version)")
            return .failure(.conflict(current: theirs))
        }
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        #expect(client.calls.count == 5)
        #expect(prompts.state.current?.heading == "Someone else changed this friend in the meantime.")
        prompts.send(.dismiss)
        try await submitting.ended()
        #expect(completions.all == [.outdated])
        #expect(firstName == "Adah")
        #expect(form.state.canSubmit)
    }

    @Test func bothHavingTypedTheSameIsASuccess() async {
        let theirs = Friend.ada.changed { $0.firstName = "Adah" }
        serve(theirs)
        await type("Adah")
        await form.send(.press)
        #expect(client.calls.count == 1)
        #expect(completions.all == [.saved(theirs, step: nil, isMerged: false)])
    }

    @Test func `undo leaves changes after a lost response alone`() async {
        let now = Friend.ada.changed({ ($0.firstName, $0.phoneNumber) = ("Adah", "112") }, version: "3")
        client.automatic = { _ in .friend(now) }
        await type("Adah")
        await form.send(.press)
        let old = Friend.ada.changed({ $0.phoneNumber = "112" }, version: "1")
        #expect(completions.all == [.saved(now, step: .updated(from: old, to: now), isMerged: true)])
    }

    // MARK: Deciding

    @Test func aFieldThatBothHaveChangedIsDecidedByThePerson() async {
        let theirs = Friend.ada.changed { ($0.firstName, $0.phoneNumber) = ("Augusta", "112") }
        serve(theirs)
        await type("Adah")
        await form.send(.focusNext)
        await form.send(.press)
        #expect(client.calls.count == 1)
        #expect(completions.all == [.outdated])
        var expected = FriendFormViewModel.State(mode: .update(theirs))
        expected.base = Friend.ada.details
        expected.inputs = FriendFormViewModel.State(mode: .update(.ada)).inputs
        expected.inputs[.firstName] = TextInput("Adah")
        expected.choices = [.firstName: .open]
        expected.visited = [.firstName]
        #expect(form.state == expected)
        #expect(form.state.choiceText(at: .firstName) == "Theirs: Augusta")
        #expect(form.state.notice == "Both changed this: choose one")

        await form.send(.focusNext)
        await form.send(.press)
        #expect(form.state.focus == .field(.firstName), "undecided, it is gone to, not sent")
        #expect(client.calls.count == 1)

        await form.send(.pick(.theirs))
        #expect(firstName == "Augusta")
        #expect(form.state.choiceText(at: .firstName) == "Using theirs, was Adah")
        await form.send(.pick(.mine))
        #expect(firstName == "Adah")
        #expect(form.state.choiceText(at: .firstName) == "Keeping mine, theirs was Augusta")
        #expect(form.state.canSubmit)
        await form.send(.press)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("2")))
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "9")
        #expect(completions.all.last == .saved(merged, step: .updated(from: theirs, to: merged), isMerged: true))
    }

    @Test func takingTheirsEverywhereSavesNothingMore() async {
        let theirs = Friend.ada.changed { $0.firstName = "Augusta" }
        serve(theirs)
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.theirs))
        await form.send(.press)
        #expect(client.calls.count == 1)
        #expect(completions.all == [.outdated, .saved(theirs, step: nil, isMerged: false)])
    }

    @Test func nothingTypedIsLostByPicking() async {
        serve(Friend.ada.changed { $0.firstName = "Augusta" })
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.theirs))
        await form.send(.pick(.theirs))
        await form.send(.edit(.insert("!")))
        await form.send(.pick(.mine))
        #expect(firstName == "Augusta!", "what was typed after taking theirs is mine")
        await form.send(.pick(.theirs))
        #expect(firstName == "Augusta")
        await form.send(.pick(.mine))
        #expect(firstName == "Augusta!")
        await form.send(.edit(.insert("?")))
        await form.send(.press)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Augusta!?"]), .init("2")))
    }

    @Test func `what was typed comes back after theirs was taken twice`() async {
        serve(Friend.ada.changed { $0.firstName = "Augusta" })
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.theirs))
        await form.send(.pick(.theirs))
        await form.send(.pick(.mine))
        #expect(firstName == "Adah")
    }

    @Test(arguments: [true, false])
    func `what was typed comes back after theirs has changed again`(isTakenTwice: Bool) async {
        serve(Friend.ada.changed { $0.firstName = "Augusta" })
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.theirs))
        form.friendChanged(Friend.ada.changed({ $0.firstName = "Countess" }, version: "3"))
        if isTakenTwice {
            await form.send(.pick(.theirs))
            #expect(firstName == "Countess")
        }
        await form.send(.pick(.mine))
        #expect(firstName == "Adah")
    }

    @Test func theOldTextCanBeWhatIsDecidedFor() async {
        serve(Friend.ada.changed { $0.firstName = "Augusta" })
        await type("Adah")
        await form.send(.press)
        await type("Ada")
        await form.send(.pick(.mine))
        await form.send(.press)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Ada"]), .init("2")))
    }

    @Test func `a further change of a decided field asks again`() async {
        serve(Friend.ada.changed { $0.firstName = "Augusta" })
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.mine))
        #expect(form.state.undecided.isEmpty)
        form.friendChanged(Friend.ada.changed({ $0.firstName = "Countess" }, version: "3"))
        #expect(form.state.undecided == [.firstName])
        #expect(form.state.choiceText(at: .firstName) == "Theirs: Countess")
        #expect(!form.state.canSubmit)
        form.friendChanged(Friend.ada.changed({ $0.firstName = "Augusta" }, version: "4"))
        #expect(form.state.canSubmit)
    }

    @Test func thereIsNothingToPickElsewhere() async {
        let before = form.state
        await form.send(.pick(.theirs))
        await form.send(.pick(.mine))
        #expect(form.state == before)
    }

    /// From the key to the friend: typed, sent, refused, decided, sent again; `t` while it can be submitted.
    @Test func submitWaitsForTheDecision() async throws {
        let theirs = Friend.ada.changed { $0.firstName = "Augusta" }
        var recording = Recording()
        func note() { recording.note(form.state.isSending ? "s" : form.state.canSubmit ? "t" : "f") }
        note()
        await type("Adah")
        note()
        let first = Task { await form.send(.press) }
        try await client.called(1)
        note()
        client.answer(.failure(.conflict(current: theirs)))
        try await first.ended()
        note()
        await form.send(.edit(.insert("!")))
        note()
        await form.send(.pick(.mine))
        note()
        let second = Task { await form.send(.press) }
        try await client.called(2)
        note()
        await form.send(.pick(.theirs))
        #expect(firstName == "Adah!", "the fields hold still while they are sent")
        client.answer(.failure(.notSignedIn))
        try await prompts.asked()
        prompts.send(.dismiss)
        try await second.ended()
        note()
        #expect(recording.text == "ftsf-tst")
    }

    // MARK: Hearing of it while typing

    @Test func aChangeElsewhereIsFlaggedAndTouchesNothing() async {
        await form.send(.edit(.insert("h")))
        await form.send(.edit(.moveLeft))
        var expected = form.state
        let theirs = Friend.ada.changed { ($0.lastName, $0.phoneNumber) = ("King", "112") }
        form.friendChanged(theirs)
        expected.mode = .update(theirs)
        #expect(form.state == expected)
        #expect(form.state.notice == "Changed elsewhere: last name, phone number")
        serve(theirs)
        await form.send(.press)
        #expect(client.calls == [.update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("2"))])
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "9")
        #expect(completions.all == [.saved(merged, step: .updated(from: theirs, to: merged), isMerged: true)])
    }

    @Test func aChangeElsewhereAloneIsNothingToSend() async {
        form.friendChanged(Friend.ada.changed { $0.firstName = "Augusta" })
        #expect(!form.state.canSubmit)
        #expect(!form.state.isChanged)
        await form.send(.revertField)
        #expect(firstName == "Augusta")
        #expect(form.state.notice == nil)
        #expect(!form.state.isChanged && !form.state.canSubmit)
    }

    @Test func aChangeOfAnotherFriendIsNotOurs() {
        let before = form.state
        form.friendChanged(.grace)
        #expect(form.state == before)
    }

    /// The change is heard of before the answer that it was made.
    @Test func `a form's own save is no change by others`() async throws {
        let saved = Friend.ada.changed { $0.firstName = "Adah" }
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        form.friendChanged(saved)
        #expect(form.state.notice == nil)
        await form.send(.cancel)
        try await submitting.ended()
        form.friendChanged(saved)
        await form.send(.edit(.insert("!")))
        #expect(form.state.notice == nil)
        serve(saved)
        await form.send(.press)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah!"]), .init("2")))
        #expect(form.state.choices.isEmpty)
    }

    @Test func anUpdateWhoseAnswerWasLostIsTheSuccessThatItWas() async throws {
        let saved = Friend.ada.changed { $0.firstName = "Adah" }
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        client.answer(.failure(.timedOut(.read)))
        try await prompts.asked()
        prompts.send(.answer(.retry))
        try await client.called(2)
        client.answer(.failure(.conflict(current: saved)))
        try await submitting.ended()
        #expect(completions.all == [.saved(saved, step: .updated(from: .ada, to: saved), isMerged: false)])
    }

    // MARK: Deleted elsewhere

    @Test func aFriendThatWasDeletedElsewhereCanBeAddedAgain() async throws {
        client.automatic = { _ in .failure(.notFound) }
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        #expect(prompts.state.current == .deletedElsewhere(form.state.mine))
        #expect(prompts.state.focus == .keepEditing)
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { _ in .friend(adah) }
        prompts.send(.answer(.addAgain))
        try await submitting.ended()
        #expect(client.calls.last == .add(adah.details, Friend.ada.id))
        #expect(completions.all == [.saved(adah, step: .added(adah), isMerged: false)])
    }

    @Test(arguments: [
        (Prompt.Answer.discard, FriendFormViewModel.Completion.discard), (.keepEditing, .outdated),
    ])
    func `a form of a deleted friend can be discarded or kept`(
        answer: Prompt.Answer, completion: FriendFormViewModel.Completion
    ) async throws {
        client.automatic = { _ in .failure(.notFound) }
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        prompts.send(.answer(answer))
        try await submitting.ended()
        #expect(completions.all == [completion])
        #expect(firstName == "Adah")
        #expect(form.state.notice == "Deleted elsewhere")
        #expect(form.state.canSubmit)
    }

    @Test func `a deletion by others asks without a call`() async throws {
        form.friendDeleted()
        #expect(form.state.notice == "Deleted elsewhere")
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        #expect(client.calls.isEmpty)
        prompts.send(.dismiss)
        try await submitting.ended()
        form.friendChanged(.ada)
        #expect(form.state.notice == nil)
        #expect(!form.state.canSubmit)
    }

    /// The deletion is heard of before the server answers that there is nothing to update.
    @Test func `a deletion by others while sending asks once`() async throws {
        await type("Adah")
        let submitting = Task { await form.send(.press) }
        try await client.called(1)
        form.friendDeleted()
        client.answer(.failure(.notFound))
        try await prompts.asked()
        #expect(prompts.state.queue == [.deletedElsewhere(form.state.mine)])
        prompts.send(.answer(.discard))
        try await submitting.ended()
        #expect(completions.all == [.discard])
    }

    @Test func aFriendThatIsBackBeforeItIsAddedAgainIsMergedWith() async throws {
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        form.friendDeleted()
        await type("Adah")
        client.automatic = { call in
            switch call {
            case .add: .failure(.conflict(current: theirs))
            case .update: .friend(theirs)
            default: nil
            }
        }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        prompts.send(.answer(.addAgain))
        try await submitting.ended()
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("2")))
    }

    @Test func `a conflict of an addition asks`() async {
        let add = FriendFormViewModel(
            mode: .add(Friend.ada.id), client: client, activity: ActivityViewModel(clock: ManualClock()),
            prompts: prompts, onCompletion: { _ in })
        for field in FriendField.allCases {
            await add.send(.edit(.insert(Friend.ada.details[field])))
            await add.send(.focusNext)
        }
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        client.automatic = { _ in .failure(.conflict(current: theirs)) }
        await add.send(.press)
        #expect(add.state.undecided == [.phoneNumber])
        #expect(add.state.draft.details == Friend.ada.details)
    }
}
