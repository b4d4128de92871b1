import FriendsModel
import TestSupport
import Testing

@testable import FriendsVCard

/// Properties of all cards and friends, with seeded random ones.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct CardPropertyTests {
    @Test func `any card is its bytes, and the friend of a card is exported as that card`() async throws {
        for await seed in Seeds(150) {
            var numbers = Numbers(state: UInt64(seed))
            let bytes = card(&numbers)
            let card = try #require(VCard(bytes), "seed \(seed)")
            #expect(card.bytes == bytes, "seed \(seed)")
            let lines = card.lines.flatMap { line -> [UInt8] in Array(line.raw) + [13, 10] }
            #expect(lines == bytes, "seed \(seed)")
            guard let friend = try? FriendCard.friend(of: card).friend else { continue }
            #expect(friend.bytes() == bytes, "seed \(seed)")
            #expect(FriendDraft(friend.details).validated == friend.details, "seed \(seed)")
            #expect(Set(friend.details.lines.map(\.id)).count == friend.details.lines.count, "seed \(seed)")
        }
    }

    @Test(arguments: [VCard.Version.v3, .v4])
    func `any friend comes back from its card`(version: VCard.Version) async throws {
        for await seed in Seeds(150) {
            var numbers = Numbers(state: UInt64(seed))
            guard let details = FriendDraft(details(&numbers)).validated else { continue }
            let rest: [UInt8]? =
                numbers.next() % 4 == 0 ? (0..<100).map { _ in UInt8.random(in: 0...255, using: &numbers) } : nil
            let friend = FriendCard(id: Friend.ID("id-\(seed)"), details: details, rest: rest)
            let bytes = friend.bytes(in: version)
            let card = try #require(VCard(bytes), "seed \(seed)")
            let back = try FriendCard.friend(of: card)
            #expect(back.friend == friend, "seed \(seed): \(text(bytes))")
            #expect(back.issues.isEmpty && card.version == version, "seed \(seed)")
            #expect(bytes.split(separator: 10).allSatisfy { $0.count <= 76 && $0.last == 13 }, "seed \(seed)")
        }
    }

    @Test func `any edit of a friend comes back from its card, with the lines that it does not show`() async throws {
        for await seed in Seeds(150) {
            var numbers = Numbers(state: UInt64(seed))
            let bytes = card(&numbers)
            guard let card = VCard(bytes), let old = try? FriendCard.friend(of: card).friend else { continue }
            var details = old.details
            for _ in 0..<Int.random(in: 1...4, using: &numbers) { edit(&details, &numbers) }
            guard let details = FriendDraft(details).validated else { continue }
            let friend = FriendCard(id: old.id, details: details, rest: old.rest)
            for version in [nil, VCard.Version.v3, .v4] {
                let exported = friend.bytes(in: version)
                let card = try #require(VCard(exported), "seed \(seed)")
                let back = try FriendCard.friend(of: card).friend
                var read = back.details
                // A note stood for a text that is not valid, and which stays in the card.
                read.lines.removeAll { line in
                    line.kind == .note && LineKind(key: line.label).isKnown
                        && !details.lines.contains { $0.id == line.id }
                }
                #expect(read == details && back.id == old.id, "seed \(seed): \(text(bytes))\n\(text(exported))")
                #expect(back.bytes() == exported, "seed \(seed)")
                if let version {
                    #expect(StandardCard.isStandard(card, version), "seed \(seed): \(text(exported))")
                    continue
                }
                for line in try #require(VCard(bytes)).lines where ["X-OTHER", "PHOTO"].contains(line.name) {
                    #expect(card.lines.contains { $0.raw.elementsEqual(line.raw) }, "seed \(seed): \(text(line.raw))")
                }
            }
        }
    }

    @Test func `damage changes no other card`() async {
        for await seed in Seeds(150) {
            var numbers = Numbers(state: UInt64(seed))
            let cards = (0..<3).map { _ in card(&numbers) }
            var damaged = cards[1]
            // The first row stays: without it, the card would be text between the others.
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let place = Int.random(in: min(13, damaged.count)...damaged.count, using: &numbers)
                switch numbers.next() % 4 {
                case 0: damaged.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
                case 1 where place < damaged.count: damaged[place] = UInt8.random(in: 0...255, using: &numbers)
                case 2: damaged.removeSubrange(place..<min(place + 5, damaged.count))
                default:
                    damaged.insert(
                        contentsOf: Array("\r\n=;:,\\\"\0".utf8).shuffled(using: &numbers).prefix(3), at: place)
                }
            }
            // The next card begins in a row of its own.
            damaged += [13, 10]
            let records = VCardReader.records(in: cards[0] + damaged + cards[2])
            let found = records.compactMap { try? $0.card.get().bytes }
            #expect(found.first == cards[0] && found.last == cards[2] && found.count <= 3, "seed \(seed)")
            for record in records {
                if let card = try? record.card.get(), let friend = try? FriendCard.friend(of: card).friend {
                    _ = friend.bytes(in: .v3)
                    _ = friend.bytes(in: .v4)
                }
            }
        }
    }

    @Test func `random bytes do no harm`() async {
        for await seed in Seeds(100) {
            var numbers = Numbers(state: UInt64(seed))
            let pieces = [
                "BEGIN:VCARD", "END:VCARD", "\n", "\r", ":", ";", "=", "AGENT:", "N:", "\u{FEFF}", "TEL", " ", "\0",
                "\\", ",",
            ]
            var bytes: [UInt8] = []
            for _ in 0..<200 {
                if numbers.next() % 8 == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &numbers))
                } else {
                    bytes += (pieces.randomElement(using: &numbers) ?? "").utf8
                }
            }
            for record in VCardReader.records(in: bytes) {
                guard let card = try? record.card.get() else { continue }
                #expect(VCard(card.bytes)?.bytes == card.bytes, "seed \(seed)")
                guard let friend = try? FriendCard.friend(of: card).friend else { continue }
                #expect(friend.bytes() == card.bytes, "seed \(seed)")
                #expect(
                    (try? FriendCard.friend(of: try #require(VCard(friend.bytes(in: .v4)))).friend.details)
                        == friend.details, "seed \(seed)")
            }
        }
    }

    // MARK: - Random cards and friends

    private static let words = [
        "Ada", "王", "Åse", "e\u{301}", "👩‍👩‍👧‍👦", "a,b", "c;d", "\\", "\\n", "x y", "\"q\"", "n:m", "=41", "ß",
        "_$!<Home>!$_", "mailto:",
        "item1.", "^n", "  ", String(repeating: "long ", count: 20),
    ]

    private func word(_ numbers: inout Numbers) -> String {
        (0..<Int.random(in: 1...3, using: &numbers)).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined()
    }

    private func line(_ numbers: inout Numbers) -> FriendLine {
        let kind = LineKind.all.randomElement(using: &numbers) ?? .note
        let digits = Int.random(in: 10...99_999, using: &numbers)
        let value =
            switch kind.format {
            case .phoneNumber:
                ["\(digits)", "+1 \(digits), ext. 7", "#\(digits);*"].randomElement(using: &numbers) ?? ""
            case .email:
                ["a\(digits)@b", "王\(digits)@例え.jp", "mailto:a%41@b", "a,b;c\\\(digits)@d"].randomElement(
                    using: &numbers) ?? ""
            case .date: ["1815-12-10", "--02-29", "2000-02-29", "0001-01-01"].randomElement(using: &numbers) ?? ""
            case .website: ["https://a.b/?\(digits),;\\", "tel:12", "x:y:z"].randomElement(using: &numbers) ?? ""
            case .tag: word(&numbers).replacing(",", with: " ")
            case .note: word(&numbers) + "\n\n" + word(&numbers)
            case .text: word(&numbers)
            }
        let labels = [
            "", "", kind.key, "home", "work", "mobile", "fax", "home fax", "work home", "Home", word(&numbers),
        ]
        return FriendLine(
            id: .random(using: &numbers), kind: kind, label: labels.randomElement(using: &numbers) ?? "", value: value)
    }

    private func details(_ numbers: inout Numbers) -> FriendDetails {
        let hasNames = numbers.next() % 4 != 0
        return FriendDetails(
            firstName: hasNames ? word(&numbers) : "", lastName: hasNames ? word(&numbers) : "",
            phoneNumber: numbers.next() % 2 == 0 ? "+1 555 0100" : "",
            lines: (0..<Int.random(in: 0...12, using: &numbers)).map { _ in line(&numbers) })
    }

    private func edit(_ details: inout FriendDetails, _ numbers: inout Numbers) {
        let count = details.lines.count
        let place = Int.random(in: 0...count, using: &numbers)
        switch numbers.next() % 8 {
        case 0: details.firstName = word(&numbers)
        case 1: details.lastName = word(&numbers)
        case 2: details.phoneNumber = ["", "112", "0800 1"].randomElement(using: &numbers) ?? ""
        case 3 where place < count: details.lines.remove(at: place)
        case 4 where place < count: details.lines[place].label = line(&numbers).label
        case 5 where place < count:
            let kind = details.lines[place].kind
            while true {
                let new = line(&numbers)
                if new.kind == kind {
                    details.lines[place].value = new.value
                    break
                }
            }
        case 6 where count > 1: details.lines.shuffle(using: &numbers)
        default: details.lines.insert(line(&numbers), at: place)
        }
    }

    /// A card with CRLF, in any version and spelling.
    private func card(_ numbers: inout Numbers) -> [UInt8] {
        let version = ["2.1", "3.0", "4.0"].randomElement(using: &numbers) ?? ""
        let texts = [
            "Ada", "Åse", "a\\,b", "c\\;d", "x\\ny", "王小明", "\u{7}", "a b", "\\", "x@y", "12 34", "--1210", "",
        ]
        let names = [
            "N", "FN", "TEL", "EMAIL", "ADR", "BDAY", "ORG", "URL", "CATEGORIES", "NOTE", "TITLE", "X-OTHER",
            "NICKNAME", "REV", "ROLE", "ANNIVERSARY", "RELATED", "IMPP", "X-SKYPE", "X-SOCIALPROFILE",
            "item1.X-ABDATE", "item2.X-ABRELATEDNAMES",
            "item1.TEL", "item1.X-ABLabel", "item2.URL", "item2.X-ABLabel", "item2.X-ABADR", "PHOTO",
        ]
        let parameters = [
            "", "", ";HOME", ";TYPE=work,cell", ";type=\"home,fax\"", ";PREF=1", ";TYPE=pref", ";X-A=\"b;:c\"",
            ";LANGUAGE=de",
            ";CHARSET=ISO-8859-1", ";TYPE=Freund", ";ENCODING=QUOTED-PRINTABLE", ";CHARSET=ANSI",
            ";TYPE=\"a:b\"",
        ]
        var rows = ["BEGIN:VCARD", "VERSION:\(version)", "FN:\(texts.randomElement(using: &numbers) ?? "")"]
        if numbers.next() % 2 == 0 { rows.append("UID:\(numbers.next())") }
        for _ in 0..<Int.random(in: 0...14, using: &numbers) {
            var name = names.randomElement(using: &numbers) ?? ""
            if numbers.next() % 8 == 0 { name = name.lowercased() }
            let separator = [";", ";", ","].randomElement(using: &numbers) ?? ""
            let value = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
                texts.randomElement(using: &numbers) ?? ""
            }
            .joined(separator: separator)
            rows.append(name + (parameters.randomElement(using: &numbers) ?? "") + ":" + value)
            switch numbers.next() % 8 {
            case 0: rows.append("NOTE;ENCODING=QUOTED-PRINTABLE:=C3=84x=\r\n y=0D=0Az")
            case 1: rows.append("PHOTO;ENCODING=BASE64;TYPE=JPEG:AAAA\r\n BBBB\r\n")
            case 2: rows.append(" folded")
            default: break
            }
        }
        return Array((rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }
}
