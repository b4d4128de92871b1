import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Records of one file with the same id.
@Suite(.timeLimit(.minutes(10)))
struct RepeatedRecordTests {
    private static let ada = FriendRecord.card(
        "UID:ada", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 20 7946 0001")

    @Test func `the same record twice is imported once`() {
        var stored = StoredFriends()
        #expect(stored.import([Self.ada, Self.ada]) == ImportAccount([.added, .same]))
        #expect(stored.friends.count == 1)
    }

    @Test func `another record with the same id gets the id of its content`() {
        let other = FriendRecord.card("UID:ada", "FN:Grace Hopper")
        var stored = StoredFriends()
        #expect(stored.import([Self.ada, other, other]) == ImportAccount([.added, .added, .same]))
        #expect(stored.friends.map(\.details.fullName) == ["Ada Lovelace", "Grace Hopper"])
        #expect(stored.friends.last?.id.rawValue.hasPrefix("content-") == true)
        let before = stored
        #expect(stored.import([Self.ada, other, other]) == ImportAccount([.same, .same, .same]))
        #expect(stored == before)
    }

    /// Ids depend on it: it never changes.
    @Test func `the id of a content is always the same`() {
        var comparison = ImportComparison([])
        _ = comparison.row(for: .plain("a", .ada))
        let row = comparison.row(for: .plain("a", .grace))
        #expect(row.friend?.id.rawValue == "content-" + (row.friend?.id.rawValue.suffix(25) ?? ""))
        #expect(row.friend?.isIDFromContent == true && row.action == .add)
    }
}
