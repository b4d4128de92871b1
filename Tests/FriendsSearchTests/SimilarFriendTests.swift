import FriendsModel
import TestSupport
import Testing

@testable import FriendsSearch

/// Whom in the list a new friend looks like.
@Suite(.timeLimit(.minutes(10)))
struct SimilarFriendTests {
    private func similar(_ details: FriendDetails, _ friends: [Friend]) -> [SimilarFriend] {
        var index = SearchIndex()
        index.append(contentsOf: friends)
        return SimilarFriend.all(like: details, in: friends, index)
    }

    @Test func `the friends that share a value are found, with what they share`() {
        let friends: [Friend] = [
            .friend("1", "Ada", "King", "+44 20 1"), .friend("2", "Lovelace,", "ada", "99 77"),
            .friend("3", "Grace", "Hopper", "", lines: [.line(.phone, "0044 20 1"), .line(.email, "ADA@x.org")]),
            .friend("4", "Adaline", "Lovelace", "20 1"), .friend("5", "Ada", "Lovelace-Byron", "9977 1"),
        ]
        let new = FriendDetails(
            firstName: "\u{C1}da", lastName: "Lovelace", phoneNumber: "+44 201", lines: [.line(.email, "ada@X.org")])
        #expect(
            similar(new, friends) == [
                SimilarFriend(friend: friends[0], reasons: [.phoneNumber("+44 201")]),
                SimilarFriend(friend: friends[1], reasons: [.name("\u{C1}da Lovelace")]),
                SimilarFriend(friend: friends[2], reasons: [.phoneNumber("+44 201"), .email("ada@X.org")]),
            ])
        #expect(similar(FriendDetails(), friends).isEmpty)
    }

    /// The index leaves out nobody whom the page of duplicates would list.
    @Test func `they are those of the duplicates`() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "Ada", "ada", "\u{C1}DA", "A.", "Lovelace", "Mary-Ann", "Ann Mary", "\u{738B}", "\u{5C0F}\u{660E}",
            "O'Neil",
            "Wei\u{DF}", "Weiss", "\u{130}nci", "Ada\u{2003}King", "", "12", "\u{FF21}da",
        ]
        let numbers = [
            "", "12", "1-2", "12345", "1-2345", "+12345", "0012345", "+1 (0)2345", "123450", "\u{661}\u{662}345",
            "+44 20 1 ext. 2", "00",
        ]
        let emails = ["a@x.org", "A@X.ORG", "\u{C4}@x.org", "\u{E4}@X.org", "aa@x.org", "a@x.orga"]
        func anyone(_ id: String) -> Friend {
            var lines: [FriendLine] = []
            if Bool.random(using: &random) {
                lines.append(.line(.email, emails.randomElement(using: &random) ?? ""))
            }
            if Bool.random(using: &random) {
                lines.append(.line(.phone, numbers.randomElement(using: &random) ?? ""))
            }
            return .friend(
                id, words.randomElement(using: &random) ?? "", words.randomElement(using: &random) ?? "",
                numbers.randomElement(using: &random) ?? "", lines: lines)
        }
        let friends = (0..<300).map { anyone("\($0)") }
        for _ in 0..<200 {
            let new = anyone("new")
            let expected = friends.filter { !DuplicateGroup.groups(of: [$0, new]).isEmpty }
            #expect(similar(new.details, friends).map(\.friend) == expected, "\(new)")
        }
    }
}
