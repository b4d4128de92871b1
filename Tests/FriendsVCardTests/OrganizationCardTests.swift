import FriendsModel
import FriendsVCard
import Testing

/// Cards of companies and other organizations.
@Suite(.timeLimit(.minutes(3)))
struct OrganizationCardTests {
    /// A card of an organization names no person, whatever its full name is.
    @Test(arguments: [
        (["FN:Acme Tools", "ORG:Acme Tools;Sales", "X-ABShowAs:COMPANY"], "", "Acme Tools, Sales"),
        (["FN:Acme Tools", "ORG:Acme Tools;Sales"], "", "Acme Tools, Sales"),
        (["KIND:org", "FN:City Library", "ORG:Town of Oslo"], "", "Town of Oslo"),
        (["X-ABShowAs:COMPANY", "FN:City Library", "ORG:Town of Oslo"], "", "Town of Oslo"),
        (["FN:City Library", "ORG:Town of Oslo"], "", "Town of Oslo"),
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

    private static func card(_ rows: [String]) throws -> FriendCard {
        let text = (["BEGIN:VCARD", "VERSION:3.0", "UID:a"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n")
        return try FriendCard.friend(of: try #require(VCard(Array(text.utf8)))).friend
    }

    /// A name that was read from FN, and an organization that is new.
    @Test(arguments: [["N:;;;;"], ["KIND:org"], []])
    func `a friend named by FN keeps the name with a new organization`(rows: [String]) throws {
        let friend = try Self.card(rows + ["FN:Mia Beispiel", "TEL:1 22"])
        var details = friend.details
        details.lines.append(FriendLine(id: FriendLine.ID("o"), kind: .organization, value: "Acme"))
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        let again = try FriendCard.friend(of: try #require(VCard(edited))).friend
        #expect(again.details == details)
        #expect(String(decoding: edited, as: UTF8.self).contains("FN:Mia Beispiel\r\n"))
    }

    @Test(arguments: ["", "City of Oslo"])
    func `another organization leaves the display name`(organization: String) throws {
        let friend = try Self.card(["N:;;;;", "FN:City Library", "ORG:Town of Oslo", "TEL:1 22"])
        var details = friend.details
        let line = details.lines[0]
        details.lines =
            organization.isEmpty ? [] : [FriendLine(id: line.id, kind: line.kind, value: organization)]
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        #expect(String(decoding: edited, as: UTF8.self).contains("FN:City Library\r\n"))
        #expect(try FriendCard.friend(of: try #require(VCard(edited))).friend.details == details)
    }

    /// Versions before 0.3 made a first and a last name of FN.
    @Test func `a stored friend with a name of FN keeps it`() throws {
        let card = try Self.card(["N:;;;;", "FN:City Library", "ORG:Town of Oslo", "TEL:1 22"])
        var details = card.details
        (details.firstName, details.lastName) = ("City", "Library")
        let exported = FriendCard(id: card.id, details: details, rest: card.rest).bytes()
        #expect(try FriendCard.friend(of: try #require(VCard(exported))).friend.details == details)
        #expect(String(decoding: exported, as: UTF8.self).contains("FN:City Library\r\n"))
    }
}
