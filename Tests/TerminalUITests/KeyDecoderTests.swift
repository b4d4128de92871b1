import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(10)))
struct KeyDecoderTests {
    /// Sequences of xterm, and one of each odd kind: beginning with a control character, and a prefix of another.
    static let described = [
        KeyDecoder.Sequence(bytes: Array("\u{1B}OA".utf8), key: Key(.up)),
        KeyDecoder.Sequence(bytes: Array("\u{1B}[3$".utf8), key: Key(.delete, .shift)),
        KeyDecoder.Sequence(bytes: Array("\u{01}@\r".utf8), key: Key(.function(1))),
    ]

    static let keys: [(String, Key)] = [
        ("a", .character("a")), (" ", .character(" ")), ("é", .character("é")), ("中", .character("中")),
        ("😀", .character("😀")), ("e\u{301}", .character("e\u{301}")), ("👨‍👩‍👧", .character("👨‍👩‍👧")),
        ("\u{00}", .control(" ")), ("\u{03}", .control("c")), ("\u{1A}", .control("z")), ("\u{1C}", .control("\\")),
        ("\u{1F}", .control("_")), ("\r", Key(.enter)), ("\n", Key(.enter)), ("\t", Key(.tab)),
        ("\u{7F}", Key(.backspace)), ("\u{08}", Key(.backspace)),
        ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[B", Key(.down)), ("\u{1B}OB", Key(.down)),
        ("\u{1B}[C", Key(.right)), ("\u{1B}OD", Key(.left)), ("\u{1B}[H", Key(.home)), ("\u{1B}OF", Key(.end)),
        ("\u{1B}[1~", Key(.home)), ("\u{1B}[7~", Key(.home)), ("\u{1B}[4~", Key(.end)), ("\u{1B}[2~", Key(.insert)),
        ("\u{1B}[3~", Key(.delete)), ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6~", Key(.pageDown)),
        ("\u{1B}[1;2A", Key(.up, .shift)), ("\u{1B}[1;3B", Key(.down, .alt)), ("\u{1B}[1;5C", Key(.right, .control)),
        ("\u{1B}[1;8D", Key(.left, [.shift, .alt, .control])), ("\u{1B}O5C", Key(.right, .control)),
        ("\u{1B}[3;5~", Key(.delete, .control)), ("\u{1B}[6;2~", Key(.pageDown, .shift)),
        ("\u{1B}[3$", Key(.delete, .shift)), ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}Oc", Key(.right, .control)),
        ("\u{1B}[Z", Key(.tab, .shift)), ("\u{1B}OM", Key(.enter)), ("\u{1B}Ot", .character("4")),
        ("\u{1B}OP", Key(.function(1))), ("\u{1B}[11~", Key(.function(1))), ("\u{1B}[[A", Key(.function(1))),
        ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[17~", Key(.function(6))), ("\u{1B}[24~", Key(.function(12))),
        ("\u{1B}[1;2P", Key(.function(1), .shift)), ("\u{01}@\r", Key(.function(1))),
        ("\u{1B}b", .alt("b")), ("\u{1B}é", .alt("é")), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
        ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{1B}[A", Key(.up, .alt)), ("\u{1B}\u{1B}OA", Key(.up, .alt)),
        ("\u{1B}[97u", .character("a")), ("\u{1B}[97;2u", .character("A")), ("\u{1B}[97:65;2u", .character("A")),
        ("\u{1B}[97;5u", .control("a")), ("\u{1B}[13;5u", Key(.enter, .control)), ("\u{1B}[27u", Key(.escape)),
        ("\u{1B}[97;5:1u", .control("a")), ("\u{1B}[27;5;105~", .control("i")), ("\u{1B}[1;65A", Key(.up)),
    ]

    /// What no key of ours sends. Most have a `d` where a naive reader would find one.
    static let ignored = [
        "\u{1B}[1d", "\u{1B}[?1;2d", "\u{1B}[>0;276;0c", "\u{1B}[24;80R", "\u{1B}[8;24;80t", "\u{1B}[<0;10;10d",
        "\u{1B}[Mddd", "\u{1B}[I", "\u{1B}[O", "\u{1B}[1;1;1d", "\u{1B}[99~", "\u{1B}[100;9u", "\u{1B}[57441;2u",
        "\u{1B}[100;5:3u", "\u{1B}[3 d", "\u{1B}[1é1d", "\u{1B}[[d", "\u{1B}O1;e", "\u{1B}[201~",
        "\u{1B}]11;rgb:dddd/dddd/dddd\u{07}", "\u{1B}]52;c;ZGRkZGQ=\u{1B}\\", "\u{1B}P1+r646464\u{1B}\\",
        "\u{1B}_Gddd\u{1B}\\", "\u{1B}^ddd\u{1B}\\", "\u{1B}Xddd\u{1B}\\",
        "\u{1B}[" + String(repeating: "1;", count: 200) + "d",
        "\u{9B}", "\u{85}",
    ]

    private func events(_ parts: [[UInt8]]) -> [InputEvent] {
        var decoder = KeyDecoder(keys: Self.described)
        let events = parts.flatMap { decoder.decode($0) }
        return events + decoder.settle()
    }

    private func events(_ text: String) -> [InputEvent] {
        events([Array(text.utf8)])
    }

    @Test(arguments: keys)
    func `the bytes of a key are decoded as that key`(bytes: String, key: Key) {
        #expect(events(bytes) == [.key(key)])
    }

    @Test func `a split key is that key`() {
        for (text, key) in Self.keys where text.unicodeScalars.first.map({ $0.value < 0x20 }) == true {
            let bytes = Array(text.utf8)
            for cut in 0...bytes.count {
                #expect(
                    events([Array(bytes[..<cut]), Array(bytes[cut...])]) == [.key(key)],
                    "\(text.debugDescription) cut at \(cut)")
            }
            #expect(events(bytes.map { [$0] }) == [.key(key)], "\(text.debugDescription), byte by byte")
        }
    }

    @Test func `a split character is that character`() {
        for text in ["é", "中", "😀"] {
            #expect(events(Array(text.utf8).map { [$0] }) == [.key(.character(Character(text)))])
        }
    }

    @Test func manyKeysInOneReadComeInOrder() {
        let all = Self.keys.map(\.0).joined(separator: "x")
        let expected = Self.keys.map { InputEvent.key($0.1) }.flatMap { [$0, .key(.character("x"))] }.dropLast()
        #expect(events(all) == Array(expected))
    }

    @Test(arguments: ignored)
    func `an unknown sequence is ignored`(sequence: String) {
        let bytes = Array(sequence.utf8)
        for cut in 0...bytes.count {
            let found = events([Array(bytes[..<cut]), bytes[cut...] + Array("x".utf8)])
            #expect(found == [.key(.character("x"))], "cut at \(cut)")
        }
    }

    @Test func `a lone Esc is the Esc key after a wait`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.waiting == .escape)
        #expect(decoder.settle() == [.key(Key(.escape))])
        #expect(decoder.waiting == .nothing)
        #expect(decoder.decode([0x1B, 0x1B]) == [])
        #expect(decoder.settle() == [.key(Key(.escape)), .key(Key(.escape))])
        #expect(decoder.decode(Array("\u{1B}P".utf8)) == [])
        #expect(decoder.waiting == .escape)
        #expect(decoder.settle() == [.key(.alt("P"))])
    }

    @Test func `a split sequence waits longer than a lone Esc`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.waiting == .sequence)
        #expect(decoder.settle() == [])
        #expect(decoder.decode(Array("a".utf8)) == [.key(.character("a"))])
    }

    @Test func `invalid bytes are no keys`() {
        #expect(
            events([[0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x61]]) == [.key(.character("(")), .key(.character("a"))])
    }

    @Test func `another encoding is decoded by the given decoder`() {
        var decoder = KeyDecoder { bytes in
            bytes.first.map { .scalar(Unicode.Scalar($0), length: 1) } ?? .incomplete
        }
        #expect(decoder.decode([0xE9]) == [.key(.character("é"))])
        #expect(decoder.decode(Array("\u{1B}[200~".utf8) + [0xE9] + Array("\u{1B}[201~".utf8)) == [.paste("é")])
    }

    // MARK: Pastes

    @Test func `a split paste is one event`() {
        let bytes = Array("a\u{1B}[200~d\r\u{1B}[3~é\u{1B}[20\u{1B}[201~b".utf8)
        let expected: [InputEvent] = [
            .key(.character("a")), .paste("d\r\u{1B}[3~é\u{1B}[20"), .key(.character("b")),
        ]
        for cut in 0...bytes.count {
            #expect(events([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected, "cut at \(cut)")
        }
        #expect(events(bytes.map { [$0] }) == expected)
    }

    @Test func invalidTextInAPasteIsShownAsSuch() {
        #expect(events([Array("\u{1B}[200~a".utf8) + [0xFF] + Array("é\u{1B}[201~".utf8)]) == [.paste("a\u{FFFD}é")])
    }

    @Test func `the excess of a paste is dropped`() throws {
        let text = "x" + String(repeating: "é", count: KeyDecoder.pasteLimit)
        let found = events("\u{1B}[200~\(text)\u{1B}[201~b")
        #expect(found.count == 2)
        guard case .paste(let kept) = try #require(found.first) else { return #expect(Bool(false), "no paste") }
        #expect(kept.utf8.count <= KeyDecoder.pasteLimit && kept.utf8.count > KeyDecoder.pasteLimit - 4)
        #expect(text.hasPrefix(kept))
        #expect(found.last == .key(.character("b")))
    }

    @Test func `a pasted megabyte acts as no key`() {
        var decoder = KeyDecoder()
        let chunk = [UInt8](repeating: UInt8(ascii: "d"), count: 4096)
        var found = decoder.decode(Array("\u{1B}[200~".utf8))
        for _ in 0..<256 { found += decoder.decode(chunk) }
        found += decoder.decode(Array("\u{1B}[201~".utf8))
        #expect(found == [.paste(String(repeating: "d", count: 1 << 20))])
    }

    @Test func `an endless paste releases the keyboard`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~abc".utf8)) == [])
        #expect(decoder.waiting == .paste)
        #expect(decoder.settle() == [.paste("abc")])
        #expect(decoder.waiting == .restOfPaste)
        #expect(decoder.settle() == [])
        #expect(decoder.waiting == .nothing)
        #expect(decoder.decode(Array("d".utf8)) == [.key(.character("d"))])
    }

    @Test func `the rest of a stalled paste is no key, wherever it stalled`() {
        let mark = "\u{1B}[200~"
        let bytes = Array("\(mark)hé\u{1B}[3~dd\r中\u{1B}[201~k".utf8)
        let end = bytes.count - 1
        for cut in mark.utf8.count..<end {
            var decoder = KeyDecoder(keys: Self.described)
            var found = decoder.decode(Array(bytes[..<cut]))
            found += decoder.settle()
            #expect(decoder.waiting == .restOfPaste, "cut at \(cut)")
            found += bytes[cut...].flatMap { decoder.decode([$0]) }
            #expect(found.last == .key(.character("k")), "cut at \(cut)")
            let texts = found.dropLast().map { event in
                if case .paste(let text) = event { text } else { "a key" }
            }
            #expect(texts.joined() == "hé\u{1B}[3~dd\r中", "cut at \(cut)")
            #expect(!texts.contains(""), "cut at \(cut)")
            #expect(decoder.waiting == .nothing)
        }
    }

    @Test func `a paste without an end releases the keyboard`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~hello".utf8)) == [])
        #expect(decoder.settle() == [.paste("hello")])
        #expect(decoder.decode(Array("dd".utf8)) == [])
        #expect(decoder.decode(Array("\u{1B}[20".utf8)) == [])
        #expect(decoder.waiting == .restOfPaste)
        #expect(decoder.settle() == [.paste("dd")])
        #expect(decoder.waiting == .nothing)
        #expect(decoder.decode(Array("d".utf8)) == [.key(.character("d"))])
    }

    // MARK: Anything

    @Test func `no bytes crash the decoder or stay in it`() {
        var generator = SystemRandomNumberGenerator()
        let likely = Array("\u{1B}\u{1B}\u{1B}[[O]P0123;:<?~dMu\u{07}\\é\u{00}".utf8)
        for _ in 0..<10_000 {
            let bytes = (0..<Int.random(in: 0..<40)).map { _ in
                Bool.random() ? likely.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255)
            }
            let cut = Int.random(in: 0...bytes.count)
            var decoder = KeyDecoder(keys: Self.described)
            _ = decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...])) + decoder.settle()
            if [.restOfPaste, .restOfSequence].contains(decoder.waiting) { _ = decoder.settle() }
            #expect(decoder.waiting == .nothing)
            #expect(decoder.decode(Array("k".utf8)) == [.key(.character("k"))], "\(bytes)")
        }
    }

    @Test func `no control sequence types its last letter`() {
        for _ in 0..<10_000 {
            let parameters = (0..<Int.random(in: 1..<80)).map { _ in UInt8.random(in: 0x20...0x3F) }
            var decoder = KeyDecoder()
            #expect(decoder.decode(Array("\u{1B}[".utf8) + parameters + Array("d".utf8)) == [], "\(parameters)")
        }
    }

    /// A slash, and others, in more bytes than they need.
    @Test(arguments: [[0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `an overlong character is none`(bytes: [UInt8]) {
        #expect(events([bytes + [0x78]]) == [.key(.character("x"))])
    }
}
