import TestSupport
import Testing

@testable import FriendsVCard

/// The searches of the C library find what loops find.
@Suite(.timeLimit(.minutes(10)))
struct ByteSearchTests {
    @Test func `a search finds what a loop finds`() {
        var random = Numbers(state: 16)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &random)
            let alphabet: [UInt8] = [0, 0x0A, 0x0D, 0x41, 0x42, 0x7F, 0x80, 0xFF]
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            let slice = bytes[Int.random(in: 0...count, using: &random)...]
            let byte = alphabet.randomElement(using: &random) ?? 0
            #expect(slice.place(of: byte) == slice.firstIndex(of: byte))
            #expect(bytes.has(byte) == bytes.contains(byte))
            #expect(slice.isASCII == slice.allSatisfy { $0 < 0x80 })
            // Without storage in one piece.
            let others = bytes.lazy.map { $0 }
            #expect(others.place(of: byte) == bytes.firstIndex(of: byte) && others.isASCII == bytes.isASCII)
            #expect(others.has("AB") == bytes.has("AB"))
            for text in ["A", "AB", "ABBA"] { #expect(slice.has(text) == slice.contains(text.utf8)) }
        }
    }

    @Test func `one byte anywhere is no ASCII`() {
        for index in 0..<24 {
            var bytes = [UInt8](repeating: 0x7F, count: 24)
            #expect(bytes.isASCII && bytes[index...].isASCII)
            bytes[index] = 0x80
            #expect(!bytes.isASCII && !bytes[index...].isASCII && bytes[(index + 1)...].isASCII)
        }
    }

    @Test(arguments: 60...240) func `a long value is folded into rows of 75 bytes`(count: Int) {
        var writer = CardWriter(.v3)
        let value = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        writer.add(WrittenLine(name: "NOTE", value: value))
        let rows = writer.bytes.split(separator: ASCII.lineFeed).map { $0.dropLast() }
        #expect(rows.dropLast().allSatisfy { $0.count == 75 } && (1...75).contains(rows.last?.count ?? 0))
        #expect(rows.dropFirst().allSatisfy { $0.first == ASCII.space })
        #expect(rows.enumerated().flatMap { $0.element.dropFirst($0.offset == 0 ? 0 : 1) } == "NOTE:".utf8 + value)
    }
}
