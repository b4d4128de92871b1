import FriendsSearch
import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the view that merges two friends.
    static let merge: [KeyBinding] =
        [
            KeyBinding(
                .merge, "cancel", [Key(.escape)], .app(.cancelActivity), "Cancel the operation in progress",
                footer: "Cancel", isEssential: true, when: \.activity.isVisible),
            KeyBinding(
                .merge, "submit", [Key(.enter)], .merge(.submit), "Merge the two friends", footer: "Merge",
                isEssential: true, when: { !$0.list.isWriting }),
            KeyBinding(
                .merge, "next-friend", [Key(.tab)], .merge(.nextFriend), "Merge with another friend of the group",
                footer: "Other", when: \.canChoose, usefulWhen: { $0.merging.map { $0.group.count > 2 } ?? false }),
            KeyBinding(
                .merge, "take-left", [Key(.left), .character("h")], .merge(.choose(.first)),
                "Take what the left friend has", footer: "Take left", when: \.canChoose,
                usefulWhen: { $0.offers(.first) }),
            KeyBinding(
                .merge, "take-right", [Key(.right), .character("l")], .merge(.choose(.second)),
                "Take what the right friend has", footer: "Take right", when: \.canChoose,
                usefulWhen: { $0.offers(.second) }),
            KeyBinding(
                .merge, "take-both", [.character("b")], .merge(.choose(.both)), "Take both", footer: "Both",
                when: \.canChoose, usefulWhen: { $0.offers(.both) }),
            KeyBinding(
                .merge, "take-none", [.character("x"), Key(.delete)], .merge(.choose(.none)), "Leave it out",
                footer: "None", when: \.canChoose, usefulWhen: { $0.offers(.none) }),
            KeyBinding(
                .merge, "swap", [.character("s")], .merge(.swap),
                "Exchange the friend that stays and the one that goes",
                footer: "Swap", when: \.canChoose),
            KeyBinding(
                .merge, "next-choice", [.character(" ")], .merge(.chooseNext), "Next choice for the selected part",
                when: \.canChoose),
            KeyBinding(
                .merge, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .merge, "back", [Key(.escape), .character("q"), Key(.function(10))], .merge(.cancel),
                "Back to the duplicates (asks if you have chosen something)", footer: "Back", isEssential: true,
                when: { !$0.activity.isVisible }),
            palette(.merge),
        ] + [mouse(.merge)] + moving(.merge, "part") { .merge(.move($0)) }
}

extension AppState {
    /// Read-only while a submission is under way.
    fileprivate var canChoose: Bool { merging?.isSending == false }

    /// Whether the selected part can have a choice that it does not have.
    fileprivate func offers(_ choice: DuplicateMerge.Choice) -> Bool {
        guard let merging, merging.merge.parts.indices.contains(merging.selected) else { return false }
        return merging.merge.options(at: merging.selected).contains(choice)
    }
}
