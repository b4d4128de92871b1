import Foundation
import FriendsModel
import FriendsWire
import Testing

@Suite(.timeLimit(.minutes(3)))
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
