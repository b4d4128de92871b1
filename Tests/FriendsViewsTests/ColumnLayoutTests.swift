import FriendsList
import FriendsModel
import FriendsViewModels
import FriendsViews
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ColumnLayoutTests {
    /// The widths of the columns on a screen of this width, for texts of these lengths.
    private func widths(_ lengths: [Int], on columns: Int, typed: [Int] = []) -> [Int] {
        func text(_ length: Int) -> String { String(repeating: "x", count: length) }
        let longest = FriendDetails(
            firstName: text(lengths[0]), lastName: text(lengths[1]), phoneNumber: text(lengths[2]))
        return ColumnLayout(width: columns, longest: LongestTexts([longest]), typed: typed).columns.map(\.width)
    }

    @Test(arguments: [
        // Room for all: up to a comfortable width.
        ([3, 8, 16], 80, [22, 22, 22]), ([3, 8, 16], 120, [30, 30, 30]), ([3, 8, 16], 200, [50, 50, 50]),
        ([0, 0, 0], 200, [50, 50, 50]), ([60, 8, 16], 200, [60, 50, 50]),
        ([30, 8, 16], 80, [30, 21, 21]), ([3, 8, 16], 50, [13, 13, 16]),
        // Room for the texts: the titles give way, that which lacks the least last.
        ([3, 8, 16], 40, [7, 9, 16]), ([3, 3, 22], 40, [4, 6, 22]), ([3, 3, 24], 40, [4, 4, 24]),
        // Not even that: the widest gives way.
        ([3, 3, 25], 40, [4, 4, 24]), ([100, 8, 12], 40, [12, 8, 12]),
        // A number is whole as long as something is left of the names.
        ([12, 14, 16], 40, [8, 8, 16]), ([100, 100, 20], 40, [6, 6, 20]), ([100, 100, 100], 40, [6, 6, 20]),
    ])
    func theWidthIsSharedByContent(lengths: [Int], columns: Int, widths: [Int]) {
        #expect(self.widths(lengths, on: columns) == widths)
    }

    /// The columns on a screen of this width, for texts of these lengths.
    private func shown(_ columns: [(FriendColumn, Int)], on width: Int) -> [String] {
        let details = columns.reduce(into: FriendDetails()) { details, column in
            let text = String(repeating: "x", count: column.1)
            switch column.0 {
            case .field(let field): details[field] = text
            case .kind(let kind): details.lines += .lines((kind, text))
            }
        }
        let layout = ColumnLayout(width: width, longest: LongestTexts([details]), columns: columns.map(\.0))
        #expect(layout.end < width && layout.columns.allSatisfy { $0.width > 0 })
        return layout.columns.map { "\($0.column.settingsName) \($0.width)" }
    }

    private static let fields: [(FriendColumn, Int)] = [
        (.field(.firstName), 12), (.lastName, 14), (.field(.phoneNumber), 17),
    ]

    @Test func `columns without room are left out from the right`() {
        let columns = Self.fields + [(.kind(.email), 40), (.kind(.tag), 4), (.kind(.birthday), 10)]
        #expect(shown(columns, on: 200).count == 6)
        #expect(shown(columns, on: 110).count == 6)
        #expect(shown(columns, on: 80) == ["first-name 12", "last-name 14", "phone 17", "email 20", "tag 5"])
        #expect(shown(columns, on: 70) == ["first-name 12", "last-name 14", "phone 17", "email 17"])
        #expect(shown(columns, on: 60) == ["first-name 18", "last-name 17", "phone 17"])
        #expect(shown(columns, on: 40) == ["first-name 7", "last-name 8", "phone 17"])
        // A short column takes the place of a long one.
        #expect(shown(Self.fields + [(.kind(.tag), 4), (.kind(.email), 40)], on: 60).count == 4)
    }

    @Test func `a name is never left out`() {
        let columns: [(FriendColumn, Int)] = [
            (.kind(.email), 40), (.kind(.note), 40), (.kind(.address), 40), (.lastName, 10),
        ]
        for width in [40, 60] {
            let names = shown(columns, on: width)
            #expect(names.count == 3 && names[2].hasPrefix("last-name"), "\(names)")
        }
    }

    @Test func `the order of the columns is that of the choice`() {
        #expect(shown([(.kind(.tag), 5), (.lastName, 5)], on: 80) == ["tag 22", "last-name 22"])
    }

    @Test func `an empty column has room for its title`() {
        #expect(shown(Self.fields + [(.kind(.organization), 0)], on: 80).last == "organization 17")
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
