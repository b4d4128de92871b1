import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension FriendFormMergingTests {
    @Test func `a change by others is flagged and changes no text`() async {
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

    @Test func `a change by others alone is nothing to send`() async {
        form.friendChanged(Friend.ada.changed { $0.firstName = "Augusta" })
        #expect(!form.state.canSubmit)
        #expect(!form.state.isChanged)
        await form.send(.revertPart)
        #expect(firstName == "Augusta")
        #expect(form.state.notice == nil)
        #expect(!form.state.isChanged && !form.state.canSubmit)
    }

    @Test func `a change of another friend is ignored`() {
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

    @Test func `an update with a lost response is a success`() async throws {
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
        let restored = Friend.ada.changed({ _ in }, version: "3")
        let adah = Friend.ada.changed({ $0.firstName = "Adah" }, version: "4")
        client.automatic = { call in if case .restore = call { .friend(restored) } else { .friend(adah) } }
        prompts.send(.answer(.addAgain))
        try await submitting.ended()
        let changes = FriendChanges([.firstName: "Adah"])
        #expect(
            client.calls == [
                .update(Friend.ada.id, changes, .init("1")), .restore(Friend.ada.id, Friend.ada.details),
                .update(Friend.ada.id, changes, .init("3")),
            ], "as it was, with all that the server keeps of it, and then changed")
        let step = UndoHistory.Step.restoredWithChanges(from: restored, to: adah)
        #expect(completions.all == [.saved(adah, step: step, isMerged: false)])
    }

    @Test func `a friend that is back without the typed text can be undone`() async throws {
        form.friendDeleted()
        await type("Adah")
        let restored = Friend.ada.changed({ $0.phoneNumber = "112" }, version: "3")
        client.automatic = { call in
            if case .restore = call { return .friend(restored) }
            return .failure(.rejected([.init(part: .field(.firstName), reason: "No.")], reason: "No."))
        }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        prompts.send(.answer(.addAgain))
        try await prompts.asked()
        prompts.send(.dismiss)
        try await submitting.ended()
        #expect(form.state.message(at: .field(.firstName)) == "No." && firstName == "Adah")
        #expect(completions.all == [.outdated], "the list does not have the friend yet")
        form.friendChanged(restored)
        #expect(form.state.notice == "Changed elsewhere: phone number", "that was before the deletion")
        let leaving = Task { await form.send(.cancel) }
        try await prompts.asked()
        prompts.send(.answer(.yes))
        try await leaving.ended()
        #expect(completions.all == [.outdated, .saved(restored, step: .restored(restored), isMerged: false)])
    }

    @Test(arguments: [true, false])
    func `a lost answer to a restoration is no failure of it`(isToldByTheList: Bool) async throws {
        form.friendDeleted()
        await type("Adah")
        let restored = Friend.ada.changed({ _ in }, version: "3")
        let adah = Friend.ada.changed({ $0.firstName = "Adah" }, version: "4")
        client.automatic = { _ in .failure(.timedOut(.read)) }
        let submitting = Task { await form.send(.press) }
        try await prompts.asked()
        prompts.send(.answer(.addAgain))
        try await eventually("the question whether to retry") {
            prompts.state.current.map { $0 != .deletedElsewhere(form.state.mine) } ?? false
        }
        if isToldByTheList { form.friendChanged(restored) }
        client.automatic = { call in if case .restore = call { .friend(restored) } else { .friend(adah) } }
        prompts.send(.answer(.retry))
        try await submitting.ended()
        #expect(client.calls.last == .update(Friend.ada.id, FriendChanges([.firstName: "Adah"]), .init("3")))
        let step = UndoHistory.Step.restoredWithChanges(from: restored, to: adah)
        #expect(completions.all == [.saved(adah, step: step, isMerged: false)])
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

    @Test func `a friend restored before it is added again is merged`() async throws {
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        form.friendDeleted()
        await type("Adah")
        client.automatic = { call in
            switch call {
            case .restore: .failure(.conflict(current: theirs))
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
        let add = FriendFormViewModel(mode: .add(Friend.ada.id), desk: Desk(client))
        for field in FriendField.allCases {
            await add.send(.edit(.insert(Friend.ada.details[field])))
            await add.send(.focusNext)
        }
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        client.automatic = { _ in .failure(.conflict(current: theirs)) }
        await add.send(.press)
        #expect(add.state.undecided == [.field(.phoneNumber)])
        #expect(add.state.draft.details == Friend.ada.details)
    }
}
