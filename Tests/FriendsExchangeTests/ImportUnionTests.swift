import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// Nothing of two cards of one person gets lost, in whatever order they come.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ImportUnionTests {
    @Test(arguments: [
        ("TEL;TYPE=HOME:0170 2", "home"), ("TEL;TYPE=home,voice,pref:0170 2", "home"), ("TEL:0170 2", ""),
        ("item1.TEL:0170 2\r\nitem1.X-ABLabel:Summer house", "Summer house"),
    ])
    func `the phone number of another card keeps its type as a line`(row: String, label: String) throws {
        let own = FriendRecord.card("UID:1", "FN:Mia Beispiel", "TEL;TYPE=CELL:0170 1", "REV:20260101T000000Z")
        for id in ["1", "2"] {
            var stored = StoredFriends()
            stored.import([own])
            // With the same id it is an older card, which only adds.
            let other = FriendRecord.card("UID:\(id)", "FN:Mia Beispiel", row, "REV:20200101T000000Z")
            stored.import([other], onDuplicate: .merge)
            let lines = try #require(stored.friend("1")).details.lines
            #expect(lines.map(\.kind) == [.phone] && lines.map(\.label) == [label] && lines.map(\.value) == ["0170 2"])
            let card = String(decoding: stored.exported("1"), as: UTF8.self)
            #expect(card.contains("TEL;TYPE=CELL:0170 1"))
            #expect(stored.import([other], onDuplicate: .merge) == ImportAccount([.same]))
        }
    }

    /// Their friend has no number, so that the first one is the field.
    @Test(arguments: [false, true])
    func `a second number that is merged keeps its type`(hasOwnCard: Bool) throws {
        var stored = StoredFriends([.friend("1", "Mia", "Beispiel", "")])
        var records = [("2", "HOME", "0170 1"), ("3", "WORK", "0170 2")].map { id, type, number in
            FriendRecord.card("UID:\(id)", "FN:Mia Beispiel", "TEL;TYPE=\(type):\(number)")
        }
        if hasOwnCard { records.insert(.card("UID:1", "FN:Mia Beispiel", "TEL;TYPE=CELL:0170 3"), at: 1) }
        stored.import(records, onDuplicate: .merge)
        let details = try #require(stored.friend("1")).details
        let numbers = [details.phoneNumber] + details.lines.map { "\($0.label) \($0.value)" }
        #expect(numbers == (hasOwnCard ? ["0170 3", "home 0170 1", "work 0170 2"] : ["0170 1", "work 0170 2"]))
    }

    /// The record of the friend comes before or after the one that is merged with it.
    @Test(arguments: [false, true])
    func `a merge beside a newer card brings no old text back`(isMergedFirst: Bool) throws {
        let own = ["UID:1", "FN:Mia Beispiel"]
        var stored = StoredFriends()
        stored.import([.card(own + ["TEL:0170 1", "EMAIL:old@example.org"])])
        let newer = FriendRecord.card(own + ["TEL:0170 2"])
        let merged = FriendRecord.card("UID:2", "FN:Mia Beispiel", "TEL:0170 3", "BDAY:1990-12-24")
        stored.import(isMergedFirst ? [merged, newer] : [newer, merged], onDuplicate: .merge)
        let details = try #require(stored.friend("1")).details
        #expect(details.phoneNumber == "0170 2")
        #expect(Set(details.lines.map(\.value)) == ["0170 3", "1990-12-24"], "\(details.lines)")
    }

    /// Its answer may have been lost.
    @Test func `the same merge makes the same friend again`() throws {
        let record = FriendRecord.card(
            "UID:2", "N:Beispiel;Mia;Eva;;", "FN:Tante Mia", "TEL:0170 2", "EMAIL:mia@example.org")
        let friend = Friend.friend("1", "Mia", "Beispiel", "0170 1", lines: [.line(.email, "mia@example.org", id: "1")])
        let details = (0..<2).map { _ in
            var stored = StoredFriends(
                [friend],
                rests: [
                    friend.id: [UInt8]("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nN:Beispiel;Mia;;;\r\nEND:VCARD\r\n".utf8)
                ])
            stored.import([record], onDuplicate: .merge)
            return stored.friends[0].details
        }
        #expect(details[0] == details[1] && details[0].lines.count == 4)
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
        let cards = ["X-TITLE:Chefin", "X-NICK:Mimi", "X-ROLE:Boss"].enumerated().map { index, row in
            FriendRecord.card("UID:\(index)", "FN:Mia Beispiel", "TEL:0170 1", row)
        }
        var stored = StoredFriends()
        stored.import([cards[0]])
        #expect(stored.import(Array(cards[1...]), onDuplicate: .merge) == ImportAccount([.merged, .merged]))
        let card = String(decoding: stored.exported("0"), as: UTF8.self)
        #expect(["X-TITLE:Chefin", "X-NICK:Mimi", "X-ROLE:Boss"].allSatisfy(card.contains))
    }

    private static let addresses = [
        "ADR;TYPE=work;LABEL=\"Hall 1\":;;Road 1;Town;;10001;Land", "item1.ADR;PREF=1:PO 2;;Road 2, left;Town;;;",
        "item1.X-ABLabel:boat", "item1.X-ABADR:de", "ORG:Engines;Trains",
    ]

    @Test(arguments: ["2.1", "3.0", "4.0"])
    func `an address that a merge adds keeps its parts`(version: String) throws {
        let own = ["VERSION:\(version)", "UID:1", "FN:Mia Beispiel", "TEL:0170 1", "ADR:;;Road 3;Town;;;"]
        var stored = StoredFriends()
        stored.import(.cards((["BEGIN:VCARD"] + own + ["END:VCARD", ""]).joined(separator: "\n")))
        let lines = ["UID:2", "FN:Mia Beispiel", "TEL:0170 1"] + Self.addresses
        let second = [FriendRecord].cards(
            (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\n"))
        #expect(stored.import(second, onDuplicate: .merge) == ImportAccount([.merged]))
        let merged = ["Road 3, Town", "Road 1, Town, 10001, Land", "PO 2, Road 2, left, Town"]
        #expect(stored.friends[0].details.values(of: .address) == merged)
        #expect(stored.import(second, onDuplicate: .merge) == ImportAccount([.same]))
        // Also after a newer card of the friend, and an edit of one part.
        let newer = [FriendRecord].cards(
            (["BEGIN:VCARD"] + own + ["X-ROLE:Boss", "END:VCARD", ""]).joined(separator: "\n"))
        #expect(stored.import(newer) == ImportAccount([.changed]))
        stored.edit(0) { details in
            details.lines = details.lines.map { line in
                let value = line.value.replacing("10001", with: "10002")
                return FriendLine(id: line.id, kind: line.kind, label: line.label, value: value)
            }
        }
        for format in [nil, VCard.Version.v3, .v4] {
            let card = try #require(VCard(stored.exported("1", in: format)))
            let text = String(decoding: card.bytes, as: UTF8.self)
            let places = card.lines.filter { $0.name == "ADR" }.map {
                String(decoding: $0.value, as: UTF8.self).replacing("\\", with: "")
            }
            #expect(
                places == [";;Road 3;Town;;;", ";;Road 1;Town;;10002;Land", "PO 2;;Road 2, left;Town;;;"],
                "\(text)")
            #expect(text.contains("ORG:Engines;Trains\r\n") && text.contains("X-ABADR:de"), "\(text)")
            let read = [FriendRecord].cards(text)
            #expect(try read[0].content.get().details == stored.friends[0].details, "\(text)")
        }
    }

    /// The card becomes that of a friend with another name.
    @Test func `names that are not the friend's are lines`() throws {
        let email = FriendLine.line(.email, "ada@example.org", id: "1")
        let ada = FriendDetails(firstName: "Ada", lastName: "Lovelace", lines: [email])
        var stored = StoredFriends([Friend(id: Friend.ID("x"), version: .init("1"), details: ada)])
        let card = FriendRecord.card(
            "UID:2", "N:King;Augusta;;;", "FN:Countess of Lovelace", "EMAIL:ada@example.org")
        #expect(stored.import([card], onDuplicate: .merge) == ImportAccount([.merged]))
        let details = try #require(stored.friend("x")).details
        #expect(details.values(of: .note) == ["Augusta King"])
        #expect(details.values(of: .name) == ["Countess of Lovelace"])
        #expect(stored.import([card], onDuplicate: .merge) == ImportAccount([.same]))
    }

    /// Whichever comes first in the file.
    @Test(arguments: [false, true])
    func `of two cards that do not fit together the friend's own one stays`(isReversed: Bool) {
        func card(_ id: String, _ name: String) -> FriendRecord {
            .card(
                "UID:\(id)", "N:Beispiel;Mia;;;", "FN:Mia Beispiel", "TEL:0170 1",
                "\(name);ENCODING=b:" + String(repeating: "A", count: Friend.maximumRestSize / 2 + 80_000))
        }
        let stored = StoredFriends([.friend("1", "Mia", "Beispiel", "0170 1")])
        let records = [card("2", "PHOTO"), card("1", "LOGO")]
        var plan = stored.plan(isReversed ? records.reversed() : records, onDuplicate: .merge)
        #expect(Set(plan.rows.compactMap(\.result)) == [.merged, .changed])
        let writes = plan.writes()
        let merged = plan.rows.first { $0.friend?.id == Friend.ID("2") }
        guard case .refuse(let problem) = merged?.action else {
            Issue.record("merged without a word")
            return
        }
        #expect(problem.message.contains("PHOTO"))
        guard case .update(_, _, let rest?, _) = writes.items.first(where: { _ in true })?.write else {
            Issue.record("no update")
            return
        }
        #expect(String(decoding: rest.prefix(200), as: UTF8.self).contains("LOGO"))
    }

    private static let rows = [
        "TEL:0170 2", "TEL;TYPE=work:0170 3", "EMAIL:a@example.org", "EMAIL:b@example.org", "NOTE:Likes tea",
        "NOTE:Likes coffee", "CATEGORIES:work,home", "ORG:Engines", "ORG:Trains", "TITLE:Countess", "TITLE:Boss",
        "PHOTO:data:AAAA", "PHOTO:data:BBBB", "BDAY:18151210", "BDAY:18161210", "NICKNAME:Mimi", "GENDER:F",
        "ANNIVERSARY:20010203", "ANNIVERSARY:20020203", "item1.X-ABDATE:2001", "URL:https://example.org",
    ]

    private static let photos = ["PHOTO;ENCODING=b;TYPE=JPEG:", "LOGO;ENCODING=b;TYPE=PNG:"].map {
        $0 + String(repeating: "QkVHSU4+", count: 30) + "AA=="
    }
    private static let displays = ["Mia Beispiel", "Tante Mia", "Mia B.", "Dr. Mia Beispiel"]

    /// What comes after the second card.
    private enum Third: CaseIterable {
        case nothing, mergedInTheSameFile, newerOwnCard
    }

    /// Each value of all cards is in the exported card, or named. Only a newer card of the friend replaces what its card before said.
    @Test(arguments: [("4.0", "4.0"), ("3.0", "4.0"), ("2.1", "3.0"), ("3.0", "2.1")])
    func `any cards of one person are in the export`(versions: (String, String)) async throws {
        for await seed in Seeds(60) {
            var numbers = Numbers(state: UInt64(seed))
            var written: [[String]] = []
            func card(_ uid: Int, _ revision: Int, _ version: String) -> FriendRecord {
                let all = Self.rows + (version == "4.0" ? [] : Self.photos)
                let count = Int.random(in: 0...all.count, using: &numbers)
                let rows = all.shuffled(using: &numbers).prefix(count)
                let display = Self.displays.randomElement(using: &numbers) ?? ""
                let prefix = numbers.next() % 2 == 0 ? "Dr." : ""
                // The names of all friends are in N.
                let names = ["FN:\(display)", "N:\(prefix)"].filter { $0 != "FN:Mia Beispiel" }
                written.append(rows + names)
                let text =
                    ["UID:\(uid)", "FN:\(display)", "N:Beispiel;Mia;;\(prefix);", "TEL:0170 1"]
                    + ["REV:\(revision)0101T000000Z"] + rows
                return [FriendRecord].cards(
                    (["BEGIN:VCARD", "VERSION:\(version)"] + text + ["END:VCARD", ""]).joined(separator: "\n"))[0]
            }
            // An older card of the friend, or the card of a likely duplicate.
            let isSameID = numbers.next() % 2 == 0
            let third = Third.allCases.randomElement(using: &numbers) ?? .nothing
            var stored = StoredFriends()
            stored.import([card(1, 2026, versions.0)])
            var second = [card(isSameID ? 1 : 2, 2020, versions.1)]
            if third == .mergedInTheSameFile { second.append(card(3, 2019, versions.0)) }
            var issues = stored.plan(second, onDuplicate: .merge).rows.flatMap(\.issues)
            stored.import(second, onDuplicate: .merge)
            let again = stored.import(second, onDuplicate: .merge)
            #expect(again == ImportAccount(second.map { _ in .same }), "seed \(seed)")
            if third == .newerOwnCard {
                let newer = card(1, 2027, versions.0)
                issues += stored.plan([newer]).rows[0].issues
                stored.import([newer])
                let replaced = Set(written.removeFirst())
                written[0].removeAll(where: replaced.contains)
            }
            #expect(stored.friends.count == 1, "seed \(seed)")
            try expect(written.joined(), in: stored, issues, "seed \(seed), \(third)")
        }
    }

    private func expect(
        _ lines: some Sequence<String>, in stored: StoredFriends, _ issues: [String], _ what: String
    ) throws {
        let exported = try #require(VCard(stored.exported("1", in: .v4)))
        let values = exported.lines.map { String(decoding: $0.value, as: UTF8.self) }
        for line in lines {
            let value = String(line.drop { $0 != ":" }.dropFirst())
            let parts = line.hasPrefix("CATEGORIES") ? value.split(separator: ",").map(String.init) : [value]
            for part in parts where !part.isEmpty {
                let date = "\(part.prefix(4))-\(part.dropFirst(4).prefix(2))-\(part.suffix(2))"
                let isThere = values.contains { $0.contains(part) || $0.contains(date) }
                let name = String(line.prefix { $0 != ":" && $0 != ";" })
                let isNamed = issues.contains { $0.contains(part) || $0.contains(name) }
                #expect(isThere || isNamed, "\(what): \(line) is not in \(values)")
            }
        }
    }
}

extension [FriendRecord] {
    /// A card with some rows.
    static func card(_ rows: [String]) -> [FriendRecord] {
        cards((["BEGIN:VCARD", "VERSION:4.0"] + rows + ["END:VCARD", ""]).joined(separator: "\n"))
    }
}

extension StoredFriends {
    /// The card of a friend, as it is exported.
    func exported(_ id: String, in version: VCard.Version? = nil) -> [UInt8] {
        guard let friend = friend(id) else { return [] }
        return FriendCard(id: friend.id, details: friend.details, rest: rests[friend.id]).bytes(in: version)
    }
}
