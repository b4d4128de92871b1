/// So many friends would be deleted on one side of a synchronisation that a person has to say whether that is meant.
package struct ManyDeletions: Equatable, Sendable {
    /// Whether they would be deleted in the list; otherwise on the server.
    package let isHere: Bool
    package let count: Int
    package let total: Int

    package init(isHere: Bool, count: Int, total: Int) {
        (self.isHere, self.count, self.total) = (isHere, count, total)
    }

    package var text: String {
        isHere
            ? "The server does not have \(count) of \(total) friends any more. None was deleted here."
            : "\(count) of \(total) friends were deleted here. None was deleted on the server."
    }
}
