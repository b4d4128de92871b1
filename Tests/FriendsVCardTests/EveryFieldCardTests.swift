import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// A field that cards forget fails here.
@Suite(.timeLimit(.minutes(10)))
struct EveryFieldCardTests {
    private static let ada = filled("Ada", number: "+44 20 7946 0001")

    /// Details with a text of its own in every field.
    private static func filled(_ text: String, number: String) -> FriendDetails {
        var details = FriendDetails()
        for field in FriendField.allCases {
            details[field] = field.kind == .phoneNumber ? number : "\(text) \(field.key)"
        }
        return details
    }

    private func read(_ bytes: [UInt8]) throws -> FriendDetails {
        try FriendCard.friend(of: try #require(VCard(bytes))).friend.details
    }

    @Test(arguments: FriendField.allCases, [VCard.Version.v3, .v4])
    func `every field comes back from a card`(field: FriendField, version: VCard.Version) throws {
        let card = FriendCard(id: Friend.ID("a"), details: Self.ada).bytes(in: version)
        #expect(try read(card)[field] == Self.ada[field] && !Self.ada[field].isEmpty)
        // In the card of another program, which is edited.
        let old = FriendCard(id: Friend.ID("a"), details: Self.filled("Old", number: "+1 555 7123")).bytes(in: version)
        let kept = String(decoding: old, as: UTF8.self).replacing("PRODID:", with: "X-OLD:")
        var details = Self.filled("Old", number: "+1 555 7123")
        details[field] = Self.ada[field]
        let edited = FriendCard(id: Friend.ID("a"), details: details, rest: Array(kept.utf8)).bytes()
        #expect(try read(edited) == details && String(decoding: edited, as: UTF8.self).contains("X-OLD:"))
        // And in another version of that card.
        let other = FriendCard(id: Friend.ID("a"), details: details, rest: Array(kept.utf8))
            .bytes(in: version == .v3 ? .v4 : .v3)
        #expect(try read(other) == details)
    }
}
