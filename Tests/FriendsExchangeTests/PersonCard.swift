import FriendsFormats
import Testing

@testable import FriendsVCard

/// A random card of one person, whose names, number and lines other cards share.
struct PersonCard {
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

    let record: FriendRecord
    let card: VCard

    /// - Parameter revision: a content line, or empty.
    init(_ uid: Int, _ revision: String, _ numbers: inout some RandomNumberGenerator) throws {
        var rows = ["BEGIN:VCARD", "VERSION:\(Self.versions.randomElement(using: &numbers) ?? "")", "UID:\(uid)"]
        rows += [revision, Self.names.randomElement(using: &numbers) ?? "", "TEL:0170 1"].filter { !$0.isEmpty }
        let count = Int.random(in: 0...Self.rows.count, using: &numbers)
        rows += Self.rows.shuffled(using: &numbers).prefix(count).map { row in
            row.replacing("#", with: "\(Int.random(in: 1...3, using: &numbers))")
        }
        let text = ((rows + ["END:VCARD", ""]).joined(separator: "\n")).replacing("\n", with: "\r\n")
        card = try #require(VCard(text.utf8))
        record = [FriendRecord].cards(text)[0]
    }
}
