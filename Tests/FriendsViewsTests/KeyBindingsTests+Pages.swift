import FriendsExchange
import FriendsFormats
import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

extension KeyBindingsTests {
    var page: AppState {
        var state = list
        let deleted = DeletedFriend(friend: state.list.table.rows[0], deletedAt: 0)
        let entries = PageEntries.trash(Trash(friends: [deleted]))
        state.page = .init(content: .loaded, table: PageTable(entries, height: 10), time: 0)
        state.page?.table.selected = 0
        return state
    }

    func palette(over state: AppState) -> AppState {
        var result = state
        result.palette = .init(KeyBindings.standard.paletteEntries(in: state))
        return result
    }

    @Test func `letters and pastes are text in a field`() {
        var help = list
        help.help = .init(isTyped: true)
        var filtered = page
        filtered.page?.table.filter = .init()
        let places: [(AppState, (String) -> Command, (String) -> Command)] = [
            (palette(over: list), { .palette(.edit(.insert($0))) }, { .palette(.edit(.paste($0))) }),
            (help, { .app(.filterHelp(.edit(.insert($0)))) }, { .app(.filterHelp(.edit(.paste($0)))) }),
            (filtered, { .page(.filter(.edit(.insert($0)))) }, { .page(.filter(.edit(.paste($0)))) }),
        ]
        for (state, typed, pasted) in places {
            for letter in ["q", "d", ":", "/", "?", " "] {
                #expect(command(.character(Character(letter)), in: state) == typed(letter))
            }
            #expect(command(Key(.function(7)), in: state) == nil)
            #expect(command(.control("c"), in: state) == .app(.interrupt))
            #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: state) == pasted("dq\n"))
        }
        #expect(KeyBindings.standard.command(for: .paste("dq\n"), in: page) == .app(.refusePaste))
    }

    @Test func `the keys of every page are known`() {
        let commands = PageKind.allCases.flatMap { $0.page.commands + [$0.page.opening].compactMap(\.self) }
        for key in commands.flatMap(\.keys) { #expect(Key(name: key) != nil, "\(key)") }
    }

    @Test func `m opens the messages and t the trash`() {
        for state in [list, page] {
            #expect(command(.character("m"), in: state) == .app(.openPage(.messages)))
            #expect(command(.character("t"), in: state) == .app(.openPage(.trash)))
        }
        let footer = AppView.frame(list, size: Size(columns: 140, rows: 24), keys: .standard, symbols: .unicode)
        #expect(picture(of: footer).contains("t Trash  m Messages"))
    }

    @Test func `another key leaves the sort menu open and says so`() {
        var ordering = list
        ordering.list.isChoosingOrder = true
        for key in [Key.character("x"), .control("t"), Key(.down)] {
            #expect(command(key, in: ordering) == .list(.sort(.explain)))
        }
    }

    @Test func `every answer of a prompt is in its footer`() {
        var state = list
        for (prompt, hints) in [
            (Prompt.discard, "y Yes  n No"), (.retryAlert("", []), "r Retry"),
            (
                .deletedElsewhere(FriendDetails(firstName: "", lastName: "", phoneNumber: "")),
                "a Add  d Discard  e Keep editing"
            ),
        ] {
            (state.prompts.queue, state.prompts.focus) = ([prompt], prompt.defaultAnswer)
            let frame = AppView.frame(state, size: Size(columns: 80, rows: 24), keys: .standard, symbols: .unicode)
            #expect(picture(of: frame).contains(" \(hints)  Enter Select  Esc Cancel"))
        }
    }

    @Test func `Esc goes back one step at a time`() {
        var filtered = page
        filtered.page?.table.filter = .init(isTyped: false)
        #expect(command(Key(.escape), in: filtered) == .page(.filter(.clear)))
        #expect(command(Key(.escape), in: page) == .app(.closePage))
        var marked = page
        marked.page?.table.mark(.all)
        #expect(command(Key(.escape), in: marked) == .page(.mark(.none)))
        marked.page?.table.filter = .init(isTyped: false)
        #expect(command(Key(.escape), in: marked) == .page(.filter(.clear)))
        marked.page?.table.mark(.range)
        #expect(command(Key(.escape), in: marked) == .page(.mark(.cancelRange)))
        #expect(command(Key(.escape), in: palette(over: page)) == .palette(.close))
        var help = list
        help.help = .init(filter: TextInput("x"))
        #expect(command(Key(.escape), in: help) == .app(.filterHelp(.clear)))
        help.help = .init()
        #expect(command(Key(.escape), in: help) == .app(.hideHelp))
    }

    @Test func `the trash has the keys of the list for marks and undo`() {
        let keys: [(Key, Command)] = [
            (.character(" "), .page(.mark(.toggle))), (.character("v"), .page(.mark(.range))),
            (.character("+"), .page(.mark(.all))), (.character("-"), .page(.mark(.none))),
            (.character("*"), .page(.mark(.invert))),
            (.character("r"), .page(.use)), (Key(.enter), .page(.use)),
            (.character("u"), .page(.undo)), (.control("r"), .page(.redo)),
        ]
        for (key, expected) in keys { #expect(command(key, in: page) == expected) }
        var messages = page
        messages.page = .init(content: .loaded, table: PageTable(.messages([]), height: 10), time: 0)
        for (key, _) in keys {
            let refusal: Command? = key == Key(.enter) ? nil : .app(.refuseKey(key.name))
            #expect(command(key, in: messages) == refusal)
        }
        #expect(command(.character("t"), in: list) == .app(.openPage(.trash)))
    }

    @Test func theKeysOfTheDrafts() {
        var drafts = page
        let details = FriendDetails(firstName: "A", lastName: "", phoneNumber: "")
        let draft = StoredDraft(id: .init("1"), draft: .init(id: .init("1"), base: nil, details: details), time: 0)
        drafts.page = .init(content: .loaded, table: PageTable(.drafts([draft]), height: 10), time: 0)
        drafts.page?.table.selected = 0
        #expect(command(Key(.enter), in: drafts) == .page(.use))
        #expect(command(.character("d"), in: drafts) == .page(.delete))
        #expect(command(.character("R"), in: drafts) == .page(.reload))
        for key: Key in [.character("r"), .character("u"), .character("+"), .character(" ")] {
            #expect(command(key, in: drafts) == .app(.refuseKey(key.name)))
        }
        #expect(command(.character("d"), in: page) == .app(.refuseKey("d")))
    }

    @Test func `the palette offers each command of the context once`() {
        for (state, context) in [(list, KeyContext.list), (page, .page)] {
            let names = KeyBindings.standard.paletteEntries(in: state).map(\.name)
            #expect(Set(names).count == names.count)
            let wanted = KeyBindings.standard.all.filter { [context, .everywhere].contains($0.context) }.map(\.name)
            let orders = FriendColumn.all.map { "sort-by-\($0.settingsName)" }
            #expect(Set(names) == Set(wanted).subtracting(["palette"]).union(context == .list ? orders : []))
        }
    }

    @Test func `a palette command does what its key does`() {
        var busy = list
        busy.list.writer.isWriting = true
        for state in [list, page, busy] {
            var open = state
            let entries = KeyBindings.standard.paletteEntries(in: state)
            open.palette = .init(entries)
            for (index, entry) in entries.enumerated() {
                open.palette?.selected = index
                let binding = KeyBindings.standard.all.first {
                    [KeyContext(state), .everywhere, .order].contains($0.context) && $0.name == entry.name
                }
                let isAvailable = binding?.isAvailable(state) == true
                #expect(KeyBindings.standard.selectedCommand(in: open) == (isAvailable ? binding?.command : nil))
            }
        }
    }

    @Test func `records cannot be chosen while they are written`() {
        var state = list
        let friend = state.list.table.rows[0]
        let record = RecordedFriend(id: friend.id, details: friend.details)
        let merge = ImportUpdate(friend, details: friend.details)
        let duplicate = ImportDuplicate(reasons: [.name("Ada Lovelace")], merge: merge)
        let row = ImportRow(row: 1, friend: record, action: .duplicate(duplicate))
        let records = ImportEntries([ImportEntry(row, number: 0, file: nil)], progress: .complete)
        state.page = .init(content: .loaded, table: PageTable(.records(records), height: 10), time: 0)
        state.page?.table.selected = 0
        let letters: [Character] = [" ", "M", "a", "s", "=", "+", "-"]
        let choosing: [Key] = letters.map { .character($0) } + [.control("a"), Key(.enter)]
        for key in choosing { #expect(command(key, in: state) != nil) }
        state.list.writer.isWriting = true
        for key in choosing { #expect(command(key, in: state) == nil) }
        #expect(command(.character("i"), in: state) == .importing(.read))
    }

    @Test func `Enter is offered when it compares`() throws {
        var state = list
        let enter = try #require(KeyBindings.standard.all.first { $0.name == "import-records" })
        for (progress, isUseful) in [(ImportEntries.Progress.complete, false), (.notCompared, true)] {
            let records = PageEntries.records(ImportEntries(progress: progress))
            state.page = .init(content: .loaded, table: PageTable(records, height: 10), time: 0)
            #expect(enter.isUseful(state) == isUseful)
        }
    }

    @Test func `unavailable commands are offered last`() {
        var busy = list
        busy.list.writer.isWriting = true
        let names = KeyBindings.standard.paletteEntries(in: busy).map(\.name)
        let impossible: Set = [
            "cancel", "cancel-range", "clear-filter", "clear-marks", "close-details", "details-lines", "delete", "undo",
            "redo", "add-tag", "remove-tag", "next-match", "previous-match", "import",
        ]
        let hidden = FriendColumn.all.filter { !busy.list.columns.contains($0) }.map { "sort-by-\($0.settingsName)" }
        #expect(Set(names.suffix(impossible.count + hidden.count)) == impossible.union(hidden))
    }

    @Test func `the footer always has help and the way back`() {
        var waiting = list
        waiting.list.writer.history.record(.added(list.list.table.rows[0]))
        waiting.activity.isVisible = true
        var help = list
        help.help = .init(filter: TextInput("x"))
        var deciding = form
        deciding.form?.choices = [.field(.firstName): .open]
        var finding = list
        finding.list.table.filter = FriendFilter(origin: nil, top: 0)
        var ordering = list
        ordering.list.isChoosingOrder = true
        var filtering = page
        filtering.page?.table.filter = .init()
        let states = [
            (list, ["? Help", "q Quit"]), (waiting, ["? Help", "q Quit"]), (form, ["F1 Help", "Esc Cancel"]),
            (deciding, ["F1 Help", "Esc Cancel"]), (page, ["? Help", "q Back"]), (help, ["Esc Clear", "q Close"]),
            (palette(over: list), ["Enter Run", "Esc Close"]), (prompt, ["y Yes", "n No", "Esc Cancel"]),
            (finding, ["F1 Help", "Esc Clear"]), (ordering, ["Esc Cancel"]), (filtering, ["F1 Help", "Esc Clear"]),
        ]
        // Keys that were chosen are no less needed.
        let choices = KeyBindings.standard.all.map { KeyChoice(context: $0.context, name: $0.name, keys: $0.keys) }
        for keys in [KeyBindings.standard, KeyBindings.standard.choosing(choices)] {
            for (state, words) in states {
                for columns in 40...200 {
                    let frame = AppView.frame(
                        state, size: Size(columns: columns, rows: 10), keys: keys, symbols: .unicode)
                    let line = String(String.UnicodeScalarView(frame.rows[9].cells.map(\.base)))
                    for word in words {
                        #expect(line.contains(" \(word) ") || line.hasSuffix(" \(word)"), "\(columns)")
                    }
                }
            }
        }
    }

    @Test func anotherTableHasItsOwnKeysInThePalette() {
        let bindings = KeyBindings.standard.all.map { binding in
            binding.name == "add"
                ? KeyBinding(binding.context, "add", [.control("x")], binding.command, binding.help) : binding
        }
        let entries = KeyBindings(bindings).paletteEntries(in: list)
        #expect(entries.first { $0.name == "add" }?.keys == ["Ctrl-X"])
    }
}
