import FriendsModel
import FriendsRepository
import Testing

/// Positions in the list, in the trash and in the history, and their texts.
struct PositionTests {
    @Test(arguments: [
        ("", [UInt8]()), ("a", []), ("ada", [1, 2, 3]), ("~", [0]), ("a.b", [0xFB, 0xFF]),
        ("x", Array(repeating: 0xFF, count: 70_000)),
    ])
    func `a position is parsed from its token`(id: String, key: [UInt8]) {
        let position = FriendPosition(sortKey: SortKey(bytes: key), id: Friend.ID(id))
        #expect(FriendPosition(token: position.token) == (id.isEmpty ? nil : position))
        #expect(
            position.token.utf8.allSatisfy {
                Character(Unicode.Scalar($0)).isLetter || "0123456789-_.~".utf8.contains($0)
            })
    }

    @Test(arguments: [
        "", ".", "x", "AAAA", "AAAA.", "AAAA...", "AAAA.a/b", "AAAA.a b", "AAAA.é", "AAA=.a", "AAAB\n.a", "A.a", "AB.a",
        "AAB.a", "AA+A.a", "AA/A.a", "!!!!.a", "AAAA.\(String(repeating: "a", count: 65))",
    ])
    func `an invalid token is no position`(token: String) {
        #expect(FriendPosition(token: token) == nil)
    }

    @Test(arguments: ["0.0", "42.7", "999999999999999999.1"])
    func `a position in the trash is its text`(token: String) {
        #expect(TrashPosition(token: token)?.token == token)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".1", "01.1", "1.+1", "-1.1", "1.1.1", "1. 1", "1000000000000000000.1", "bAAB.ada",
    ])
    func `no other text is a position in the trash`(token: String) {
        #expect(TrashPosition(token: token) == nil)
    }

    @Test(arguments: ["0", "42", "42-1f3a9c2e", "999999999999999999-00000000"])
    func `a position is parsed from its text`(text: String) {
        #expect(HistoryPosition(text)?.text == text)
    }
}
