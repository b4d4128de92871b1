import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@Suite("abook's file", .timeLimit(.minutes(10)))
struct AbookTests {
    private static let file = """
        # abook addressbook file

        [format]
        program=abook
        version=0.6.1


        [0]
        name=Ada Lovelace
        email=ada@b.example,ada@c.example
        address=12 St James's Square
        city=London
        zip=SW1Y
        country=UK
        phone=020 7946 0001
        workphone=020 7946 0002
        mobile=07700 900123
        nick=Countess
        url=https://example.org/?a=b
        notes=Likes music, and horses
        anniversary=1815-12-10
        groups=science,music
        custom1=38

        [1]
        name=The Pub
        mobile=0161 1
        fax=none
        email=pub

        [2]
        nick=Bob

        [3]
        garbage
        name=Åse

        """

    @Test("every field is read", arguments: [1, 1000])
    func reading(chunkSize: Int) {
        let records = RecordReader(.abook).records(in: Array(Self.file.utf8), chunkSize: chunkSize)
        #expect(
            records.map(\.text) == [
                """
                8: Ada|Lovelace|020 7946 0001|address : 12 St James's Square, London, SW1Y, UK|email : ada@b.example|\
                email : ada@c.example|phone work: 020 7946 0002|phone mobile: 07700 900123|nickname : Countess|\
                website : https://example.org/?a=b|note : Likes music, and horses|birthday : 1815-12-10|tag : science|\
                tag : music|note custom1: 38
                """,
                "25: The|Pub|0161 1|note fax: none|note email: pub", "31: Bob||", "34: Åse|||note : garbage",
            ])
    }

    @Test("text outside of entries is reported once")
    func strays() {
        let records = RecordReader(.abook).records(in: "x\ny=z\n[0]\nname=A\n[format]\nv=1\n[1]\n\n[2]\nname=B")
        #expect(records.map(\.text) == ["1! This row is not part of an abook file", "3: A||", "9: B||"])
    }

    private static func export(_ friends: [Friend]) -> String {
        var text = ExportText(.abook)
        return String(decoding: text.text(of: friends, rests: [:], history: nil) + text.end(), as: UTF8.self)
    }

    @Test("what abook has a field for comes back")
    func writing() throws {
        let record = try #require(try RecordReader(.abook).records(in: Self.file).first?.content.get())
        let friend = Friend(id: record.id, version: Friend.Version("1"), details: record.details)
        let back = try #require(try RecordReader(.abook).records(in: Self.export([friend])).first?.content.get())
        #expect(back.details == record.details)
        #expect(Self.export([]) == "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n")
    }

    @Test("what abook has no field for is in the notes")
    func others() {
        let friend = Friend.friend(
            "x", "", "", "",
            lines: [
                .line(.organization, "Acme"), .line(.phone, "12", label: "home"), .line(.phone, "13", label: "boat"),
                .line(.note, "one\n\ntwo"), .line(.note, "three", label: "job title"),
                .line(.address, "1 Road", label: "work"),
            ])
        #expect(
            Self.export([friend]).hasSuffix(
                """

                [0]
                name=Acme
                address=1 Road
                phone=12
                notes=one / two | organization: Acme | phone boat: 13 | note job title: three

                """))
    }
}
