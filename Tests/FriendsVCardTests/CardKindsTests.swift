import FriendsModel
import FriendsVCard
import Testing

/// Kinds of lines that cards have under several names.
@Suite(.timeLimit(.minutes(10)))
struct CardKindsTests {
    private static func card(_ rows: String..., version: String = "3.0") throws -> VCard {
        let rows = ["BEGIN:VCARD", "VERSION:\(version)", "UID:a", "N:B;A;;;", "FN:A B"] + rows + ["END:VCARD", ""]
        return try #require(VCard(rows.joined(separator: "\r\n").utf8))
    }

    @Test(arguments: [
        ("NICKNAME:Gerdi,Gerd", ["nickname : Gerdi,Gerd"]), ("TITLE:Chefin", ["title : Chefin"]),
        ("ROLE:Leitung", ["role : Leitung"]), ("ANNIVERSARY:20010203", ["anniversary : 2001-02-03"]),
        ("X-ANNIVERSARY:2001-02-03", ["anniversary : 2001-02-03"]),
        ("X-EVOLUTION-ANNIVERSARY:2001-02-03", ["anniversary : 2001-02-03"]),
        ("ANNIVERSARY:last spring", ["note anniversary: last spring"]),
        ("item1.X-ABDATE:2001-02-03\r\nitem1.X-ABLabel:_$!<Anniversary>!$_", ["anniversary : 2001-02-03"]),
        ("item1.X-ABDATE:2001-02-03\r\nitem1.X-ABLabel:First met", ["anniversary First met: 2001-02-03"]),
        ("RELATED;VALUE=text;TYPE=spouse:Otto", ["relation spouse: Otto"]),
        ("RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", []),
        ("item1.X-ABRELATEDNAMES:Otto\r\nitem1.X-ABLabel:_$!<Spouse>!$_", ["relation spouse: Otto"]),
        ("X-SPOUSE:Otto", ["relation spouse: Otto"]), ("X-EVOLUTION-MANAGER:Otto", ["relation manager: Otto"]),
        ("IMPP:xmpp:gerda@example.org", ["messenger : xmpp:gerda@example.org"]),
        ("X-JABBER;TYPE=HOME:gerda@example.org", ["messenger Jabber home: gerda@example.org"]),
        ("IMPP;X-SERVICE-TYPE=WhatsApp;TYPE=HOME:x-apple:gerda", ["messenger WhatsApp home: x-apple:gerda"]),
        ("X-SOCIALPROFILE;TYPE=MASTODON:@gerda", ["messenger mastodon: @gerda"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Oma \\;Lotte;1;;;;", ["nickname : Oma ;Lotte"]),
        (
            "X-ANDROID-CUSTOM;ENCODING=QUOTED-PRINTABLE:vnd.android.cursor.item/nickname;J=C3=B6;1;",
            ["nickname : J\u{F6}"]
        ),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2010-05-03;1;", ["anniversary : 2010-05-03"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2010-05-03;0;Met;", ["anniversary Met: 2010-05-03"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2010-05-03;3;", []),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Tom;14;", ["relation spouse: Tom"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Tom", ["relation : Tom"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/group_membership;7;", []),
        ("X-MS-TEL;TYPE=VOICE;TYPE=CALLBACK:+49 30 1", ["phone callback: +49 30 1"]),
        ("X-ASSISTANT-TEL:030 2", ["phone assistant: 030 2"]), ("X-CHILDREN:Mia", ["relation child: Mia"]),
        ("X-MS-SPOUSE;N:Kim", ["relation spouse: Kim"]), ("X-CUSTOM2:Red hair", ["note custom 2: Red hair"]),
        ("X-EVOLUTION-BLOG-URL:http://e.org", ["website blog: http://e.org"]),
    ])
    func `what cards say of a person is a line`(rows: String, lines: [String]) throws {
        let card = try Self.card(rows)
        let friend = try FriendCard.friend(of: card).friend
        #expect(Array(friend.details.summary.dropFirst(3)) == lines)
        #expect(friend.bytes() == card.bytes)
        for version in [VCard.Version.v3, .v4] {
            #expect(Array(try read(friend.bytes(in: version)).details.summary.dropFirst(3)) == lines)
        }
    }

    @Test func `the number of an assistant is not the friend's`() throws {
        let friend = try FriendCard.friend(of: Self.card("X-ASSISTANT-TEL:030 2", "X-MS-TEL:030 3")).friend
        #expect(friend.details.phoneNumber.isEmpty && friend.details.lines.count == 2)
    }

    @Test func `what Android's programs have no property for is edited as another property`() throws {
        let card = try Self.card(
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Lotte;1;",
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/other;x",
            version: "2.1")
        let friend = try FriendCard.friend(of: card).friend
        var details = friend.details
        details.lines[0].value = "Lotti"
        let edited = text(FriendCard(id: friend.id, details: details, rest: friend.rest).bytes())
        #expect(edited.contains("\r\nNICKNAME") && edited.contains(":Lotti\r\n") && !edited.contains("Lotte"))
        #expect(edited.contains("item/other;x\r\n"))
        details.lines = []
        let removed = text(FriendCard(id: friend.id, details: details, rest: friend.rest).bytes())
        #expect(!removed.contains("nickname") && removed.contains("item/other;x\r\n"))
    }

    @Test func `one of several preferences is written in earlier versions`() throws {
        let card = try Self.card("EMAIL;PREF=2:b@example.org", "EMAIL;PREF=1:a@example.org", version: "4.0")
        let exported = text(try FriendCard.friend(of: card).friend.bytes(in: .v3))
        #expect(exported.contains("\r\nEMAIL:b@example.org\r\nEMAIL;TYPE=pref:a@example.org\r\n"))
    }

    @Test func `an edit touches the line of the card only`() throws {
        let card = try Self.card(
            "X-JABBER;TYPE=HOME:old", "item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:_$!<Anniversary>!$_",
            "item2.X-ABRELATEDNAMES:Otto", "item2.X-ABLabel:_$!<Spouse>!$_", "NICKNAME:Gerdi,Gerd", "X-OTHER:x")
        let friend = try FriendCard.friend(of: card).friend
        var details = friend.details
        for (index, value) in ["new", "2002-02-03", "Max", "Gerdi,Gerda"].enumerated() {
            details.lines[index].value = value
        }
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
        let rows = text(edited.bytes()).split(separator: "\r\n").map { row in
            String(row).replacing(/;X-FRIENDS-ID=[a-z0-9]+/, with: "")
        }
        #expect(
            rows.suffix(8) == [
                "X-JABBER;TYPE=HOME:new", "item1.X-ABDATE:2002-02-03", "item1.X-ABLabel:_$!<Anniversary>!$_",
                "item2.X-ABRELATEDNAMES:Max", "item2.X-ABLabel:_$!<Spouse>!$_", "NICKNAME:Gerdi,Gerda", "X-OTHER:x",
                "END:VCARD",
            ])
        for version in [nil, VCard.Version.v3, .v4] {
            #expect(try read(edited.bytes(in: version)).details == details)
        }
    }

    @Test func `a new line has the property that other programs know`() throws {
        let lines = [
            FriendLine(id: FriendLine.ID("1"), kind: .anniversary, value: "--02-03"),
            FriendLine(id: FriendLine.ID("2"), kind: .relation, label: "spouse", value: "Otto"),
            FriendLine(id: FriendLine.ID("4"), kind: .anniversary, label: "first met", value: "2001-02-03"),
            FriendLine(id: FriendLine.ID("3"), kind: .messenger, label: "Signal", value: "+49 170 1"),
        ]
        let friend = FriendCard(id: Friend.ID("a"), details: FriendDetails(firstName: "A", lines: lines))
        let texts = [VCard.Version.v3, .v4].map { version in
            text(friend.bytes(in: version)).replacing(/;X-FRIENDS-ID=[0-9]/, with: "")
        }
        for row in [
            "X-ANNIVERSARY;X-APPLE-OMIT-YEAR=1604:1604-02-03", "item1.X-ABRELATEDNAMES:Otto", "item1.X-ABLabel:spouse",
            "item2.X-ABDATE:2001-02-03", "item2.X-ABLabel:first met", "item3.IMPP:+49 170 1",
            "item3.X-ABLabel:Signal",
        ] {
            #expect(texts[0].contains("\r\n\(row)\r\n"), "\(row): \(texts[0])")
        }
        for row in ["ANNIVERSARY:--0203", "RELATED;VALUE=text;TYPE=spouse:Otto", "item2.IMPP:+49 170 1"] {
            #expect(texts[1].contains("\r\n\(row)\r\n"), "\(row): \(texts[1])")
        }
    }

    @Test func `friends of earlier versions get the lines that their cards have`() throws {
        let card = try Self.card("NICKNAME:Gerdi", "EMAIL:a@example.org", "TITLE:Chefin", "NOTE:x", "ROLE:Leitung")
        let whole = try FriendCard.friend(of: card).friend.details.lines
        let old = whole.filter { [.email, .note].contains($0.kind) }
        func filled(_ lines: [FriendLine], from card: [UInt8], last: String = "B") -> [FriendLine]? {
            FriendCard.details(
                FriendDetails(firstName: "A", lastName: last, lines: lines), filledFrom: card, after: .hidden)?.lines
        }
        #expect(filled(old, from: card.bytes) == whole)
        #expect(filled(whole, from: card.bytes) == nil)
        // What was removed stays removed.
        #expect(filled([], from: card.bytes)?.map(\.kind) == [.nickname, .title, .role])
        #expect(filled(old, from: Array("no card".utf8)) == nil)
        // The names may have been edited since.
        let named = try #require(VCard(lines: "UID:a", "N:B;A;;;", "FN:Dr. A B"))
        #expect(filled([], from: named.bytes)?.map(\.value) == ["Dr. A B"])
        #expect(filled([], from: named.bytes, last: "C")?.map(\.value) == ["Dr. A C"])
    }
}
