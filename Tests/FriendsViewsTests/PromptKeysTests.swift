import FriendsModel
import FriendsSearch
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// Prompts that come while someone types.
@Suite(.timeLimit(.minutes(3)))
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

    @Test(arguments: prompts)
    func `letters answer a prompt that was not typed into`(prompt: Prompt) {
        let keys = [Key.character(" "), .character("q")]
        for key in keys { #expect(command(key, in: state(prompt)) != .app(.refuseKey(key.name))) }
    }
}
