import FriendsModel
import FriendsViews
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ColumnLayoutTests {
    /// The widths of the columns on a screen of so many, for texts of these lengths.
    private func widths(_ lengths: [Int], on columns: Int, typed: [Int] = []) -> [Int] {
        func text(_ length: Int) -> String { String(repeating: "x", count: length) }
        let longest = FriendDetails(
            firstName: text(lengths[0]), lastName: text(lengths[1]), phoneNumber: text(lengths[2]))
        return ColumnLayout(width: columns, longest: longest, typed: typed).columns.map(\.width)
    }

    @Test(arguments: [
        // Room for all: up to a comfortable width.
        ([3, 8, 16], 80, [22, 22, 22]), ([3, 8, 16], 120, [30, 30, 30]), ([3, 8, 16], 200, [50, 50, 50]),
        ([0, 0, 0], 200, [50, 50, 50]), ([60, 8, 16], 200, [60, 50, 50]),
        ([30, 8, 16], 80, [30, 21, 21]), ([3, 8, 16], 50, [13, 13, 16]),
        // Room for the texts: the titles give way, that which lacks the least last.
        ([3, 8, 16], 40, [7, 9, 16]), ([3, 3, 22], 40, [4, 6, 22]), ([3, 3, 24], 40, [4, 4, 24]),
        // Not even that: the widest gives way.
        ([3, 3, 25], 40, [4, 4, 24]), ([100, 100, 100], 40, [10, 11, 11]), ([100, 8, 12], 40, [12, 8, 12]),
    ])
    func theWidthIsSharedByContent(lengths: [Int], columns: Int, widths: [Int]) {
        #expect(self.widths(lengths, on: columns) == widths)
    }

    @Test(arguments: [
        // A field grows with its text, first into the free width, then as far as the others keep enough to type in.
        ([1, 1, 1], 200, [50, 50, 50]), ([61, 1, 1], 200, [61, 50, 50]), ([101, 1, 1], 200, [101, 46, 45]),
        ([61, 1, 1], 80, [36, 18, 18]), ([101, 101, 1], 200, [85, 85, 22]), ([1_001, 1, 1], 200, [148, 22, 22]),
    ])
    func `a field of a form grows with its text`(typed: [Int], columns: Int, widths: [Int]) {
        #expect(self.widths([3, 8, 16], on: columns, typed: typed) == widths)
    }
}
