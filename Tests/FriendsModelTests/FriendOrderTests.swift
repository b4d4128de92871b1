import FriendsModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendOrderTests {
    @Test(arguments: [
        (FriendOrder.standard, ["acme", "grace", "ada", "linus"]),
        (FriendOrder(column: .field(.firstName), isReversed: false), ["acme", "ada", "grace", "linus"]),
        (FriendOrder(column: .lastName, isReversed: true), ["linus", "ada", "grace", "acme"]),
        (FriendOrder(column: .field(.phoneNumber), isReversed: false), ["grace", "linus", "ada", "acme"]),
        (FriendOrder(column: .field(.phoneNumber), isReversed: true), ["ada", "linus", "grace", "acme"]),
    ])
    func `friends are sorted, those without a text last`(order: FriendOrder, ids: [String]) {
        let acme = Friend.friend("acme", "", "", "", lines: .lines((.organization, "Acme")))
        let friends = [Friend.linus, acme, .ada, .grace]
        #expect(order.sorted(friends).map(\.id.rawValue) == ids)
    }

    @Test func `friends with the same texts are sorted by id`() {
        let friends = ["b", "a", "c"].map { Friend.friend($0, "Ada", "Lovelace", "12") }
        #expect(FriendOrder.standard.sorted(friends).map(\.id.rawValue) == ["a", "b", "c"])
    }
}
