/// Transforms a text for sorting: into lower case, with a prefix for numbers that sorts them numerically, and a last
/// name without particles.
enum SortText {
    /// Calls `body` with the transformed text as a C string.
    ///
    /// The prefix of a number is the count of its digits: "10" becomes "210" and sorts after "9", which becomes "19".
    static func with<Result>(
        _ text: String, hasParticles: Bool, _ collation: Collation, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        var lowercase = collation.lowercased(text)
        let start = hasParticles ? particlesLength(text) : 0
        // Lower case can change the number of bytes of a name, but not of a particle.
        return lowercase.withUTF8 { utf8 in
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

    /// The number of bytes of the particles before a last name, which sorting ignores. Capitalised particles count as
    /// part of the name, as its bearer expects: "von Neumann" is at N, "Van Buren" at V.
    private static func particlesLength(_ text: String) -> Int {
        guard let first = text.utf8.first, first &- UInt8(ascii: "a") < 26 || first == UInt8(ascii: "'") else {
            return 0
        }
        var rest = text[...]
        scanning: while true {
            for particle in particles where rest.hasPrefix(particle) {
                let behind = rest.dropFirst(particle.count)
                // A name that is itself a particle stays.
                guard let next = behind.first, next.isLetter || next == "'" else { continue }
                rest = behind
                continue scanning
            }
            break
        }
        return text.utf8.distance(from: text.startIndex, to: rest.startIndex)
    }

    /// The particles, each with its separator from the name.
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
