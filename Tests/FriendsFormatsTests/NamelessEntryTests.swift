import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Friends without a name. abook and LDIF want one, so their entries have a number, an email or an organization there.
@Suite(.timeLimit(.minutes(10)))
struct NamelessEntryTests {
    private static func text(_ file: String, _ format: FileFormat) throws -> String {
        try #require(try RecordReader(format).records(in: file).first?.content.get()).details.text
    }

    private static let nameless: [(lines: [FriendLine], phoneNumber: String)] = [
        ([], "+49 30"), ([.line(.email, "a@example.org")], ""),
        ([.line(.organization, "Smith & Sons, Inc.")], ""), ([.line(.organization, "Acme", label: "work")], ""),
        ([.line(.organization, "Acme"), .line(.note, "one", id: "2"), .line(.nickname, "Ac", id: "3")], "030 1"),
        ([.line(.organization, "Acme Inc"), .line(.email, "a@example.org", id: "2")], ""),
    ]

    @Test(arguments: [ExportText.Format.abook, .ldif], nameless.indices)
    func `a friend without a name gets none from an export`(format: ExportText.Format, index: Int) throws {
        var text = ExportText(format)
        let (lines, phoneNumber) = Self.nameless[index]
        let details = FriendDetails(phoneNumber: phoneNumber, lines: lines)
        let friend = Friend(id: Friend.ID("a"), version: Friend.Version("1"), details: details)
        let bytes = text.text(of: [friend], rests: [:], history: nil) + text.end()
        let file = try #require(FileFormat(rawValue: "\(format)"))
        let back = try #require(try RecordReader(file).records(in: bytes).first?.content.get()).details
        #expect(back.firstName.isEmpty && back.lastName.isEmpty && back.phoneNumber == phoneNumber)
        #expect(Set(back.lines.map(\.value)) == Set(lines.map(\.value)), "\(back.text)")
        #expect(back.values(of: .organization) == details.values(of: .organization))
    }

    @Test func `a second number is no name either`() throws {
        #expect(try Self.text("[0]\nname=030 2\nphone=030 1\nmobile=030 2\n", .abook) == "||030 1|phone mobile: 030 2")
        #expect(
            try Self.text("dn: x\ncn: 030 2\nmobile: 030 1\nhomePhone: 030 2\n", .ldif) == "||030 1|phone home: 030 2")
    }

    @Test func `another name is one, whatever the notes are`() throws {
        let file = "[0]\nname=Ada King\nnotes=organization: Acme | organization: Ada\n"
        #expect(try Self.text(file, .abook) == "Ada|King||note : organization: Acme | organization: Ada")
        #expect(try Self.text("dn: x\ncn: Ada King\no: Acme\n", .ldif) == "Ada|King||organization : Acme")
    }
}
