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
        package let error: FriendsClientError
    }

    package let made: [Made]
    /// The friends among these that someone else had added before.
    package let existing: Set<Friend.ID>
    /// In the order in which they were asked for.
    package let refused: [Refused]
    /// What the server may have done, although no answer says so.
    package let unresolved: [UndoHistory.Step]
    /// How many were not sent.
    package let leftCount: Int
    /// Whether the writes are counted and accounted for as one.
    package let isSeries: Bool
    /// Why not all was asked for, if so.
    package let stop: FriendsClientError?
    /// Whether all were sent and answered, or a person has ended the writes: the server can be asked something else.
    package let isAnswered: Bool

    package var refusedCount: Int { refused.count }
    package var isCancelled: Bool { stop == .cancelled }

    /// Whether someone else had made all of it before, so that there is nothing to undo.
    package var isOfOthers: Bool { !made.isEmpty && made.allSatisfy { existing.contains($0.change.id) } }

    /// The friends whose change was made.
    package var madeIDs: Set<Friend.ID> { Set(made.map(\.change.id)) }

    init(_ change: UndoHistory.Step, _ outcome: RetryingCalls.Outcome<Friend?>) {
        (isSeries, leftCount, existing) = (false, 0, [])
        unresolved = outcome.mayHaveBeenDone ? [change] : []
        isAnswered = !outcome.mayHaveBeenDone
        switch outcome.result {
        case .success(let friend):
            (made, refused, stop) = ([Made(change: change, result: friend)], [], nil)
        case .failure(let error):
            refused = error.isRefusal ? [Refused(change: change, error: error)] : []
            (made, stop) = ([], error.isRefusal ? nil : error)
        }
    }

    init(_ series: WriteSeries<UndoHistory.Step>) {
        (isSeries, stop, existing) = (true, series.stop, series.existing)
        isAnswered = series.stop == nil || series.stop == .cancelled
        made = series.made.map { Made(change: $0.change, result: $0.result) }
        refused = series.refused.map { Refused(change: $0.change, error: $0.error) }
        unresolved = series.unresolved
        leftCount = series.left.count
    }
}
