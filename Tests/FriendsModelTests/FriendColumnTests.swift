import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendColumnTests {
    private static let ada = FriendDetails(
        firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001",
        lines: [
            FriendLine(id: .init("1"), kind: .email, label: "work", value: "ada@example.org"),
            FriendLine(id: .init("2"), kind: .tag, value: "maths"),
            FriendLine(id: .init("3"), kind: .tag, value: "old friends"),
            FriendLine(id: .init("4"), kind: .note, value: "Likes\nnumbers"),
            FriendLine(id: .init("5"), kind: .phone, value: "+44 20 7946 0002"),
        ])

    @Test func `names and letters of columns are unique`() {
        let columns = FriendColumn.all
        #expect(columns.count == FriendField.allCases.count + LineKind.all.count)
        #expect(Set(columns.map(\.settingsName)).count == columns.count)
        #expect(Set(columns.map(\.letter)).count == columns.count)
        #expect(Set(columns.map(\.title)).count == columns.count)
        #expect(
            columns.prefix(5).map(\.settingsName) == ["first-name", "last-name", "phone", "other-phone", "email"])
    }

    @Test func `a column has the texts of its field or kind`() {
        let texts = FriendColumn.all.filter { !$0.text(of: Self.ada).isEmpty }.map { $0.text(of: Self.ada) }
        #expect(
            texts == [
                "Ada", "Lovelace", "+44 20 7946 0001", "+44 20 7946 0002", "ada@example.org", "maths, old friends",
                "Likes numbers",
            ])
        #expect(FriendColumn.kind(.tag).texts(of: Self.ada) == ["maths", "old friends"])
        #expect(FriendColumn.kind(.address).text(of: Self.ada).isEmpty)
    }

    @Test func `the field and the lines of phone numbers share a prefix`() {
        let prefixed = FriendColumn.all.filter { $0.searchPrefix == "phone" }
        #expect(prefixed == [.field(.phoneNumber), .kind(.phone)])
    }

    @Test func `columns of a table are known, different and have a name`() {
        func columns(_ names: String...) -> Result<[FriendColumn], FriendColumn.Problem> {
            Result { () throws(FriendColumn.Problem) in try FriendColumn.columns(named: names) }
        }
        #expect(columns("email", "last-name", "tag") == .success([.kind(.email), .lastName, .kind(.tag)]))
        #expect(columns("last-name", "zip") == .failure(.unknown("zip")))
        #expect(columns("last-name", "tag", "last-name") == .failure(.twice("last-name")))
        #expect(columns("phone", "email") == .failure(.noName))
        #expect(columns() == .failure(.noName))
    }
}
