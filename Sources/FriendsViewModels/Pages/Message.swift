/// A text of the status line or of an alert.
package struct Message: Equatable, Sendable {
    /// The maximum number of messages; the oldest are dropped.
    package static let limit = 1_000

    /// The number of the message, from 1.
    package let number: Int
    /// The time, in seconds since 1970.
    package let time: Int
    package let kind: StatusMessage.Kind
    package let heading: String
    /// The lines of an alert under its heading, or who is counted in a text of the status line.
    package let lines: [String]

    /// The whole text in one line.
    package var text: String {
        let separator = heading.last?.isPunctuation == true ? " " : " \u{2013} "
        return lines.isEmpty ? heading : heading + separator + lines.joined(separator: " ")
    }
}
