import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys that work wherever one is, unless the place has them itself.
    static let everywhere: [KeyBinding] = [
        KeyBinding(
            .everywhere, "quit-now", [.control("c")], .app(.interrupt), "Quit, asking when a form would be lost"),
        KeyBinding(.everywhere, "suspend", [.control("z")], .suspend, "Suspend; fg in the shell comes back"),
        KeyBinding(.everywhere, "redraw", [.control("l")], .redraw, "Paint the screen anew"),
    ]

    /// The keys of messages and questions.
    static let prompt: [KeyBinding] = [
        KeyBinding(
            .prompt, "press", [Key(.enter), .character(" ")], .prompt(.press), "Press the button that has the focus",
            footer: "Press"),
        KeyBinding(
            .prompt, "dismiss", [Key(.escape)], .prompt(.dismiss), "Close it and do nothing", footer: "Close",
            isEssential: true),
        KeyBinding(
            .prompt, "next-button", [Key(.tab), Key(.right), Key(.down)], .prompt(.focusNext), "The next button",
            footer: "Next",
            when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "previous-button", [Key(.tab, .shift), Key(.left), Key(.up)], .prompt(.focusPrevious),
            "The previous button",
            when: \.hasSeveralButtons),
        KeyBinding(.prompt, "yes", [.character("y"), .character("Y")], .prompt(.answer(.yes)), "Yes"),
        KeyBinding(.prompt, "no", [.character("n"), .character("N")], .prompt(.answer(.no)), "No"),
        KeyBinding(.prompt, "retry", [.character("r"), .character("R")], .prompt(.answer(.retry)), "Retry"),
        KeyBinding(.prompt, "add-again", [.character("a"), .character("A")], .prompt(.answer(.addAgain)), "Add again"),
        KeyBinding(.prompt, "let-go", [.character("l"), .character("L")], .prompt(.answer(.letGo)), "Let go"),
        KeyBinding(.prompt, "stay", [.character("s"), .character("S")], .prompt(.answer(.stay)), "Stay"),
    ]

    /// The keys of the help.
    static let help: [KeyBinding] = [
        KeyBinding(
            .help, "clear-filter", [Key(.escape)], .app(.filterHelp(.clear)), "Show every key again", footer: "Clear",
            when: \.isHelpFiltered),
        KeyBinding(
            .help, "back", [Key(.escape)], .app(.hideHelp), "Close the help", footer: "Close", isEssential: true,
            when: { !$0.isHelpFiltered }),
        KeyBinding(
            .help, "close", [.character("q"), .character("?"), Key(.function(1)), Key(.function(10)), Key(.enter)],
            .app(.hideHelp), "Close the help", footer: "Close", isEssential: true, usefulWhen: \.isHelpFiltered),
        KeyBinding(
            .help, "filter", [.character("/"), Key(.function(3))], .app(.filterHelp(.begin)),
            "Filter the keys by what you type", footer: "Filter"),
        KeyBinding(
            .help, "line-down", [Key(.down), .character("j"), .control("n")], .app(.scrollHelp(1)), "A line down"),
        KeyBinding(.help, "line-up", [Key(.up), .character("k"), .control("p")], .app(.scrollHelp(-1)), "A line up"),
        KeyBinding(
            .help, "more", [Key(.pageDown), .control("f"), .character(" ")], .app(.scrollHelp(5)), "Some lines down",
            footer: "More"),
        KeyBinding(.help, "less", [Key(.pageUp), .control("b")], .app(.scrollHelp(-5)), "Some lines up"),
    ]

    /// The keys while the help is filtered.
    static let helpFilter: [KeyBinding] =
        [
            KeyBinding(
                .helpFilter, "keep", [Key(.enter)], .app(.filterHelp(.keep)), "Keep the filter", footer: "Keep",
                isEssential: true),
            KeyBinding(
                .helpFilter, "clear", [Key(.escape), Key(.function(10))], .app(.filterHelp(.clear)),
                "Clear the filter and show every key", footer: "Clear", isEssential: true),
            KeyBinding(
                .helpFilter, "line-down", [Key(.down), .control("n")], .app(.scrollHelp(1)), "A line down"),
            KeyBinding(
                .helpFilter, "line-up", [Key(.up), .control("p")], .app(.scrollHelp(-1)), "A line up"),
            KeyBinding(
                .helpFilter, "more", [Key(.pageDown)], .app(.scrollHelp(5)), "Some lines down", footer: "More"),
            KeyBinding(.helpFilter, "less", [Key(.pageUp)], .app(.scrollHelp(-5)), "Some lines up"),
        ] + editing(.helpFilter)
}

extension AppState {
    fileprivate var isHelpFiltered: Bool { help?.filter.characters.isEmpty == false }
    fileprivate var hasSeveralButtons: Bool { (prompts.current?.answers.count ?? 0) > 1 }
}
