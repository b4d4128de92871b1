import FriendsFormats
import Testing

@Suite("formats of files", .timeLimit(.minutes(10)))
struct FileFormatTests {
    @Test(
        "the first bytes tell the format",
        arguments: [
            ("BEGIN:VCARD\r\n", .vcard), ("\u{FEFF}\n begin:vcard\n", .vcard), ("[{\"id\":", .json), (" {\n", .json),
            ("[]", .json), ("# abook addressbook file\n\n[format]\n", .abook), ("[0]\nname=x\n", .abook),
            ("Name,E-mail\n", .csv), ("Name;E-mail", .csv), ("a\tb\r", .csv), ("Name\nAda\n", nil), ("", nil),
        ] as [(String, FileFormat?)])
    func beginning(text: String, format: FileFormat?) {
        #expect(FileFormat(beginning: Array(text.utf8)) == format)
        #expect(FileFormat(beginning: Array(text.utf8), fileName: "x.json") == format ?? .json)
        let utf16: [UInt8] =
            [0xFF, 0xFE] + text.utf16.drop { $0 == 0xFEFF }.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
        #expect(FileFormat(beginning: utf16) == format)
    }

    @Test(
        "the name of a file tells the format",
        arguments: [
            ("a.vcf", .vcard), ("dir.json/A.VCF", .vcard), ("a.csv", .csv), ("a.tsv", .csv), ("a.json", .json),
            ("~/.abook/addressbook", .abook), ("a.txt", nil), ("csv", nil),
        ] as [(String, FileFormat?)])
    func name(name: String, format: FileFormat?) {
        #expect(FileFormat(fileName: name) == format)
    }
}
