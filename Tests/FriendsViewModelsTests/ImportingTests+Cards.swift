import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What the preview says of the part of a card that the list does not show.
extension ImportingTests {
    private static func card(_ rows: String...) -> FriendRecord {
        .card(["UID:ada", "N:Lovelace;Ada;;;", "TEL:12"] + rows, version: "3.0")
    }

    private func store(_ rows: String...) {
        let card = Self.card.replacing("END:VCARD", with: rows.joined(separator: "\r\n") + "\r\nEND:VCARD")
        client.rests = [Self.ada.id: Array(card.utf8)]
    }

    @Test func `the preview names what changes unseen`() async throws {
        store("X-NICK:Countess", "PHOTO;ENCODING=b:AAAA")
        try await open([[Self.card("X-NICK:Ada", "X-SIZE:38")]])
        #expect(records?.all.map(\.summary) == ["X-NICK: Countess \u{2192} Ada; + X-SIZE: 38; - PHOTO"])
        let lines = records?.all[0].lines.map(\.words) ?? []
        #expect(lines.contains("- PHOTO") && lines.contains("+ X-SIZE: 38"))
    }

    /// It is named each time, and no change.
    @Test func `what has no room in the card of a friend is named`() async throws {
        let large = String(repeating: "x", count: Friend.maximumRestSize - 200)
        store("X-LARGE:\(large)", "REV:20260101T000000Z")
        try await open([[Self.card("X-B:\(large)", "REV:20260101T000000Z")]])
        #expect(states == [.same] && records?.importedCount == 0)
        #expect(records?.all[0].summary.contains("X-B was left out: it doesn\u{2019}t fit") == true)
        #expect(records?.all[0].lines.first?.words == "Already here, but not all of it.")
    }

    @Test(arguments: [
        ("REV:20200101T000000Z", "older card, only adds"), ("REV:20260101T000000Z", "card not newer, only adds"),
        ("X-REV:", "card without a date, only adds"),
    ])
    func `the row of a card that only adds says why`(revision: String, reason: String) async throws {
        store("PHOTO;ENCODING=b:AAAA", "REV:20260101T000000Z")
        try await open([[Self.card(revision)]])
        let isOlder = !revision.hasPrefix("X-")
        #expect(states == [isOlder ? .same : .changed])
        #expect(records?.all.map(\.summary) == [isOlder ? reason : "\(reason); + X-REV"])
    }
}
