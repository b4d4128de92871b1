import Glibc
import Synchronization

/// Ends a process with SIGKILL while several clients are at it.
final class SuddenEnd: Sendable {
    private let processID: pid_t
    private let answersLeft: Atomic<Int>
    private let delay: Duration

    /// - Parameters:
    ///   - answers: the number of answers before the end.
    ///   - delay: the time between them and the end, so that the end comes at any moment of a write.
    init(of processID: pid_t, after answers: Int, delay: Duration) {
        self.processID = processID
        self.delay = delay
        answersLeft = Atomic(answers)
    }

    /// Whether the end came as it was meant to, and not before.
    var hasCome: Bool { answersLeft.load(ordering: .sequentiallyConsistent) <= 0 }

    /// To be called by the clients after every answer.
    func countAnswer() async throws {
        guard answersLeft.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
        try await Task.sleep(for: delay)
        kill(processID, SIGKILL)
    }
}
