import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct HelpTests {
    private static let wide = Size(columns: 80, rows: 24)

    private var list: AppState {
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.help = .init()
        return state
    }
    private var finding: AppState {
        var state = list
        state.list.table.applyFilter(.begin)
        return state
    }
    private var form: AppState {
        var state = list
        state.form = FriendForm(mode: .add(Friend.ID("new")))
        return state
    }
    private var trash: AppState {
        var state = list
        let entries = PageEntries.trash(Trash(friends: []))
        state.page = PageViewModel.State(content: .loaded, table: PageTable(entries, height: 20), time: 0)
        return state
    }

    private func rows(_ state: AppState, _ size: Size = wide) -> [String] {
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        return picture(of: frame).split(separator: "\n", omittingEmptySubsequences: false).prefix(size.rows).map(
            String.init)
    }

    /// Presses a key that scrolls the help.
    /// - Returns: whether that changed anything.
    private func press(_ key: Key, _ state: inout AppState, _ size: Size = wide) -> Bool {
        guard case .scrollText(let movement) = KeyBindings.standard.command(for: .key(key), in: state),
            case .app(.scrollHelp(to: let line)) = AppView.scroll(movement, in: state, size: size, keys: .standard),
            line != state.help?.top
        else { return false }
        state.help?.top = line
        return true
    }

    @Test func `the keys that move come first`() {
        func first(_ state: AppState) -> [String] {
            let rows = rows(state)
            return rows.firstIndex { $0.contains("Help \u{2500}") }.map { Array(rows[($0 + 1)...]) } ?? []
        }
        for state in [list, trash] {
            #expect(first(state)[0].contains("Moving") && first(state)[1].contains("Down Up, j k"))
        }
        #expect(first(finding)[0].contains("In the find field"))
        #expect(first(form)[0].contains("In the form"))
    }

    @Test func `the help has at most four pages`() {
        for state in [list, finding, form, trash] {
            var (state, pages) = (state, 1)
            while press(Key(.pageDown), &state), pages < 10 { pages += 1 }
            #expect(pages <= 4)
        }
    }

    @Test func `the help of an empty page has the keys of that page`() {
        func shown(_ state: AppState) -> Set<String> {
            Set(KeyBindings.standard.helpSections(in: state).flatMap(\.entries).map(\.name))
        }
        #expect(shown(trash).isSuperset(of: ["restore", "mark", "undo", "reload"]))
        #expect(shown(trash).isDisjoint(with: ["read", "continue", "delete-draft"]))
        var messages = trash
        messages.page?.table.show(.messages([]))
        #expect(shown(messages).contains("read"))
        #expect(shown(messages).isDisjoint(with: ["restore", "mark", "undo", "reload", "continue"]))
    }

    @Test func `the help moves by whole pages and to both ends`() {
        var state = list
        #expect(press(Key(.pageDown), &state) && state.help?.top == 20)
        #expect(press(Key(.end), &state) && rows(state).contains { $0.contains("yank") })
        #expect(press(.character("g"), &state) && state.help?.top == 0)
        #expect(press(.character("G"), &state) && press(Key(.home), &state) && state.help?.top == 0)
        #expect(press(.character(" "), &state) && press(Key(.pageUp), &state) && state.help?.top == 0)
    }

    @Test func `the footer offers more only while there is more`() {
        for size in [Self.wide, Size(columns: 40, rows: 10)] {
            var state = list
            #expect(rows(state, size).last?.contains("PgDn More") == true)
            #expect(press(Key(.end), &state, size))
            #expect(rows(state, size).last?.contains("More") == false)
        }
        var alert = list
        alert.help = nil
        alert.prompts.queue = [.alert("Heading", ["short"])]
        alert.prompts.focus = .ok
        #expect(rows(alert).last?.contains("More") == false)
        alert.prompts.queue = [.alert("Heading", (1...100).map { "line \($0)" })]
        #expect(rows(alert).last?.contains("PgDn More") == true)
    }

    @Test func `a wide screen has two columns, and no second page`() {
        let shown = rows(list, Size(columns: 120, rows: 44))
        #expect(
            shown.contains { $0.contains("Moving") && $0.contains("Everywhere") })
        #expect(shown.last?.contains("More") == false)
        #expect(
            !rows(list, Size(columns: 119, rows: 40)).contains { $0.contains("Moving") && $0.contains("Everywhere") })
    }

    /// The Esc commands share one line, and no command is missing.
    @Test func `every command of the list is in its help`() {
        let entries = KeyBindings.standard.helpSections(in: list).flatMap(\.entries)
        #expect(entries.filter { $0.keys == ["Esc"] }.map(\.text) == ["Cancel, clear the filter or the marks"])
        let shown = Set(entries.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) })
        for context in [KeyContext.list, .find, .order, .everywhere] {
            for binding in KeyBindings.standard.all where binding.context == context && !binding.keys.isEmpty {
                #expect(shown.contains(binding.keys[0].name), "\(context).\(binding.name)")
            }
        }
        for plan in [KeyContext.list, .find, .columns, .form, .page].flatMap(HelpPlan.plans) {
            for name in plan.lines.flatMap(\.names) where !HelpEntry.prefixes.contains(where: { $0.name == name }) {
                let isCopy = plan.context == .page && name.hasPrefix("copy")
                #expect(
                    isCopy || KeyBindings.standard.all.contains { $0.context == plan.context && $0.name == name },
                    "\(name)")
            }
        }
    }

    @Test func `the filter searches every section of the help`() {
        for state in [list, form, finding, trash] {
            let searched = Set(KeyBindings.standard.helpSections(in: state, HelpFilter("")).map(\.title))
            for plan in HelpPlan.plans(.place(state)) {
                #expect(searched.contains(plan.context.title), "\(plan.title)")
            }
        }
    }

    @Test func `a new command has a line without a plan`() {
        let added = KeyBinding(.list, "frobnicate", [.character("X")], .redraw, "Frobnicate")
        let sections = KeyBindings(KeyBindings.standard.all + [added]).helpSections(in: list)
        #expect(sections.first { $0.title == "In the list" }?.entries.last?.text == "Frobnicate")
        #expect(sections.flatMap(\.entries).filter { $0.text == "Frobnicate" }.count == 1)
    }

    @Test func `what does nothing now is not in the help of a form or page`() {
        let texts = { (state: AppState) in KeyBindings.standard.helpSections(in: state).flatMap(\.entries).map(\.text) }
        #expect(!texts(form).contains("Keep my version, use theirs"))
        #expect(!texts(trash).contains("Show the whole message"))
    }

    @Test func `the prefixes of columns are in the help and the footer`() {
        #expect(rows(list).joined().contains("first:") == false, "on a later page")
        #expect(rows(finding).contains { $0.contains("first:, last:, phone:") })
        var typing = finding
        typing.help = nil
        #expect(rows(typing).last?.contains("first: last: phone: #tag One column") == true)
        var filtered = list
        filtered.help = .init(filter: TextInput("one column"))
        #expect(rows(filtered).contains { $0.contains("first:, last:, phone:") })
    }
}
