/// A text as it is sorted: in lower case, with the numbers in it in such a form that comparing letter by letter puts them
/// in order, and a last name without the particles before it.
enum SortText {
    /// Calls `body` with the text as bytes that end with a zero byte.
    ///
    /// Every number has the count of its digits before it: "10" is "210" and comes behind "9", which is "19".
    static func with<Result>(
        _ text: String, hasParticles: Bool, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        var folded = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.lowercased()
        let start = hasParticles ? particlesLength(text) : 0
        // Lower case can take another number of bytes, though no particle does.
        return folded.withUTF8 { utf8 in
            let name = utf8[min(start, utf8.count)...]
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * name.count + 1) { buffer in
                var end = 0
                func append(_ byte: UInt8) {
                    buffer[end] = CChar(bitPattern: byte)
                    end += 1
                }
                var index = name.startIndex
                while index < name.endIndex, name[index] != 0 {
                    guard isDigit(name[index]) else {
                        append(lowercased(name[index]))
                        index += 1
                        continue
                    }
                    let run = name[index...].prefix(while: isDigit)
                    index = run.endIndex
                    var digits = run.drop { $0 == UInt8(ascii: "0") }
                    if digits.isEmpty { digits = run.suffix(1) }
                    for _ in 0..<digits.count / 9 { append(UInt8(ascii: "9")) }
                    append(UInt8(ascii: "0") + UInt8(digits.count % 9))
                    for digit in digits { append(digit) }
                }
                buffer[end] = 0
                return body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// How many bytes of a last name are particles that it is not sorted by. Those that are written with a capital letter
    /// count as a part of the name, as its bearer expects: "von Neumann" is at N, "Van Buren" at V.
    private static func particlesLength(_ text: String) -> Int {
        guard let first = text.utf8.first, first &- UInt8(ascii: "a") < 26 || first == UInt8(ascii: "'") else {
            return 0
        }
        var rest = text[...]
        scanning: while true {
            for particle in particles where rest.hasPrefix(particle) {
                let behind = rest.dropFirst(particle.count)
                // Nothing is left of a name that is a particle itself.
                guard let next = behind.first, next.isLetter || next == "'" else { continue }
                rest = behind
                continue scanning
            }
            break
        }
        return text.utf8.distance(from: text.startIndex, to: rest.startIndex)
    }

    /// With what parts them from the name.
    private static let particles: [String] =
        [
            "von", "vom", "van", "der", "den", "dem", "de", "zu", "zum", "zur", "auf", "af", "av", "te", "ter", "ten",
            "het",
            "'t", "la", "le", "les", "las", "los", "lo", "du", "des", "da", "das", "do", "dos", "di", "del", "della",
            "dello", "dei", "degli", "delle", "dal", "dalla", "y", "e", "el", "al", "bin", "ibn", "ben",
        ].map { $0 + " " } + [
            "d'", "l'", "d\u{2019}", "l\u{2019}", "dell'", "dall'", "al-", "el-", "as-", "ar-", "ash-",
        ]
}
