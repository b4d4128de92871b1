/// The state of the whole list.
package struct ListState: Sendable {
    /// The current position in the history.
    package let position: HistoryPosition
    /// The number of friends.
    package let totalCount: Int
    /// The number of the change after which all changes are known.
    package let oldest: Int64

    package init(position: HistoryPosition, totalCount: Int, oldest: Int64) {
        (self.position, self.totalCount, self.oldest) = (position, totalCount, oldest)
    }
}
