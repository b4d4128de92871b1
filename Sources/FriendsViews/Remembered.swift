import FriendsSearch
import TerminalUI

/// What was made the last time, and what it was made from.
struct Remembered<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private var last: Making<Input, Output>?

    /// What is made from the input: what was made the last time, when it was made from the same.
    mutating func output(from input: Input, _ make: (Input) -> Output) -> Output {
        if let last, last.input == input { return last.output }
        let output = make(input)
        last = Making(input, output)
        return output
    }
}

extension Remembered where Output == FrameRow {
    /// Draws a row, which is still blank: as the last time, when it is drawn from the same.
    mutating func draw(_ input: Input, row: Int, in frame: inout Frame, _ draw: (Input, inout Frame) -> Void) {
        let drawn = output(from: input) {
            draw($0, &frame)
            return frame.rows[row]
        }
        frame.setRow(row, to: drawn)
    }
}

/// An input and what was made from it. A class, for they are compared and not copied; and one that asks nothing of its
/// types, for to find out at the first frame that they can be compared takes longer than to draw it.
private final class Making<Input: Sendable, Output: Sendable>: Sendable {
    let input: Input
    let output: Output

    init(_ input: Input, _ output: Output) {
        self.input = input
        self.output = output
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

        /// That of no friend: its row is of no width, so that it is never set.
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
