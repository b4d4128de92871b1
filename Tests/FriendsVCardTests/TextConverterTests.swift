import FriendsVCard
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TextConverterTests {
    private static func text(_ bytes: [UInt8], in name: String, chunkSize: Int) throws -> String {
        let converter = try #require(TextConverter(name))
        var rest = bytes[...]
        var result: [UInt8] = []
        while !rest.isEmpty {
            result += converter.convert(Array(rest.prefix(chunkSize)))
            rest = rest.dropFirst(chunkSize)
        }
        return String(decoding: result + converter.finish(), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("SHIFT-JIS", [0x8E, 0x52, 0x93, 0x63], "山田"), ("CP1251", [0xC8, 0xE2, 0xE0, 0xED], "Иван"),
            ("CP1250", [0xA3, 0x75], "Łu"), ("CP1255", [0xE0, 0xE9], "אי"),
            ("UTF-8", [0x41, 0xFF, 0x42], "A\u{FFFD}B"),
            ("UTF-8", [0x41, 0xE3], "A\u{FFFD}"),
        ] as [(String, [UInt8], String)], [1, 2, 100])
    func `a text is converted in any chunks`(text: (name: String, bytes: [UInt8], expected: String), chunkSize: Int)
        throws
    {
        #expect(try Self.text(text.bytes, in: text.name, chunkSize: chunkSize) == text.expected)
    }

    @Test func `a long text is converted whole`() throws {
        let bytes = [UInt8](repeating: 0xE0, count: 200_000)
        #expect(try Self.text(bytes, in: "CP1251", chunkSize: 65_536) == String(repeating: "а", count: 200_000))
    }

    @Test(arguments: ["klingon", "", "UTF-8//IGNORE", "../x"]) func `unknown names are refused`(name: String) {
        #expect(TextConverter(name) == nil)
    }
}
