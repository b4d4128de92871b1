import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// What the mouse asks for.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MouseReaderTests {
    private let start = ContinuousClock.now
    let size = MouseStates.wide

    func at(_ column: Int, _ row: Int, _ kind: MouseEvent.Kind, _ modifiers: Key.Modifiers = []) -> MouseEvent {
        MouseEvent(kind, at: Position(column: column, row: row), modifiers)
    }

    /// The commands of a series of events, each in a state, a number of milliseconds after the first.
    func commands(_ events: [(MouseEvent, Int, AppState)]) -> [Command?] {
        var reader = MouseReader()
        return events.map { event, milliseconds, state in
            reader.command(for: event, at: start + .milliseconds(milliseconds), in: state, size: size, keys: .standard)
        }
    }

    func command(_ event: MouseEvent, in state: AppState) -> Command? {
        commands([(event, 0, state)])[0]
    }

    /// A click on the first cell of a text.
    private func click(_ text: String, in state: AppState) throws -> Command? {
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        let position = frame.position(try #require(frame.place(of: text)).lowerBound)
        return command(MouseEvent(.press(.left), at: position), in: state)
    }

    @Test func `the wheel scrolls the top layer`() {
        let list = MouseStates.list(of: 100)
        #expect(command(at(5, 5, .wheelDown), in: list) == .list(.scroll(rows: 3)))
        #expect(command(at(5, 5, .wheelUp), in: list) == .list(.scroll(rows: -3)))
        var help = list
        help.help = .init()
        #expect(command(at(5, 5, .wheelDown), in: help) == .scrollText(.lines(3)))
        #expect(command(at(5, 5, .wheelDown), in: MouseStates.updating(0, in: list)) == nil)
        let asking = MouseStates.asking(.question("?"), in: help)
        #expect(command(at(5, 5, .wheelDown), in: asking) == .scrollText(.lines(3)))
    }

    @Test func aClickSelects() {
        let list = MouseStates.list(of: 100, top: 10)
        #expect(command(at(5, 6, .press(.left)), in: list) == .list(.select(index: 14)))
        #expect(command(at(5, 2, .press(.left)), in: MouseStates.list(of: 100)) == nil, "it is selected")
    }

    @Test func `other buttons, releases and modifiers do nothing`() {
        let list = MouseStates.list(of: 100)
        for kind: MouseEvent.Kind in [.press(.right), .press(.middle), .release(.left), .drag(.right), .drag(.left)] {
            #expect(command(at(5, 6, kind), in: list) == nil)
        }
        for modifiers: Key.Modifiers in [.shift, .alt, .control] {
            #expect(command(at(5, 6, .press(.left), modifiers), in: list) == nil)
            #expect(command(at(5, 6, .wheelDown, modifiers), in: list) == nil)
        }
    }

    @Test func aDoubleClickEdits() {
        let before = MouseStates.list(of: 100)
        let after = MouseStates.list(of: 100, selected: 4)
        let press = at(5, 6, .press(.left)), release = at(5, 6, .release(.left))
        #expect(
            commands([(press, 0, before), (release, 50, after), (press, 400, after)])
                == [.list(.select(index: 4)), nil, .app(.openUpdateForm)])
        #expect(commands([(press, 0, before), (press, 401, after)]) == [.list(.select(index: 4)), nil], "too late")
        let beside = at(9, 6, .press(.left))
        #expect(
            commands([(press, 0, before), (beside, 100, after)])
                == [.list(.select(index: 4)), .app(.openUpdateForm)])
        let below = at(5, 7, .press(.left))
        #expect(
            commands([(press, 0, before), (below, 100, after)])
                == [.list(.select(index: 4)), .list(.select(index: 5))], "another friend")
    }

    @Test func aDoubleClickEditsOnlyWhatEnterWouldEdit() {
        var deleting = MouseStates.list(of: 100, selected: 4)
        deleting.list.writer.pending = deleting.list.table.rows[4].id
        let press = at(5, 6, .press(.left))
        #expect(commands([(press, 0, deleting), (press, 100, deleting)]) == [nil, nil])
    }

    /// Somebody else's change has put another friend under the pointer.
    @Test func `a double click edits the friend of its first click`() {
        let before = MouseStates.list(of: 100)
        let moved = MouseStates.list(of: 100, selected: 5)
        let press = at(5, 6, .press(.left))
        #expect(
            commands([(press, 0, before), (press, 100, moved)])
                == [.list(.select(index: 4)), .list(.select(index: 4))])
    }

    @Test func `a double click on a button presses nothing below it`() throws {
        let list = MouseStates.list(of: 100, selected: 10)
        let asked = MouseStates.asking(.alert("Failed", []), in: list)
        let frame = AppView.frame(asked, size: size, keys: .standard, symbols: .unicode)
        let place = frame.position(try #require(frame.place(of: "[ OK ]")).lowerBound)
        let press = MouseEvent(.press(.left), at: place)
        #expect(
            AppView.target(at: place, in: list, size: size, keys: .standard) == .row(10),
            "the selected friend is under the button")
        #expect(commands([(press, 0, asked), (press, 100, list)]) == [.prompt(.answer(.ok)), nil])
        #expect(commands([(press, 0, list), (press, 100, asked)]) == [nil, nil], "nor one that lies over it")
        #expect(commands([(press, 0, list), (press, 600, asked)]) == [nil, .prompt(.answer(.ok))])
        // Two failures of the same kind are two messages.
        var twice = asked
        twice.prompts.queue += asked.prompts.queue
        #expect(commands([(press, 0, twice), (press, 100, asked)]) == [.prompt(.answer(.ok)), nil])
    }

    @Test func buttonsArePressed() throws {
        let list = MouseStates.list(of: 30, selected: 5)
        let form = MouseStates.updating(5, in: list)
        #expect(try click("[ Submit ]", in: form) == .form(.submit))
        #expect(try click("[ Cancel ]", in: form) == .form(.cancel))
        let question = MouseStates.asking(.question("Discard changes?"), in: form)
        #expect(try click("[ Yes ]", in: question) == .prompt(.answer(.yes)))
        #expect(try click("[ No ]", in: question) == .prompt(.answer(.no)))
        #expect(try click("Discard", in: question) == nil)
    }

    @Test func `while a form is sent only Cancel can be clicked`() throws {
        var form = MouseStates.updating(5, in: MouseStates.list(of: 30, selected: 5))
        form.form?.isSending = true
        #expect(try click("[ Submit ]", in: form) == nil)
        #expect(try click("[ Cancel ]", in: form) == .form(.cancel))
        #expect(try click("Esc Cancel", in: MouseStates.loading(in: form)) == .form(.cancel))
        #expect(
            try click("Esc Cancel", in: MouseStates.loading(in: MouseStates.list(of: 3))) == .app(.cancelActivity))
    }

    @Test func `a click moves the cursor in a field`() throws {
        let form = MouseStates.updating(0, in: MouseStates.list(of: 3))
        #expect(try click("t100", in: form) == .form(.focus(.field(.lastName), cursor: 3)))
    }

    @Test func aClickBesideTheHelpClosesIt() {
        var help = MouseStates.list(of: 30)
        help.help = .init()
        #expect(command(at(0, 0, .press(.left)), in: help) == .app(.hideHelp))
        #expect(command(at(40, 12, .press(.left)), in: help) == nil)
    }

    private func palette(over state: AppState, selected: Int = 0) -> AppState {
        var state = state
        state.palette = PaletteViewModel.State(
            (0..<30).map { PaletteEntry(name: "command-\($0)x", title: "", keys: []) })
        state.palette?.selected = selected
        return state
    }

    /// A page with 30 messages.
    private func messages(selected: Int) -> AppState {
        var state = MouseStates.list(of: 3)
        let all = (1...30).map { Message(number: $0, time: 0, kind: .problem, heading: "Message \($0)x", lines: []) }
        state.page = .init(content: .loaded, table: PageTable(.messages([]), height: 20), time: 0)
        state.page?.table.show(.messages(all))
        state.page?.table.go(to: selected)
        return state
    }

    /// The footer of every context, with the keys that are available there.
    @Test func `a click on a key hint does what the key does`() throws {
        let list = MouseStates.list(of: 30, selected: 5)
        var (find, tag, path, order, columns, details, help, filtered) = (
            list, list, list, list, list, list, list, list
        )
        tag.tagging = Tagging(.add, of: [])
        path.pathField = PathField(.export(.all(1)))
        columns.list.columnChooser = ColumnChooser(FriendColumn.standard)
        details.details = Details()
        details.details?.hasFocus = true
        find.list.table.applyFilter(.begin)
        order.list.isChoosingOrder = true
        help.help = .init()
        filtered.help = .init()
        filtered.help?.isTyped = true
        var pageFilter = messages(selected: 3)
        pageFilter.page?.table.applyFilter(.begin)
        var merge = list
        let two = Array(list.list.table.rows.friends.prefix(2))
        merge.merging = Merging(two[0], two[1], group: two.map(\.id), reasons: [])
        let form = MouseStates.updating(5, in: list)
        var kinds = form
        kinds.form?.choose(.open, newID: .init("x"))
        let states = [
            list, find, tag, path, order, columns, details, form, kinds,
            MouseStates.asking(.question("Discard changes?"), in: form), help,
            filtered,
            messages(selected: 3), pageFilter, merge, palette(over: list),
        ]
        #expect(Set(states.map { KeyContext($0) }).count == KeyContext.allCases.count - 1)
        for state in states {
            let context = KeyContext(state)
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            let footer = String(String.UnicodeScalarView(frame.rows[size.rows - 1].cells.map(\.base)))
            var clicked = 0
            for binding in KeyBindings.standard.all where binding.context == context {
                guard let key = binding.keys.first, let word = binding.footer, binding.isAvailable(state),
                    let range = footer.firstRange(of: " \(key.name) \(word) ")
                else { continue }
                let start = footer.distance(from: footer.startIndex, to: range.lowerBound) + 1
                let keyCommand = KeyBindings.standard.command(for: .key(key), in: state)
                for column in [start, start + "\(key.name) \(word)".count - 1] {
                    #expect(command(at(column, 23, .press(.left)), in: state) == keyCommand, "\(key.name) \(word)")
                }
                let gap = command(at(start - 1, 23, .press(.left)), in: state)
                #expect(gap == (state.help == nil ? nil : .app(.hideHelp)), "before \(key.name)")
                clicked += 1
            }
            #expect(clicked > 1, "\(context)")
        }
    }

    @Test func `a double click presses a key hint once`() throws {
        let before = MouseStates.list(of: 30, selected: 5)
        var after = before
        after.list.writer.history.record(.added(before.list.table.rows[5]))
        let footer = AppView.frame(before, size: size, keys: .standard, symbols: .unicode)
        let find = footer.position(try #require(footer.place(of: "/ Find")).lowerBound)
        let press = MouseEvent(.press(.left), at: find)
        #expect(command(press, in: after) == .list(.undo), "the hints have moved")
        #expect(commands([(press, 0, before), (press, 100, after)]) == [.list(.find(.begin)), nil])
        #expect(commands([(press, 0, after), (press, 100, after)]) == [.list(.undo), nil], "one step")
        #expect(commands([(press, 0, after), (press, 500, after)]) == [.list(.undo), .list(.undo)])
        let delete = footer.position(try #require(footer.place(of: "d Delete")).lowerBound)
        let deletion = MouseEvent(.press(.left), at: delete)
        #expect(commands([(deletion, 0, before), (deletion, 100, before)]) == [.list(.delete), nil], "one friend")
        let form = MouseStates.adding(in: before)
        #expect(
            commands([(deletion, 0, before), (deletion, 300, form), (deletion, 600, form), (deletion, 900, before)])
                == [.list(.delete), nil, nil, nil], "nor does a third click")
        let next = AppView.frame(form, size: size, keys: .standard, symbols: .unicode)
        let tab = MouseEvent(
            .press(.left), at: next.position(try #require(next.place(of: "Tab Next")).lowerBound))
        #expect(commands([(tab, 0, form), (tab, 100, form)]) == [.form(.focusNext), .form(.focusNext)])
    }

    @Test func `a click in the palette selects, another one runs`() throws {
        let before = palette(over: MouseStates.list(of: 30))
        let after = palette(over: MouseStates.list(of: 30), selected: 4)
        let frame = AppView.frame(before, size: size, keys: .standard, symbols: .unicode)
        let press = MouseEvent(
            .press(.left), at: frame.position(try #require(frame.place(of: "command-4x")).lowerBound))
        #expect(commands([(press, 0, before), (press, 100, after)]) == [.palette(.select(index: 4)), .runSelected])
        #expect(commands([(press, 0, before), (press, 600, after)]) == [.palette(.select(index: 4)), .runSelected])
        let list = MouseStates.list(of: 30)
        #expect(commands([(press, 0, after), (press, 100, list)]) == [.runSelected, nil], "nothing below it")
        #expect(command(at(5, 5, .wheelDown), in: after) == .palette(.select(index: 7)))
        #expect(command(at(5, 5, .wheelUp), in: after) == .palette(.select(index: 1)))
        #expect(command(at(5, 3, .press(.left)), in: after) == .palette(.close), "above it")
    }

    @Test func `a click on a page selects, a double click opens`() throws {
        let (before, after) = (messages(selected: 0), messages(selected: 4))
        let press = at(5, 6, .press(.left))
        #expect(commands([(press, 0, before), (press, 100, after)]) == [.page(.select(index: 4)), .page(.use)])
        #expect(commands([(press, 0, before), (press, 600, after)]) == [.page(.select(index: 4)), nil], "too late")
        #expect(command(at(5, 5, .wheelDown), in: before) == .page(.scroll(rows: 3)))
        var trash = after
        let deleted = (0..<9).map { DeletedFriend(friend: after.list.table.rows[$0 % 3], deletedAt: 0) }
        trash.page?.table = PageTable(.messages([]), height: 20)
        trash.page?.table.show(.trash(Trash(friends: deleted)))
        trash.page?.table.go(to: 4)
        #expect(commands([(press, 0, trash), (press, 100, trash)]) == [nil, .page(.use)])
    }

    @Test func aClickOnTheNameOfAColumnSortsByIt() throws {
        #expect(try click("Phone", in: MouseStates.list(of: 3)) == .list(.sort(.by(.field(.phoneNumber)))))
        #expect(try click("First name", in: MouseStates.list(of: 3)) == .list(.sort(.by(.field(.firstName)))))
    }

    /// The promise of the mouse, all over every kind of screen.
    @Test func `outside of the key hints the mouse deletes nothing`() {
        let list = MouseStates.list(of: 30, selected: 5)
        var help = list
        help.help = .init()
        for state in [list, help, MouseStates.updating(5, in: list), MouseStates.loading(in: list)] {
            for column in stride(from: 0, to: size.columns, by: 3) {
                for row in 0..<size.rows - 1 {
                    let press = at(column, row, .press(.left))
                    for command in commands([(press, 0, state), (press, 100, state)]) {
                        #expect(command != .list(.delete) && command != .list(.undo) && command != .list(.redo))
                        #expect(command != .app(.quit) && command != .app(.interrupt))
                    }
                }
            }
        }
    }
}
