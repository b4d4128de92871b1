import FriendsModel
import FriendsVCard
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CardExportTests {
    // MARK: - New cards

    private static let ada = FriendDetails(
        firstName: "Ada", lastName: "Lovelace; Byron", phoneNumber: "+44 20 7946 0001",
        lines: [
            line("phone", "mobile", "+44 7700 900123"), line("phone", "Freundin, oft", "112"),
            line("email", "work", "ada@example.org"), line("address", "home", "12 St James's Square, London"),
            line("birthday", "", "1815-12-10"), line("birthday", "", "--02-29"),
            line("organization", "", "Åse & Söhne, Ltd."),
            line("website", "", "https://example.org/?a=1,2;b\\c"), line("tag", "", "maths"),
            line("tag", "", "old; friends"),
            line("tag", "work", "engines"), line("note", "", "two\nrows, and\\n; more"),
        ])

    @Test func `a new card of version 4.0`() {
        let friend = FriendCard(id: Friend.ID("3f2504e0-4f89-41d3-9a0c-0305e82c3301"), details: Self.ada)
        #expect(
            text(friend.bytes())
                == card(
                    "VERSION:4.0", "PRODID:-//friends//vCard//EN", "UID:urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                    "N:Lovelace\\; Byron;Ada;;;", "FN:Ada Lovelace\\; Byron", "TEL:+44 20 7946 0001",
                    "TEL;TYPE=cell;X-FRIENDS-ID=phone-mobile:+44 7700 900123",
                    "item1.TEL;X-FRIENDS-ID=phone-Freundin--oft:112", "item1.X-ABLabel:Freundin\\, oft",
                    "EMAIL;TYPE=work;X-FRIENDS-ID=email-work:ada@example.org",
                    "ADR;TYPE=home;X-FRIENDS-ID=address-home:;;12 St James's Square\\, London;;;;",
                    "BDAY;X-FRIENDS-ID=birthday-:18151210", "BDAY;X-FRIENDS-ID=birthday-:--0229",
                    "ORG;X-FRIENDS-ID=organization-:Åse & Söhne\\, Ltd.",
                    "URL;X-FRIENDS-ID=website-:https://example.org/?a=1,2;b\\\\c",
                    "CATEGORIES;X-FRIENDS-ID=tag-,tag-:maths,old\\; friends",
                    "item2.CATEGORIES;X-FRIENDS-ID=tag-work:engines", "item2.X-ABLabel:work",
                    "NOTE;X-FRIENDS-ID=note-:two\\nrows\\, and\\\\n\\; more"))
    }

    @Test func `a new card of version 3.0`() throws {
        let ids = try FriendCard.friend(
            of: try #require(VCard(FriendCard(id: Friend.ID("ada"), details: Self.ada).bytes())))
        // Lines whose ids follow from their content need none in the card.
        var lines: [String] = ["N:;;;;", "FN:a@b"]
        lines += ["TEL:12", "EMAIL:a@b", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "CATEGORIES:a,b"]
        let friend = try FriendCard.friend(
            of: try #require(
                VCard((["BEGIN:VCARD", "VERSION:3.0", "UID:x"] + lines + ["END:VCARD"]).joined(separator: "\n").utf8)))
        #expect(
            text(FriendCard(id: friend.friend.id, details: friend.friend.details).bytes(in: .v3))
                == card(
                    "VERSION:3.0", "PRODID:-//friends//vCard//EN", "UID:x", "N:;;;;", "FN:a@b", "TEL:12", "EMAIL:a@b",
                    "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "CATEGORIES:a,b"))
        #expect(ids.friend.details.lines.count == Self.ada.lines.count)
    }

    @Test(arguments: [VCard.Version.v3, .v4])
    func `a card comes back as the friend`(version: VCard.Version) throws {
        let lines = Self.ada.lines.enumerated().map {
            FriendLine(id: FriendLine.ID("id\($0)"), kind: $1.kind, label: $1.label, value: $1.value)
        }
        var details = Self.ada
        details.lines = lines
        let friend = FriendCard(id: Friend.ID("ada"), details: details)
        #expect(try read(friend.bytes(in: version)) == friend)
        let other = FriendCard(id: Friend.ID("ada"), details: details, rest: [0, 1, 2, 255])
        #expect(try read(other.bytes(in: version)) == other)
    }

    @Test func `a phone that is a line stays one`() throws {
        for label in ["", "fax", "home"] {
            let details = FriendDetails(firstName: "A", lines: [Self.line("phone", label, "12")])
            #expect(try read(FriendCard(id: Friend.ID("a"), details: details).bytes()).details == details)
        }
    }

    @Test func `long lines are folded between characters`() {
        let name = "Ada " + String(repeating: "👩‍👩‍👧‍👦王é", count: 10)
        let bytes = FriendCard(id: Friend.ID("a"), details: FriendDetails(firstName: name)).bytes()
        let rows = bytes.split(separator: 10).map { text($0.dropLast()) }
        #expect(rows.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        #expect(rows.contains { $0.utf8.count > 60 })
        // No row begins or ends inside of a family.
        #expect(rows.allSatisfy { !$0.hasPrefix(" \u{200D}") && !$0.hasSuffix("\u{200D}") })
    }

    // MARK: - Imported cards

    @Test(arguments: Export.all)
    func `a friend that was not changed is exported byte for byte`(export: Export) throws {
        let friend = try read(export.bytes)
        #expect(text(friend.bytes()) == text(export.bytes))
    }

    @Test(arguments: Export.all, [VCard.Version.v3, .v4])
    func `a card in another version is the same friend`(export: Export, version: VCard.Version) throws {
        let friend = try read(export.bytes)
        let bytes = friend.bytes(in: version)
        let card = try #require(VCard(bytes))
        #expect(card.version == version)
        let other = try FriendCard.friend(of: card).friend
        #expect(other.id == friend.id && other.details == friend.details, "\(text(bytes))")
        if version != VCard(export.bytes)?.version {
            let names = card.lines.map { $0.name.uppercased() }
            for line in try #require(VCard(export.bytes)).lines where !line.name.isEmpty {
                let name = line.name == "X-ANDROID-CUSTOM" ? "NICKNAME" : line.name.uppercased()
                // Before version 4.0 it has another name.
                #expect(names.contains(name) || names.contains("X-\(name)"), "\(name)")
            }
            #expect(!text(bytes).contains(";ENCODING=QUOTED-PRINTABLE"))
        }
    }

    /// Cards with which a fuzzer has found faults, and what is added to the friend or removed from it.
    @Test(arguments: [
        "X-FRIENDS-LINE:note;l;v", "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=A4=", "NOTE;QUOTED-PRINTABLE:a=\r\n\r\nTITLE:b",
        "NOTE;QUOTED-PRINTABLE:a=\r\nb=", "CATEGORIES:a,b\r\nORG:c\r\nCATEGORIES:a,b",
        "TEL:1\r\nTEL;TYPE=\"home:x\":12", "TEL:1\r\nTEL;TYPE=\"a;b\",\"c,d\":12", "TEL:1\r\nTEL;TYPE=a\";\"b:12",
        "UID:\u{A0}", "UID:\\n",
    ])
    func `an unusual card can be edited and converted`(lines: String) throws {
        let friend = try read(try #require(VCard(lines: "N:A;B", lines)).bytes)
        for version in [VCard.Version.v3, .v4] {
            let other = try read(friend.bytes(in: version))
            #expect(other.details == friend.details && other.id == friend.id)
            #expect(!text(friend.bytes(in: version)).contains("X-FRIENDS-REST"))
        }
        let tag = FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "t")
        for lines in [
            friend.details.lines + [tag], [tag] + friend.details.lines,
            Array(friend.details.lines.dropFirst().reversed()),
        ] {
            let details = FriendDetails(firstName: "B", lastName: "A", lines: lines)
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            var back = try read(bytes).details
            // The note of an invalid number was removed.
            back.lines.removeAll { $0.label == "phone" && !details.lines.contains($0) }
            #expect(back == details, "\(text(bytes))")
            #expect(!text(bytes).contains("X-FRIENDS-REST"), "\(text(bytes))")
        }
    }

    /// The line ends of an encoding that the other version does not have.
    @Test(arguments: [
        (
            "X-A;ENCODING=QUOTED-PRINTABLE:a=0AEND:VCARD=0D=0ABEGIN:VCARD=0DFN:E",
            "X-A:a\\nEND:VCARD\\nBEGIN:VCARD\\nFN:E"
        ),
        ("X-A;ENCODING=QUOTED-PRINTABLE:a\\=0AX-B:b", "X-A:a\\\\\\nX-B:b"),
        ("N;ENCODING=QUOTED-PRINTABLE:A;B;=0AX-B:b", "N:A;B;\\nX-B:b;;"),
        ("CATEGORIES;ENCODING=QUOTED-PRINTABLE:a,\\,=0AX-B:b", "CATEGORIES:a\r\nCATEGORIES:\\,\\nX-B:b"),
    ])
    func `a value begins no line of its own`(line: String, expected: String) throws {
        for version in ["3.0", "4.0"] {
            let friend = try read(
                try #require(VCard("BEGIN:VCARD\nVERSION:\(version)\nUID:a\nFN:A\n\(line)\nEND:VCARD\n".utf8)).bytes)
            let other = friend.bytes(in: version == "3.0" ? .v4 : .v3)
            let names = try #require(VCard(other)).lines.map(\.name)
            #expect(!names.contains("X-B") && VCardReader.records(in: other).count == 1, "\(text(other))")
            if version == "3.0", line.hasPrefix("X-A") { #expect(text(other).contains("\r\n\(expected)\r\n")) }
            var details = friend.details
            details.firstName = "Z"
            details.lines.append(FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "t"))
            let edited = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(!(try #require(VCard(edited)).lines.map(\.name).contains("X-B")), "\(text(edited))")
            #expect(try read(edited).details == details)
        }
    }

    // MARK: - Types and folds

    @Test(arguments: ["END:VCARD", "begin:vcard", "End:VCard"])
    func `no row of a folded text is the beginning or the end of the card`(marker: String) throws {
        for version in [VCard.Version.v3, .v4] {
            for count in 1..<80 {
                let note = String(repeating: "a", count: count) + marker
                let details = FriendDetails(
                    firstName: "A", lines: [FriendLine(id: FriendLine.ID("n"), kind: .note, value: note)])
                let bytes = FriendCard(id: Friend.ID("a"), details: details).bytes(in: version)
                #expect(try read(bytes).details == details, "\(count)")
            }
        }
    }

    @Test(arguments: [
        ("TYPE=\"x y\"", "TYPE=\"x y\""), ("TYPE=\"a=b\",home", "TYPE=\"a=b\",home"), ("TYPE=\"a;b\"", "TYPE=\"a;b\""),
        ("TYPE=work,\"voice\"", "TYPE=work,voice"), ("TYPE=\"home,work\"", "TYPE=home,work"),
        ("TYPE=Büro-2", "TYPE=Büro-2"),
    ])
    func `a type that needs quotes has them in another version`(old: String, new: String) throws {
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:A\r\nTEL:1\r\nTEL;\(old):12\r\nEND:VCARD\r\n"
        let bytes = try read(Array(card.utf8)).bytes(in: .v3)
        #expect(text(bytes).contains("\r\nTEL;\(new):12\r\n"), "\(text(bytes))")
    }

    // MARK: - Helpers

    private static func line(_ kind: String, _ label: String, _ value: String) -> FriendLine {
        let id = "\(kind)-\(label)".map { $0.isLetter || $0 == "-" ? $0 : "-" }
        return FriendLine(id: FriendLine.ID(String(id)), kind: LineKind(key: kind), label: label, value: value)
    }

    private func card(_ lines: String...) -> String {
        (["BEGIN:VCARD"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
}
