import FriendsModel
import Testing

@testable import FriendsViewModels

/// The form as a value: no client, no draft, no prompts.
@Suite(.timeLimit(.minutes(10)))
struct FriendFormTests {
    @Test func `the focus goes round, and the fields that it leaves show what is wrong`() {
        var form = FriendForm(mode: .add(.init("new")))
        let stops = FriendField.allCases.count + 2
        form.moveFocus(by: -1)
        #expect(
            form.focus == .cancel && form.message(at: .field(.firstName)) != nil
                && form.message(at: .field(.lastName)) == nil)
        for _ in 0..<stops { form.moveFocus(by: 1) }
        #expect(form.focus == .cancel && FriendField.allCases.allSatisfy { form.message(at: .field($0)) != nil })
    }

    @Test func `a rejected text is wrong until it is another one`() {
        var form = FriendForm(mode: .update(.ada))
        form.edit(.insert("h"))
        #expect(form.canSubmit)
        form.reject([.init(part: .field(.firstName), reason: "No.")], sent: [])
        #expect(!form.canSubmit && form.message(at: .field(.firstName)) == "No." && form.focus == .field(.firstName))
        form.edit(.insert("h"))
        #expect(form.canSubmit && form.message(at: .field(.firstName)) == nil)
    }

    @Test func `nothing changes while the form is being sent`() {
        var form = FriendForm(mode: .update(.ada))
        form.edit(.insert("h"))
        form.isSending = true
        let sent = form
        form.edit(.insert("h"))
        form.revertPart()
        #expect(form == sent && !form.canSubmit)
    }

    @Test func `a choice can be taken back, with the text that was typed`() {
        var form = FriendForm(mode: .update(.ada))
        form.edit(.insert("h"))
        form.mode = .update(Friend.ada.changed { $0.firstName = "Augusta" })
        form.askForChoices()
        #expect(form.undecided == [.field(.firstName)] && !form.canSubmit)
        form.pick(.theirs)
        #expect(
            form.draft.details.firstName == "Augusta"
                && form.choices == [.field(.firstName): .theirs(insteadOf: .text("Adah"))])
        form.pick(.mine)
        #expect(form.draft.details.firstName == "Adah" && form.choices == [.field(.firstName): .mine] && form.canSubmit)
    }
}
