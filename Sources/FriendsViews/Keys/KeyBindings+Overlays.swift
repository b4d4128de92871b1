import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of all contexts that do not bind them otherwise.
    static let everywhere: [KeyBinding] = [
        KeyBinding(
            .everywhere, "quit-now", [.control("c")], .app(.interrupt), "Quit (asks if a form has changes)"),
        KeyBinding(.everywhere, "suspend", [.control("z")], .suspend, "Suspend (fg to resume)"),
        KeyBinding(.everywhere, "redraw", [.control("l")], .redraw, "Redraw the screen"),
        KeyBinding(.everywhere, "abort", [.control("\\")], .abort, "Quit at once (a form is kept as a draft)"),
    ]

    /// The keys of alerts and questions.
    static let prompt: [KeyBinding] = [
        KeyBinding(
            .prompt, "yes", [.character("y"), .character("Y")], .prompt(.answer(.yes)), "Yes", footer: "Yes",
            isEssential: true, here: \.isQuestion),
        KeyBinding(
            .prompt, "no", [.character("n"), .character("N")], .prompt(.answer(.no)), "No", footer: "No",
            isEssential: true, here: \.isQuestion),
        KeyBinding(
            .prompt, "keep", [.character("y"), .character("Y")], .prompt(.answer(.keepAsNotes)), "Keep", footer: "Keep",
            isEssential: true, here: { $0.offers(.keepAsNotes) }),
        KeyBinding(
            .prompt, "leave-out", [.character("n"), .character("N")], .prompt(.answer(.leaveOut)), "Leave out",
            footer: "Leave out", isEssential: true, here: { $0.offers(.leaveOut) }),
        KeyBinding(
            .prompt, "choose-each", [.character("c"), .character("C")], .prompt(.answer(.chooseEach)),
            "Choose for each",
            footer: "Choose", here: { $0.offers(.chooseEach) }),
        KeyBinding(
            .prompt, "continue", [.character("c"), .character("C"), .character("y"), .character("Y")],
            .prompt(.answer(.continueDraft)), "Continue", footer: "Continue", isEssential: true,
            here: { $0.offers(.continueDraft) }),
        KeyBinding(
            .prompt, "to-drafts", [.character("d"), .character("D"), .character("n"), .character("N")],
            .prompt(.answer(.toDrafts)), "To drafts", footer: "To drafts", isEssential: true,
            here: { $0.offers(.toDrafts) }),
        KeyBinding(
            .prompt, "keep-ours", [.character("o"), .character("O")], .prompt(.answer(.keepOurs)),
            "Keep your value of a conflict", footer: "Ours", isEssential: true, here: { $0.offers(.keepOurs) }),
        KeyBinding(
            .prompt, "keep-theirs", [.character("s"), .character("S")], .prompt(.answer(.keepTheirs)),
            "Keep the value of the server", footer: "Server", isEssential: true, here: { $0.offers(.keepTheirs) }),
        KeyBinding(
            .prompt, "keep-both", [.character("b"), .character("B")], .prompt(.answer(.keepBoth)),
            "Keep both values", footer: "Both", isEssential: true, here: { $0.offers(.keepBoth) }),
        KeyBinding(
            .prompt, "ask-later", [.character("l"), .character("L")], .prompt(.answer(.askLater)), "Ask later",
            footer: "Ask later", isEssential: true, here: { $0.offers(.askLater) }),
        KeyBinding(
            .prompt, "retry", [.character("r"), .character("R")], .prompt(.answer(.retry)), "Retry", footer: "Retry",
            here: { $0.offers(.retry) }),
        KeyBinding(
            .prompt, "add-again", [.character("a"), .character("A")], .prompt(.answer(.addAgain)), "Add",
            footer: "Add", here: { $0.offers(.addAgain) }),
        KeyBinding(
            .prompt, "discard", [.character("d"), .character("D")], .prompt(.answer(.discard)), "Discard",
            footer: "Discard", formerName: "let-go", here: { $0.offers(.discard) }),
        KeyBinding(
            .prompt, "keep-editing", [.character("e"), .character("E")], .prompt(.answer(.keepEditing)), "Keep editing",
            footer: "Keep editing", formerName: "stay", here: { $0.offers(.keepEditing) }),
        KeyBinding(
            .prompt, "save-anyway", [.character("s"), .character("S")], .prompt(.answer(.saveAnyway)), "Save anyway",
            footer: "Save anyway", when: { $0.offers(.saveAnyway) }),
        KeyBinding(
            .prompt, "open", [.character("o"), .character("O")], .prompt(.answer(.open)), "Open that friend",
            footer: "Open that friend", when: { $0.offers(.open) }),
        KeyBinding(
            .prompt, "press", [Key(.enter), .character(" ")], .prompt(.press), "Press the focused button",
            footer: "Select", when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "ok", [Key(.enter), .character(" ")], .prompt(.press), "Close the alert", footer: "OK",
            isEssential: true, when: { !$0.hasSeveralButtons }),
        KeyBinding(
            .prompt, "dismiss", [Key(.escape), .character("q"), Key(.function(10))], .prompt(.dismiss),
            "Close the alert", when: { !$0.hasSeveralButtons }),
        KeyBinding(
            .prompt, "cancel", [Key(.escape), .character("q"), Key(.function(10))], .prompt(.dismiss),
            "Cancel", footer: "Cancel", isEssential: true, when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "cancel-answer", [.character("c"), .character("C")], .prompt(.answer(.cancel)), "Cancel",
            here: { $0.offers(.cancel) }),
        KeyBinding(
            .prompt, "next-button", [Key(.tab), Key(.right)], .prompt(.focusNext), "Next button",
            footer: "Next", when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "previous-button", [Key(.tab, .shift), Key(.left)], .prompt(.focusPrevious),
            "Previous button", when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, "copy", [.character("y"), .character("Y")], .app(.copyPrompt),
            "Copy the text of the alert", footer: "Copy", here: \.isAlert),
        KeyBinding(
            .prompt, "line-down", [Key(.down), .character("j"), .control("n")], .scrollText(.next), "Line down"),
        KeyBinding(
            .prompt, "line-up", [Key(.up), .character("k"), .control("p")], .scrollText(.previous), "Line up"),
        KeyBinding(
            .prompt, "page-down", [Key(.pageDown), .control("f")], .scrollText(.pageDown), "Page down",
            footer: "More"),
        KeyBinding(.prompt, "page-up", [Key(.pageUp), .control("b")], .scrollText(.pageUp), "Page up"),
        KeyBinding(.prompt, "start", [Key(.home), .character("g")], .scrollText(.first), "Go to the start"),
        KeyBinding(.prompt, "end", [Key(.end), .character("G")], .scrollText(.last), "Go to the end"),
    ]

    /// The keys of the help.
    static let help: [KeyBinding] = [
        KeyBinding(
            .help, "clear-filter", [Key(.escape)], .app(.filterHelp(.clear)), "Clear the filter", footer: "Clear",
            when: \.isHelpFiltered),
        KeyBinding(
            .help, "back", [Key(.escape)], .app(.hideHelp), "Close the help", footer: "Close", isEssential: true,
            when: { !$0.isHelpFiltered }),
        KeyBinding(
            .help, "close", [.character("q"), .character("?"), Key(.function(1)), Key(.function(10)), Key(.enter)],
            .app(.hideHelp), "Close the help", footer: "Close", isEssential: true, usefulWhen: \.isHelpFiltered),
        KeyBinding(
            .help, "filter", [.character("/"), Key(.function(3))], .app(.filterHelp(.begin)),
            "Filter as you type", footer: "Filter"),
        KeyBinding(
            .help, "line-down", [Key(.down), .character("j"), .control("n")], .scrollText(.next), "Line down"),
        KeyBinding(
            .help, "line-up", [Key(.up), .character("k"), .control("p")], .scrollText(.previous), "Line up"),
        KeyBinding(
            .help, "more", [Key(.pageDown), .control("f"), .character(" ")], .scrollText(.pageDown), "Page down",
            footer: "More"),
        KeyBinding(.help, "less", [Key(.pageUp), .control("b")], .scrollText(.pageUp), "Page up"),
        KeyBinding(.help, "start", [Key(.home), .character("g")], .scrollText(.first), "Go to the start"),
        KeyBinding(.help, "end", [Key(.end), .character("G")], .scrollText(.last), "Go to the end"),
    ]

    /// The keys of the help's filter.
    static let helpFilter: [KeyBinding] =
        [
            KeyBinding(
                .helpFilter, "keep", [Key(.enter)], .app(.filterHelp(.keep)), "Keep the filter", footer: "Keep",
                isEssential: true),
            KeyBinding(
                .helpFilter, "clear", [Key(.escape), Key(.function(10))], .app(.filterHelp(.clear)),
                "Clear the filter", footer: "Clear", isEssential: true),
            KeyBinding(
                .helpFilter, "line-down", [Key(.down), .control("n")], .scrollText(.next), "Line down"),
            KeyBinding(
                .helpFilter, "line-up", [Key(.up), .control("p")], .scrollText(.previous), "Line up"),
            KeyBinding(
                .helpFilter, "more", [Key(.pageDown)], .scrollText(.pageDown), "Page down",
                footer: "More"),
            KeyBinding(.helpFilter, "less", [Key(.pageUp)], .scrollText(.pageUp), "Page up"),
        ] + editing(.helpFilter)
}

extension AppState {
    fileprivate var isHelpFiltered: Bool { help?.filter.characters.isEmpty == false }
    fileprivate var isQuestion: Bool { prompts.current?.isQuestion == true }
    /// Whether the prompt only tells what failed. A letter that is no answer copies nothing where one is asked for.
    fileprivate var isAlert: Bool { offers(.ok) || offers(.retry) }
    fileprivate func offers(_ answer: Prompt.Answer) -> Bool { prompts.current?.answers.contains(answer) == true }
    fileprivate var hasSeveralButtons: Bool { (prompts.current?.answers.count ?? 0) > 1 }
}
