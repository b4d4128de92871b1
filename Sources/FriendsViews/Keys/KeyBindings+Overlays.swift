import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys that work wherever one is, unless the place has them itself.
    static let everywhere: [KeyBinding] = [
        KeyBinding(
            .everywhere, "quit-now", [.control("c")], .app(.interrupt), "Quit, asking when a form would be lost"),
        KeyBinding(.everywhere, "suspend", [.control("z")], .suspend, "Suspend; fg in the shell comes back"),
        KeyBinding(.everywhere, "redraw", [.control("l")], .redraw, "Paint the screen anew"),
        KeyBinding(.everywhere, "abort", [.control("\\")], .abort, "Quit at once; a form is kept as a draft"),
    ]

    /// The keys of alerts and questions.
    static let prompt: [KeyBinding] = [
        KeyBinding(
            .prompt, "yes", [.character("y"), .character("Y")], .prompt(.answer(.yes)), "Yes", footer: "Yes",
            isEssential: true, when: \.isQuestion),
        KeyBinding(
            .prompt, "no", [.character("n"), .character("N")], .prompt(.answer(.no)), "No", footer: "No",
            isEssential: true, when: \.isQuestion),
        KeyBinding(
            .prompt, "press", [Key(.enter), .character(" ")], .prompt(.press), "Press the button that has the focus",
            footer: "Select"),
        KeyBinding(
            .prompt, "dismiss", [Key(.escape), .character("q"), Key(.function(10))], .prompt(.dismiss),
            "Close the message", footer: "Close", isEssential: true, when: { !$0.hasSeveralButtons }),
        KeyBinding(
            .prompt, "cancel", [Key(.escape), .character("q"), Key(.function(10))], .prompt(.dismiss),
            "Cancel: close it and do nothing", footer: "Cancel", isEssential: true, when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "next-button", [Key(.tab), Key(.right)], .prompt(.focusNext), "The next button",
            footer: "Next", when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "previous-button", [Key(.tab, .shift), Key(.left)], .prompt(.focusPrevious),
            "The previous button", when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "copy", [.character("y"), .character("Y")], .app(.copyPrompt),
            "Copy the text of a message", footer: "Copy", when: { !$0.isQuestion }),
        KeyBinding(.prompt, "retry", [.character("r"), .character("R")], .prompt(.answer(.retry)), "Retry"),
        KeyBinding(.prompt, "add-again", [.character("a"), .character("A")], .prompt(.answer(.addAgain)), "Add again"),
        KeyBinding(.prompt, "let-go", [.character("l"), .character("L")], .prompt(.answer(.letGo)), "Let go"),
        KeyBinding(.prompt, "stay", [.character("s"), .character("S")], .prompt(.answer(.stay)), "Stay"),
        KeyBinding(
            .prompt, "line-down", [Key(.down), .character("j"), .control("n")], .prompt(.move(.next)), "A line down"),
        KeyBinding(
            .prompt, "line-up", [Key(.up), .character("k"), .control("p")], .prompt(.move(.previous)), "A line up"),
        KeyBinding(
            .prompt, "page-down", [Key(.pageDown), .control("f")], .prompt(.move(.pageDown)), "A page down"),
        KeyBinding(.prompt, "page-up", [Key(.pageUp), .control("b")], .prompt(.move(.pageUp)), "A page up"),
        KeyBinding(.prompt, "start", [Key(.home), .character("g")], .prompt(.move(.first)), "To the start"),
        KeyBinding(.prompt, "end", [Key(.end), .character("G")], .prompt(.move(.last)), "To the end"),
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
            .help, "line-down", [Key(.down), .character("j"), .control("n")], .app(.moveHelp(.next)), "A line down"),
        KeyBinding(
            .help, "line-up", [Key(.up), .character("k"), .control("p")], .app(.moveHelp(.previous)), "A line up"),
        KeyBinding(
            .help, "more", [Key(.pageDown), .control("f"), .character(" ")], .app(.moveHelp(.halfPageDown)),
            "Half a page down",
            footer: "More"),
        KeyBinding(.help, "less", [Key(.pageUp), .control("b")], .app(.moveHelp(.halfPageUp)), "Half a page up"),
        KeyBinding(.help, "start", [Key(.home), .character("g")], .app(.moveHelp(.first)), "To the start"),
        KeyBinding(.help, "end", [Key(.end), .character("G")], .app(.moveHelp(.last)), "To the end"),
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
                .helpFilter, "line-down", [Key(.down), .control("n")], .app(.moveHelp(.next)), "A line down"),
            KeyBinding(
                .helpFilter, "line-up", [Key(.up), .control("p")], .app(.moveHelp(.previous)), "A line up"),
            KeyBinding(
                .helpFilter, "more", [Key(.pageDown)], .app(.moveHelp(.halfPageDown)), "Half a page down",
                footer: "More"),
            KeyBinding(.helpFilter, "less", [Key(.pageUp)], .app(.moveHelp(.halfPageUp)), "Half a page up"),
        ] + editing(.helpFilter)
}

extension AppState {
    fileprivate var isHelpFiltered: Bool { help?.filter.characters.isEmpty == false }
    fileprivate var isQuestion: Bool { prompts.current?.isQuestion == true }
    fileprivate var hasSeveralButtons: Bool { (prompts.current?.answers.count ?? 0) > 1 }
}
