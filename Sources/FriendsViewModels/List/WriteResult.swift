import FriendsModel

/// What has become of a write, or of a series of writes.
package struct WriteResult: Equatable, Sendable {
    /// A change that the server has made.
    package struct Made: Equatable, Sendable {
        package let change: UndoHistory.Step
        /// The friend as it is now; nil when it was deleted.
        package let result: Friend?
    }

    /// A change that the server has refused.
    package struct Refused: Equatable, Sendable {
        package let change: UndoHistory.Step
        let error: FriendsClientError
    }

    let made: [Made]
    let refused: [Refused]
    /// What the server may have done, although no answer says so.
    let unresolved: [UndoHistory.Step]
    /// How many were not sent.
    let leftCount: Int
    /// Whether the writes are counted and accounted for as one.
    let isSeries: Bool
    let isCancelled: Bool
    /// Whether all were sent and answered, or the user has ended the writes: the server can be asked something else.
    let isAnswered: Bool

    var refusedCount: Int { refused.count }

    /// The maximum number of friends that a message names; more are counted.
    private static let maximumNames = 20

    /// The names of the friends whose change was made, for the messages.
    var madeNames: String {
        let names = made.prefix(Self.maximumNames).map { $0.change.friendName }.joined(separator: ", ")
        let more = made.count - Self.maximumNames
        return more > 0 ? "\(names), and \(more) more" : names
    }

    /// The friends whose change was made.
    var madeIDs: Set<Friend.ID> { Set(made.map(\.change.id)) }

    init(_ change: UndoHistory.Step, _ outcome: RetryingCalls.Outcome<Friend?>) {
        (isSeries, leftCount) = (false, 0)
        unresolved = outcome.mayHaveBeenDone ? [change] : []
        isAnswered = !outcome.mayHaveBeenDone
        switch outcome.result {
        case .success(let friend):
            (made, refused, isCancelled) = ([Made(change: change, result: friend)], [], false)
        case .failure(let error):
            refused = error.isRefusal ? [Refused(change: change, error: error)] : []
            (made, isCancelled) = ([], error == .cancelled)
        }
    }

    init(_ series: SeriesOfWrites) {
        (isSeries, isCancelled) = (true, series.stop == .cancelled)
        isAnswered = series.stop == nil || series.stop == .cancelled
        made = series.made
        refused = series.refused.map { Refused(change: $0.change, error: $0.error) }
        unresolved = series.unresolved
        leftCount = series.left.count
    }

    /// What has not become of the rest, for the status line; nil when there is no rest.
    var restText: String? {
        let parts = [
            refusedCount == 0 ? nil : "\(refusedCount) refused",
            unresolved.isEmpty ? nil : "\(unresolved.count) unconfirmed",
            leftCount == 0 ? nil : "\(leftCount) left",
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
