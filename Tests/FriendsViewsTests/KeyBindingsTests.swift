import FriendsModel
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

@Suite(.timeLimit(.minutes(10)))
struct KeyBindingsTests {
    var list: AppState {
        var state = AppState(serverName: "local", isShared: false)
        let friend = Friend(
            id: Friend.ID("1"), version: Friend.Version("1"),
            details: FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "12"))
        state.list.table.rows = FriendRows([friend])
        state.list.table.selection = .init(id: friend.id, index: 0)
        state.list.store.content = .loaded
        return state
    }

    var form: AppState {
        var state = list
        state.form = .init(mode: .update(state.list.table.rows[0]))
        return state
    }

    var prompt: AppState {
        var state = form
        state.prompts.queue = [.question("?")]
        state.prompts.focus = .no
        return state
    }

    func command(_ key: Key, in state: AppState) -> Command? {
        KeyBindings.standard.command(for: .key(key), in: state)
    }

    @Test func lettersAreCommandsInTheListAndTextInTheForm() {
        #expect(command(.character("d"), in: list) == .list(.delete))
        #expect(command(.character("d"), in: form) == .form(.edit(.insert("d"))))
        #expect(command(.character("d"), in: prompt) == .app(.refuseKey("d")))
    }

    @Test func pastedTextIsTextOrNothing() {
        #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: list) == .app(.refusePaste))
        #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: prompt) == nil)
        #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: form) == .form(.edit(.paste("dq\n"))))
    }

    @Test func `a paste into a menu is said to have no place`() {
        var columns = list
        columns.list.columnChooser = ColumnChooser(FriendColumn.standard)
        var kinds = form
        kinds.form?.kindMenu = .init(index: 0)
        for state in [columns, kinds] {
            #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: state) == .app(.refusePaste))
        }
    }

    @Test func `text without a place in the form is refused`() {
        var state = form
        state.form = FriendForm(mode: .update(.adaWithThreeLines))
        let paste = InputEvent.paste("x")
        func expectRefusal() {
            #expect(command(.character("x"), in: state) == .app(.refuseKey("x")))
            #expect(KeyBindings.standard.command(for: paste, in: state) == .app(.refusePaste))
        }
        state.form?.moveFocusByRow(-1)
        #expect(state.form?.focus == .cancel)
        expectRefusal()
        let frame = { AppView.frame($0, size: Size(columns: 80, rows: 24), keys: .standard, symbols: .unicode) }
        state.status = .refusedPaste
        #expect(picture(of: frame(state)).contains("Nothing to paste into\n"), "there is no find field to go to")
        state.status = nil
        state.form?.moveFocusByRow(-1)
        expectRefusal()
        state.form?.moveFocusByRow(-1)
        #expect(state.form?.focus == .addLine)
        expectRefusal()
        state.form?.focus(.line(.init("email")))
        #expect(command(.character("x"), in: state) == .form(.edit(.insert("x"))))
        state.form?.removeLine()
        state.form?.leave(for: .line(.init("email"), .value))
        expectRefusal()
        state.form?.isSending = true
        #expect(command(.character("x"), in: state) == .form(.edit(.insert("x"))), "it is for the next friend")
    }

    @Test func `a line can be asked for while a form is sent`() {
        var state = form
        state.form?.isSending = true
        #expect(command(.alt("n"), in: state) == .form(.kinds(.open)))
    }

    @Test func `unbound control keys type nothing`() {
        #expect(command(.control("x"), in: form) == .app(.refuseKey("Ctrl-X")))
        #expect(command(.alt("x"), in: form) == nil)
        #expect(command(Key(.function(12)), in: form) == .app(.refuseKey("F12")))
    }

    @Test func `the form needs no Alt`() {
        var line = form
        line.form = FriendForm(mode: .update(.adaWithThreeLines))
        line.form?.focus(.line(.init("email")))
        #expect(command(Key(.function(7)), in: form) == .form(.kinds(.open)))
        #expect(command(Key(.function(8)), in: line) == .form(.removeLine))
        #expect(command(Key(.up, .shift), in: line) == .form(.moveLine(by: -1)))
        #expect(command(Key(.down, .shift), in: line) == .form(.moveLine(by: 1)))
        #expect(command(Key(.enter), in: line) == .form(.press))
        line.form?.focus(.line(.init("note")))
        #expect(command(Key(.enter), in: line) == .form(.edit(.insert("\n"))))
        #expect(command(.control("s"), in: form) == .form(.press))
        #expect(command(.control("s"), in: line) == .form(.submit))
        line.form?.moveFocusByRow(1)
        for key in [Key(.enter), .character(" ")] { #expect(command(key, in: line) == .form(.press)) }
    }

    @Test func `each answer about columns has a letter`() {
        var state = list
        let answers: [Prompt.Answer] = [.keepAsNotes, .leaveOut, .chooseEach]
        state.prompts.queue = [
            Prompt(
                heading: "?", lines: [], answers: answers, defaultAnswer: .keepAsNotes, dismissal: .cancel)
        ]
        state.prompts.focus = .keepAsNotes
        for (key, answer) in zip(["y", "n", "c"] as [Character], answers) {
            #expect(command(.character(key), in: state) == .prompt(.answer(answer)))
        }
        #expect(command(.character("k"), in: state) == .scrollText(.previous))
        state.prompts.queue = [.deletedElsewhere(Friend.ada.details)]
        #expect(command(.character("y"), in: state) == .app(.refuseKey("y")))
    }

    @Test func `Ctrl-C works everywhere`() {
        var help = list
        help.help = .init()
        for state in [list, form, prompt, help] { #expect(command(.control("c"), in: state) == .app(.interrupt)) }
    }

    @Test func `Esc is one step back and never quits`() {
        #expect(command(Key(.escape), in: list) == nil)
        #expect(command(Key(.escape), in: form) == .form(.cancel))
        #expect(command(Key(.escape), in: prompt) == .prompt(.dismiss))
        var loading = list
        loading.activity.isVisible = true
        #expect(command(Key(.escape), in: loading) == .app(.cancelActivity))
    }

    @Test func `y answers a question and copies an alert`() {
        var alert = list
        alert.prompts.queue = [.alert("Friend not found.", ["Could not remove Ada."])]
        alert.prompts.focus = .ok
        var retry = alert
        retry.prompts.queue = [.retryAlert("The server did not answer in time.", [])]
        #expect(command(.character("y"), in: prompt) == .prompt(.answer(.yes)))
        for state in [alert, retry] { #expect(command(.character("y"), in: state) == .app(.copyPrompt)) }
        for state in [prompt, alert, retry] { #expect(command(.character("q"), in: state) == .prompt(.dismiss)) }
    }

    @Test func `the text of a prompt is scrolled`() {
        let movements: [(Key, Movement)] = [
            (Key(.down), .next), (.character("j"), .next), (Key(.up), .previous), (.character("k"), .previous),
            (Key(.pageDown), .pageDown), (Key(.pageUp), .pageUp), (Key(.home), .first), (Key(.end), .last),
        ]
        for (key, movement) in movements { #expect(command(key, in: prompt) == .scrollText(movement)) }
    }

    @Test func `Ctrl-F and Ctrl-B page and never delete`() {
        #expect(command(.control("f"), in: list) == .list(.move(.pageDown)))
        #expect(command(.control("d"), in: list) == .list(.move(.halfPageDown)))
    }

    @Test func `Space is text in a field and presses a button`() {
        #expect(command(.character(" "), in: form) == .form(.edit(.insert(" "))))
        var button = form
        button.form?.focus = .cancel
        #expect(command(.character(" "), in: button) == .form(.press))
    }

    @Test func `undo and redo are offered when there is a step`() {
        /// The last line of the screen.
        func offers(_ word: String, _ state: AppState) -> Bool {
            let frame = AppView.frame(state, size: Size(columns: 120, rows: 24), keys: .standard, symbols: .unicode)
            return String(String.UnicodeScalarView(frame.rows[23].cells.map(\.base))).contains(word)
        }
        var state = list
        #expect(!offers("Undo", state) && !offers("Redo", state))
        let friend = state.list.table.rows[0]
        state.list.writer.history.record(.added(friend))
        #expect(offers("Undo", state) && !offers("Redo", state))
        state.list.writer.history.move(.added(friend), .undo, result: nil)
        #expect(!offers("Undo", state) && offers("Redo", state))
        state.list.writer.isWriting = true
        #expect(!offers("Redo", state))
    }

    /// Whoever presses them without anything to undo is told so.
    @Test func `undo and redo respond except during a write`() {
        #expect(command(.character("u"), in: list) == .list(.undo))
        #expect(command(.control("r"), in: list) == .list(.redo))
        var state = list
        state.list.writer.isWriting = true
        #expect(command(.character("u"), in: state) == nil)
        #expect(command(.control("r"), in: state) == nil)
    }

    @Test func `the choice keys work at a conflicting field`() {
        #expect(command(Key(.function(5)), in: form) == .app(.refuseKey("F5")))
        #expect(command(.alt("t"), in: form) == nil)
        var state = form
        state.form?.choices = [.field(.lastName): .open]
        #expect(command(Key(.function(5)), in: state) == .app(.refuseKey("F5")))
        state.form?.focus = .field(.lastName)
        #expect(command(Key(.function(5)), in: state) == .form(.pick(.mine)))
        #expect(command(.alt("t"), in: state) == .form(.pick(.theirs)))
        state.form?.isSending = true
        #expect(command(Key(.function(6)), in: state) == nil)
    }

    /// Of all keys without a meaning, and of no others.
    @Test func `an unused key is reported in lists only`() {
        var page = list
        page.page = .init(content: .loaded, table: PageTable(.messages([]), height: 5), time: 0)
        for key: Key in [
            .character("x"), .character("é"), .character("王"), Key(.right), Key(.left), .control("x"),
            Key(.function(4)), Key(.pageDown, .shift),
        ] {
            #expect(command(key, in: list) == .app(.refuseKey(key.name)))
            #expect(command(key, in: page) == .app(.refuseKey(key.name)))
        }
        #expect(command(.alt("x"), in: list) == nil, "it could be a part of an unknown sequence")
        var (help, asking, palette) = (list, list, list)
        help.help = .init()
        asking.prompts.queue = [.question("Discard changes?")]
        palette.palette = .init([])
        for state in [help, palette] { #expect(command(Key(.function(4)), in: state) == nil) }
        for state in [asking, form] { #expect(command(Key(.function(4)), in: state) == .app(.refuseKey("F4"))) }
        #expect(command(.character("r"), in: page) == .app(.refuseKey("r")), "there are messages, not the trash")
        // Keys with a meaning, which they do not have at the moment.
        let empty = AppState(serverName: "local", isShared: false)
        for binding in KeyBindings.standard.all where [.list, .everywhere].contains(binding.context) {
            for key in binding.keys {
                for state in [list, empty] {
                    if case .app(.refuseKey) = command(key, in: state) { Issue.record("\(key.name) is refused") }
                }
            }
        }
    }

    @Test func `Shift with an arrow extends the range`() {
        #expect(command(Key(.down, .shift), in: list) == .list(.mark(.extend(.next))))
        #expect(command(Key(.up, .shift), in: list) == .list(.mark(.extend(.previous))))
        #expect(command(.control("a"), in: list) == .list(.mark(.all)))
    }
}
