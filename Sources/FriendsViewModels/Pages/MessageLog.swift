/// Something that the program has said: in the status line or in an alert.
package struct Message: Equatable, Sendable {
    /// Which message it is, counted from 1.
    package let number: Int
    /// When it was said, in seconds since 1970.
    package let time: Int
    package let kind: FriendListViewModel.Status.Kind
    package let heading: String
    /// What an alert says under its heading; a line each.
    package let lines: [String]

    /// All of it in one line.
    package var text: String { ([heading] + lines).joined(separator: " ") }
}

/// What was said since the program has started: whatever a person was too late to read can be read again.
@MainActor
package final class MessageLog {
    /// How many messages are kept; the oldest are forgotten first.
    package static let limit = 1_000

    /// The newest first.
    package private(set) var messages: [Message] = [] { didSet { onChange() } }
    /// Called after every change of ``messages``.
    package var onChange: @MainActor () -> Void = {}
    private let now: @MainActor () -> Int
    private var status: FriendListViewModel.Status?
    private var failure: Failure?

    /// - Parameter now: the time, in seconds since 1970.
    package init(now: @escaping @MainActor () -> Int) {
        self.now = now
    }

    /// Takes note of what the status line says, when it was not noted yet. Told of every change of the list, a
    /// movement of the selection among them; so it is handed no more than it looks at.
    /// - Parameter newFailure: why the rows are old, or why there are none.
    func note(_ newStatus: FriendListViewModel.Status?, _ newFailure: Failure?) {
        if let newStatus {
            if status.map(newStatus.isSameMessage) != true {
                status = newStatus
                add(newStatus.kind, newStatus.text, [])
            }
        }
        if newFailure != failure {
            failure = newFailure
            if let failure { add(.problem, failure.heading, failure.lines) }
        }
    }

    /// Takes note of an alert. A question tells nothing.
    func note(_ prompt: Prompt) {
        if !prompt.isQuestion { add(.problem, prompt.heading, prompt.lines) }
    }

    private func add(_ kind: FriendListViewModel.Status.Kind, _ heading: String, _ lines: [String]) {
        let number = (messages.first?.number ?? 0) + 1
        let message = Message(number: number, time: now(), kind: kind, heading: heading, lines: lines)
        messages = [message] + messages.prefix(Self.limit - 1)
    }
}
