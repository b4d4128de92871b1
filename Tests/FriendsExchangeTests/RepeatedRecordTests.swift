import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Records of one file with the same id.
@Suite(.timeLimit(.minutes(3)))
struct RepeatedRecordTests {
    private static let ada = FriendRecord.card(
        "UID:ada", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 20 7946 0001")

    @Test func `the same record twice is imported once`() {
        var stored = StoredFriends()
        #expect(stored.import([Self.ada, Self.ada]) == ImportAccount([.added, .same]))
        #expect(stored.friends.count == 1)
    }

    private static let names = ["UID:mia", "N:Beispiel;Mia;;;", "FN:Mia Beispiel"]
    /// Three cards of one person: an old one, a new one, and one without a date.
    private static let person: [FriendRecord] = [
        .card(names + ["TEL:0170 1", "TITLE:Chefin", "REV:20200101T000000Z"]),
        .card(names + ["TEL:0170 2", "ROLE:Boss", "REV:20260101T000000Z"]),
        .card(names + ["TEL:0170 3", "NICKNAME:Mimi"]),
    ]

    @Test func `records of one friend in a file are one friend`() throws {
        var stored = StoredFriends()
        #expect(stored.import(Self.person) == ImportAccount([.added, .same, .same]))
        let friend = try #require(stored.friends.first)
        #expect(
            stored.friends.count == 1 && friend.details.phoneNumber == "0170 2", "the new card replaces the old one")
        #expect(friend.details.values(of: .phone) == ["0170 3"], "the card without a date only adds")
        let card = String(decoding: stored.rests[friend.id] ?? [], as: UTF8.self)
        #expect(card.contains("ROLE:Boss") && card.contains("NICKNAME:Mimi") && !card.contains("TITLE"))
        let before = stored
        #expect(stored.import(Self.person) == ImportAccount([.same, .same, .same]) && stored == before)
        #expect(stored.plan(Self.person).rows[2].issues.first?.contains("has no date (REV)") == true)
        // In another order the new card is the friend's, too.
        var other = StoredFriends()
        other.import(Self.person.reversed())
        #expect(other.friends.count == 1 && other.friends[0].details.phoneNumber == "0170 2")
    }

    /// A friend of that id is there, with other texts.
    @Test func `records of a friend who is there are compared as one`() throws {
        var stored = StoredFriends()
        stored.import([Self.person[0]])
        #expect(stored.import(Self.person) == ImportAccount([.changed, .same, .same]))
        #expect(stored.friends.count == 1 && stored.friends[0].details.phoneNumber == "0170 2")
        let before = stored
        #expect(stored.import(Self.person) == ImportAccount([.same, .same, .same]) && stored == before)
    }

    @Test func `two records that make no valid friend are not joined`() {
        let notes = (0..<60).map { "NOTE:\($0)" }
        let other = FriendRecord.card(Self.names + (60..<120).map { "NOTE:\($0)" } + ["REV:20200101T000000Z"])
        var stored = StoredFriends()
        let file = [FriendRecord.card(Self.names + notes + ["REV:20260101T000000Z"]), other]
        #expect(stored.import(file) == ImportAccount([.added, .refused]))
        #expect(stored.friends[0].details.lines.count == 60)
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
