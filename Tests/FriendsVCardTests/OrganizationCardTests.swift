import FriendsModel
import FriendsVCard
import Testing

/// Cards of companies and other organizations.
@Suite(.timeLimit(.minutes(10)))
struct OrganizationCardTests {
    /// A card of an organization names no person, whatever its full name is.
    @Test(arguments: [
        (["FN:Acme Tools", "ORG:Acme Tools;Sales", "X-ABShowAs:COMPANY"], "", "Acme Tools, Sales"),
        (["FN:Acme Tools", "ORG:Acme Tools;Sales"], "", "Acme Tools, Sales"),
        (["KIND:org", "FN:City Library", "ORG:Town of Oslo"], "City Library", "City Library"),
        (["KIND:org", "FN:Fifth Tools Inc"], "Fifth Tools Inc", "Fifth Tools Inc"),
        (["X-ABShowAs:COMPANY", "FN:Fifth Tools Inc"], "Fifth Tools Inc", "Fifth Tools Inc"),
    ])
    func `an organization is not split into first and last name`(rows: [String], first: String, name: String) throws {
        let card = try #require(
            VCard(
                Array(
                    (["BEGIN:VCARD", "VERSION:4.0", "UID:a", "N:;;;;", "TEL:1 22"] + rows + ["END:VCARD", ""]).joined(
                        separator: "\r\n"
                    ).utf8)))
        let friend = try FriendCard.friend(of: card).friend
        #expect(friend.details.firstName == first && friend.details.lastName == "" && friend.details.fullName == name)
        #expect(friend.bytes() == card.bytes)
        var details = friend.details
        details.phoneNumber = "1 33"
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        let expected = String(decoding: card.bytes, as: UTF8.self).replacing("TEL:1 22", with: "TEL:1 33")
        #expect(String(decoding: edited, as: UTF8.self) == expected)
        #expect(try FriendCard.friend(of: try #require(VCard(edited))).friend.details == details)
    }

    /// Some programs write no N for people, too.
    @Test func `people with an empty N are not called by their company`() throws {
        for name in ["Ada Lovelace", "Mia Beispiel"] {
            let rows = ["BEGIN:VCARD", "VERSION:3.0", "N:;;;;", "FN:\(name)", "ORG:Acme", "TEL:1 22", "END:VCARD", ""]
            let card = try #require(VCard(Array(rows.joined(separator: "\r\n").utf8)))
            #expect(try FriendCard.friend(of: card).friend.details.fullName == name)
        }
    }

    @Test(arguments: ["EMAIL:a@b.org", "TEL:030 5", "ORG:Acme"])
    func `an edit leaves an empty FN`(row: String) throws {
        let rows = ["BEGIN:VCARD", "VERSION:3.0", "N:;;;;", "FN:", row, "END:VCARD", ""]
        let friend = try FriendCard.friend(of: try #require(VCard(Array(rows.joined(separator: "\r\n").utf8)))).friend
        var details = friend.details
        details.lines.append(FriendLine(id: FriendLine.ID("n"), kind: .note, value: "hi"))
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        #expect(String(decoding: edited, as: UTF8.self).contains("\r\nFN:\r\n"))
        #expect(try FriendCard.friend(of: try #require(VCard(edited))).friend.details == details)
    }
}
