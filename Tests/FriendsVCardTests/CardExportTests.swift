import FriendsModel
import FriendsVCard
import Testing

@Suite(.timeLimit(.minutes(3)))
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
        var lines: [String] = ["N:;;;;", "FN:12"]
        lines += ["TEL:12", "EMAIL:a@b", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "CATEGORIES:a,b"]
        let friend = try FriendCard.friend(
            of: try #require(
                VCard((["BEGIN:VCARD", "VERSION:3.0", "UID:x"] + lines + ["END:VCARD"]).joined(separator: "\n").utf8)))
        #expect(
            text(FriendCard(id: friend.friend.id, details: friend.friend.details).bytes(in: .v3))
                == card(
                    "VERSION:3.0", "PRODID:-//friends//vCard//EN", "UID:x", "N:;;;;", "FN:12", "TEL:12", "EMAIL:a@b",
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
                #expect(names.contains(line.name.uppercased()), "\(line.name)")
            }
            #expect(!text(bytes).contains(";ENCODING=QUOTED-PRINTABLE"))
        }
    }

    /// Changes of the friend of Apple's card, and the lines that differ then.
    @Test(arguments: [
        (
            Edit.first("Gracia"),
            [
                "-N:Hopper;Grace;Brewster;;", "-FN:Grace Brewster Hopper", "+N:Hopper;Gracia;Brewster;;",
                "+FN:Gracia Hopper",
            ]
        ),
        (
            .phone("112"),
            [
                "-TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+1 (212) 555-0199",
                "+TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:112",
            ]
        ),
        (
            .value("email", "g@h.example"),
            [
                "-item1.EMAIL;type=INTERNET;type=pref:grace@navy.example",
                "+item1.EMAIL;type=INTERNET;type=pref;X-FRIENDS-ID=ID:g@h.example",
            ]
        ),
        (.value("organization", "Army"), ["-ORG:Navy;", "+ORG;X-FRIENDS-ID=ID:Army;"]),
        (
            .value("address", "2 Compiler Ct, Apt 4, Arlington, VA, 22201, USA"),
            [
                "-item3.ADR;type=HOME;type=pref:;;1 Compiler Ct\\nApt 4;Arlington;VA;22201;USA",
                "+item3.ADR;type=HOME;type=pref;X-FRIENDS-ID=ID:;;2 Compiler Ct\\, Apt",
                "+  4;Arlington;VA;22201;USA",
            ]
        ),
        (
            .value("birthday", "1906-12-09"),
            [
                "-BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-09", "+BDAY;X-FRIENDS-ID=ID:1906-12-09",
            ]
        ),
        (
            .label("email", "work"),
            [
                "-item1.EMAIL;type=INTERNET;type=pref:grace@navy.example", "-item1.X-ABLabel:Freundin",
                "+item1.EMAIL;TYPE=INTERNET;TYPE=pref;TYPE=work;X-FRIENDS-ID=ID:grace", "+ @navy.example",
            ]
        ),
        (
            .label("phone", "Büro"),
            [
                "-TEL;type=HOME;type=VOICE:+1 212 555 0111", "+item5.TEL;TYPE=VOICE;X-FRIENDS-ID=ID:+1 212 555 0111",
                "+item5.X-ABLabel:Büro",
            ]
        ),
        (.removal("email"), ["-item1.EMAIL;type=INTERNET;type=pref:grace@navy.example", "-item1.X-ABLabel:Freundin"]),
        (.removal("website"), ["-item4.URL;type=pref:www.example.org", "-item4.X-ABLabel:_$!<HomePage>!$_"]),
        (.addition("note", "x\ny"), ["+NOTE;X-FRIENDS-ID=ID:x\\ny"]),
        (.addition("tag", "navy"), ["+CATEGORIES;X-FRIENDS-ID=ID:navy"]),
    ])
    fileprivate func `an edited card differs in the edited lines only`(edit: Edit, expected: [String]) throws {
        let export = try #require(Export.all.first { $0.program == "Apple" })
        let friend = try read(export.bytes)
        let edited = edit.applied(to: friend)
        let bytes = edited.friend.bytes()
        #expect(differences(export.bytes, bytes).map { $0.replacing(edited.id, with: "ID") } == expected)
        let other = try read(bytes)
        #expect(other.details == edited.friend.details && other.id == friend.id)
        // The next export is the same.
        #expect(other.bytes() == bytes)
        // Undone, it is the old card again.
        #expect(FriendCard(id: friend.id, details: friend.details, rest: friend.rest).bytes() == export.bytes)
    }

    @Test func `an edited card of version 2.1 stays one`() throws {
        let export = try #require(Export.all.first { $0.program == "Outlook (2.1)" })
        var friend = try read(export.bytes)
        var details = friend.details
        details.firstName = "Jürgen"
        details.lines[details.lines.count - 2].value = "Erste Zeile\nDritte; Zeile"
        friend = FriendCard(id: friend.id, details: details, rest: friend.rest)
        #expect(
            differences(export.bytes, friend.bytes()).filter { $0.hasPrefix("+") } == [
                "+UID:\(friend.id.rawValue)",
                "+N;LANGUAGE=de;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrg=",
                "+en;;;",
                "+FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BCller",
                "+NOTE;X-FRIENDS-ID=\(details.lines[details.lines.count - 2].id.rawValue);CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Erste =",
                "+Zeile=0ADritte\\; Zeile",
            ])
        #expect(try read(friend.bytes()).details == details)
    }

    @Test(arguments: ["END:VCARD", "begin:vcard", "End:VCard"])
    func `no row of a text in version 2.1 is the beginning or the end of the card`(marker: String) throws {
        let old = Array("BEGIN:VCARD\r\nVERSION:2.1\r\nUID:a\r\nN:A\r\nNOTE:n\r\nEND:VCARD\r\n".utf8)
        let friend = try read(old)
        for count in 1..<80 {
            var details = friend.details
            details.lines[0].value = String(repeating: "a", count: count) + "\n" + marker
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(try read(bytes).details == details && text(bytes).contains("VERSION:2.1"), "\(count)")
        }
    }

    @Test func `tags are edited in their line`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:A\r\nCATEGORIES:a,\\,,b,c\r\nX-A:b\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.lines.map(\.value) == ["a", "b", "c"])
        func export(_ change: (inout [FriendLine]) -> Void) throws -> String {
            var details = friend.details
            change(&details.lines)
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(try read(bytes).details == details)
            return differences(Array(card.utf8), bytes).filter { $0.hasPrefix("+") }.joined(separator: "|")
        }
        let new = FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "new")
        #expect(try export { $0.remove(at: 1) } == "+CATEGORIES:a,\\,,c")
        #expect(try export { $0.append(new) }.hasSuffix(":a,\\,,b,c,new"))
        #expect(try export { $0.insert(new, at: 1) }.hasSuffix(":a,new,\\,,b,c"))
        #expect(try export { $0.removeAll() } == "+CATEGORIES:\\,")
        #expect(try export { $0[2].value = "d" }.hasSuffix(":a,\\,,b,d"))
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
            #expect(try read(bytes).details == details, "\(text(bytes))")
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

    /// A card has more lines than a friend shows. Without one of them, another one would take its place.
    @Test(arguments: [nil, VCard.Version.v3, .v4])
    func `a friend that no change of its card describes is a new card with the old one in it`(version: VCard.Version?)
        throws
    {
        let emails = (0..<101).map { "EMAIL:a\($0)@b" }.joined(separator: "\r\n")
        let old = try #require(VCard(lines: "UID:a", "FN:A", emails))
        let friend = try read(old.bytes)
        #expect(friend.details.lines.count == 100)
        var details = friend.details
        details.lines.removeFirst()
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
        let other = try read(bytes)
        #expect(other.details == details && other.id == friend.id)
        #expect(other.bytes() == bytes)
        #expect(try #require(VCard(bytes)).lines.contains { $0.name == "X-FRIENDS-REST" })
    }

    @Test func `a backslash at the end of a part stays a part of it`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nx-a:b\r\nUID:a\r\nN:A;B\\\r\nCATEGORIES:c\\\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.summary == ["B\\", "A", "", "tag : c\\"])
        var details = friend.details
        details.lastName = "Z"
        details.lines.append(FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "d"))
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        // The others keep their bytes: the edited card is the friend, so that it is not composed anew.
        #expect(text(bytes).contains("N:Z;B\\\\;;;\r\n") && text(bytes).contains(":c\\\\,d\r\n"))
        #expect(text(bytes).contains("\r\nx-a:b\r\nUID:a\r\n"))
        #expect(try read(bytes).details == details)
    }

    @Test func `lines in another order keep their bytes and the others`() throws {
        let export = try #require(Export.all.first { $0.program == "Apple" })
        let friend = try read(export.bytes)
        var details = friend.details
        details.lines.reverse()
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        #expect(try read(bytes).details == details)
        let rows = { (bytes: [UInt8]) in text(bytes).split(separator: "\r\n").sorted() }
        #expect(rows(bytes) == rows(export.bytes))
    }

    @Test func `the phone number of a card can be removed`() throws {
        let export = try #require(Export.all.first { $0.program == "Nextcloud" })
        let friend = try read(export.bytes)
        var details = friend.details
        details.phoneNumber = ""
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
        #expect(try read(edited.bytes()).details == details)
    }

    // MARK: - Helpers

    fileprivate enum Edit: Sendable {
        case first(String), phone(String), value(String, String), label(String, String), removal(String)
        case addition(String, String)

        /// The friend after the edit, and the id of the line that was edited.
        func applied(to friend: FriendCard) -> (friend: FriendCard, id: String) {
            var details = friend.details
            var id = "no id"
            func index(_ kind: String) -> Int {
                let index = details.lines.firstIndex { $0.kind.key == kind } ?? 0
                id = details.lines[index].id.rawValue
                return index
            }
            switch self {
            case .first(let name): details.firstName = name
            case .phone(let number): details.phoneNumber = number
            case .value(let kind, let value): details.lines[index(kind)].value = value
            case .label(let kind, let label): details.lines[index(kind)].label = label
            case .removal(let kind): details.lines.remove(at: index(kind))
            case .addition(let kind, let value):
                id = "new"
                details.lines.append(FriendLine(id: FriendLine.ID("new"), kind: LineKind(key: kind), value: value))
            }
            return (FriendCard(id: friend.id, details: details, rest: friend.rest), id)
        }
    }

    private static func line(_ kind: String, _ label: String, _ value: String) -> FriendLine {
        let id = "\(kind)-\(label)".map { $0.isLetter || $0 == "-" ? $0 : "-" }
        return FriendLine(id: FriendLine.ID(String(id)), kind: LineKind(key: kind), label: label, value: value)
    }

    private func card(_ lines: String...) -> String {
        (["BEGIN:VCARD"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    private func read(_ bytes: [UInt8]) throws -> FriendCard {
        try FriendCard.friend(of: try #require(VCard(bytes), "\(text(bytes))")).friend
    }

    /// The rows that one card has and the other one has not.
    private func differences(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        let (old, new) = (text(old).split(separator: "\r\n"), text(new).split(separator: "\r\n"))
        let difference = new.difference(from: old)
        return difference.removals.map(\.row) + difference.insertions.map(\.row)
    }
}

extension CollectionDifference<Substring>.Change {
    fileprivate var row: String {
        switch self {
        case .insert(_, let row, _): "+" + row
        case .remove(_, let row, _): "-" + row
        }
    }
}
