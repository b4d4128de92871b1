import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsVCard

/// Every content line of two cards of one person is in an exported card or in a note, or it is named.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct CardContentTests {
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
                [name, "NOTE", "X-FRIENDS-LINE", Self.earlierNames[name]].contains($0.name)
                    || isName && ["N", "FN"].contains($0.name)
                    || name == "X-FRIENDS-LINE" && $0.name == "X-ABLABEL"
            }
            let isThere = Self.parts(of: line, card.version).allSatisfy { part in
                places.contains { $0.text.contains(part) }
            }
            if isThere || issues.contains(where: { $0.hasPrefix("\(name) was left out") }) { return nil }
            return "\(name):\(Self.text(of: line, card.version))"
        }
    }

    /// The names that properties have before version 4.0.
    private static let earlierNames = ["ANNIVERSARY": "X-ANNIVERSARY", "RELATED": "X-ABRELATEDNAMES"]

    /// The texts that must be there.
    private static func parts(of line: ContentLine, _ version: VCard.Version) -> [String] {
        let text = text(of: line, version)
        let parts =
            switch line.name.uppercased() {
            case "N", "GENDER": text.split(separator: ";").map(String.init)
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
        line.text(in: version).replacing("-", with: "").lowercased()
    }

    @Test(arguments: [DuplicateChoice.merge, .add], [true, false])
    func `every content line of two cards is exported or named`(choice: DuplicateChoice, isSameID: Bool) async throws {
        for await seed in Seeds(30) {
            var numbers = Numbers(state: UInt64(seed))
            // A card of the friend that is not newer only adds. A newer one replaces what is in the older one.
            let revisions = ["REV:20200101T000000Z", "REV:20260101T000000Z", "REV:x", ""]
            let cards = try [
                PersonCard(1, revisions[1], &numbers),
                PersonCard(isSameID ? 1 : 2, revisions.randomElement(using: &numbers) ?? "", &numbers),
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
