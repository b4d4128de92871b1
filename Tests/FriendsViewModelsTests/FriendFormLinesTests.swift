import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The lines of the form as a value.
@Suite(.timeLimit(.minutes(10)))
struct FriendFormLinesTests {
    private var form: FriendForm { FriendForm(mode: .update(.adaWithThreeLines)) }

    static func place(_ kind: LineKind, _ place: FormLine.Place = .value) -> FriendForm.Focus {
        .line(.init(kind.key), place)
    }

    func form(at kind: LineKind, _ place: FormLine.Place = .value) -> FriendForm {
        var form = form
        form.focus = Self.place(kind, place)
        return form
    }

    func type(_ text: String, into form: inout FriendForm) {
        form.edit(.killToStart)
        form.edit(.insert(text))
    }

    // MARK: Moving

    @Test func `Tab goes through labels and values, and round`() {
        var form = form
        var seen: [FriendForm.Focus] = []
        for _ in 0..<11 {
            form.moveFocus(by: 1)
            seen.append(form.focus)
        }
        #expect(
            seen == [
                .field(.lastName), .field(.phoneNumber), Self.place(.email, .label), Self.place(.email),
                Self.place(.birthday, .label), Self.place(.birthday), Self.place(.note, .label), Self.place(.note),
                .submit, .cancel, .field(.firstName),
            ])
        form.moveFocus(by: -1)
        #expect(form.focus == .cancel)
    }

    @Test func `Down goes from line to line, and stays in the column`() {
        var form = form
        form.focus = .field(.phoneNumber)
        form.moveFocusByRow(1)
        #expect(form.focus == Self.place(.email))
        form.focus = Self.place(.email, .label)
        form.moveFocusByRow(1)
        #expect(form.focus == Self.place(.birthday, .label))
        form.moveFocusByRow(1)
        form.moveFocusByRow(1)
        #expect(form.focus == .addLine)
        form.moveFocusByRow(1)
        #expect(form.focus == .submit)
        form.moveFocusByRow(-1)
        form.moveFocusByRow(-1)
        #expect(form.focus == Self.place(.note))
        form.focus = Self.place(.email, .label)
        form.moveFocusByRow(-1)
        #expect(form.focus == .field(.phoneNumber))
    }

    @Test func `Tab leaves the row that adds a line on both sides`() {
        var form = form
        form.focus = .addLine
        form.moveFocus(by: 1)
        #expect(form.focus == .submit)
        form.focus = .addLine
        form.moveFocus(by: -1)
        #expect(form.focus == Self.place(.note))
    }

    @Test func `Down enters a note at its start, Up at its end`() {
        var form = form(at: .birthday)
        form.moveFocusByRow(1)
        #expect(form.focus == Self.place(.note) && form.focusedLine?.value.cursor == 0)
        form.moveFocusByRow(1)
        form.moveFocusByRow(-1)
        #expect(form.focusedLine?.value.cursor == form.focusedLine?.value.characters.count)
    }

    // MARK: Dates

    @Test func `a date that was left shows what is stored`() {
        var form = form(at: .birthday)
        type("1815-12-9", into: &form)
        #expect(form.canSubmit && form.draft.details.lines[1].value == "1815-12-09")
        #expect(form.focusedLine?.value.text == "1815-12-9")
        form.moveFocus(by: 1)
        #expect(form.lines[1].value.text == "1815-12-09" && form.message(at: .line(.init("birthday"))) == nil)
    }

    @Test func `a date in another form is no change`() {
        var form = form(at: .birthday)
        type("18151210", into: &form)
        #expect(!form.isChanged && !form.canSubmit)
    }

    // MARK: Adding

    @Test func `a line can be added behind all others`() {
        var form = form(at: .email)
        form.choose(.openAtEnd, newID: .init("x"))
        form.choose(.pick(.tag), newID: .init("x"))
        #expect(form.lines.map(\.id.rawValue) == ["email", "birthday", "note", "x"])
    }

    @Test func `a new line follows the one with the focus`() {
        var form = form(at: .email)
        form.choose(.open, newID: .init("x"))
        form.choose(.next, newID: .init("x"))
        #expect(form.kindMenu?.selected == .email)
        form.choose(.pickSelected, newID: .init("x"))
        #expect(form.kindMenu == nil && form.lines.map(\.id.rawValue) == ["email", "x", "birthday", "note"])
        #expect(form.focus == .line(.init("x"), .value) && !form.isChanged && !form.canSubmit)
        form.edit(.insert("countess@example.org"))
        #expect(form.isChanged && form.canSubmit)
        #expect(form.draft.details.lines[1] == .line(.email, "countess@example.org", id: "x"))
    }

    @Test func `the menu of kinds can be left, and goes round`() {
        var form = form
        form.choose(.open, newID: .init("x"))
        form.choose(.previous, newID: .init("x"))
        #expect(form.kindMenu?.selected == LineKind.all.last)
        form.choose(.cancel, newID: .init("x"))
        form.choose(.pickSelected, newID: .init("x"))
        #expect(form == self.form)
    }

    @Test func `from a field, a new line is the last one`() {
        var form = form
        form.choose(.open, newID: .init("x"))
        form.choose(.pick(.tag), newID: .init("x"))
        #expect(form.lines.last?.id == .init("x") && form.lines.last?.kind == .tag)
    }

    @Test func `a line in which nothing was typed is not stored`() {
        var form = FriendForm(mode: .add(.init("new")), typed: .ada)
        form.choose(.open, newID: .init("x"))
        form.choose(.pick(.note), newID: .init("x"))
        form.edit(.insert(" \n "))
        #expect(form.draft.details == .ada && form.canSubmit)
        form.edit(.insert("!"))
        #expect(form.mine.lines == [.line(.note, "!", id: "x")])
    }

    @Test func `emptying a stored line removes it`() {
        var form = form(at: .birthday)
        form.edit(.killToStart)
        #expect(form.mine.lines.map(\.kind) == [.email, .note] && form.isChanged && form.canSubmit)
    }

    // MARK: Removing and moving

    @Test func `a removed line can be restored until it is saved`() {
        var form = form(at: .email)
        type("king@example.org", into: &form)
        form.removeLine()
        #expect(form.mine.lines.map(\.kind) == [.birthday, .note] && form.focus == Self.place(.birthday))
        form.focus = Self.place(.email)
        form.edit(.insert("!"))
        form.moveFocus(by: -1)
        #expect(form.focus == .field(.phoneNumber), "a removed line is one stop")
        form.moveFocus(by: 1)
        form.revertPart()
        #expect(form.draft.details.lines[0].value == "king@example.org", "with what was typed")
        form.revertPart()
        #expect(!form.isChanged, "then as it is stored")
    }

    @Test func `removing goes on with the next line, and at the end stays`() {
        var form = form(at: .email)
        for _ in 0..<4 { form.removeLine() }
        #expect(form.mine.lines.isEmpty && form.lines.count == 3 && form.focus == Self.place(.note))
    }

    @Test func `a new line goes at once if it is empty, and else can be restored`() {
        var form = FriendForm(mode: .add(.init("new")), typed: .ada)
        form.choose(.open, newID: .init("x"))
        form.choose(.pick(.tag), newID: .init("x"))
        var typed = form
        form.removeLine()
        #expect(form.lines.isEmpty && form.focus == .field(.phoneNumber))
        typed.edit(.insert("math"))
        typed.removeLine()
        #expect(typed.mine.lines.isEmpty)
        typed.revertPart()
        #expect(typed.mine.lines == [.line(.tag, "math", id: "x")])
    }

    @Test func `a line is moved with its focus`() {
        var form = form(at: .note)
        form.moveLine(by: -1)
        form.moveLine(by: -1)
        form.moveLine(by: -1)
        #expect(form.mine.lines.map(\.kind) == [.note, .email, .birthday] && form.focus == Self.place(.note))
        #expect(form.isChanged && form.canSubmit)
        form.moveLine(by: 1)
        #expect(form.mine.lines.map(\.kind) == [.email, .note, .birthday])
    }

    // MARK: Completing labels

    @Test(arguments: [
        ("wo", "rk"), ("W", "ork"), ("h", "ome"), ("home", nil), ("x", nil), ("", nil), ("A", "nalytical Engine"),
    ])
    func `labels are completed from those in use and the usual ones`(typed: String, rest: String?) {
        var form = form(at: .email, .label)
        form.labelsInUse[.email] = ["Analytical Engine"]
        type(typed, into: &form)
        #expect(form.labelCompletion == rest)
        form.edit(.moveToEnd)
        #expect(form.lines[0].label.text == typed + (rest ?? ""))
        form.edit(.moveLeft)
        #expect(form.labelCompletion == nil)
    }

    // MARK: Drafts

    @Test func `a draft keeps lines, and removed ones can still be restored`() {
        let typed = FriendDetails(
            firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001",
            lines: [.line(.note, "Changed"), .line(.email, "ada@example.org", label: "work"), .line(.tag, "new")])
        var form = FriendForm(mode: .update(.adaWithThreeLines), typed: typed)
        #expect(form.draft.details == typed && form.isChanged)
        #expect(form.lines.filter(\.isRemoved).map(\.kind) == [.birthday])
        form.focus = Self.place(.birthday)
        form.revertPart()
        #expect(form.draft.details.lines.count == 4)
    }
}
