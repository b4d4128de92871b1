import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Which card of a friend replaces what the friend has, and which one only adds.
@Suite(.timeLimit(.minutes(10)))
struct CardAgeTests {
    private static let new = FriendRecord.card(
        "UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 1", "EMAIL:neu@example.org", "NOTE:wichtig",
        "REV:20260101T000000Z")

    @Test func `an older card takes nothing away and is named`() throws {
        var stored = StoredFriends()
        stored.import([Self.new])
        let before = stored
        let old = FriendRecord.card(
            "UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 1", "REV:20200101T000000Z")
        #expect(stored.import([old]) == ImportAccount([.same]) && stored == before)
        #expect(stored.plan([old]).rows[0].issues.first?.contains("20200101T000000Z is older") == true)
    }

    @Test func `an older card only adds`() throws {
        var stored = StoredFriends()
        stored.import([Self.new])
        let old = FriendRecord.card(
            "UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 2", "X-TITLE:Chefin", "REV:20200101T000000Z")
        #expect(stored.import([old]) == ImportAccount([.changed]))
        let details = try #require(stored.friend("b1")).details
        #expect(details.phoneNumber == "0170 1" && details.values(of: .phone) == ["0170 2"])
        #expect(details.values(of: .note) == ["wichtig"] && details.values(of: .email) == ["neu@example.org"])
        let card = String(decoding: stored.exported("b1"), as: UTF8.self)
        #expect(card.contains("X-TITLE:Chefin") && card.contains("REV:20260101T000000Z"))
        #expect(stored.import([old]) == ImportAccount([.same]))
    }

    /// Only a later date than in the friend's card says that a card is newer.
    @Test(arguments: [
        ("", "has no date (REV)"), ("REV:", "has no date (REV)"), ("REV:yesterday", "has no date (REV)"),
        ("REV:20260101T000000Z", "is not newer"), ("REV:20251231T230000-0100", "is not newer"),
        ("REV:20260101", "is not newer"), ("REV:20250101T000000Z", "is older"), ("REV:20260102T000000Z", nil),
    ])
    func `a card without a newer date only adds`(revision: String, reason: String?) throws {
        let names = ["UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel"]
        var stored = StoredFriends()
        stored.import(
            .card(names + ["TEL:0170 1", "NOTE:wichtig", "X-NICK:Ann", "PHOTO:data:AAAA", "REV:20260101T000000Z"]))
        let rows = ["TEL:0170 2", "X-TITLE:Chefin"] + (revision.isEmpty ? [] : [revision])
        let other = [FriendRecord].card(names + rows)
        let row = stored.plan(other).rows[0]
        #expect(row.issues.count == (reason == nil ? 0 : 1))
        if let reason { #expect(row.issues.first?.contains(reason) == true) }
        #expect(stored.import(other) == ImportAccount([.changed]))
        let details = try #require(stored.friend("b1")).details
        let card = String(decoding: stored.exported("b1"), as: UTF8.self)
        #expect(details.phoneNumber == (reason == nil ? "0170 2" : "0170 1") && card.contains("X-TITLE:Chefin"))
        for text in ["TEL:0170 1", "NOTE:wichtig", "X-NICK:Ann", "PHOTO:data:AAAA"] {
            #expect(card.contains(text) == (reason != nil))
        }
        #expect(stored.import(other) == ImportAccount([.same]))
    }

    /// The same for cards in JSON without versions.
    @Test func `a card without a date in JSON only adds`() throws {
        var stored = StoredFriends()
        stored.import([Self.new])
        let card = try FriendRecord.card("UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 1").content.get()
        let json = FriendRecord.plain("b1", card.details, rest: card.rest)
        let before = stored
        #expect(stored.plan([json]).rows[0].issues.count == 1)
        #expect(stored.import([json]) == ImportAccount([.same]) && stored == before)
    }

    /// It is not taken, as nothing says that it is newer.
    @Test func `another label in a card with the same date is named`() throws {
        let names = ["UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "REV:20260101T000000Z"]
        let other = [FriendRecord].card(["UID:b2"] + names[1...2] + ["EMAIL;TYPE=home:a@example.org"])
        var stored = StoredFriends()
        stored.import(.card(names))
        stored.import(other, onDuplicate: .merge)
        let card = String(decoding: stored.exported("b1"), as: UTF8.self)
        let before = stored
        for (label, reasons) in [("home", 0), ("HOME,INTERNET", 0), ("work", 1)] {
            let export = [FriendRecord].cards(card.replacing("TYPE=home", with: "TYPE=\(label)"))
            let row = stored.plan(export).rows[0]
            #expect(row.result == .same && row.issues.count == reasons, "\(label)")
            #expect(row.issues.allSatisfy { $0.contains("is not newer") })
            stored.import(export)
            #expect(stored == before)
        }
    }

    @Test func `between cards without dates the later import counts`() throws {
        var stored = StoredFriends()
        stored.import([.card("UID:b1", "FN:Anna Beispiel", "TEL:0170 1")])
        let new = FriendRecord.card("UID:b1", "FN:Anna Beispiel", "TEL:0170 2")
        #expect(stored.plan([new]).rows[0].issues.isEmpty)
        stored.import([new])
        #expect(
            try #require(stored.friend("b1")).details
                == FriendDetails(firstName: "Anna", lastName: "Beispiel", phoneNumber: "0170 2"))
    }

    /// Somebody has removed a note and changed the number.
    @Test func `a card that only adds brings nothing back that was edited here`() throws {
        let rows = ["UID:b1", "FN:Anna Beispiel", "TEL:0170 1", "NOTE:wichtig"]
        var stored = StoredFriends()
        stored.import(.card(rows + ["REV:20260101T000000Z"]))
        stored.edit(0) { ($0.phoneNumber, $0.lines) = ("0170 3", []) }
        let before = try #require(stored.friend("b1")).details
        #expect(stored.import(.card(rows)) == ImportAccount([.same]))
        #expect(try #require(stored.friend("b1")).details == before)
        stored.import(.card(rows + ["EMAIL:a@example.org"]))
        #expect(try #require(stored.friend("b1")).details.lines.map(\.value) == ["a@example.org"])
    }
}
