import Foundation

/// Folds texts for searching, and for sorting without a collation: removes case, accents and width, and replaces special
/// Latin letters as users without these keys type them ("ß" as "ss", "Ø" as "o"). It does not depend on the locale.
///
/// It folds character by character, so that the place of a match in the folded text gives its place in the text. It
/// caches folded characters that are not ASCII: they are few, and folding one takes as long as folding a name.
package struct CaseFolding: Sendable {
    private var cache: [Character: [UInt8]] = [:]
    /// The maximum size of the cache. Names of a hostile server could fill the memory otherwise.
    private static let maximumCacheSize = 20_000

    package init() {}

    /// Appends the folded text.
    package mutating func fold(_ text: String, into bytes: inout [UInt8]) {
        let start = bytes.count
        var text = text
        let isASCII = text.withUTF8 { utf8 in
            for byte in utf8 {
                guard byte < 0x80 else { return false }
                bytes.append(Self.folded(byte))
            }
            return true
        }
        guard !isASCII else { return }
        bytes.removeSubrange(start...)
        for character in text { fold(character, into: &bytes) }
    }

    /// Appends the folded text, and for each of its bytes the index of the original character.
    package mutating func fold(_ text: String, into bytes: inout [UInt8], origins: inout [Int]) {
        for (index, character) in text.enumerated() {
            fold(character, into: &bytes)
            while origins.count < bytes.count { origins.append(index) }
        }
    }

    private mutating func fold(_ character: Character, into bytes: inout [UInt8]) {
        if let byte = character.asciiValue { return bytes.append(Self.folded(byte)) }
        if let folded = cache[character] {
            bytes += folded
        } else {
            let folded = Self.folded(character)
            if cache.count == Self.maximumCacheSize { cache = [:] }
            cache[character] = folded
            bytes += folded
        }
    }

    /// Control characters separate the columns of an index, so in a text they become blanks.
    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case 0..<0x20, 0x7F: 0x20
        default: byte
        }
    }

    private static func folded(_ character: Character) -> [UInt8] {
        let folded = String(character).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var bytes: [UInt8] = []
        for scalar in folded.unicodeScalars {
            // A character of combining marks only keeps them: an empty result would match everywhere.
            if let plain = plainLetters[scalar] {
                bytes += plain.utf8
            } else if scalar.isASCII {
                bytes.append(Self.folded(UInt8(truncatingIfNeeded: scalar.value)))
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes
    }

    /// The replacements for letters that Unicode does not decompose.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "\u{F8}": "o", "\u{142}": "l", "\u{111}": "d", "\u{F0}": "d", "\u{127}": "h", "\u{167}": "t", "\u{E6}": "ae",
        "\u{153}": "oe", "\u{FE}": "th", "\u{131}": "i", "\u{138}": "k", "\u{14B}": "ng", "\u{DF}": "ss",
        "\u{1C6}": "dz", "\u{1C9}": "lj", "\u{1CC}": "nj", "\u{1F3}": "dz", "\u{133}": "ij", "\u{149}": "n",
        "\u{17F}": "s", "\u{180}": "b", "\u{268}": "i", "\u{3C2}": "\u{3C3}", "\u{2019}": "'", "\u{2BC}": "'",
        "\u{2BB}": "'", "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{A0}": " ",
    ]
}
