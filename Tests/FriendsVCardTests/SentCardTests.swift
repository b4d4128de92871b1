import FriendsModel
import Testing

@testable import FriendsVCard

@Suite(.timeLimit(.minutes(10)))
struct SentCardTests {
    private func bytes(_ rows: String...) -> [UInt8] {
        Array((["BEGIN:VCARD", "VERSION:3.0"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    private func text(_ card: [UInt8]?) -> String? { card.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `a card with a UID and a name stays as it is`() {
        let card = bytes("UID:a", "FN:Ada", "N:;Ada;;;", "X-PET:Rex")
        #expect(VCard.sendable(card, id: Friend.ID("b"), name: "Bob") == card)
    }

    @Test func `what a server requires is added`() throws {
        let card = bytes("N:;Ada;;;", "FN:", "UID: ", "NOTE:a")
        let sent = VCard.sendable(card, id: Friend.ID("ada"), name: "Ada, B")
        #expect(text(sent) == text(bytes("UID:ada", "FN:Ada\\, B", "N:;Ada;;;", "NOTE:a")))
        #expect(try FriendCard.friend(of: try #require(VCard(sent))).friend.id == Friend.ID("ada"))
    }

    @Test func `what is no card is sent as it is`() {
        #expect(VCard.sendable(Array("hello".utf8), id: Friend.ID("a"), name: "A") == Array("hello".utf8))
    }

    @Test func `commas of the texts that were cut get a backslash`() {
        let card = bytes(
            "UID:a", "FN:Ada, B", "URL;TYPE=home:https://e.example/?a=1,2\\,3", "NOTE:whole, text", "X-PET:Rex, Max")
        let cut = bytes("UID:a", "FN:Ada", "URL;TYPE=home:https://e.example/?a=1", "NOTE:whole, text", "X-PET:Rex")
        let escaped = bytes(
            "UID:a", "FN:Ada\\, B", "URL;TYPE=home:https://e.example/?a=1\\,2\\,3", "NOTE:whole, text",
            "X-PET:Rex\\, Max")
        #expect(text(VCard.escapingCommas(in: card, lackedBy: cut)) == text(escaped))
        // It says the same.
        #expect(!CardUnion.saysMore(card, than: escaped) && !CardUnion.saysMore(escaped, than: card))
    }

    @Test func `commas that divide a value stay`() {
        let card = bytes(
            "UID:a", "N:B,C;Ada;;;", "ADR:;;1,2;City;;;", "ORG:A,B", "CATEGORIES:a,b",
            "PHOTO:data:image/png;base64,AAAA",
            "LOGO;ENCODING=b:AAAA")
        #expect(VCard.escapingCommas(in: card, lackedBy: bytes("UID:a")) == nil)
        #expect(VCard.escapingCommas(in: bytes("UID:a", "NOTE:b"), lackedBy: bytes("UID:a")) == nil)
    }
}
