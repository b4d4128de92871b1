import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsVCard

/// Every content line of two cards of one person is in an exported card or in a note, or it is named.
@Suite(.timeLimit(.minutes(3)))
struct CardContentTests {
    /// Content lines with a number for `#`: known and unknown properties, valid and not.
    private static let rows = [
        "TEL:0170 2#", "TEL;TYPE=work:+49 30 5#", "boat#.TEL:0171 3#\nboat#.X-ABLabel:Boat #", "TEL:1-800-FLOWERS#",
        "EMAIL:a#@example.org", "EMAIL;TYPE=home:A#@Example.ORG", "EMAIL:nobody#", "NOTE:Row #\\nand 1#",
        "NOTE:\\; \\, \\\\ #", "CATEGORIES:x#,y#", "CATEGORIES:a\\,b#", "ORG:Engines #;Department #",
        "TITLE:Countess #",
        "ROLE:Boss #", "NICKNAME:Mimi #", "PHOTO;VALUE=uri:https://example.org/#.png", "BDAY:1990010#", "BDAY:90010#",
        "BDAY:199#-04", "ANNIVERSARY:2001020#", "GENDER:F;#", "IMPP:xmpp:a#@example.org", "RELATED;VALUE=text:Child #",
        "X-SOCIALPROFILE;TYPE=x:https://example.org/x#", "URL:https://example.org/#", "URL:nothing #",
        "ADR:;;Road #;Town #;;1000#;", "ADR;TYPE=work;LABEL=Hall #:;;Road #;;;;", "GEO:geo:5#,1#",
        "X-OTHER;X=y:other #",
        "day#.X-ABDATE:2001-01-0#\nday#.X-ABLabel:Day #", "X-FRIENDS-LINE:note;Label #;Text #", "KIND:individual",
        "LANG:d#", "MYSTERY#:1", "X-JSON:{\"a\":#}",
    ]
    private static let names = [
        "N:Beispiel;Mia;;;\nFN:Mia Beispiel", "FN:Mia Beispiel",
        "N:Beispiel;Mia;Ute;Dr.;jun.\nFN:Dr. Mia Ute Beispiel jun.",
        "N:Beispiel;Mia;;;\nFN:Tante Mia", "N:;;;;\nFN:Mia Beispiel", "N:Beispiel;Mia;;;\nFN:Beispiel\\, Mia",
    ]
    private static let versions = ["2.1", "3.0", "4.0"]

    private struct Card {
        let record: FriendRecord
        let card: VCard

        init(_ rows: [String]) throws {
            let text = (rows.joined(separator: "\n") + "\n").replacing("\n", with: "\r\n")
            card = try #require(VCard(text.utf8))
            record = [FriendRecord].cards(text)[0]
        }
    }

    private func card(_ uid: Int, _ revision: String, _ numbers: inout Numbers) throws -> Card {
        var rows = ["BEGIN:VCARD", "VERSION:\(Self.versions.randomElement(using: &numbers) ?? "")", "UID:\(uid)"]
        rows += [revision, Self.names.randomElement(using: &numbers) ?? "", "TEL:0170 1"].filter { !$0.isEmpty }
        let count = Int.random(in: 0...Self.rows.count, using: &numbers)
        rows += Self.rows.shuffled(using: &numbers).prefix(count).map { row in
            row.replacing("#", with: "\(Int.random(in: 1...3, using: &numbers))")
        }
        return try Card(rows + ["END:VCARD"])
    }

    /// The content lines of a card that are in none of others.
    private func missing(of card: VCard, in exported: [VCard], named issues: [String]) -> [String] {
        let texts = exported.flatMap { card in
            card.lines.map { (name: $0.name.uppercased(), text: Self.text(of: $0, card.version)) }
        }
        return card.lines.compactMap { line in
            let name = line.name.uppercased()
            if ["BEGIN", "END", "VERSION", "UID", "REV"].contains(name) { return nil }
            // The names of a friend can be in several properties.
            let isName = ["N", "FN", "NICKNAME"].contains(name)
            let places = texts.filter {
                [name, "NOTE", "X-FRIENDS-LINE"].contains($0.name) || isName && ["N", "FN"].contains($0.name)
                    || name == "X-FRIENDS-LINE" && $0.name == "X-ABLABEL"
            }
            let isThere = Self.parts(of: line, card.version).allSatisfy { part in
                places.contains { $0.text.contains(part) }
            }
            if isThere || issues.contains(where: { $0.hasPrefix("\(name) was left out") }) { return nil }
            return "\(name):\(Self.text(of: line, card.version))"
        }
    }

    /// The texts that must be there.
    private static func parts(of line: ContentLine, _ version: VCard.Version) -> [String] {
        let text = text(of: line, version)
        let parts =
            switch line.name.uppercased() {
            case "N", "ADR", "ORG", "GENDER": text.split(separator: ";").map(String.init)
            // Its kind is another property.
            case "X-FRIENDS-LINE": text.split(separator: ";").dropFirst().map(String.init)
            case "CATEGORIES": text.split(separator: ",").map(String.init)
            // The names can be in another order.
            case "FN": text.split { ", ".contains($0) }.map(String.init)
            default: [text]
            }
        return parts.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// A text as the program compares it: dates without hyphens, emails in lower case.
    private static func text(of line: ContentLine, _ version: VCard.Version) -> String {
        let text = line.text(in: version) ?? String(decoding: line.value, as: UTF8.self)
        return text.replacing("-", with: "").lowercased()
    }

    @Test(arguments: [DuplicateChoice.merge, .add], [true, false])
    func `every content line of two cards is exported or named`(choice: DuplicateChoice, isSameID: Bool) throws {
        for seed in 0..<100 {
            var numbers = Numbers(state: UInt64(seed))
            // A card of the friend that is not newer only adds. A newer one replaces what is in the older one.
            let revisions = ["REV:20200101T000000Z", "REV:20260101T000000Z", "REV:x", ""]
            let cards = try [
                card(1, revisions[1], &numbers),
                card(isSameID ? 1 : 2, revisions.randomElement(using: &numbers) ?? "", &numbers),
            ]
            for order in isSameID ? [cards] : [cards, cards.reversed()] {
                var stored = StoredFriends()
                var issues: [String] = []
                for card in order {
                    issues += stored.plan([card.record], onDuplicate: choice).rows.flatMap(\.issues)
                    stored.import([card.record], onDuplicate: choice)
                }
                let exported = try stored.friends.map { friend in
                    let card = FriendCard(id: friend.id, details: friend.details, rest: stored.rests[friend.id])
                    return try #require(VCard(card.bytes()))
                }
                for card in order {
                    let missing = missing(of: card.card, in: exported, named: issues)
                    let text = exported.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
                    let cards = order.map { String(decoding: $0.card.bytes, as: UTF8.self) }.joined()
                    #expect(missing.isEmpty, "seed \(seed), \(cards) →\n\(text)")
                }
            }
        }
    }
}
