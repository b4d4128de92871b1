import FoundationEssentials

/// What a write does to the rest of a friend: the bytes that an imported card holds beyond fields and lines. They are kept as
/// they are, and are in no list.
package enum RestChange: Equatable, Sendable {
    case unchanged
    /// Nil removes it.
    case replaced(Data?)

    /// The new content; nil if the rest is unchanged or removed.
    package var content: Data? {
        switch self {
        case .unchanged: nil
        case .replaced(let content): content
        }
    }
}
