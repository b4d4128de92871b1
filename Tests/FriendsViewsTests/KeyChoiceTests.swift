import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

@Suite(.timeLimit(.minutes(10)))
struct KeyChoiceTests {
    private let standard = KeyBindings.standard

    private func choice(_ context: KeyContext, _ name: String, _ keys: Key...) -> KeyChoice {
        KeyChoice(context: context, name: name, keys: keys)
    }

    private func reasons(_ choices: KeyChoice...) -> [KeyProblem.Reason] {
        standard.problems(choosing: choices).map(\.reason)
    }

    @Test func `a chosen key replaces the default keys`() {
        let keys = standard.choosing([choice(.list, "reload", .control("g"))])
        let state = AppState(serverName: "local", isShared: false)
        #expect(keys.command(for: .key(.control("g")), in: state) == .list(.reload))
        #expect(keys.command(for: .key(.character("R")), in: state) == .app(.refuseKey("R")))
        #expect(keys.keyName(of: .list(.reload), in: .list) == "Ctrl-G")
    }

    /// What the screen says of keys is true for chosen ones, and says nothing of an action without any.
    @Test(arguments: [[Key(.function(7))], []])
    func `key hints on the screen are true`(keys: [Key]) {
        let names = ["add", "reload", "undo", "redo", "cancel"]
        let chosen = standard.choosing(
            names.map { KeyChoice(context: .list, name: $0, keys: keys) }
                + [
                    KeyChoice(context: .form, name: "cancel", keys: keys),
                    KeyChoice(context: .page, name: "reload", keys: keys),
                ])
        var empty = AppState(serverName: "local", isShared: false)
        empty.list.store.content = .loaded
        let error = FriendsClientError.unreachable(reason: "refused")
        var failed = empty
        failed.list.store.content = .failed(error)
        var stale = empty
        stale.list.store.staleness = .init(error: error, loadedAt: nil)
        var loading = empty
        loading.activity.isVisible = true
        var sending = loading
        sending.form = .init(mode: .add(.init("1")))
        sending.form?.isSending = true
        var deleted = empty
        deleted.status = .init(kind: .success, text: "Deleted", offer: .undo)
        var undone = empty
        undone.status = .init(kind: .success, text: "Undid", offer: .redo)
        let failedTrash = page(.failed(Failure(.unreachable(reason: "refused"), during: .loadTrash)), over: failed)
        let texts = [
            (empty, "press F7 to add"), (failed, "press F7 to try"), (stale, "Press F7 to retry"),
            (loading, "F7 Cancel"),
            (sending, "F7 Cancel"), (deleted, "press F7 to undo"), (undone, "F7 to redo"),
            (failedTrash, "press F7 to try"),
        ]
        for (state, text) in texts {
            let screen = picture(
                of: AppView.frame(state, size: Size(columns: 80, rows: 24), keys: chosen, symbols: .unicode))
            #expect(screen.contains(text) == !keys.isEmpty, "\(text) in\n\(screen)")
            for word in ["press ", "Press ", "  Cancel", "to redo"] where keys.isEmpty {
                #expect(!screen.contains(word))
            }
        }
    }

    private func page(_ content: ListContent, over list: AppState) -> AppState {
        var state = list
        let trash = PageEntries.trash(.init(friends: []))
        state.page = .init(content: content, table: PageTable(trash, height: 20), time: 0)
        return state
    }

    /// The keys of the list do something else there, or nothing.
    @Test func `a page shows no keys and no status of the list`() {
        var list = AppState(serverName: "local", isShared: false)
        list.list.store.content = .loaded
        list.list.store.staleness = .init(error: .unreachable(reason: "refused"), loadedAt: nil)
        list.list.table.filter = FriendFilter(origin: nil, top: 0)
        list.list.table.filter?.input = TextInput("ada")
        func screen(_ state: AppState) -> String {
            let frame = AppView.frame(state, size: Size(columns: 80, rows: 24), keys: standard, symbols: .unicode)
            return picture(of: frame)
        }
        for isTyping in [false, true] {
            list.list.table.filter?.isTyping = isTyping
            let trash = screen(page(.loaded, over: list))
            for text in ["ada", "to retry", "part of the list"] { #expect(!trash.contains(text)) }
        }
        let offers: [(StatusMessage.Offer, String)] = [
            (.undo, " \u{2013} press u to undo"), (.redo, " \u{2013} Ctrl-R to redo"),
        ]
        for (offer, text) in offers {
            list.status = .init(kind: .success, text: "Restored Ada", offer: offer)
            #expect(screen(page(.loaded, over: list)).contains("Restored Ada\(text)\n"))
            var messages = page(.loaded, over: list)
            messages.page?.table.show(.messages([]))
            #expect(screen(messages).contains("Restored Ada\n"), "there it has no such key")
        }
        list.status = .init(kind: .information, text: "Nothing to paste into", offer: .find)
        #expect(screen(page(.loaded, over: list)).contains("Nothing to paste into \u{2013} press / to filter\n"))
        list.status = nil
        let notOffered = Failure(.notOffered, during: .loadTrash)
        #expect(!screen(page(.failed(notOffered), over: list)).contains("press"), "it would not help")
    }

    @Test func `an action without a key is only in the help`() {
        let keys = standard.choosing([choice(.list, "add")])
        #expect(keys.entries(in: .list).first { $0.text == "Add a friend" }?.keys == [":add"])
        #expect(keys.footers[.list]?.contains { $0.word == " Add" } == false)
    }

    @Test func `choosing the default keys is no problem`() {
        let choices = standard.all.map { KeyChoice(context: $0.context, name: $0.name, keys: $0.keys) }
        #expect(standard.problems(choosing: choices) == [])
        #expect(standard.problems(choosing: []) == [])
    }

    @Test func oneKeyCannotMeanTwoThings() {
        let reload = choice(.list, "reload", .character("u"))
        #expect(
            standard.problems(choosing: [reload])
                == [KeyProblem(choice: reload, reason: .taken(.character("u"), by: "undo", in: .list))])
        #expect(reasons(choice(.list, "reload", .character("u")), choice(.list, "undo", .character("U"))) == [])
        #expect(reasons(choice(.list, "reload", .character("u")), choice(.list, "undo")) == [])
    }

    @Test func `two conflicting keys are reported once`() {
        #expect(
            reasons(choice(.list, "undo", .character("z")), choice(.list, "redo", .character("z")))
                == [.taken(.character("z"), by: "undo", in: .list)])
    }

    /// The keys that work everywhere do not where the place has them itself, and nobody would know why.
    @Test func `a global key is taken in every context`() {
        #expect(
            reasons(choice(.everywhere, "redraw", .control("r"))) == [
                .taken(.control("r"), by: "redo", in: .list), .taken(.control("r"), by: "redo", in: .details),
                .taken(.control("r"), by: "stored-value", in: .form), .taken(.control("r"), by: "redo", in: .page),
            ])
        #expect(
            reasons(choice(.help, "close", .control("c"))) == [.taken(.control("c"), by: "quit-now", in: .everywhere)])
    }

    @Test func `keys in different contexts do not conflict`() {
        #expect(reasons(choice(.list, "reload", .character("x")), choice(.help, "more", .character("x"))) == [])
    }

    @Test func `actions that exclude each other may share a key`() {
        #expect(reasons(choice(.form, "leave", .control("x")), choice(.form, "cancel", .control("x"))) == [])
        #expect(reasons(choice(.form, "submit", .control("x")), choice(.form, "press-button", .control("x"))) == [])
    }

    @Test func `a character is no command in a text field`() {
        #expect(reasons(choice(.form, "help", .character("?"))) == [.text(.character("?"))])
        #expect(reasons(choice(.everywhere, "redraw", .character("w"))) == [.text(.character("w"))])
        // A button is no text.
        #expect(reasons(choice(.form, "press-button", .character("x"))) == [])
    }

    @Test func `a key that arrives as another one is rejected`() {
        #expect(reasons(choice(.list, "reload", .control("i"))) == [.indistinguishable(.control("i"), from: Key(.tab))])
        #expect(
            reasons(choice(.list, "reload", .control("h"))) == [
                .indistinguishable(.control("h"), from: Key(.backspace))
            ])
        #expect(reasons(choice(.form, "delete-backward", .control("h"))) == [])
    }

    @Test func `quitting and leaving always have a key`() {
        #expect(reasons(choice(.list, "quit")) == [])
        #expect(reasons(choice(.everywhere, "quit-now")) == [])
        #expect(
            reasons(choice(.list, "quit"), choice(.everywhere, "quit-now"))
                == [.needed(["quit", "quit-now"], for: "quit")])
        #expect(reasons(choice(.form, "leave")) == [])
        #expect(
            reasons(choice(.form, "leave"), choice(.form, "press-cancel"), choice(.form, "press-button"))
                == [.needed(["leave", "press-cancel", "press-button"], for: "leave the form")])
        #expect(
            reasons(choice(.form, "next-field"), choice(.form, "previous-field"))
                == [.needed(["next-field", "previous-field"], for: "get to the other fields")])
        #expect(reasons(choice(.prompt, "press")) == [.needed(["press"], for: "answer a question")])
        #expect(reasons(choice(.prompt, "dismiss")) == [])
        #expect(reasons(choice(.help, "close")) == [])
        #expect(
            reasons(choice(.help, "close"), choice(.help, "back"))
                == [.needed(["close", "back"], for: "close the help")])
        #expect(reasons(choice(.palette, "close")) == [.needed(["close"], for: "close the palette")])
    }

    @Test func `essential commands have a key`() {
        for (bindings, _) in KeyBindings.needed {
            for (context, name) in bindings {
                let binding = standard.all.first { $0.context == context && $0.name == name }
                #expect(binding?.keys.isEmpty == false, "\(context.name).\(name)")
            }
        }
    }

    /// Two bindings that share a key in the standard table are taken to exclude each other.
    @Test func `actions that share a default key exclude each other`() {
        var states: [AppState] = []
        for focus in [FriendForm.Focus.field(.lastName), .submit, .cancel] {
            for isSending in [false, true] {
                var state = AppState(serverName: "local", isShared: false)
                state.form = .init(mode: .add(.init("1")))
                state.form?.focus = focus
                state.form?.isSending = isSending
                states.append(state)
            }
        }
        for context in KeyContext.allCases {
            let bindings = standard.all.filter { $0.context == context }
            for (index, binding) in bindings.enumerated() {
                for other in bindings[..<index] where binding.keys.contains(where: other.keys.contains) {
                    #expect(
                        states.allSatisfy { !binding.isAvailable($0) || !other.isAvailable($0) },
                        "\(binding.name) and \(other.name)")
                }
            }
        }
    }
}
