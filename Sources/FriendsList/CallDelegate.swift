import FriendsModel

/// Reports how many writes of a series were answered.
package typealias WriteProgress = (_ answered: Int, _ count: Int) -> Void

/// Follows the calls for which someone waits: shows that they are under way, cancels them, and decides what comes after a failure.
@MainActor
package protocol CallDelegate {
    /// Runs a call, which can be cancelled until it ends.
    /// - Parameter call: its argument reports how far a series of writes is.
    func run<Value: Sendable>(
        _ operation: Operation,
        _ call: @escaping @MainActor (_ progress: WriteProgress) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value

    /// Reports the failure of a call.
    /// - Parameter mayHaveBeenDone: whether the server may have done it despite the failure.
    /// - Returns: whether the call is to be made again.
    func retries(_ operation: Operation, after error: FriendsClientError, mayHaveBeenDone: Bool) async -> Bool

    /// Reports a series that was stopped, or of which something was refused.
    /// - Returns: whether what is left is to be written.
    func retries(_ operation: Operation, after result: WriteResult) async -> Bool

    /// Confirms that many friends are to be deleted.
    /// - Parameters:
    ///   - isShared: whether others use the list as well.
    ///   - direction: undo or redo, if that deletes them.
    func allowsDeletion(of count: Int, isShared: Bool, by direction: UndoHistory.Direction?) async -> Bool
}
