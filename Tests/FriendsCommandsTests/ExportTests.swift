import Foundation
import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsVCard
import FriendsWire
import TestSupport
import Testing

@testable import FriendsCommands

/// Friends as they leave the program.
@Suite(.timeLimit(.minutes(10)))
struct ExportTests {
    private static let rests: [Friend.ID: [UInt8]] = [
        Friend.grace.id: Array(Cards.grace.utf8), Friend.linus.id: [0xFF, 0],
    ]

    /// The export of some friends, in pieces.
    private func export(_ pieces: [[Friend]], _ format: ExportText.Format, history: String? = "1f3a9c2e") -> Data {
        var text = ExportText(format)
        return Data(pieces.flatMap { text.text(of: $0, rests: Self.rests, history: history) } + text.end())
    }

    @Test(
        arguments: [
            ("a.vcf", .vcard), ("dir.json/A.VCF", .vcard), ("a.vcard", .vcard), ("a.json", .json), (".vcf", .vcard),
            ("A.CSV", .csv), ("a.tsv", nil), ("~/.abook/addressbook", .abook), ("a.txt", nil), ("vcf", nil),
            ("a.vcf.gz", nil), ("-", nil),
        ] as [(String, ExportText.Format?)])
    func `the name of a file tells the format`(name: String, format: ExportText.Format?) {
        #expect(ExportText.Format(fileName: name) == format)
    }

    private struct Document: Decodable {
        let version: Int
        let history: String?
        let friends: WholeListDocument
    }

    @Test(arguments: [[], [[]], [[.ada, .grace, .linus]], [[.ada], [], [.grace, .linus]]] as [[[Friend]]])
    func `JSON is one object with a friend on each line`(pieces: [[Friend]]) throws {
        let bytes = export(pieces, .json)
        let document = try JSONDecoder().decode(Document.self, from: bytes)
        let friends = Array(pieces.joined())
        #expect(document.version == 1 && document.friends.entries.map(\.friend) == friends)
        #expect(
            document.friends.entries.map(\.rest)
                == friends.map { Self.rests[$0.id].map { Data($0).base64EncodedString() } })
        // Without a piece, nobody has said it.
        #expect(document.history == (pieces.isEmpty ? nil : "1f3a9c2e"))
        #expect(bytes.last == UInt8(ascii: "\n"))
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == (friends.isEmpty ? 1 : friends.count + 2))
    }

    @Test func `JSON of a server without a history has none`() {
        let text = String(decoding: export([[.ada]], .json, history: nil), as: UTF8.self)
        #expect(text.hasPrefix("{\"version\":1,\"friends\":[\n{"))
    }

    @Test func `an imported card comes out byte for byte`() throws {
        let bytes = export([[.ada], [.grace, .linus]], .vcard)
        let cards = try VCardReader.records(in: bytes).map { try $0.card.get() }
        #expect(cards.map(\.version) == [.v4, .v3, .v4])
        #expect(cards[1].bytes == Array(Cards.grace.utf8))
        #expect(bytes == Data(cards.flatMap(\.bytes)))
        let friends = try cards.map { try FriendCard.friend(of: $0).friend }
        #expect(friends.map(\.id) == [Friend.ada, .grace, .linus].map(\.id))
        #expect(friends.map(\.rest) == [nil, Array(Cards.grace.utf8), [0xFF, 0]])
    }

    @Test func `all cards can have version 3`() throws {
        let cards = try VCardReader.records(in: export([[.ada, .grace, .linus]], .vcard3)).map { try $0.card.get() }
        #expect(cards.map(\.version) == [.v3, .v3, .v3] && cards[1].bytes == Array(Cards.grace.utf8))
        #expect(export([], .vcard3).isEmpty)
    }

    // MARK: - Streaming

    /// Linus was moved to the first page after that was read, and so was Wang, who was deleted then.
    @Test func `a list that changes meanwhile has every friend and rest once`() async throws {
        let rests = Self.rests
        let client = ListClient(
            [[.ada, .grace], [.grace, .åse]], snapshots: ["a-1", "a-2"], changes: [.linus, .grace, .wang], rests: rests)
        var passed: [String] = []
        var found: [Friend.ID: [UInt8]] = [:]
        _ = try await client.streamFriendsWithRests(matching: FriendQuery("")) { friends, rests, history in
            #expect(history == "a")
            passed += friends.map(\.id.rawValue)
            for friend in friends { found[friend.id] = rests[friend.id] }
        }
        #expect(passed == ["ada", "grace", "åse", "linus"] && found == rests)
    }

    @Test func `only matches are passed on, with their rests`() async throws {
        let client = ListClient([[.ada, .grace], [.åse]], rests: Self.rests)
        var passed: [[String]] = []
        _ = try await client.streamFriendsWithRests(matching: FriendQuery("grace")) { friends, rests, history in
            #expect(history == nil)
            passed.append(friends.map(\.id.rawValue))
            for friend in friends { #expect(rests[friend.id] == Self.rests[friend.id]) }
        }
        #expect(passed.flatMap(\.self) == ["grace"])
    }
}
