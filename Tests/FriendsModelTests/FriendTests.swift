@testable import FriendsModel
import Testing

struct FriendTests {
    private let composed = FriendDetails(firstName: "Jos\u{E9}", lastName: "Gil", phoneNumber: "12")
    private let decomposed = FriendDetails(firstName: "Jose\u{301}", lastName: "Gil", phoneNumber: "12")

    @Test func textsThatOnlyLookTheSameAreDifferent() {
        #expect(composed != decomposed)
        #expect(FriendChanges(from: composed, to: decomposed).values.keys.map(\.label) == ["First name"])
        #expect(Friend.ID("\u{E9}") != Friend.ID("e\u{301}"))
    }

    @Test func changesHoldOnlyWhatDiffersAndLeadToTheNewDetails() {
        var new = composed
        new.phoneNumber = "34"
        let changes = FriendChanges(from: composed, to: new)
        #expect(changes == FriendChanges([.phoneNumber: "34"]))
        #expect(changes.applied(to: composed) == new)
        #expect(FriendChanges(from: composed, to: composed).isEmpty)
    }

    @Test func friendsAreSortedByLastThenFirstNameWithoutCase() {
        let names = [("b", "Zed"), ("a", "zed"), ("C", "abel"), ("c", "Abe")]
        let sorted = names.sorted { key($0) < key($1) }
        #expect(sorted.map(\.0) == ["c", "C", "a", "b"])
    }

    @Test func theLongestKeyFitsIntoARequest() {
        let name = String(repeating: "\u{1D167}", count: FieldProblem.maximumScalars)
        #expect(key((name, name)).bytes.count <= 2 * SortKey.longestPart + 1)
        #expect(SortKey.collation.hasSuffix(" \(SortKey.longestPart)"), "keys of another length are another order")
    }

    private func key(_ name: (String, String)) -> SortKey {
        SortKey(FriendDetails(firstName: name.0, lastName: name.1, phoneNumber: ""))
    }
}
