import Testing

@testable import TerminalUI

/// The mouse, and what the terminal answers: sequences that are whole and are no keys.
@Suite(.timeLimit(.minutes(10)))
struct TerminalAnswerTests {
    private static func mouse(
        _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, _ modifiers: Key.Modifiers = []
    ) -> InputEvent {
        .mouse(MouseEvent(kind, at: Position(column: column, row: row), modifiers))
    }

    static let known: [(String, InputEvent)] = [
        ("\u{1B}[<0;1;1M", mouse(.press(.left), 0, 0)), ("\u{1B}[<0;1;1m", mouse(.release(.left), 0, 0)),
        ("\u{1B}[<1;10;3M", mouse(.press(.middle), 9, 2)), ("\u{1B}[<2;10;3m", mouse(.release(.right), 9, 2)),
        ("\u{1B}[<32;300;200M", mouse(.drag(.left), 299, 199)), ("\u{1B}[<34;1;1M", mouse(.drag(.right), 0, 0)),
        ("\u{1B}[<64;2;3M", mouse(.wheelUp, 1, 2)), ("\u{1B}[<65;2;3M", mouse(.wheelDown, 1, 2)),
        ("\u{1B}[<4;1;1M", mouse(.press(.left), 0, 0, .shift)), ("\u{1B}[<8;1;1M", mouse(.press(.left), 0, 0, .alt)),
        ("\u{1B}[<16;1;1M", mouse(.press(.left), 0, 0, .control)),
        ("\u{1B}[<93;1;1M", mouse(.wheelDown, 0, 0, [.shift, .alt, .control])),
        ("\u{1B}[<0;1114112;999999999M", mouse(.press(.left), 1_114_111, 1_114_111)),
        ("\u{1B}[?2026;1$y", .report(.mode(2026, isSwitchable: true))),
        ("\u{1B}[?2026;2$y", .report(.mode(2026, isSwitchable: true))),
        ("\u{1B}[?2026;0$y", .report(.mode(2026, isSwitchable: false))),
        ("\u{1B}[?2026;4$y", .report(.mode(2026, isSwitchable: false))),
        ("\u{1B}[?1;2c", .report(.attributes)), ("\u{1B}[?62;1;6;22c", .report(.attributes)),
        ("\u{1B}[?1;3$y", .report(.mode(1, isSwitchable: false))),
    ]

    /// Buttons that mean nothing here, and what only looks like one of these.
    static let ignored = [
        "\u{1B}[<3;1;1M", "\u{1B}[<35;1;1M", "\u{1B}[<66;1;1M", "\u{1B}[<67;1;1M", "\u{1B}[<96;1;1M",
        "\u{1B}[<128;1;1M", "\u{1B}[<64;1;1m", "\u{1B}[<32;1;1m", "\u{1B}[<99999999999999999999;1;1M",
        "\u{1B}[<0;0;1M", "\u{1B}[<0;1;0M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M", "\u{1B}[<;;M", "\u{1B}[<M",
        "\u{1B}[<0:1;1;1M", "\u{1B}[<0;1;1 M", "\u{1B}[<0;-1;1M", "\u{1B}[<<0;1;1M", "\u{1B}[<0;1;1d",
        "\u{1B}[<0;1;1$y", "\u{1B}[?2026$y", "\u{1B}[?2026;1y", "\u{1B}[?2026;1;1$y", "\u{1B}[2026;1$y",
        "\u{1B}[?2026;1$$y", "\u{1B}[?2026;1:1$y", "\u{1B}[?$y", "\u{1B}[?2026;1$d",
        "\u{1B}[>0;276;0c", "\u{1B}[?1;2 c", "\u{1B}[?1;2$c",
        "\u{1B}[<0;" + String(repeating: "1", count: 200) + ";1M",
    ]

    private func events(_ parts: [[UInt8]]) -> [InputEvent] {
        var decoder = KeyDecoder(keys: KeyDecoderTests.described)
        return parts.flatMap { decoder.decode($0) } + decoder.settle()
    }

    @Test(arguments: known)
    func `a split report is decoded the same way`(text: String, event: InputEvent) {
        let bytes = Array(text.utf8)
        let letter = InputEvent.key(.character("x"))
        for cut in 0...bytes.count {
            let found = events([Array("x".utf8) + bytes[..<cut], bytes[cut...] + Array("x".utf8)])
            #expect(found == [letter, event, letter], "cut at \(cut)")
        }
        #expect(events(bytes.map { [$0] }) == [event], "byte by byte")
    }

    @Test(arguments: ignored)
    func `an unknown report is ignored whole`(text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            let found = events([Array(bytes[..<cut]), bytes[cut...] + Array("x".utf8)])
            #expect(found == [.key(.character("x"))], "cut at \(cut)")
        }
    }

    /// A slow line stalls for seconds.
    @Test(arguments: known)
    func `the rest of a stalled sequence is no key`(text: String, event: InputEvent) {
        let bytes = Array(text.utf8)
        for cut in 3..<bytes.count {
            var decoder = KeyDecoder(keys: KeyDecoderTests.described)
            let found = decoder.decode(Array(bytes[..<cut])) + decoder.settle()
            #expect(found == [] && decoder.waiting == .restOfSequence)
            #expect(decoder.decode(bytes[cut...] + Array("x".utf8)) == [.key(.character("x"))], "cut at \(cut)")
            #expect(decoder.waiting == .nothing)
        }
    }

    @Test func `a report without an end releases the keyboard`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[<0;1".utf8)) == [])
        #expect(decoder.settle() == [])
        #expect(decoder.settle() == [])
        #expect(decoder.waiting == .nothing)
        #expect(decoder.decode(Array("d".utf8)) == [.key(.character("d"))])
        #expect(decoder.decode(Array("\u{1B}[?".utf8)) == [])
        #expect(decoder.settle() == [])
        #expect(decoder.decode(Array("\u{1B}[A".utf8)) == [.key(Key(.up))], "another sequence ends it")
    }

    @Test func `Esc right before a report is the Esc key`() {
        for (text, event) in Self.known {
            #expect(events([Array("\u{1B}\(text)".utf8)]) == [.key(Key(.escape)), event], "\(text.debugDescription)")
        }
    }

    @Test func `a report in a paste is text`() {
        let text = Self.known.map(\.0).joined()
        #expect(events([Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)]) == [.paste(text)])
    }

    @Test func `a flood of reports is decoded in order`() {
        let text = (1...1000).map { "\u{1B}[<32;\($0);7M" }.joined()
        #expect(events([Array(text.utf8)]) == (0..<1000).map { Self.mouse(.drag(.left), $0, 6) })
    }

    @Test func `no numbers in a report crash the decoder`() {
        for _ in 0..<10_000 {
            let numbers = (0..<Int.random(in: 0...4)).map { _ in
                Bool.random() ? "\(Int.random(in: 0...300))" : "\(UInt64.random(in: 0 ... .max))"
            }
            let prefix = ["<", "?"].randomElement() ?? ""
            let end = ["M", "m", "$y"].randomElement() ?? ""
            let found = events([Array("\u{1B}[\(prefix)\(numbers.joined(separator: ";"))\(end)x".utf8)])
            #expect(found.last == .key(.character("x")) && found.count <= 2)
        }
    }
}
