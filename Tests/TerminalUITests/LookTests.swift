import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LookTests {
    @Test(arguments: [
        ("bold red", Look(foreground: .palette(1), .bold)),
        ("black on yellow bold", Look(foreground: .palette(0), background: .palette(3), .bold)),
        ("#ff8800 on default underline", Look(foreground: .rgb(255, 136, 0), .underline)),
        ("bright-blue", Look(foreground: .palette(12))), ("color 208", Look(foreground: .palette(208))),
        ("on colour 17 color 255", Look(foreground: .palette(255), background: .palette(17))),
        ("  Bold   DIM underline reverse italic ", Look([.bold, .dim, .underline, .reverse, .italic])),
        ("default", Look()), ("default on bright-white", Look(background: .palette(15))),
        ("#ABCDEF", Look(foreground: .rgb(0xAB, 0xCD, 0xEF))), ("reverse", Look(.reverse)),
    ])
    func aLookIsReadFromItsDescription(text: String, look: Look) throws {
        #expect(try Look(describedBy: text) == look)
    }

    @Test(arguments: [
        ("", LookError.empty, "black on yellow bold"), ("   ", .empty, "The style is empty"),
        ("blod red", .unknownWord("blod"), "attributes are bold, dim, underline, reverse, italic"),
        ("bright-bold", .unknownWord("bright-bold"), "black, red, green, yellow, blue, magenta, cyan, white"),
        ("bright-", .unknownWord("bright-"), "not a colour or attribute"),
        ("#ff88", .badShade("#ff88"), "six hexadecimal digits"), ("#gg8800", .badShade("#gg8800"), "#ff8800"),
        ("#+12345", .badShade("#+12345"), "#ff8800"), ("#１２３４５６", .badShade("#１２３４５６"), "#ff8800"),
        ("color", .badNumber(""), "from 0 to 255"), ("color red", .badNumber("red"), "“color red”"),
        ("color 256", .badNumber("256"), "from 0 to 255"), ("color -1", .badNumber("-1"), "from 0 to 255"),
        ("red on", .noColorBehind, "after “on”"), ("red blue", .twoColors, "Only one colour"),
        ("default red", .twoColors, "Only one colour"), ("red on blue on green", .twoColors, "Only one colour"),
        ("red on red", .invisible, "the same colour"), ("on bold", .unknownWord("bold"), "not a colour"),
        ("a\u{1B}[31m", .unknownWord("a\u{1B}[31m"), "␛[31m"),
    ])
    func `problems are reported`(text: String, error: LookError, part: String) {
        #expect(throws: error) { try Look(describedBy: text) }
        #expect(error.message.contains(part))
        #expect(!error.message.hasSuffix("."), "the settings end the sentence")
        #expect(!error.message.contains("\u{1B}"))
    }
}
