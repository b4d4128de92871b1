import FriendsModel
import FriendsVCard
import Testing

/// The full name of a card, which is a line of the friend if it says more than the names.
@Suite(.timeLimit(.minutes(10)))
struct DisplayNameTests {
    private static func card(_ name: String, _ fullName: String, _ others: String...) throws -> VCard {
        let rows = ["BEGIN:VCARD", "VERSION:3.0", "UID:a", "N:\(name)", "FN:\(fullName)"] + others + ["END:VCARD", ""]
        return try #require(VCard(rows.joined(separator: "\r\n").utf8))
    }

    /// The card of a friend after an edit, which is also what comes back from it.
    private static func edited(_ card: VCard, _ edit: (inout FriendDetails) -> Void) throws -> [String] {
        let friend = try FriendCard.friend(of: card).friend
        var details = friend.details
        edit(&details)
        details = details.withDisplayName(following: friend.details)
        let new = FriendCard(id: friend.id, details: details, rest: friend.rest)
        for version in [nil, VCard.Version.v3, .v4] {
            #expect(try read(new.bytes(in: version)).details == details, "\(text(new.bytes(in: version)))")
        }
        return text(new.bytes()).split(separator: "\r\n").map { String($0).replacing(/;X-FRIENDS-ID=[^:]+/, with: "") }
    }

    @Test(arguments: [
        ("Beispiel;Gerda;Maria;Dr.;", "Tante Gerda", ["Tante Gerda"]),
        ("Public;John;Quinlan;Dr.;Esq.", "Dr. John Quinlan Public\\, Esq.", ["Dr. John Quinlan Public, Esq."]),
        // No more than the names, in either order.
        ("Lovelace;Ada;;;", "Ada Lovelace", []), ("Lovelace;Ada;;;", "Lovelace, Ada", []),
        ("山田;太郎;;;", "山田 太郎", []), ("Lovelace;Ada;;;", "", []),
        // The name of the friend.
        (";;;;", "Tante Gerda", []),
    ])
    func `a full name is a line if it says more than the names`(
        name: String, fullName: String, lines: [String]
    ) throws {
        let card = try Self.card(name, fullName, "TEL:12")
        let friend = try FriendCard.friend(of: card).friend
        #expect(friend.details.values(of: .name) == lines)
        #expect(friend.bytes() == card.bytes)
    }

    @Test func `the name of a company is no display name`() throws {
        let card = try Self.card("Rossi;Maria;;;", "Pizzeria Roma", "ORG:Pizzeria Roma;Kitchen", "TEL:12")
        #expect(try FriendCard.friend(of: card).friend.details.values(of: .name) == [])
        let rows = try Self.edited(card) { $0.firstName = "Mario" }
        #expect(rows.contains("N:Rossi;Mario;;;"))
    }

    @Test(arguments: [
        ("Beispiel;Ute;;;", "Tante Ute", "Uta", "Tante Uta"),
        ("Public;John;Quinlan;Dr.;", "Dr. John Quinlan Public", "Johnny", "Dr. Johnny Quinlan Public"),
        ("山田;太郎;;;", "山田 太郎", "次郎", "山田 次郎"), ("Lovelace;Ada;;;", "Lovelace\\, Ada", "Adah", "Lovelace\\, Adah"),
        ("Lovelace;Ada;;;", "The Countess", "Adah", "The Countess"),
        ("Klug;Eva;;;", "Dr. Eva Klug", "Dr. Eva", "Dr. Eva Klug"),
        ("Klug;Annn;;;", "Dr. Annn Klug", "Ann", "Dr. Ann Klug"),
        ("Klug;Anna Maria;;;", "Dr. Anna Maria Klug", "Anna", "Dr. Anna Klug"),
        // Without the name, the rest would be no name.
        ("Klug;Eva;;;", "Dr. Eva Klug", "", "Dr. Eva Klug"),
        // The first name is a part of another word.
        ("王;小明;;;", "王小明", "大明", "王大明"), ("Li;Lisa;;;", "Lisa Li", "Li", "Li Li"),
        ("Annan;Ann;;;", "Frau Annan\\, Ann", "Anne", "Frau Annan\\, Anne"),
    ])
    func `an edited name changes its word in the full name`(
        name: String, fullName: String, first: String, expected: String
    ) throws {
        let rows = try Self.edited(Self.card(name, fullName, "TEL:12")) { $0.firstName = first }
        #expect(rows.contains("FN:\(expected)"), "\(rows)")
    }

    @Test func `a display name follows names that were in each other's place`() throws {
        let rows = try Self.edited(Self.card("Ute;Meier;;;", "Dr. Ute Meier", "TEL:12")) { details in
            (details.firstName, details.lastName) = ("Ute", "Meier")
        }
        #expect(rows.contains("FN:Dr. Ute Meier"), "\(rows)")
    }

    @Test func `a full name without one of the names has no comma too much`() throws {
        let card = try Self.card("Lovelace;Ada;;;", "Lovelace\\, Ada", "TEL:12")
        #expect(try Self.edited(card) { $0.lastName = "" }.contains("FN:Ada"))
        #expect(try Self.edited(card) { $0.firstName = "" }.contains("FN:Lovelace"))
    }

    @Test func `a display name that was edited stays as it was typed`() throws {
        let rows = try Self.edited(Self.card("Beispiel;Ute;;;", "Tante Ute", "TEL:12")) { details in
            details.firstName = "Uta"
            details.lines[0].value = "Ute von nebenan"
        }
        #expect(rows.contains("FN:Ute von nebenan"), "\(rows)")
    }

    @Test func `a display name comes and goes`() throws {
        let card = try Self.card("Beispiel;Ute;;;", "Tante Ute", "TEL:12", "EMAIL:u@example.org", "PHOTO:x")
        let without = try Self.edited(card) { $0.lines.removeAll { $0.kind == .name } }
        #expect(without.contains("FN:Ute Beispiel") && without.contains("PHOTO:x"), "\(without)")
        let plain = try Self.card("Beispiel;Ute;;;", "Ute Beispiel", "TEL:12", "EMAIL:u@example.org", "PHOTO:x")
        let with = try Self.edited(plain) { details in
            details.lines.append(FriendLine(id: FriendLine.ID("n1"), kind: .name, value: "Tante Ute"))
        }
        #expect(with.contains("FN:Tante Ute") && with.contains("PHOTO:x"), "\(with)")
    }

    @Test func `the display name of a friend without a name is no name of a person`() throws {
        for card in [try Self.card(";;;;", "Acme", "ORG:Acme"), try Self.card(";;;;", "", "EMAIL:a@b.example")] {
            let rows = try Self.edited(card) { details in
                details.lines.insert(FriendLine(id: FriendLine.ID("n1"), kind: .name, value: "Ada’s shop"), at: 0)
            }
            #expect(rows.contains("FN:Ada’s shop"), "\(rows)")
            #expect(rows.contains("X-FRIENDS-UNNAMED:name"), "\(rows)")
        }
    }

    /// Merged friends can have the card of the other one.
    @Test func `a card has one UID`() throws {
        let card = try #require(VCard(lines: "UID:other", "N:Feld;Ida;;;", "FN:Ida Feld", "GENDER:F"))
        let line = FriendLine(id: FriendLine.ID("n"), kind: .name, value: "Tante Ida")
        let details = FriendDetails(firstName: "Ida", lastName: "Feld", lines: [line])
        let friend = FriendCard(id: Friend.ID("own"), details: details, rest: card.bytes)
        let rows = text(friend.bytes()).split(separator: "\r\n")
        #expect(rows.filter { $0.hasPrefix("UID") } == ["UID:own"] && rows.contains("GENDER:F"))
    }

    /// The card of another friend brought it.
    @Test func `a renamed friend keeps a display name beside the full name`() throws {
        let card = try Self.card(
            "Beispiel;Ute;;;", "Ute Beispiel", "TEL:12", "X-FRIENDS-MERGED:", "X-FRIENDS-LINE:name;;Die Chefin")
        let rows = try Self.edited(card) { $0.lastName = "Neu" }
        #expect(rows.contains("FN:Ute Neu") && rows.contains("X-FRIENDS-LINE:name;;Die Chefin"), "\(rows)")
    }

    @Test func `several display names stay apart`() throws {
        let values = ["Tante Ute", "Ute Beispiel", "Chefin"]
        let lines = values.enumerated().map { FriendLine(id: FriendLine.ID("n\($0)"), kind: .name, value: $1) }
        let friend = FriendCard(
            id: Friend.ID("a"), details: FriendDetails(firstName: "Ute", lastName: "Beispiel", lines: lines))
        for version in [VCard.Version.v3, .v4] { #expect(try read(friend.bytes(in: version)) == friend) }
        #expect(text(friend.bytes()).contains("\r\nFN;X-FRIENDS-ID=n0:Tante Ute\r\n"))
    }
}
