/// A text of the status line or of an alert.
package struct Message: Equatable, Sendable {
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

/// The messages since the start of the program, to be read again.
@MainActor
package final class MessageLog {
    /// The maximum number of messages; the oldest are dropped.
    package static let limit = 1_000

    /// The newest first.
    package private(set) var messages: [Message] = [] { didSet { onChange() } }
    /// Called after every change of ``messages``.
    package var onChange: @MainActor () -> Void = {}
    private let now: @MainActor () -> Int
    private var status: StatusMessage?
    private var failure: Failure?

    /// - Parameter now: the time, in seconds since 1970.
    init(now: @escaping @MainActor () -> Int) { self.now = now }

    /// Records a new text of the status line. Called after every change of the list, so it must be fast.
    /// - Parameter newFailure: why the rows are old or missing.
    func note(_ newStatus: StatusMessage?, _ newFailure: Failure?) {
        if let newStatus, !newStatus.isAboutKeys {
            if status.map(newStatus.isSameMessage) != true {
                status = newStatus
                add(newStatus.kind, newStatus.text, newStatus.names.map { [.text($0)] } ?? [])
            }
        }
        if newFailure != failure {
            failure = newFailure
            if let failure { add(.problem, failure.heading, failure.lines) }
        }
    }

    /// Records an alert. A question is no message.
    func note(_ prompt: Prompt) {
        if !prompt.isQuestion, !prompt.answers.contains(.keepAsNotes) { add(.problem, prompt.heading, prompt.lines) }
    }

    /// All text of an alert.
    func text(of prompt: Prompt) -> String { ([prompt.heading] + prompt.lines.map(\.words)).joined(separator: "\n") }

    private func add(_ kind: StatusMessage.Kind, _ heading: String, _ lines: [MessageLine]) {
        let number = (messages.first?.number ?? 0) + 1
        let message = Message(
            number: number, time: now(), kind: kind, heading: heading, lines: lines.map(\.words))
        messages = [message] + messages.prefix(Self.limit - 1)
    }
}
