import FriendsModel
import FriendsSearch
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// Prompts that come while someone types.
@Suite(.timeLimit(.minutes(10)))
struct PromptKeysTests {
    private static let prompts: [Prompt] = [
        .alert("", []), .retryAlert("", []), .question(""), .deletedElsewhere(Friend.ada.details),
        .similar(SimilarFriend(friend: .ada, reasons: [.name("Ada Lovelace")]), others: 0), .unknownColumns([]),
        .offer(UnsavedDraft(id: Friend.ID("new"), base: nil, details: Friend.ada.details)),
    ]

    private func command(_ key: Key, in state: AppState) -> Command? {
        KeyBindings.standard.command(for: .key(key), in: state)
    }

    private func state(_ prompt: Prompt) -> AppState {
        var state = AppState(serverName: "local", isShared: false)
        (state.prompts.queue, state.prompts.focus) = ([prompt], prompt.defaultAnswer)
        return state
    }

    @Test(arguments: prompts)
    func `no character answers a prompt that takes no letters`(prompt: Prompt) {
        let state = state(prompt.withoutLetters)
        let characters = KeyBindings.standard.all.filter { $0.context == .prompt }.flatMap(\.keys).filter(\.isText)
        #expect(characters.contains(.character(" ")) && characters.contains(.character("q")))
        for key in characters { #expect(command(key, in: state) == .app(.refuseKey(key.name)), "\(key.name)") }
        #expect(command(Key(.enter), in: state) == .prompt(.press))
        #expect(command(Key(.escape), in: state) == .prompt(.dismiss))
        let frame = AppView.frame(state, size: Size(columns: 120, rows: 24), keys: .standard, symbols: .unicode)
        let footer = picture(of: frame).split(separator: "\n").first { $0.contains("Enter ") } ?? ""
        #expect(!footer.contains(/\s[A-Za-z] [A-Z]/), "the footer names none")
    }

    /// A write of the list fails, or a draft is offered, while someone types.
    @Test func `a prompt that comes while one types takes no letters`() {
        let places: [(name: String, change: (inout AppState) -> Void)] = [
            ("find", { $0.list.table.applyFilter(.begin) }),
            ("tag", { $0.tagging = Tagging(.add, of: [.ada]) }),
            ("path", { $0.pathField = PathField(.importFriends) }), ("palette", { $0.palette = .init([]) }),
            ("form", { $0.form = FriendForm(mode: .update(.ada)) }),
            ("help", { $0.help = .init(isTyped: true) }),
            (
                "page",
                {
                    $0.page = .init(content: .loaded, table: PageTable(.messages([]), height: 8), time: 0)
                    $0.page?.table.applyFilter(.begin)
                }
            ),
            (
                "next friend",
                {
                    $0.form = FriendForm(mode: .add(Friend.ID("new")))
                    $0.form?.isSending = true
                    $0.form?.addsAnother = true
                }
            ),
        ]
        for (name, change) in places {
            for prompt in [Self.prompts[0], Self.prompts[1], Self.prompts[3], Self.prompts[6]] {
                var state = state(prompt)
                change(&state)
                for key in [Key.character("r"), .character("c"), .character("q"), .character(" ")] {
                    #expect(command(key, in: state) == .app(.refuseKey(key.name)), "\(name): \(key.name)")
                }
            }
            var asked = state(.discard)
            change(&asked)
            #expect(command(.character("y"), in: asked) == .prompt(.answer(.yes)), "\(name)")
        }
    }

    @Test func `letters answer an alert about what was sent`() {
        var state = state(.retryAlert("", []))
        state.form = FriendForm(mode: .update(.ada))
        state.form?.isSending = true
        #expect(command(.character("r"), in: state) == .prompt(.answer(.retry)))
        state.form = nil
        state.pathField = PathField(.importFriends)
        state.pathField?.isBusy = true
        #expect(command(.character("c"), in: state) == .prompt(.answer(.cancel)))
    }

    @Test(arguments: prompts)
    func `letters answer a prompt that was not typed into`(prompt: Prompt) {
        let keys = [Key.character(" "), .character("q")]
        for key in keys { #expect(command(key, in: state(prompt)) != .app(.refuseKey(key.name))) }
    }
}
