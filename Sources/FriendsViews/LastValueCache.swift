import FriendsSearch
import TerminalUI

/// A cache of one value: the last input and its output.
struct LastValueCache<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private var last: CachedValue<Input, Output>?

    /// Returns the cached output if the input has not changed, else a new one.
    mutating func output(from input: Input, _ make: (Input) -> Output) -> Output {
        if let last, last.input == input { return last.output }
        let output = make(input)
        last = CachedValue(input, output)
        return output
    }
}

extension LastValueCache where Output == FrameRow {
    /// Draws a blank row, from the cache if the input has not changed.
    mutating func draw(_ input: Input, row: Int, in frame: inout Frame, _ draw: (Input, inout Frame) -> Void) {
        let drawn = output(from: input) {
            draw($0, &frame)
            return frame.rows[row]
        }
        frame.setRow(row, to: drawn)
    }
}

/// An input and its output. A class avoids copies. It has no `Equatable` constraint: looking up the conformance for the
/// first frame takes longer than drawing it.
private final class CachedValue<Input: Sendable, Output: Sendable>: Sendable {
    let input: Input
    let output: Output

    init(_ input: Input, _ output: Output) {
        self.input = input
        self.output = output
    }
}

/// The friend rows of the last frame, by list index.
struct RowCache: Sendable {
    /// The state that all rows depend on.
    struct Key: Equatable, Sendable {
        let columns: ColumnLayout
        /// The width of the screen.
        let width: Int
        /// The filter, whose matches are highlighted.
        let query: FriendQuery?
    }

    private struct Entry {
        let input: FriendRowInput
        let row: FrameRow

        /// An empty slot. Its row has no width, so it is never set.
        static let empty = Entry(input: .blank, row: FrameRow(columns: 0))
    }

    private var key: Key?
    /// The slot of a row is its list index modulo the count, so that scrolling replaces only the rows that leave.
    private var entries: [Entry] = []

    /// Clears the cache if the row count or the key has changed.
    mutating func prepare(count: Int, _ key: Key) {
        guard entries.count != count || self.key != key else { return }
        entries = Array(repeating: .empty, count: count)
        self.key = key
    }

    /// Draws the friend at a list index into a blank row.
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
