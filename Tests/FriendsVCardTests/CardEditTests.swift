import FriendsModel
import FriendsVCard
import Testing

/// The cards of friends that were edited.
@Suite(.timeLimit(.minutes(10)))
struct CardEditTests {
    /// - Returns: the FN of the card of a company after an edit.
    private func displayName(of name: String = "Pizzeria", _ edit: (inout FriendDetails) -> Void) throws -> String? {
        let card = try #require(
            VCard(
                lines: "UID:d1", "N:;;;;", "FN:\(name)", "ORG:Pizzeria", "TEL:+49 30 1", "EMAIL:ciao@example.org"))
        let friend = try FriendCard.friend(of: card).friend
        var details = friend.details
        edit(&details)
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        let edited = try #require(VCard(bytes))
        #expect(try FriendCard.friend(of: edited).friend.details == details)
        // The other versions, and the card after the next edit.
        for version in [VCard.Version.v2, .v3, .v4] {
            let other = try #require(
                VCard(FriendCard(id: friend.id, details: details, rest: bytes).bytes(in: version)))
            #expect(try FriendCard.friend(of: other).friend.details == details)
            #expect(
                other.lines.filter { $0.name == "FN" }.map(\.value)
                    == edited.lines.filter { $0.name == "FN" }.map(\.value))
            #expect(!String(decoding: other.bytes, as: UTF8.self).contains("X-FRIENDS-REST"))
        }
        return edited.lines.first { $0.name == "FN" }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test func `editing a company keeps the display name of its card`() throws {
        #expect(try displayName { $0.phoneNumber = "+49 30 2" } == "Pizzeria")
        #expect(try displayName { $0.lines.removeAll { $0.kind == .email } } == "Pizzeria")
        #expect(try displayName { $0.lines.insert(.random("ACME"), at: 0) } == "Pizzeria")
    }

    /// It is not read as the name of a person then.
    @Test func `editing the organization of a company keeps its display name`() throws {
        #expect(try displayName { $0.lines.removeAll { $0.kind == .organization } } == "Pizzeria")
        #expect(try displayName { $0.lines[0].value = "Trattoria" } == "Pizzeria")
        #expect(try displayName { $0.lines = [] } == "Pizzeria")
        let isFirst = try displayName { details in
            details.lines.removeAll { $0.kind == .organization }
            details.lines.append(.random("Trattoria"))
        }
        #expect(isFirst == "Pizzeria")
        // A name of the friend is another display name.
        #expect(try displayName { $0.firstName = "Ute" } == "Ute")
        #expect(
            try displayName {
                $0.lastName = "Roma"; $0.lines = []
            } == "Roma")
    }

    /// It stood for a name.
    @Test(arguments: ["+49 30 1", "ciao@example.org"])
    func `a number or an email in the place of a name follows the friend's`(name: String) throws {
        let new = try displayName(of: name) { details in
            details.phoneNumber = "+49 30 2"
            details.lines.removeAll { $0.kind == .email }
        }
        #expect(new == "Pizzeria")
    }

    /// A name is a whole word, and in one place.
    @Test(arguments: [
        ("Lisa Li", "Lisa Wu"), ("Dr. Li", "Dr. Wu"), ("Li\\, Berlin", "Wu, Berlin"), ("Li Li", "Wu Li"),
        ("Lili", "Lili"),
    ])
    func `an edited name replaces the old one in the full name`(text: String, expected: String) throws {
        let card = try #require(VCard(lines: "UID:a", "N:Li;;;;", "FN:\(text)"))
        let friend = try FriendCard.friend(of: card).friend
        var details = friend.details
        details.lastName = "Wu"
        details = details.withDisplayName(following: friend.details)
        let edited = FriendCard(id: friend.id, details: details, rest: friend.rest)
        let name = expected.replacing(",", with: "\\,")
        let bytes = String(decoding: edited.bytes(), as: UTF8.self)
        let rows = bytes.replacing(/;X-FRIENDS-ID=[^:]+/, with: "")
        #expect(rows.contains("\r\nFN:\(name)\r\n"), "\(bytes)")
    }

    /// Changes of the friend of Apple's card, and the lines that differ then.
    @Test(arguments: [
        (
            Edit.first("Gracia"),
            [
                "-N:Hopper;Grace;Brewster;;", "-FN:Grace Brewster Hopper", "+N:Hopper;Gracia;Brewster;;",
                "+FN;X-FRIENDS-ID=ID:Gracia Brewster Hopper",
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

    @Test func `a formatted address goes when its address is edited`() throws {
        let old = try #require(VCard(lines: "UID:a", "FN:A", "ADR:;;1 Road;Town;;;UK;1 Road\\nTown\\nUK"))
        let friend = try read(old.bytes)
        func export(_ change: (inout FriendLine) -> Void) throws -> String {
            var details = friend.details
            change(&details.lines[0])
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(try read(bytes).details == details)
            return text(bytes)
        }
        #expect(try export { $0.value = "2 Road, Town, UK" }.contains(":;;2 Road;Town;;;UK\r\n"))
        #expect(try export { $0.label = "home" }.contains(":;;1 Road;Town;;;UK;1 Road\\nTown\\nUK\r\n"))
    }

    @Test func `the rest of a full name goes with the name`() throws {
        let old = try #require(
            VCard(lines: "UID:a", "N:Lovelace;Ada;;;", "FN:Dr. Ada Lovelace", "EMAIL:a@b", "X-KEEP:kept"))
        let friend = try read(old.bytes)
        var details = friend.details
        (details.firstName, details.lastName) = ("", "")
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        #expect(try read(bytes).details == details)
        #expect(text(bytes).contains("\r\nX-KEEP:kept\r\n") && !text(bytes).contains("X-FRIENDS-REST"))
    }

    @Test func `tags are edited in their line`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:A\r\nCATEGORIES:a,\u{7},b,c\r\nX-A:b\r\nEND:VCARD\r\n"
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
        #expect(try export { $0.remove(at: 1) } == "+CATEGORIES:a,\u{7},c")
        #expect(try export { $0.append(new) }.hasSuffix(":a,\u{7},b,c,new"))
        #expect(try export { $0.insert(new, at: 1) }.hasSuffix(":a,new,\u{7},b,c"))
        #expect(try export { $0.removeAll() } == "+CATEGORIES:\u{7}")
        #expect(try export { $0[2].value = "d" }.hasSuffix(":a,\u{7},b,d"))
    }

    /// It is two tags here.
    @Test func `a tag of another program keeps its comma`() throws {
        let tags = "CATEGORIES:x,Smith\\, Jones,b\\;c,\\,d"
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:A\r\n\(tags)\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.lines.map(\.value) == ["x", "Smith", "Jones", "b;c", "d"])
        func export(_ change: (inout [FriendLine]) -> Void) throws -> String {
            var details = friend.details
            change(&details.lines)
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(try read(bytes).details == details)
            let rows = text(bytes).replacing("\r\n ", with: "").split(separator: "\r\n")
            let row = try #require(rows.first { $0.hasPrefix("CATEGORIES") })
            return String(row.drop { $0 != ":" })
        }
        let new = FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "new")
        #expect(try export { $0.append(new) } == ":x,Smith\\, Jones,b\\;c,\\,d,new")
        #expect(try export { $0.insert(new, at: 1) } == ":x,new,Smith\\, Jones,b\\;c,\\,d")
        #expect(try export { $0.remove(at: 0) } == ":Smith\\, Jones,b\\;c,\\,d")
        #expect(try export { $0.remove(at: 1) } == ":x, Jones,b\\;c,\\,d")
        #expect(try export { $0[4].value = "e" } == ":x,Smith\\, Jones,b\\;c,\\,e")
    }

    /// Two lines share the content line with their label.
    @Test(arguments: [nil, VCard.Version.v3, .v4])
    func `a friend that no change of its card describes is a new card with the old one in it`(version: VCard.Version?)
        throws
    {
        let old = try #require(
            VCard(lines: "UID:a", "FN:A", "a.EMAIL:a@b", "a.EMAIL:c@d", "a.X-ABLabel:Verein"))
        let friend = try read(old.bytes)
        #expect(friend.details.lines.map(\.label) == ["Verein", "Verein"])
        var details = friend.details
        details.lines[0].label = "Schule"
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
        let other = try read(bytes)
        #expect(other.details == details && other.id == friend.id)
        #expect(other.bytes() == bytes)
        #expect(try #require(VCard(bytes)).lines.contains { $0.name == "X-FRIENDS-REST" })
    }

    @Test(arguments: 1...4)
    func `what another program has stored with a friend comes back from its card`(count: Int) throws {
        let rest = [UInt8](repeating: 0xFB, count: count)
        let friend = FriendCard(id: Friend.ID("a"), details: FriendDetails(firstName: "A"), rest: rest)
        #expect(try read(friend.bytes()).rest == rest)
    }

    @Test func `a backslash at the end of a part stays a part of it`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nx-a:b\r\nUID:a\r\nN:A;B\\\r\nCATEGORIES:c\\\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.summary == ["B\\", "A", "", "tag : c\\"])
        var details = friend.details
        details.lastName = "Z"
        details.lines.append(FriendLine(id: FriendLine.ID("new"), kind: .tag, value: "d"))
        let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
        // The other lines keep their bytes: reading the edited card gives the friend, so no new card is composed.
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
            case .first(let name):
                _ = index("name")
                details.firstName = name
                details = details.withDisplayName(following: friend.details)
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

extension FriendLine {
    /// A new organization.
    fileprivate static func random(_ organization: String) -> FriendLine {
        FriendLine(id: .random(), kind: .organization, value: organization)
    }
}
