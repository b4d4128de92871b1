/// A line of an alert or of the messages.
package enum MessageLine: Equatable, Sendable, ExpressibleByStringInterpolation {
    case text(String)
    /// Text of a record or a friend, perhaps in several rows. The views draw it so that no row of it looks like another line.
    case content(String)
    /// What of a record is not shown, was changed or left out.
    case warning(String)

    package init(stringLiteral value: String) { self = .text(value) }

    package var words: String {
        switch self {
        case .text(let text), .content(let text): text
        case .warning(let text): "Warning: \(text)"
        }
    }
}
