import FriendsModel
import FriendsSearch
import TerminalUI

/// A row of the screen, as it was drawn the last time, and what it was drawn from.
struct RememberedRow<Input: Equatable & Sendable>: Sendable {
    /// A class, for what it holds is compared and not copied.
    private final class Drawing: Sendable {
        let input: Input
        let row: FrameRow

        init(_ input: Input, _ row: FrameRow) {
            self.input = input
            self.row = row
        }
    }

    private var last: Drawing?

    /// Draws a row, which is still blank: as the last time, when it is drawn from the same.
    mutating func draw(_ input: Input, row: Int, in frame: inout Frame, _ draw: (Input, inout Frame) -> Void) {
        if let last, last.input == input, frame.setRow(row, to: last.row) { return }
        draw(input, &frame)
        last = Drawing(input, frame.rows[row])
    }
}

/// The rows of the friends that were to be seen the last time, by their places in the list.
struct RememberedFriends: Sendable {
    /// What all of them were drawn by.
    struct Manner: Equatable, Sendable {
        let columns: ColumnLayout
        /// The width of the screen.
        let width: Int
        /// What is looked for, whose letters have another look.
        let query: FriendQuery?
    }

    private struct Entry {
        let input: FriendRowInput
        let row: FrameRow

        /// That of no friend.
        static let none = Entry(input: .blank, row: FrameRow(columns: 0))
    }

    private var manner: Manner?
    /// Each at its place in the list modulo their number: when the rows move, those that come take the places of those that
    /// go.
    private var entries: [Entry] = []

    /// Keeps of the rows what is of use when these are to be seen.
    /// - Parameter count: how many rows there is room for.
    mutating func show(count: Int, _ manner: Manner) {
        guard entries.count != count || self.manner != manner else { return }
        entries = Array(repeating: .none, count: count)
        self.manner = manner
    }

    /// Draws the friend at a place in the list into a row that is still blank.
    mutating func draw(
        _ input: FriendRowInput, at index: Int, row: Int, in frame: inout Frame,
        _ draw: (FriendRowInput, inout Frame) -> Void
    ) {
        let slot = index % entries.count
        if entries[slot].input == input, frame.setRow(row, to: entries[slot].row) { return }
        draw(input, &frame)
        entries[slot] = Entry(input: input, row: frame.rows[row])
    }
}
