import Foundation

/// Texts made from the files of the Unicode character database, as Debian's package unicode-data has them.
enum UnicodeData {
    private static let directory = URL(filePath: "/usr/share/unicode")

    /// The lines of a file as their fields, without comments.
    private static func fields(of file: String) throws -> [[String]] {
        try String(contentsOf: directory.appending(path: file), encoding: .utf8).split(separator: "\n").compactMap {
            line in
            let content = line.prefix { $0 != "#" }
            guard content.contains(";") else { return nil }
            let comment = line.dropFirst(content.count + 1).trimmingCharacters(in: .whitespaces)
            return content.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) } + [comment]
        }
    }

    private static func text(_ values: [UInt32]) -> String {
        String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
    }

    /// Every sequence of the list of emoji: fully, minimally and not qualified, and the components.
    static func emoji() throws -> [String] {
        try fields(of: "emoji/emoji-test.txt").map { fields in
            text(fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) })
        }
    }

    /// Every character except for private use and line ends.
    static func characters() throws -> [String] {
        try fields(of: "Scripts.txt").flatMap { fields in
            let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
            return (ends[0]...ends[ends.count - 1]).map { text([$0]) }.filter { !$0.contains { $0.isNewline } }
        }
    }

    /// Some characters of each kind that a script has, alone and with the script's own marks on them.
    static func scripts() throws -> [String: [String]] {
        /// By script and then by general category.
        var characters: [String: [String: [UInt32]]] = [:]
        for fields in try fields(of: "Scripts.txt") {
            let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
            guard let first = ends.first, let last = ends.last else { continue }
            characters[fields[1], default: [:]][String(fields[2].prefix(2)), default: []] += first...last
        }
        return characters.mapValues { kinds in
            let samples = kinds.mapValues { Array($0.prefix(6) + $0.dropFirst(6).suffix(6)) }
            let letters = ["L&", "Lo", "Lm"].flatMap { kinds[$0] ?? [] }
            let marks = samples.filter { $0.key.hasPrefix("M") }.sorted { $0.key < $1.key }.flatMap(\.value)
            var texts = samples.sorted { $0.key < $1.key }.flatMap(\.value).map { text([$0]) }
            if let letter = letters.first {
                texts += marks.map { text([letter, $0]) }
                // One after the other, as in a word; and many on one letter.
                texts.append(text(marks.prefix(5).flatMap { [letter, $0] }))
                texts.append(text([letter] + marks))
            }
            texts.append(text(Array(letters.prefix(8))))
            return texts
        }
    }

    /// Words as they are written, with what is known to go wrong in each script.
    static let words = [
        "क्षत्रिय", "श्रीमती", "हिन्दी", "ক্ষুদ্র", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "க்ஷௌ", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල",
        "ශ්‍රී", "ภาษาไทย", "น้ำ", "ພາສາລາວ", "བོད་སྐད་", "རྒྱལ", "မြန်မာဘာသာ", "ကျွန်ုပ်", "ភាសាខ្មែរ", "ខ្ញុំ", "ᠮᠣᠩᠭᠣᠯ", "ᡳᠨ᠋",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{1100}\u{1100}\u{1161}", "\u{115F}\u{1161}", "한국어",
        "日本語", "か\u{3099}",
        "ﾊﾟﾋﾟ", "中\u{FE00}文", "葛\u{E0100}", "العربية", "لا\u{64B}", "سَلَّمَ", "עִבְרִית", "שָׁלוֹם", "ܣܘܪܝܬ", "ދިވެހި", "ߒߞߏ", "አማርኛ",
        "ქართული", "Հայերեն", "ⲘⲚⲦ", "Việt Nam", "Vie\u{323}\u{302}t", "Ǻ\u{323}", "ŋ\u{361}m", "Z\u{336}a\u{336}",
        "ʰˠ", "ꙮ", "﷽", "ß", "ǅ",
        "１２３", "⑩", "㌔", "ｱ", "Ａ", "🇫🇮🇸🇪", "🇫", "👩🏽‍🚀x", "❤️x", "☎️1", "1️⃣2", "©️", "™", "↔️", "⌚", "🀄", "🏴\u{E0067}\u{E007F}",
        "👨‍👩‍👧‍👦👍🏿", "a\u{200D}b", "\u{200D}", "\u{FE0F}", "\u{301}", "a\u{200B}b", "\u{202E}abc", "\u{61C}", "\u{FEFF}",
        "\u{AD}", "\u{180E}",
        "𝕏", "𐍈", "𓀀", "𒀀", "𖠂", "𞤀𞤣", "🫠", "\u{1FAE8}", "\u{10FFFF}", "\u{E000}", "\u{378}",
    ]
}
