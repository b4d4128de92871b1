import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Lines that someone else changes meanwhile.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendFormLineMergingTests {
    let client = StubFriendsClient()
    var prompts: PromptViewModel { form.desk.prompts }
    let completions = FriendFormViewModelTests.Completions()
    let form: FriendFormViewModel
    static let email = FriendLine.ID("email")

    init() {
        form = FriendFormViewModel(mode: .update(.adaWithThreeLines), desk: Desk(client)) { [completions] in
            completions.all.append($0)
        }
    }

    private func type(_ text: String) async {
        await form.send(.edit(.killToStart))
        await form.send(.edit(.insert(text)))
    }

    private func focus(_ kind: LineKind) async {
        await form.send(.focus(.line(.init(kind.key), .value), cursor: 10_000))
    }

    /// Lets the server refuse an update from the first version with what the friend is now, and take any other.
    private func serve(_ theirs: Friend) {
        client.automatic = { call in
            guard case .update(_, let changes, let version) = call else { return nil }
            guard version == theirs.version else { return .failure(.conflict(current: theirs)) }
            let details = changes.applied(to: theirs.details)
            return .friend(Friend(id: theirs.id, version: .init("9"), details: details))
        }
    }

    private func theirs(_ change: (inout [FriendLine]) -> Void) -> Friend {
        Friend.adaWithThreeLines.changed { change(&$0.lines) }
    }

    private var savedLines: [FriendLine]? {
        guard case .saved(let friend, _, _) = completions.all.last else { return nil }
        return friend.details.lines
    }

    @Test func `three typed fields leave the lines alone`() async {
        serve(.adaWithThreeLines)
        await type("Adah")
        await form.send(.press)
        #expect(client.calls == [.update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("1"))])
        #expect(savedLines == Friend.adaWithThreeLines.details.lines)
    }

    @Test func `lines that both have added are both kept`() async {
        let theirs = theirs { $0.append(.line(.tag, "math")) }
        serve(theirs)
        await form.send(.kinds(.open))
        await form.send(.kinds(.pick(.phone)))
        await type("112")
        await form.send(.press)
        #expect(savedLines?.map(\.value).sorted() == (theirs.details.lines.map(\.value) + ["112"]).sorted())
        guard case .saved(_, .updated(let old, _)?, true) = completions.all.last else {
            Issue.record("not merged")
            return
        }
        #expect(old.details == theirs.details, "undo leaves theirs alone")
    }

    @Test func `the user decides a conflicting line`() async {
        serve(theirs { $0[0].value = "lovelace@example.org" })
        await focus(.email)
        await type("king@example.org")
        await form.send(.focus(.field(.firstName), cursor: 0))
        await form.send(.press)
        #expect(completions.all == [.outdated] && client.calls.count == 1)
        #expect(form.state.focus == .line(Self.email, .value) && form.state.undecided == [.line(Self.email)])
        #expect(form.state.choiceText(at: .line(Self.email)) == "Theirs: work: lovelace@example.org")
        #expect(form.state.notice == "Both changed this: choose one")
        await form.send(.pick(.theirs))
        #expect(form.state.lines[0].value.text == "lovelace@example.org")
        #expect(form.state.choiceText(at: .line(Self.email)) == "Using theirs, was work: king@example.org")
        await form.send(.pick(.mine))
        #expect(form.state.lines[0].value.text == "king@example.org" && form.state.canSubmit)
        await form.send(.press)
        #expect(savedLines?[0].value == "king@example.org" && savedLines?.count == 3)
    }

    @Test(arguments: [FriendForm.Side.mine, .theirs])
    func `a line that they removed and I changed is decided`(side: FriendForm.Side) async {
        serve(theirs { $0.remove(at: 0) })
        await focus(.email)
        await type("king@example.org")
        await form.send(.press)
        #expect(form.state.choiceText(at: .line(Self.email)) == "Theirs: removed")
        await form.send(.pick(side))
        await form.send(.press)
        #expect(savedLines?.first?.value == (side == .mine ? "king@example.org" : "1815-12-10"))
    }

    @Test(arguments: [FriendForm.Side.mine, .theirs])
    func `a line that I removed and they changed is decided`(side: FriendForm.Side) async {
        serve(theirs { $0[0].value = "lovelace@example.org" })
        await focus(.email)
        await form.send(.removeLine)
        await form.send(.press)
        #expect(form.state.focus == .line(Self.email, .value) && form.state.lines[0].isRemoved)
        await form.send(.pick(side))
        #expect(form.state.lines[0].isRemoved == (side == .mine))
        await form.send(.press)
        #expect(savedLines?.first?.value == (side == .mine ? "1815-12-10" : "lovelace@example.org"))
    }

    @Test func `a change by others names the lines and changes no text`() async {
        let before = form.state.lines
        form.friendChanged(
            theirs {
                $0[0].value = "lovelace@example.org"
                $0.append(.line(.tag, "math"))
                $0.append(.line(.email, "second@example.org", id: "y"))
            })
        #expect(form.state.notice == "Changed elsewhere: email, tag")
        #expect(form.state.lines == before && !form.state.isChanged)
    }

    /// The first attempt is merged with a line of theirs, and its answer is lost; the list then brings its result.
    @Test func `a lost answer does not make their line look removed`() async {
        let theirs = theirs { $0.append(.line(.tag, "math")) }
        client.automatic = { call in
            guard case .update(_, _, let version) = call else { return nil }
            return version == theirs.version
                ? .failure(.connectionLost(reason: "gone")) : .failure(.conflict(current: theirs))
        }
        await focus(.birthday)
        await type("1815-12-11")
        let sending = Task { await form.send(.press) }
        try? await prompts.asked()
        prompts.send(.answer(.cancel))
        await sending.value
        var stored = theirs.details
        stored.lines[1].value = "1815-12-11"
        let now = Friend(id: theirs.id, version: .init("3"), details: stored)
        form.friendChanged(now)
        await type("1815-12-12")
        serve(now)
        await form.send(.press)
        #expect(savedLines?.map(\.value).contains("math") == true)
        #expect(savedLines?[1].value == "1815-12-12" && savedLines?.count == 4)
    }

    /// Sends what is typed; it is stored, but the answer is lost, and is not waited for.
    private func submitWithoutAnswer() async -> Friend {
        client.automatic = { call in
            if case .update = call { .failure(.connectionLost(reason: "gone")) } else { nil }
        }
        let sending = Task { await form.send(.press) }
        try? await prompts.asked()
        prompts.send(.answer(.cancel))
        await sending.value
        return Friend(id: Friend.ada.id, version: .init("2"), details: form.state.draft.details)
    }

    @Test func `a new line that was stored without an answer can be removed`() async {
        await form.send(.kinds(.open))
        await form.send(.kinds(.pick(.tag)))
        await type("math")
        let stored = await submitWithoutAnswer()
        await form.send(.removeLine)
        form.friendChanged(stored)
        serve(stored)
        await form.send(.press)
        #expect(savedLines == Friend.adaWithThreeLines.details.lines)
    }

    @Test func `a line between others that was stored without an answer leaves nothing to save`() async {
        await focus(.email)
        await form.send(.kinds(.open))
        await form.send(.kinds(.pick(.tag)))
        await type("math")
        let stored = await submitWithoutAnswer()
        #expect(stored.details.lines.last?.kind != .tag)
        form.friendChanged(stored)
        #expect(form.state.mine == form.state.base)
        #expect(!form.state.canSubmit)
    }

    @Test func `a field that was stored without an answer can be typed back`() async {
        await type("Adah")
        let stored = await submitWithoutAnswer()
        await type("Ada")
        form.friendChanged(stored)
        serve(stored)
        await form.send(.press)
        guard case .saved(let friend, _, _) = completions.all.last else {
            Issue.record("not saved")
            return
        }
        #expect(friend.details == Friend.adaWithThreeLines.details)
    }

    @Test func `lines that were moved without an answer can be moved back`() async {
        await focus(.email)
        await form.send(.moveLine(by: 1))
        let stored = await submitWithoutAnswer()
        await form.send(.moveLine(by: -1))
        form.friendChanged(stored)
        serve(stored)
        await form.send(.press)
        #expect(savedLines == Friend.adaWithThreeLines.details.lines)
    }

    /// The lines of both sides together are more than a friend can have.
    @Test func `a merge with too many lines can be mended`() async {
        let theirs = theirs { lines in
            lines += (4...FriendLine.maximumCount).map { .line(.tag, "tag \($0)", id: "t\($0)") }
        }
        client.automatic = { call in
            guard case .update(_, let changes, let version) = call else { return nil }
            guard version == theirs.version else { return .failure(.conflict(current: theirs)) }
            let details = changes.applied(to: theirs.details)
            guard details.lines.count <= FriendLine.maximumCount else {
                return .failure(.rejected([.init(part: .whole, reason: "Too many.")], reason: "Too many."))
            }
            return .friend(Friend(id: theirs.id, version: .init("9"), details: details))
        }
        await form.send(.kinds(.open))
        await form.send(.kinds(.pick(.tag)))
        await type("math")
        let sending = Task { await form.send(.press) }
        try? await prompts.asked()
        prompts.send(.dismiss)
        await sending.value
        #expect(form.state.message(at: .whole) == "Too many." && !form.state.canSubmit)
        await focus(.note)
        await form.send(.removeLine)
        #expect(form.state.canSubmit)
        await form.send(.press)
        #expect(savedLines?.count == FriendLine.maximumCount)
        #expect(savedLines?.contains { $0.value == "math" } == true)
    }

    @Test func `Tab goes on from the label of a line that was removed by their choice`() async {
        serve(theirs { $0.remove(at: 0) })
        await focus(.email)
        await type("king@example.org")
        await form.send(.press)
        await form.send(.focus(.line(Self.email, .label), cursor: 0))
        await form.send(.pick(.theirs))
        #expect(form.state.focus == .line(Self.email, .value))
        await form.send(.focusNext)
        #expect(form.state.focus == .line(.init("birthday"), .label))
        await form.send(.focus(.line(Self.email, .label), cursor: 0))
        await form.send(.focusPrevious)
        #expect(form.state.focus == .field(.phoneNumber))
    }

    @Test func `no key waits until the labels of the list are counted`() async throws {
        let gate = Gate()
        let form = FriendFormViewModel(
            mode: .update(.adaWithThreeLines), typed: nil, required: [],
            labels: { _ in
                try? await gate.wait()
                return ["Analytical Engine"]
            }, desk: Desk(client)
        ) { _ in }
        await form.send(.focus(.line(Self.email, .label), cursor: 100))
        let counting = Task { await form.send(.edit(.series([.killToStart, .insert("ana")]))) }
        try await eventually("the typed label") { form.state.lines[0].label.text == "ana" }
        #expect(form.state.labelCompletion == nil)
        gate.open()
        try await counting.ended()
        #expect(form.state.labelCompletion == "lytical Engine")
    }

    @Test func `unsaved lines are kept as a draft`() async {
        let drafts = StubDraftStore()
        let form = FriendFormViewModel(
            mode: .update(.adaWithThreeLines), typed: nil, required: [], labels: { _ in [] },
            desk: Desk(client, drafts: drafts)
        ) { _ in }
        await form.send(.kinds(.open))
        await form.send(.kinds(.pick(.tag)))
        #expect(drafts.events.isEmpty, "an empty line is nothing to lose")
        await form.send(.edit(.insert("math")))
        #expect(form.unsavedDraft?.details.lines.last?.value == "math" && !drafts.events.isEmpty)
        #expect(form.state.isChanged, "leaving asks")
    }

    @Test func `labels of the list are offered`() async {
        var asked: [LineKind] = []
        let form = FriendFormViewModel(
            mode: .update(.adaWithThreeLines), typed: nil, required: [],
            labels: {
                asked.append($0)
                return ["Analytical Engine"]
            }, desk: Desk(client)
        ) { _ in }
        await form.send(.focus(.line(Self.email, .label), cursor: 100))
        await form.send(.edit(.killToStart))
        for character in "ana" { await form.send(.edit(.insert(String(character)))) }
        #expect(form.state.labelCompletion == "lytical Engine" && asked == [.email], "asked once")
    }
}

extension FriendFormLineMergingTests {
    @Test func `keys that come at once complete a label as single ones do`() async {
        await form.send(.focus(.line(.init("email"), .label), cursor: 100))
        await form.send(.edit(.series([.killToStart, .insert("h"), .moveRight, .insert("!")])))
        #expect(form.state.lines[0].label.text == "home!")
    }

    @Test func `a click beside the menu of kinds closes it`() async {
        await form.send(.kinds(.open))
        await form.send(.focus(.field(.lastName), cursor: 0))
        #expect(form.state.kindMenu == nil && form.state.focus == .field(.lastName))
    }
}
