import TerminalUI

/// Keys that somebody has chosen for a binding, in the place of the standard ones.
package struct KeyChoice: Equatable, Sendable {
    package let context: KeyContext
    /// The name of the binding.
    package let name: String
    /// Without any, no key does it.
    package let keys: [Key]

    package init(context: KeyContext, name: String, keys: [Key]) {
        self.context = context
        self.name = name
        self.keys = keys
    }
}

/// Why a choice of keys cannot be followed.
package struct KeyProblem: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The key types something where text is typed.
        case text(Key)
        /// Terminals send the key as if it were another one.
        case heard(Key, as: Key)
        /// The key means something else at the same time.
        case taken(Key, by: String, in: KeyContext)
        /// None of these actions has a key, and there would be no way to do something that must be possible.
        case needed([String], for: String)
    }

    package let choice: KeyChoice
    package let reason: Reason

    /// One sentence that begins with a small letter, without a full stop.
    package var message: String {
        switch reason {
        case .text(let key):
            return "\(key.name) types a character here, so it cannot be a key for \"\(choice.name)\""
        case .heard(let key, let other):
            return "terminals cannot tell \(key.name) from \(other.name); use \(other.name)"
        case .taken(let key, let other, let context):
            return "\(key.name) is already a key for \"\(context.name).\(other)\"; give that another key or []"
        case .needed(let names, let purpose):
            let which = names.map { "\"\($0)\"" }.joined(separator: " or ")
            return "\(which) must have a key to \(purpose)"
        }
    }
}
