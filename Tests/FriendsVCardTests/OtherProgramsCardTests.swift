import FriendsModel
import FriendsVCard
import Testing

/// What programs of the field write in more ways than one: preferred numbers, pagers, titles before a name.
@Suite(.timeLimit(.minutes(10)))
struct OtherProgramsCardTests {
    private func friend(_ lines: String..., version: String = "3.0") throws -> FriendCard {
        let rows = ["BEGIN:VCARD", "VERSION:\(version)", "UID:a", "N:Lovelace;Ada;;;"] + lines + ["END:VCARD", ""]
        return try FriendCard.friend(of: try #require(VCard(rows.joined(separator: "\r\n").utf8))).friend
    }

    private static let kept: [(lines: [String], names: [String])] = [
        ([], []), (["FN:Ada Lovelace", "REV:20260101T000000Z", "PRODID:x", "EMAIL:a@b"], []),
        (["PHOTO;VALUE=uri:https://example.org/a", "KEY:k", "photo:b"], ["photo", "key"]),
        (["X-OTHER:1", "GENDER:F", "x-other:2", "item1.X-ABUID:1"], ["X-OTHER", "GENDER", "X-ABUID"]),
        (["KIND:individual"], []), (["KIND:thing"], ["kind"]), (["BDAY:soon"], []),
        (["item1.X-ABLABEL:x", "item1.EMAIL:a@b"], []), (["NOTE:", "EMAIL:"], []),
    ]

    @Test(arguments: kept)
    func `what a card keeps beyond the details has a name`(_ row: (lines: [String], names: [String])) throws {
        let card = ["BEGIN:VCARD", "VERSION:4.0", "UID:a", "N:Lovelace;Ada;;;"] + row.lines + ["END:VCARD", ""]
        let bytes = Array(card.joined(separator: "\r\n").utf8)
        let details = try FriendCard.friend(of: try #require(VCard(bytes))).friend.details
        #expect(FriendCard.keptNames(in: bytes, of: details) == row.names)
    }

    @Test func `names that are not shown are kept`() {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;King;Countess;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"
        let details = FriendDetails(firstName: "Ada", lastName: "Lovelace")
        #expect(FriendCard.keptNames(in: Array(card.utf8), of: details) == ["other names"])
        #expect(FriendCard.keptNames(in: [0xFF], of: details) == ["data of another program"])
        // Earlier versions did not show it.
        let born = card.replacing("END:", with: "BDAY:soon\r\nEND:")
        #expect(FriendCard.keptNames(in: Array(born.utf8), of: details) == ["other names", "birthday"])
    }

    @Test(arguments: ["PAGER", "pager", "FAX", "WORK,FAX", "home,Pager"])
    func `a pager or a fax is not the phone number`(types: String) throws {
        let friend = try friend("TEL;TYPE=\(types):11", "TEL;TYPE=CELL:12")
        #expect(friend.details.phoneNumber == "12")
        #expect(friend.details.lines.map(\.value) == ["11"])
    }

    @Test func `a pager is the phone number if there is no other`() throws {
        #expect(try self.friend("TEL;TYPE=PAGER:11").details.phoneNumber == "11")
    }

    @Test(arguments: [("4.0", "PREF=2", "PREF=1"), ("3.0", "TYPE=CELL", "TYPE=pref"), ("3.0", "TYPE=CELL", "PREF")])
    func `the preferred number is the phone number`(version: String, first: String, second: String) throws {
        let friend = try friend("TEL;\(first):11", "TEL;\(second):12", version: version)
        #expect(friend.details.phoneNumber == "12")
    }

    @Test func `a preference has the form of the version`() throws {
        let new = try friend("TEL:11", "EMAIL;PREF=1:a@b", "TITLE;PREF=1:Countess", version: "4.0").bytes(in: .v3)
        #expect(text(new).contains("\r\nEMAIL;TYPE=pref:a@b\r\n"), "\(text(new))")
        #expect(text(new).contains("\r\nTITLE;TYPE=pref:Countess\r\n"), "\(text(new))")
        let old = try friend("TEL:11", "EMAIL;TYPE=HOME,PREF:a@b", "TITLE;TYPE=pref:Countess").bytes(in: .v4)
        #expect(text(old).contains("\r\nEMAIL;PREF=1;TYPE=HOME:a@b\r\n"), "\(text(old))")
        #expect(text(old).contains("\r\nTITLE;PREF=1:Countess\r\n"), "\(text(old))")
    }

    @Test(arguments: [
        ("Dr. Ada Lovelace", "Dr. Ada King"), ("Ada Lovelace, Countess", "Ada King, Countess"),
        ("The Countess", "The Countess"),
    ])
    func `a renamed friend keeps what else a full name has`(old: String, new: String) throws {
        let friend = try friend("FN:\(old.replacing(",", with: "\\,"))")
        var details = friend.details
        details.lastName = "King"
        details = details.withDisplayName(following: friend.details)
        let card = text(FriendCard(id: friend.id, details: details, rest: friend.rest).bytes())
            .replacing(/;X-FRIENDS-ID=[^:]+/, with: "")
        #expect(card.contains("\r\nFN:\(new.replacing(",", with: "\\,"))\r\n"), "\(card)")
    }
}
