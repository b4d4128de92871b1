@testable import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendTests {
    private let composed = FriendDetails(firstName: "Jos\u{E9}", lastName: "Gil", phoneNumber: "12")
    private let decomposed = FriendDetails(firstName: "Jose\u{301}", lastName: "Gil", phoneNumber: "12")

    @Test func textsThatOnlyLookTheSameAreDifferent() {
        #expect(composed != decomposed)
        #expect(FriendChanges(from: composed, to: decomposed).values.keys.map(\.label) == ["First name"])
        #expect(Friend.ID("\u{E9}") != Friend.ID("e\u{301}"))
    }

    @Test(arguments: [
        ("a-1", true), ("A.b_c~9", true), ("...", true), (String(repeating: "x", count: 64), true),
        (String(repeating: "x", count: 65), false), ("", false), (".", false), ("..", false), ("a/b", false),
        ("a b", false), ("a%2F", false), ("\u{E9}", false), ("a\n", false),
    ])
    func `an id that a client chose can stand in a path`(text: String, isValid: Bool) {
        #expect(Friend.ID(validating: text) == (isValid ? Friend.ID(text) : nil))
    }

    @Test func `changes have only what differs`() {
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

    @Test func `numbers in names are sorted by value`() {
        let names = ["Last", "Last0", "Last2", "Last3b", "Last10", "Last10a", "Last99999999", "Last100000000", "Lasz1"]
        #expect(names.shuffled().sorted { key(("", $0)) < key(("", $1)) } == names)
        #expect(key(("", "Last007")) == key(("", "Last7")))
    }

    @Test(arguments: [
        ("von Neumann", "Neumann"), ("van der Berg", "Berg"), ("de la Cruz", "Cruz"), ("d\u{2019}Alembert", "Alembert"),
        ("'t Hooft", "Hooft"), ("al-Rashid", "Rashid"), ("da Silva", "Silva"), ("von \u{D6}sten", "\u{F6}sten"),
        ("della Valle 2", "Valle 2"),
    ])
    func aLastNameIsSortedWithoutItsParticles(name: String, sorted: String) {
        #expect(key(("A", name)) == key(("A", sorted)))
        #expect(key((name, "B")) != key((sorted, "B")), "a first name has none")
    }

    @Test(arguments: ["Van Buren", "De Niro", "de", "von", "delgado", "alba", "van ", "Von der Leyen"])
    func `key names with capitals are read`(name: String) {
        #expect(key(("A", name)).bytes.starts(with: key(("A", String(name.prefix(2)))).bytes.prefix(2)))
    }

    @Test func aListCanBeSortedByEachColumn() {
        let (ada, bob) = (("Ada", "Young", "+1 900"), ("Bob", "Abel", "(2) 00-1"))
        func isBefore(_ one: (String, String, String), _ other: (String, String, String), _ field: FriendField) -> Bool
        {
            func key(_ friend: (String, String, String)) -> SortKey {
                SortKey(
                    FriendDetails(firstName: friend.0, lastName: friend.1, phoneNumber: friend.2), by: .field(field))
            }
            return key(one) < key(other)
        }
        #expect(isBefore(ada, bob, .firstName))
        #expect(isBefore(bob, ada, .lastName))
        #expect(isBefore(ada, bob, .phoneNumber), "with a country first")
        #expect(isBefore(("Z", "Z", "1-2"), ("A", "A", "13"), .phoneNumber), "punctuation does not count")
        #expect(isBefore(("A", "B", "12"), ("B", "A", "1 2"), .firstName))
        #expect(isBefore(("B", "A", "12"), ("A", "B", "1 2"), .phoneNumber), "alike there: the last name decides")
    }

    private func key(_ name: (String, String)) -> SortKey {
        SortKey(FriendDetails(firstName: name.0, lastName: name.1, phoneNumber: ""))
    }
}
