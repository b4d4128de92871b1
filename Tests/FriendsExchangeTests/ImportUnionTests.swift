import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Nothing of two cards of one person gets lost, in whatever order they come.
@Suite(.timeLimit(.minutes(3)))
struct ImportUnionTests {
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
            "UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 2", "TITLE:Chefin", "REV:20200101T000000Z")
        #expect(stored.import([old]) == ImportAccount([.changed]))
        let details = try #require(stored.friend("b1")).details
        #expect(details.phoneNumber == "0170 1" && details.values(of: .phone) == ["0170 2"])
        #expect(details.values(of: .note) == ["wichtig"] && details.values(of: .email) == ["neu@example.org"])
        let card = String(decoding: stored.exported("b1"), as: UTF8.self)
        #expect(card.contains("TITLE:Chefin") && card.contains("REV:20260101T000000Z"))
        #expect(stored.import([old]) == ImportAccount([.same]))
    }

    @Test func `a second birthday is a note`() throws {
        var stored = StoredFriends()
        stored.import([.card("UID:1", "FN:Mia Beispiel", "TEL:0170 1", "BDAY:19900102")])
        let second = FriendRecord.card("UID:2", "FN:Mia Beispiel", "TEL:0170 1", "BDAY:19910102")
        #expect(stored.import([second], onDuplicate: .merge) == ImportAccount([.merged]))
        #expect(try #require(stored.friend("1")).details.values(of: .note) == ["1991-01-02"])
        #expect(stored.import([second], onDuplicate: .merge) == ImportAccount([.same]))
    }

    @Test func `a card is merged after two others, and nothing gets lost`() throws {
        let cards = ["TITLE:Chefin", "NICKNAME:Mimi", "ROLE:Boss"].enumerated().map { index, row in
            FriendRecord.card("UID:\(index)", "FN:Mia Beispiel", "TEL:0170 1", row)
        }
        var stored = StoredFriends()
        stored.import([cards[0]])
        #expect(stored.import(Array(cards[1...]), onDuplicate: .merge) == ImportAccount([.merged, .merged]))
        let card = String(decoding: stored.exported("0"), as: UTF8.self)
        #expect(["TITLE:Chefin", "NICKNAME:Mimi", "ROLE:Boss"].allSatisfy(card.contains))
    }

    private static let rows = [
        "TEL:0170 2", "TEL;TYPE=work:0170 3", "EMAIL:a@example.org", "EMAIL:b@example.org", "NOTE:Likes tea",
        "NOTE:Likes coffee", "CATEGORIES:work,home", "ORG:Engines", "ORG:Trains", "TITLE:Countess", "TITLE:Boss",
        "PHOTO:data:AAAA", "PHOTO:data:BBBB", "BDAY:18151210", "BDAY:18161210", "NICKNAME:Mimi", "GENDER:F",
        "ANNIVERSARY:20010203", "ANNIVERSARY:20020203", "item1.X-ABDATE:2001", "URL:https://example.org",
    ]

    /// Each value of both cards is in the exported card, or named.
    @Test func `any two cards of one person are in the export`() throws {
        for seed in 0..<300 {
            var numbers = Numbers(state: UInt64(seed))
            var written: [String] = []
            func card(_ uid: Int, _ revision: Int) -> FriendRecord {
                let count = Int.random(in: 0...Self.rows.count, using: &numbers)
                let rows = Self.rows.shuffled(using: &numbers).prefix(count)
                written += rows
                let text = ["UID:\(uid)", "FN:Mia Beispiel", "TEL:0170 1", "REV:\(revision)0101T000000Z"] + rows
                return [FriendRecord].cards(
                    (["BEGIN:VCARD", "VERSION:4.0"] + text + ["END:VCARD", ""]).joined(separator: "\n"))[0]
            }
            // An older card of the friend, or the card of a likely duplicate.
            let isSameID = numbers.next() % 2 == 0
            let first = card(1, 2026)
            let second = card(isSameID ? 1 : 2, 2020)
            var stored = StoredFriends()
            stored.import([first])
            let row = stored.plan([second], onDuplicate: .merge).rows[0]
            stored.import([second], onDuplicate: .merge)
            #expect(stored.friends.count == 1, "seed \(seed)")
            let exported = try #require(VCard(stored.exported("1")))
            let values = exported.lines.map { String(decoding: $0.value, as: UTF8.self) }
            for line in written {
                let value = String(line.drop { $0 != ":" }.dropFirst())
                let parts = line.hasPrefix("CATEGORIES") ? value.split(separator: ",").map(String.init) : [value]
                for part in parts {
                    let date = "\(part.prefix(4))-\(part.dropFirst(4).prefix(2))-\(part.suffix(2))"
                    let isThere = values.contains { $0.contains(part) || $0.contains(date) }
                    #expect(isThere || row.issues.contains { $0.contains(part) }, "seed \(seed): \(line)")
                }
            }
            #expect(stored.import([second], onDuplicate: .merge) == ImportAccount([.same]), "seed \(seed)")
        }
    }
}

extension StoredFriends {
    /// The card of a friend, as it is exported.
    fileprivate func exported(_ id: String) -> [UInt8] {
        guard let friend = friend(id) else { return [] }
        return FriendCard(id: friend.id, details: friend.details, rest: rests[friend.id]).bytes()
    }
}
