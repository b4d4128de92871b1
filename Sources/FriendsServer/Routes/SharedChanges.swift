import FriendsRepository
import FriendsWire
import Hummingbird
import NIOCore
import Synchronization

/// Reads the changes for event streams. Streams that ask for the same ones share one read, and one encoding.
final class SharedChanges: Sendable {
    /// What a stream at a position gets.
    enum Answer: Sendable {
        case nothing
        /// The event, and the position after it.
        case event(ByteBuffer, HistoryPosition)
        /// The changes are not known any more.
        case reset
    }

    private typealias Read = @Sendable (HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges?

    /// A read that has begun.
    private struct Begun {
        let number: Int
        /// How often the subscribers had been notified before it began.
        let notificationCount: Int
        let time: ContinuousClock.Instant
        let task: Task<Answer, any Error>
    }

    private struct State {
        var begun: [HistoryPosition: Begun] = [:]
        var count = 0
    }

    /// The maximum number of answers that are kept for other streams: slow clients get different ones, which can be large.
    private static var maximumCount: Int { 16 }

    private let state = Mutex(State())
    private let read: Read

    /// - Parameter read: reads the changes after a position; nil if they are not known any more.
    init(
        read: @escaping @Sendable (HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges?
    ) {
        self.read = read
    }

    /// The number of answers that are kept, or under way.
    var keptCount: Int { state.withLock(\.begun.count) }

    /// The changes after a position.
    /// - Parameters:
    ///   - notificationCount: how often the subscribers were notified. The read begins after that, so that it misses no change.
    ///   - maximumAge: how long ago it may have begun; nil for any time.
    func changes(
        since position: HistoryPosition, notificationCount: Int, maximumAge: Duration? = nil
    ) async throws -> Answer {
        let task = state.withLock { state in
            if let begun = state.begun[position], begun.notificationCount >= notificationCount,
                maximumAge.map({ begun.time + $0 >= .now }) ?? true
            {
                return begun.task
            }
            // No one asks for the others any more.
            state.begun = state.begun.filter { $1.notificationCount >= notificationCount }
            if state.begun.count >= Self.maximumCount { state.begun.removeAll() }
            state.count += 1
            let begun = begin(state.count, position, notificationCount)
            state.begun[position] = begun
            return begun.task
        }
        // Not cancelled with this stream: others may wait for it.
        return try await task.value
    }

    private func begin(_ number: Int, _ position: HistoryPosition, _ notificationCount: Int) -> Begun {
        let task = Task {
            do {
                return try Self.answer(try await read(position), since: position)
            } catch {
                // Who asks next tries again.
                forget(number, position)
                throw error
            }
        }
        return Begun(number: number, notificationCount: notificationCount, time: .now, task: task)
    }

    private func forget(_ number: Int, _ position: HistoryPosition) {
        state.withLock { if $0.begun[position]?.number == number { $0.begun[position] = nil } }
    }

    private static func answer(_ changes: HistoryChanges?, since position: HistoryPosition) throws -> Answer {
        guard let changes else { return .reset }
        guard changes.position != position else { return .nothing }
        let data = String(buffer: try JSON.encode(ChangesDocument(changes)))
        return .event(EventStream.event(.changes, id: changes.position, data: data), changes.position)
    }
}
