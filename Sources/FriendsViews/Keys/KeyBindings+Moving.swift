import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys that move the selection, the same in every list.
    /// - Parameter entry: the noun for an entry in the help.
    static func moving(
        _ context: KeyContext, _ entry: String, _ command: (Movement) -> Command
    ) -> [KeyBinding] {
        let movements: [(name: String, keys: [Key], movement: Movement, help: String)] = [
            ("next", [Key(.down), .character("j"), .control("n")], .next, "Select the next \(entry)"),
            ("previous", [Key(.up), .character("k"), .control("p")], .previous, "Select the previous \(entry)"),
            ("first", [Key(.home), .character("g")], .first, "Select the first \(entry)"),
            ("last", [Key(.end), .character("G")], .last, "Select the last \(entry)"),
            ("page-down", [Key(.pageDown), .control("f")], .pageDown, "Page down"),
            ("page-up", [Key(.pageUp), .control("b")], .pageUp, "Page up"),
            ("half-page-down", [.control("d")], .halfPageDown, "Half a page down"),
            ("half-page-up", [.control("u")], .halfPageUp, "Half a page up"),
        ]
        return movements.map { KeyBinding(context, $0.name, $0.keys, command($0.movement), $0.help) }
    }
}
