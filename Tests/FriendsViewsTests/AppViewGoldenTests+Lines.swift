import FriendsModel
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels

/// The lines of the form.
extension AppViewGoldenTests {
    private static let allSizes = [wide, small, Size(columns: 200, rows: 50)]

    private func form(_ lines: [FriendLine], at focus: FriendForm.Focus? = nil) -> AppState {
        updating(Self.ada.changed { $0.lines = lines }) { if let focus { $0.focus = focus } }
    }

    private func kind(_ kind: LineKind, _ place: FormLine.Place = .value) -> FriendForm.Focus {
        .line(.init(kind.key), place)
    }

    private static let few: [FriendLine] = [
        .line(.email, "ada@example.org", label: "work"), .line(.birthday, "1815-12-10"),
        .line(.note, "Likes engines.\nWrites notes on them that are longer than what they are notes on, by far."),
    ]

    private static func many(_ count: Int) -> [FriendLine] {
        (0..<count).map { .line(.phone, "+358 50 \(1_000 + $0)", label: "number \($0)", id: "\($0)") }
    }

    @Test func `a form with one line`() throws {
        try expectGolden(form([Self.few[0]]), "form-lines-one", sizes: Self.allSizes)
    }

    @Test func `a form with a few lines`() throws {
        try expectGolden(form(Self.few), "form-lines-few", sizes: Self.allSizes)
    }

    @Test func `the label of a line and its completion`() throws {
        var state = form(Self.few, at: kind(.email, .label))
        state.form?.edit(.killToStart)
        try expectGolden(state, "form-lines-label-empty")
        state.form?.edit(.insert("w"))
        try expectGolden(state, "form-lines-completion")
    }

    @Test func `a note with the focus shows its rows`() throws {
        try expectGolden(form(Self.few, at: kind(.note)), "form-lines-note", sizes: Self.allSizes)
    }

    @Test func `a note that is higher than the screen scrolls`() throws {
        var state = form(
            [Self.few[0], .line(.note, (1...60).map { "Row \($0)" }.joined(separator: "\n"))], at: kind(.note))
        state.form?.focus(kind(.note), cursor: 100)
        try expectGolden(state, "form-lines-long-note")
    }

    @Test(arguments: [5, 30]) func `the line with the focus is visible among many`(count: Int) throws {
        let middle = FriendForm.Focus.line(.init("\(count / 2)"), .value)
        try expectGolden(form(Self.many(count), at: middle), "form-lines-\(count)", sizes: Self.allSizes)
        try expectGolden(form(Self.many(count), at: .submit), "form-lines-\(count)-submit", sizes: [Self.small])
    }

    @Test func `adding with lines`() throws {
        var state = adding { form in
            form.inputs[.firstName] = TextInput("Ada")
            for (kind, value) in [(LineKind.email, "ada@example.org"), (.birthday, "")] {
                form.choose(.open, newID: .init(kind.key))
                form.choose(.pick(kind), newID: .init(kind.key))
                form.edit(.insert(value))
            }
        }
        try expectGolden(state, "form-lines-add", sizes: Self.allSizes)
        state.form?.edit(.insert("10.12.15"))
        state.form?.showProblems()
        state.form?.focus(kind(.birthday), cursor: 10)
        try expectGolden(state, "form-lines-problem")
    }

    @Test func `the menu of kinds`() throws {
        var state = form(Self.few, at: kind(.email))
        state.form?.choose(.open, newID: .init("x"))
        state.form?.choose(.next, newID: .init("x"))
        try expectGolden(state, "form-lines-menu", sizes: Self.allSizes)
    }

    @Test func `a removed line`() throws {
        var state = form(Self.few, at: kind(.email))
        state.form?.removeLine()
        try expectGolden(state, "form-lines-removed")
        state.form?.focus = kind(.email)
        try expectGolden(state, "form-lines-removed-focus")
    }

    @Test func `a conflict at a line`() throws {
        var state = form(Self.few, at: kind(.email))
        state.form?.edit(.insert(".uk"))
        state.form?.mode = .update(
            Self.ada.changed { $0.lines = [.line(.email, "lovelace@example.org", label: "home")] + Self.few[1...] })
        state.form?.askForChoices()
        try expectGolden(state, "form-lines-conflict")
    }

    @Test func `a friend that nothing identifies`() throws {
        let state = adding { form in
            form = FriendForm(
                mode: .add(.init("new")), typed: FriendDetails(lines: [.line(.note, "Met in the train")]), required: [])
            form.showProblems()
        }
        try expectGolden(state, "form-unidentified")
    }

    @Test func `hostile and wide lines`() throws {
        let lines: [FriendLine] = [
            .line(.email, "\u{1B}[31mred\u{202E}evil@x", label: "👨‍👩‍👧‍👦"),
            .line(LineKind(key: "王\u{7}kind-of-a-newer-version"), String(repeating: "王", count: 100), label: "한국어"),
            .line(.note, "e\u{301}\u{323}\n\u{1B}]0;x\u{7}", id: "last"),
        ]
        try expectGolden(form(lines), "form-lines-hostile")
        try expectGolden(form(lines, at: .line(.init("last"), .value)), "form-lines-hostile-note")
    }

    @Test func `a form with lines can be drawn at every size`() {
        var menu = form(Self.many(3), at: .line(.init("1"), .value))
        menu.form?.choose(.open, newID: .init("x"))
        let wrong = form(Self.many(40), at: .line(.init("20"), .label))
        for var state in [form(Self.few, at: kind(.note)), menu, wrong] {
            let parts = state.form?.parts ?? []
            state.form?.visited = Set(parts + [.whole])
            for columns in [40, 41, 59, 60, 61, 80, 500] {
                for (rows, isPlain) in [10, 11, 12, 24, 200].flatMap({ [($0, false), ($0, true)] }) {
                    let frame = AppView.frame(
                        state, size: Size(columns: columns, rows: rows), keys: .standard, symbols: .unicode,
                        isPlain: isPlain)
                    #expect(frame.cursor.map { $0.row < rows - 1 && $0.row > 0 } == true)
                    let isSubmitShown = frame.rows.contains { row in
                        row.cells.map { String($0.base) }.joined().contains("Submit")
                    }
                    #expect(isSubmitShown || isPlain, "\(columns)x\(rows)")
                }
            }
        }
    }
}
