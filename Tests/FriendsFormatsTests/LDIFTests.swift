import FriendsModel
import TestSupport
import Testing

@testable import FriendsFormats

@Suite(.timeLimit(.minutes(10)))
struct LDIFTests {
    private static func friends(_ text: String, chunkSize: Int = .max) -> [Result<[String], RecordProblem>] {
        let reader = RecordReader(.ldif, today: CalendarDay(year: 2026, month: 11, day: 27))
        return reader.records(in: Array(text.utf8), chunkSize: chunkSize).map { record in
            record.content.map { friend in
                let lines = friend.details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
                return [friend.details.firstName, friend.details.lastName, friend.details.phoneNumber] + lines
            }
        }
    }

    private static let thunderbird = """
        dn: cn=Otto Beispiel,mail=otto@example.org
        objectclass: top
        objectclass: mozillaAbPersonAlpha
        givenName: Otto
        sn: Beispiel
        cn: Onkel Otto
        mozillaNickname: Otti
        mail: otto@example.org
        mozillaSecondEmail: o2@example.org
        telephoneNumber: 030 1
        mobile: 0170 1
        mozillaHomeStreet: Weg 1
        mozillaHomeLocalityName:: TcO8bmNoZW4=
        title: Chef
        o: Acme
        ou: Vertrieb
        birthyear: 1981
        birthmonth: 5
        birthday: 24
        description: erste Zeile, die
          weitergeht
        # a comment
        x-other: x

        dn: cn=Chor
        objectclass: groupOfNames
        cn: Chor
        member: cn=Otto Beispiel,mail=otto@example.org


        """

    @Test(arguments: [1, 7, 10_000]) func `entries of Thunderbird are read`(chunkSize: Int) throws {
        let friends = Self.friends(Self.thunderbird, chunkSize: chunkSize)
        #expect(
            try friends[0].get() == [
                "Otto", "Beispiel", "0170 1", "name : Onkel Otto", "phone work: 030 1",
                "address home: Weg 1, München", "organization : Acme, Vertrieb", "birthday : 1981-05-24",
                "nickname : Otti", "email : otto@example.org", "email : o2@example.org", "title : Chef",
                "note : erste Zeile, die weitergeht", "note x-other: x",
            ])
        #expect(friends.count == 2)
        #expect(throws: RecordProblem("The entry is a list, not a person", isNoPerson: true)) { try friends[1].get() }
    }

    @Test func `texts in Windows-1252 are read, and what is no text is named`() throws {
        let text = "dn: x\ngivenName: Eva\nsn:: TfxsbGVy\njpegPhoto:: /9j/4AAQAA==\n"
        let reader = RecordReader(.ldif)
        let friend = try #require(try reader.records(in: text).first?.content.get())
        #expect(friend.details.fullName == "Eva Müller")
        #expect(friend.issues == ["jpegphoto was left out: it is no text"])
    }

    @Test func `many values take time that grows with their number`() throws {
        let names = String(repeating: "cn:X\n", count: 300_000)
        let friends = Self.friends("dn: x\no: X\n\(names)\ndn: y\ncn: Ada\n")
        #expect(throws: RecordProblem.self) { try friends[0].get() }
        #expect(try friends[1].get().first == "Ada")
    }

    @Test func `an entry of a directory without a first name is split`() throws {
        let text = "version: 1\r\n\r\ndn: uid=a\r\ncn: Ada Lovelace\r\njpegPhoto:: /9j/4AAQ\r\n"
        #expect(try Self.friends(text).map { try $0.get() } == [["Ada", "Lovelace", ""]])
    }

    @Test(arguments: ["dn: cn=A\nsn: A", "version: 1\n\ndn: cn=A", "\u{FEFF}dn:: Y249QQ=="])
    func `a file is LDIF by its beginning`(text: String) {
        #expect(FileFormat(beginning: Array(text.utf8)) == .ldif)
    }

    @Test func `an entry that is too large is refused, and the next one is read`() throws {
        let large = String(repeating: "x", count: 25 << 20)
        let friends = Self.friends("dn: cn=a\ncn: \(large)\n\ndn: cn=b\ncn: Ada\n")
        #expect(friends.count == 2)
        #expect(throws: RecordProblem.self) { try friends[0].get() }
        #expect(try friends[1].get().first == "Ada")
    }

    @Test func `a friend comes back from its entry`() throws {
        let lines = [
            FriendLine.line(.name, "Tante Ada"), .line(.email, "a@example.org"),
            .line(.email, "b@example.org", id: "b"), .line(.phone, "030 1", label: "work"),
            .line(.address, "Weg 1, München", label: "home"), .line(.birthday, "1815-12-10"),
            .line(.organization, "Acme"), .line(.title, " <Chefin>:".trimmed), .line(.nickname, "Adi"),
            .line(.website, "https://example.org"), .line(.tag, "Chor"),
            .line(.note, "erste Zeile\nund eine lange zweite, die gefaltet wird, weil sie länger als eine Zeile ist"),
        ]
        let ada = FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "0170 1", lines: lines)
        var text = ExportText(.ldif)
        let friend = Friend(id: Friend.ID("a"), version: Friend.Version("1"), details: ada)
        let bytes = text.text(of: [friend], rests: [:], history: nil) + text.end()
        let file = String(decoding: bytes, as: UTF8.self)
        #expect(text.losses.count == 0 && file.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 }, "\(file)")
        let back = try Self.friends(file)[0].get()
        let expected =
            [ada.firstName, ada.lastName, ada.phoneNumber] + lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
        #expect(back.sorted() == expected.sorted(), "\(file)")
    }

    @Test(arguments: ["1996-04", "1996", "1996-04-15", "--04-15"])
    func `a birthday comes back as it is`(birthday: String) throws {
        let details = FriendDetails(firstName: "Ada", lines: [.line(.birthday, birthday)])
        var text = ExportText(.ldif)
        let friend = Friend(id: Friend.ID("a"), version: Friend.Version("1"), details: details)
        let bytes = text.text(of: [friend], rests: [:], history: nil)
        #expect(text.losses.count == 0)
        #expect(
            try Self.friends(String(decoding: bytes, as: UTF8.self))[0].get() == [
                "Ada", "", "", "birthday : \(birthday)",
            ])
    }

    @Test func `what has no attribute is in the description`() throws {
        let details = FriendDetails(
            firstName: "Ada", lines: [.line(.messenger, "@ada:example.org", label: "Matrix"), .line(.relation, "Otto")])
        var text = ExportText(.ldif)
        let friend = Friend(id: Friend.ID("a"), version: Friend.Version("1"), details: details)
        let bytes = text.text(of: [friend], rests: [:], history: nil)
        #expect(text.losses.count == 1 && text.losses.list == "messenger, relation")
        let back = try Self.friends(String(decoding: bytes, as: UTF8.self))[0].get()
        #expect(back == ["Ada", "", "", "note : Messenger Matrix: @ada:example.org\nRelation: Otto"])
    }
}
