import FriendsViewModels
import TerminalUI

/// One line of the key table: it dispatches the keys, and the footer, the help and Docs/Keys.md are drawn from it.
package struct KeyBinding: Sendable {
    package let context: KeyContext
    /// What settings call it; no other binding of its context has that name.
    package let name: String
    /// The name that settings had for it before, which still works.
    package let formerName: String?
    /// None for a command that only the palette has.
    package let keys: [Key]
    package let command: Command
    /// What the keys do, as the help has it.
    package let help: String
    /// The word in the footer, nil for keys that are not shown there.
    package let footer: String?
    /// Whether the footer must not lack it, however narrow the terminal is.
    package let isEssential: Bool
    /// Whether the keys do anything now.
    package let isAvailable: @Sendable (AppState) -> Bool
    /// Whether what they do now is more than saying that there is nothing to do, and worth its place in the footer.
    package let isUseful: @Sendable (AppState) -> Bool

    init(
        _ context: KeyContext, _ name: String, _ keys: [Key], _ command: Command, _ help: String, footer: String? = nil,
        formerName: String? = nil, isEssential: Bool = false,
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
        self.isAvailable = isAvailable
        self.isUseful = isUseful
    }

    /// The same with other keys.
    func bound(to keys: [Key]) -> KeyBinding {
        KeyBinding(
            context, name, keys, command, help, footer: footer, formerName: formerName, isEssential: isEssential,
            when: isAvailable, usefulWhen: isUseful)
    }
}
