import Foundation
import FriendsModel
import FriendsWire
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendDocumentTests {
    private func decode<Document: Decodable>(_ json: String) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(json.utf8))
    }

    // MARK: The original's decoder tests, under their names

    @Test func testSuccessfulInit() throws {
        let document: FriendDocument = try decode(
            #"{"id": 1, "firstname": "Jimmy", "lastname": "Swifty", "phonenumber": "0501234567"}"#)
        #expect(document.friend.id == Friend.ID("1"))
        #expect(document.friend.details.fullName == "Jimmy Swifty")
        #expect(document.friend.details.phoneNumber == "0501234567")
    }

    @Test func testFailInit() {
        #expect(throws: DecodingError.self) {
            let _: FriendDocument = try decode(
                #"{"id": 1, "firstnamee": "Jimmy", "lastnamee": "Swifty", "phonenumbere": "0501234567"}"#)
        }
    }

    @Test func `what the card says beyond the details is a member of its own, if there is something`() throws {
        let friend = Friend(
            id: Friend.ID("a"), version: Friend.Version("1"), details: FriendDetails(firstName: "Ada"),
            keptText: "X-PET Rex\nphoto")
        let json = String(decoding: try JSONEncoder().encode(FriendDocument(friend)), as: UTF8.self)
        #expect(json.contains(#""kept":"X-PET Rex\nphoto""#))
        #expect(try (decode(json) as FriendDocument).friend == friend)
        let trashed = DeletedFriendDocument(friend, deleted: "2026-01-01T00:00:00Z")
        #expect(
            try (decode(String(decoding: JSONEncoder().encode(trashed), as: UTF8.self)) as DeletedFriendDocument)
                == trashed)
        let without = try JSONEncoder().encode(
            FriendDocument(Friend(id: friend.id, version: friend.version, details: friend.details)))
        #expect(!String(decoding: without, as: UTF8.self).contains("kept"))
    }

    // MARK: Lists

    @Test(arguments: [
        (#"[]"#, 0, 0),
        (#"[{"id":"a","firstname":"A","lastname":"B","phonenumber":"12","version":"7"}]"#, 1, 0),
        (#"[null, {"id":"a","firstname":"A","lastname":"B","phonenumber":"12"}, 7, "x", [[]], {}]"#, 1, 5),
        (#"[{"id":"a","firstname":null,"lastname":"B","phonenumber":"12"}]"#, 0, 1),
        (#"[{"id":{"a":[1,{}]},"firstname":"A","lastname":"B","phonenumber":12}]"#, 0, 1),
    ])
    func oneBadEntryDoesNotHideTheGoodOnes(json: String, friends: Int, unreadable: Int) throws {
        let list: FriendListDocument = try decode(json)
        #expect(list.friends.count == friends)
        #expect(list.unreadableCount == unreadable)
    }

    /// Such a friend would make every key slow. The others of the list are shown.
    @Test(arguments: [
        (lines: 1_000, size: 10, isTaken: true), (1_001, 1, false), (1, 200_000, true), (1, 200_001, false),
        (101, 199_000, false),
    ])
    func `a client takes a friend of a bounded size`(lines: Int, size: Int, isTaken: Bool) throws {
        let large = Friend(
            id: Friend.ID("a"), version: Friend.Version("1"),
            details: FriendDetails(
                lines: (0..<lines).map {
                    FriendLine(id: .init("l\($0)"), kind: .note, value: String(repeating: "x", count: size))
                }))
        let ada = Friend(id: Friend.ID("b"), version: Friend.Version("1"), details: FriendDetails(firstName: "Ada"))
        let data = try JSONEncoder().encode(FriendListDocument([FriendDocument(large), FriendDocument(ada)]))
        let list = try JSONDecoder().decode(FriendListDocument.self, from: data)
        #expect(list.friends == (isTaken ? [large, ada] : [ada]))
        #expect(list.unreadableCount == (isTaken ? 0 : 1))
    }

    @Test func `a reply that is no list is an error`() {
        #expect(throws: DecodingError.self) { let _: FriendListDocument = try decode(#"{"friends": []}"#) }
    }

    @Test func `a friend is decoded as it was encoded`() throws {
        let friend = Friend(
            id: Friend.ID("å/%"), version: Friend.Version("3"),
            details: FriendDetails(firstName: "\"\\\u{1F468}\u{200D}\u{1F467}", lastName: "e\u{301}", phoneNumber: "+1")
        )
        let data = try JSONEncoder().encode(FriendDocument(friend))
        #expect(try JSONDecoder().decode(FriendDocument.self, from: data).friend == friend)
    }

    @Test func aPatchHasOnlyTheChangedKeys() throws {
        let data = try JSONEncoder().encode(FriendRequest(FriendChanges([.lastName: "B"])))
        #expect(String(decoding: data, as: UTF8.self) == #"{"lastname":"B"}"#)
    }
}
