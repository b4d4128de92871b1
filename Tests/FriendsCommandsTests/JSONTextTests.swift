import Foundation
import FriendsFormats
import FriendsModel
import FriendsWire
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct JSONTextTests {
    private static let lines = [
        FriendLine(id: .init("l1"), kind: .email, label: "work", value: "ada@example.org"),
        FriendLine(id: .init("l2"), kind: .website, value: "https://ada.example/\u{1F469}\u{1F3FD}"),
    ]
    private static let friends = [
        Friend.ada, .wang, .åse, .friend("x", "", "", "", lines: lines),
        .friend("y", "Say \"hi\" \\ /", "O\u{2019}Neil", "12"),
    ]

    @Test(arguments: friends)
    func `a friend is written as in the HTTP interface`(friend: Friend) throws {
        var json = JSONText()
        json.append(friend)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let expected = try encoder.encode(FriendDocument(friend))
        #expect(String(decoding: json.take(), as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }

    @Test(arguments: [
        ("\u{1B}[31m", #""\u001b[31m""#), ("\u{7F}\u{9B}", #""\u007f\u009b""#),
        ("a\tb\r\nc\u{0}", #""a\tb\r\nc\u0000""#),
        ("\u{202E}x\u{2028}\u{FEFF}", #""\u202ex\u2028\ufeff""#), ("\u{E0001}", #""\udb40\udc01""#),
        ("é王\u{1F469}", "\"é王\u{1F469}\""), ("", #""""#),
    ])
    func `no character drives a terminal`(text: String, expected: String) throws {
        var json = JSONText()
        json.append(string: text)
        let bytes = json.take()
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        let array = try JSONDecoder().decode([String].self, from: Data("[".utf8) + bytes + Data("]".utf8))
        #expect(array.first?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `pieces of a list are one array`(first: Int) throws {
        let friends = Array(Self.friends.prefix(3))
        var list = ListText(.json)
        let bytes =
            list.text(of: Array(friends.prefix(first))) + list.text(of: Array(friends.dropFirst(first))) + list.end()
        let decoded = try JSONDecoder().decode(FriendListDocument.self, from: Data(bytes))
        #expect(decoded.friends == friends)
        #expect(bytes.last == UInt8(ascii: "\n") && bytes.count { $0 == UInt8(ascii: "\n") } == friends.count + 2)
    }

    @Test func `an empty list is an empty array`() {
        var list = ListText(.json)
        #expect(list.text(of: [Friend]()) + list.end() == Array("[]\n".utf8))
    }
}
