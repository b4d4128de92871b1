import Foundation
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct FriendInputTests {
    private func newFriends(_ json: String) throws -> [FriendInput.NewFriend] {
        try FriendInput.newFriends(Data(json.utf8))
    }

    @Test func `what a list prints can be added`() throws {
        let friends = [Friend.ada, .wang, .friend("x", "A\u{1B}\"\\", "", "", lines: FriendLine.ofEveryKind)]
        var list = ListText(.json)
        let json = list.text(of: friends) + list.end()
        let read = try FriendInput.newFriends(Data(json))
        #expect(read.map(\.id) == friends.map(\.id))
        #expect(read.map(\.details) == friends.map(\.details))
    }

    @Test(arguments: [
        (#"{"firstname":" Ada ","lastname":null}"#, FriendDetails(firstName: "Ada")),
        (#"{"phonenumber":"12","version":"3"}"#, FriendDetails(phoneNumber: "12")), ("{}", FriendDetails()),
    ])
    func `an object can lack keys`(json: String, details: FriendDetails) throws {
        let read = try newFriends(json)
        #expect(read == [FriendInput.NewFriend(id: nil, details: details)])
    }

    @Test func `a line without an id gets one`() throws {
        let read = try newFriends(#"[{"lines":[{"kind":"tag","value":" a "},{"kind":"tag","value":"b","label":"x"}]}]"#)
        let lines = try #require(read.first).details.lines
        #expect(lines.map(\.value) == ["a", "b"] && lines.map(\.label) == ["", "x"])
        #expect(lines[0].id != lines[1].id && !lines[0].id.rawValue.isEmpty)
    }

    @Test(arguments: [
        ("", "Standard input is not JSON."), ("[", "Standard input is not JSON."), ("1", "This is not a JSON object."),
        (#"[{}, "x"]"#, "Friend 2: this is not a JSON object."),
        (
            #"{"fristname":"x"}"#,
            "Unknown key “fristname”. The keys are firstname, lastname, phonenumber, id, version, lines."
        ),
        (#"{"rest":"eA=="}"#, "Unknown key “rest”. The keys are firstname, lastname, phonenumber, id, version, lines."),
        (#"[{"lastname":"x","lastname":"y"}]"#, "“0/lastname” is there twice."),
        (#"[{"firstname":1}]"#, "Friend 1: firstname must be a text."), (#"{"lines":{}}"#, "lines must be an array."),
        (#"{"id":"a b"}"#, "\(Friend.ID.rule)."), (#"{"lines":["x"]}"#, "Line 1: this is not a JSON object."),
        (#"[{"lines":[{"kind":"mail","value":"x"}]}]"#, "Friend 1: Line 1: \(LineKind.rule)."),
        (#"{"lines":[{"kind":"tag","value":1}]}"#, "Line 1: value must be a text."),
        (#"{"lines":[{"kind":"tag","text":"x"}]}"#, "Line 1: Unknown key “text”. The keys are id, kind, label, value."),
        (
            #"{"lines":[{"id":"a","kind":"tag","value":"x"},{"id":"a","kind":"tag","value":"y"}]}"#,
            "Line 2: Another line of this friend has the same id."
        ),
    ])
    func `a mistake is named with its place`(json: String, message: String) {
        #expect(throws: CommandFailure(.wrongUsage, message)) { try newFriends(json) }
    }

    @Test func `a patch changes what it has`() throws {
        let patch = try FriendInput.patch(
            Data(#"{"id":"x","version":"7","lastname":null,"phonenumber":"34"}"#.utf8))
        #expect(patch.id == Friend.ID("x") && patch.version == Friend.Version("7"))
        #expect(patch.changes == FriendChanges([.lastName: "", .phoneNumber: "34"]))
        let lines = try FriendInput.patch(Data(#"{"lines":null}"#.utf8))
        #expect(lines.changes == FriendChanges(lines: []) && lines.id == nil && lines.version == nil)
        #expect(try FriendInput.patch(Data("{}".utf8)).changes.isEmpty)
        #expect(throws: CommandFailure(.wrongUsage, "This is not a JSON object.")) {
            try FriendInput.patch(Data("[]".utf8))
        }
    }
}
