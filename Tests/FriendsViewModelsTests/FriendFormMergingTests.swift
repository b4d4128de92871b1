import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// A form whose friend somebody else changes or deletes meanwhile.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendFormMergingTests {
    let client = StubFriendsClient()
    var prompts: PromptViewModel { form.desk.prompts }
    let completions = FriendFormViewModelTests.Completions()
    let form: FriendFormViewModel

    /// Ada is edited: her first name is typed at.
    init() {
        form = FriendFormViewModel(mode: .update(.ada), desk: Desk(client)) { [completions] in
            completions.all.append($0)
        }
    }

    func type(_ text: String) async {
        await form.send(.edit(.killToStart))
        await form.send(.edit(.insert(text)))
    }

    var firstName: String { form.state.draft.details.firstName }

    /// Lets the server refuse an update from the first version with what the friend is now, and take any other.
    func serve(_ theirs: Friend) {
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

    @Test func `a conflict without the friend reads the friend`() async {
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

    @Test func `a friend that keeps changing ends the attempts`() async throws {
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

    @Test func `the same change by both is a success`() async {
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

    @Test func `the user decides a conflicting field`() async {
        let theirs = Friend.ada.changed { ($0.firstName, $0.phoneNumber) = ("Augusta", "112") }
        serve(theirs)
        await type("Adah")
        await form.send(.focusNext)
        await form.send(.press)
        #expect(client.calls.count == 1)
        #expect(completions.all == [.outdated])
        var expected = FriendForm(mode: .update(theirs))
        expected.base = Friend.ada.details
        expected.inputs = FriendForm(mode: .update(.ada)).inputs
        expected.inputs[.firstName] = TextInput("Adah")
        expected.choices = [.field(.firstName): .open]
        expected.visited = [.field(.firstName)]
        #expect(form.state == expected)
        #expect(form.state.choiceText(at: .field(.firstName)) == "Theirs: Augusta")
        #expect(form.state.notice == "Both changed this: choose one")

        await form.send(.focusNext)
        await form.send(.press)
        #expect(form.state.focus == .field(.firstName), "undecided, it is gone to, not sent")
        #expect(client.calls.count == 1)

        await form.send(.pick(.theirs))
        #expect(firstName == "Augusta")
        #expect(form.state.choiceText(at: .field(.firstName)) == "Using theirs, was Adah")
        await form.send(.pick(.mine))
        #expect(firstName == "Adah")
        #expect(form.state.choiceText(at: .field(.firstName)) == "Keeping mine, theirs was Augusta")
        #expect(form.state.canSubmit)
        await form.send(.press)
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("2")))
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "9")
        #expect(completions.all.last == .saved(merged, step: .updated(from: theirs, to: merged), isMerged: true))
    }

    @Test func `using theirs everywhere sends nothing`() async {
        let theirs = Friend.ada.changed { $0.firstName = "Augusta" }
        serve(theirs)
        await type("Adah")
        await form.send(.press)
        await form.send(.pick(.theirs))
        await form.send(.press)
        #expect(client.calls.count == 1)
        #expect(completions.all == [.outdated, .saved(theirs, step: nil, isMerged: false)])
    }

    @Test func `choosing a version loses no typed text`() async {
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

    @Test func `the original text can be chosen`() async {
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
        #expect(form.state.undecided == [.field(.firstName)])
        #expect(form.state.choiceText(at: .field(.firstName)) == "Theirs: Countess")
        #expect(!form.state.canSubmit)
        form.friendChanged(Friend.ada.changed({ $0.firstName = "Augusta" }, version: "4"))
        #expect(form.state.canSubmit)
    }

    @Test func `only a conflicting field offers a choice`() async {
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
}
