import FriendsViewModels
import TerminalUI

/// An entry of the key table: it dispatches keys, and the footer, the help and Docs/Keys.md are drawn from it.
package struct KeyBinding: Sendable {
    package let context: KeyContext
    /// The name in settings and in the palette, unique in its context.
    package let name: String
    /// A former name, which settings still accept.
    package let formerName: String?
    /// Empty for a command of the palette only.
    package let keys: [Key]
    package let command: Command
    /// The help text.
    package let help: String
    /// The verb of the key hint in the footer, if it has one.
    package let footer: String?
    /// Whether the footer shows the hint at any width.
    package let isEssential: Bool
    /// Whether the screen of a state has the command, available or not.
    package let isHere: @Sendable (AppState) -> Bool
    /// Whether the command is available in a state.
    package let isAvailable: @Sendable (AppState) -> Bool
    /// Whether the command would have an effect, and is worth a key hint.
    package let isUseful: @Sendable (AppState) -> Bool

    init(
        _ context: KeyContext, _ name: String, _ keys: [Key], _ command: Command, _ help: String, footer: String? = nil,
        formerName: String? = nil, isEssential: Bool = false,
        here isHere: @escaping @Sendable (AppState) -> Bool = { _ in true },
        when isAvailable: @escaping @Sendable (AppState) -> Bool = { _ in true },
        usefulWhen isUseful: @escaping @Sendable (AppState) -> Bool = { _ in true }
    ) {
        self.context = context
        self.name = name
        self.formerName = formerName
        self.keys = keys
        self.command = command
        self.help = help
        self.footer = footer
        self.isEssential = isEssential
        self.isHere = isHere
        self.isAvailable = { isHere($0) && isAvailable($0) }
        self.isUseful = isUseful
    }

    /// The binding with other keys.
    func bound(to keys: [Key]) -> KeyBinding {
        KeyBinding(
            context, name, keys, command, help, footer: footer, formerName: formerName, isEssential: isEssential,
            here: isHere, when: isAvailable, usefulWhen: isUseful)
    }
}
