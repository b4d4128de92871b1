import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendMergeTests {
    private static func details(_ first: String, _ last: String, _ phone: String) -> FriendDetails {
        FriendDetails(firstName: first, lastName: last, phoneNumber: phone)
    }

    private static let base = details("Ada", "Lovelace", "1815")

    /// What each side has, what comes of it, and which fields are to be decided.
    @Test(arguments: [
        // Nobody, one side, the other side.
        (base, base, base, []),
        (details("Adah", "Lovelace", "1815"), base, details("Adah", "Lovelace", "1815"), []),
        (base, details("Ada", "King", "1815"), details("Ada", "King", "1815"), []),
        // Different fields.
        (details("Adah", "Lovelace", "1815"), details("Ada", "King", "1815"), details("Adah", "King", "1815"), []),
        (
            details("Adah", "Lovelace", "1852"), details("Ada", "King", "1815"), details("Adah", "King", "1852"),
            []
        ),
        // The same field, to the same text and to another one.
        (details("Ada", "King", "1815"), details("Ada", "King", "1815"), details("Ada", "King", "1815"), []),
        (
            details("Ada", "Byron", "1815"), details("Ada", "King", "1815"), details("Ada", "Byron", "1815"),
            [FriendField.lastName]
        ),
        (
            details("A", "Byron", "12"), details("B", "King", "1815"), details("A", "Byron", "12"),
            [.firstName, .lastName]
        ),
        (
            details("A", "B", "12"), details("C", "D", "34"), details("A", "B", "12"),
            [.firstName, .lastName, .phoneNumber]
        ),
        // One took away what the other has changed.
        (
            details("", "Lovelace", "1815"), details("Adah", "Lovelace", "1815"), details("", "Lovelace", "1815"),
            [.firstName]
        ),
    ])
    func `one-sided changes merge, two-sided ones ask`(
        mine: FriendDetails, theirs: FriendDetails, merged: FriendDetails, conflicts: [FriendField]
    ) {
        let merge = FriendMerge(base: Self.base, mine: mine, theirs: theirs)
        #expect(merge.details == merged)
        #expect(merge.conflicts == conflicts.map(FriendPart.field))
    }

    @Test func `texts that only look the same are different`() {
        let composed = Self.details("Zo\u{EB}", "L", "12")
        let decomposed = Self.details("Zoe\u{308}", "L", "12")
        #expect(FriendMerge(base: composed, mine: decomposed, theirs: composed).details == decomposed)
        #expect(FriendMerge(base: Self.base, mine: composed, theirs: decomposed).conflicts.contains(.field(.firstName)))
    }
}
