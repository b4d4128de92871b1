import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Which attributes of LDIF the lines of a friend get.
@Suite(.timeLimit(.minutes(10)))
struct LDIFExportTests {
    /// The attributes of a friend after its name, and what is named as lost.
    private static func entry(_ lines: [FriendLine], phoneNumber: String = "") -> (rows: [String], lost: String) {
        var text = ExportText(.ldif)
        let details = FriendDetails(firstName: "Ada", phoneNumber: phoneNumber, lines: lines)
        let friend = Friend(id: Friend.ID("a"), version: Friend.Version("1"), details: details)
        let bytes = text.text(of: [friend], rests: [:], history: nil) + text.end()
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return (Array(rows.drop { $0 != "cn: Ada" }.dropFirst()), text.losses.list)
    }

    @Test func `emails have their attributes whatever their labels`() {
        let entry = Self.entry([
            .line(.email, "a@example.org", label: "work"), .line(.email, "b@example.org", label: "home", id: "b"),
            .line(.email, "c@example.org", id: "c"),
        ])
        #expect(
            entry.rows == [
                "mail: a@example.org", "mozillaSecondEmail: b@example.org", "mozillaSecondEmail: c@example.org",
            ])
        #expect(entry.lost == "labels")
        #expect(Self.entry([.line(.email, "a@example.org")]).lost.isEmpty)
    }

    @Test(arguments: [
        (["", "work"], ["homePhone", "telephoneNumber"]), (["boat", ""], ["telephoneNumber", "homePhone"]),
        (["work mobile", "home 2"], ["telephoneNumber", "homePhone"]),
        (["work fax", "fax"], ["description", "facsimileTelephoneNumber"]),
        (["work fax", "my pager"], ["facsimileTelephoneNumber", "pager"]),
    ])
    func `a number without a fitting label takes a free attribute`(labels: [String], attributes: [String]) {
        let lines = labels.enumerated().map { FriendLine.line(.phone, "030 \($0)", label: $1, id: "\($0)") }
        let (rows, lost) = Self.entry(lines, phoneNumber: "0170 1")
        #expect(rows.first == "mobile: 0170 1")
        for (index, attribute) in attributes.enumerated() where attribute != "description" {
            #expect(rows.contains("\(attribute): 030 \(index)"), "\(rows)")
        }
        #expect(rows.contains("description: Phone work fax: 030 0") == attributes.contains("description"))
        #expect(lost == (attributes.contains("description") ? "phone" : "labels"))
    }

    @Test func `numbers without a free attribute are in the description`() {
        let lines = (1...3).map { FriendLine.line(.phone, "030 \($0)", id: "\($0)") }
        let entry = Self.entry(lines, phoneNumber: "0170 1")
        #expect(
            entry.rows == [
                "mobile: 0170 1", "telephoneNumber: 030 1", "homePhone: 030 2", "description: Phone: 030 3",
            ])
        #expect(entry.lost == "labels, phone")
    }

    @Test func `websites have their attributes and keep their labels`() {
        let entry = Self.entry([
            .line(.website, "https://a.example", label: "home"),
            .line(.website, "https://b.example", label: "my blog", id: "b"),
            .line(.website, "https://c.example", id: "c"),
        ])
        #expect(
            entry.rows == [
                "mozillaHomeUrl: https://a.example", "labeledURI: https://b.example my blog",
                "labeledURI: https://c.example",
            ])
        #expect(entry.lost.isEmpty)
    }

    @Test func `an address without a fitting label takes a free attribute`() {
        let entry = Self.entry([
            .line(.address, "Weg 1", label: "other"), .line(.address, "Weg 2", label: "home", id: "2"),
            .line(.address, "Weg 3", label: "home", id: "3"), .line(.address, "Weg 4", label: "work", id: "4"),
            .line(.address, "Weg 5", id: "5"),
        ])
        #expect(
            entry.rows == [
                "postalAddress: Weg 1", "mozillaHomeStreet: Weg 2", "homePostalAddress: Weg 3", "street: Weg 4",
                "postalAddress: Weg 5",
            ])
        #expect(entry.lost == "labels")
        let free = Self.entry([.line(.address, "1 $treet", label: "holiday"), .line(.address, "2 $treet", id: "2")])
        #expect(free.rows == ["mozillaHomeStreet: 1 $treet", "street: 2 $treet"] && free.lost == "labels")
    }

    @Test func `an organization with a label is one unless another has none`() {
        #expect(Self.entry([.line(.organization, "Acme", label: "work")]).rows == ["o: Acme"])
        let both = Self.entry([.line(.organization, "Acme", label: "work"), .line(.organization, "Club", id: "2")])
        #expect(both.rows == ["o: Club", "description: Organization work: Acme"] && both.lost == "organization")
    }
}
