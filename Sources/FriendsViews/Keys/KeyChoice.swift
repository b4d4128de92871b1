import TerminalUI

/// The keys that settings choose for a binding.
package struct KeyChoice: Equatable, Sendable {
    package let context: KeyContext
    /// The name of the binding.
    package let name: String
    /// Empty to remove all keys.
    package let keys: [Key]

    package init(context: KeyContext, name: String, keys: [Key]) {
        self.context = context
        self.name = name
        self.keys = keys
    }
}

/// Why a choice of keys is invalid.
package struct KeyProblem: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The key inserts text in this context.
        case text(Key)
        /// Terminals send the key as another one.
        case indistinguishable(Key, from: Key)
        /// The key has another meaning at the same time.
        case taken(Key, by: String, in: KeyContext)
        /// None of these actions has a key, and one of them must.
        case needed([String], for: String)
    }

    package let choice: KeyChoice
    package let reason: Reason

    /// A sentence in lower case without a full stop.
    package var message: String {
        switch reason {
        case .text(let key):
            return "\(key.name) types a character here, so it cannot be a key for \u{201C}\(choice.name)\u{201D}"
        case .indistinguishable(let key, let other):
            return "terminals cannot tell \(key.name) from \(other.name); use \(other.name)"
        case .taken(let key, let other, let context):
            return
                "\(key.name) is already a key for \u{201C}\(context.name).\(other)\u{201D}; give that another key or []"
        case .needed(let names, let purpose):
            let which = names.map { "\u{201C}\($0)\u{201D}" }.joined(separator: " or ")
            return "\(which) must have a key to \(purpose)"
        }
    }
}
