import FriendsModel
import TestSupport
import Testing

/// The order of friends by their lines.
@Suite(.timeLimit(.minutes(10)))
struct SortKeyTests {
    private func key(_ column: FriendColumn, _ lines: [FriendLine], name: String = "A") -> SortKey {
        SortKey(FriendDetails(firstName: "F", lastName: name, phoneNumber: "12", lines: lines), by: column)
    }

    private func isSorted(_ values: [String], as kind: LineKind) -> Bool {
        let keys = values.map { key(.kind(kind), .lines((kind, $0))) }
        return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    }

    @Test func `birthdays sort by month, day and year`() {
        #expect(
            isSorted(
                [
                    "1999-01-02", "--02-28", "1815-02-28", "2000-02-28", "--02-29", "1990-10-01", "1815-12-10",
                    "unknown",
                ],
                as: .birthday))
    }

    @Test func `lines sort by what their kind says`() {
        #expect(isSorted(["+1 900", "(2) 00-1", "2 1"], as: .phone))
        #expect(isSorted(["ada@example.org", "Bob@example.org", "cy2@x.org", "cy10@x.org"], as: .email))
        #expect(isSorted(["a\nz", "b\na"], as: .note))
    }

    @Test func `the first of several lines counts, then the name`() {
        let column = FriendColumn.kind(.tag)
        let one = key(column, .lines((.email, "z@x"), (.tag, "b"), (.tag, "a")))
        #expect(key(column, .lines((.tag, "a"), (.tag, "c"))) < one)
        #expect(key(column, .lines((.tag, "b")), name: "B") > one)
        #expect(key(column, .lines((.tag, "b"))) == one)
    }

    @Test func `a text is missing only where there is none`() {
        let details = FriendDetails(firstName: "", lastName: "", phoneNumber: "", lines: .lines((.email, "a@x.org")))
        let missing = FriendColumn.all.filter { SortKey(details, by: $0).isMissing }
        #expect(missing == FriendColumn.all.filter { ![.field(.firstName), .lastName, .kind(.email)].contains($0) })
    }

    @Test func `a friend without a last name sorts by the name that it has`() {
        func key(_ first: String, _ last: String, _ lines: [FriendLine] = []) -> SortKey {
            SortKey(FriendDetails(firstName: first, lastName: last, phoneNumber: "12", lines: lines))
        }
        #expect(key("A", "Lovelace") < key("Mum", "") && key("Mum", "") < key("A", "Nguyen"))
        #expect(key("", "Lovelace") < key("A", "Nguyen"))
        let pizzeria = FriendDetails(lines: .lines((.organization, "Pizza Mia")))
        #expect(key("A", "Opel") < SortKey(pizzeria) && SortKey(pizzeria) < key("A", "Quill"))
    }

    @Test func `friends without a text are in the order of their names`() {
        func key(_ first: String, _ last: String, _ lines: [FriendLine] = []) -> SortKey {
            SortKey(
                FriendDetails(firstName: first, lastName: last, phoneNumber: "12", lines: lines), by: .kind(.email))
        }
        let keys = [key("Z", "Hopper"), key("Mum", ""), key("A", "Nguyen"), key("B", "Nguyen")]
        #expect(keys == keys.sorted())
    }

    @Test func `a long note has a short key`() {
        #expect(key(.kind(.note), .lines((.note, String(repeating: "x", count: 10_000)))).bytes.count < 1_000)
    }
}
