/// The rules of phone numbers. A number is stored as typed, and only has to be plausible.
package enum PhoneNumber {
    /// The problem of a number, which may have digits of any script, white space, the usual punctuation, pauses (`p`, `w`), words
    /// that are dialled by their letters (`1-800-FLOWERS`), and an extension at its end.
    static func problem(in text: String) -> FieldProblem? {
        if text.utf8.allSatisfy(isUsual), text.utf8.count(where: isASCIIDigit) >= 2 { return nil }
        let number = withoutPauses(withoutExtension(text))
        if let other = number.first(where: { !isPartOfNumber($0) }) {
            return isSpelled(number) ? nil : .notAPhoneNumber(other)
        }
        return text.count(where: isDigit) < 2 ? .tooFewDigits : nil
    }

    /// Whether words in a number are dialled by their letters: one or two words after at least three digits. With its digits, such
    /// a number is as long as others. After a blank or a parenthesis, the word is in capitals: `030 1234 private` is a number with a
    /// comment.
    package static func isSpelled(_ text: String) -> Bool {
        guard text.utf8.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }) else {
            return false
        }
        var digits = 0
        var words: [String] = []
        var needsCapitals = false
        var previous: Character = " "
        for character in withoutPauses(withoutExtension(text)) {
            if character.isASCII, character.isLetter {
                if !previous.isLetter {
                    words.append("")
                    needsCapitals = !(isDigit(previous) || "-./".contains(previous))
                }
                if digits < 3 || needsCapitals && (digits > 6 || character.isLowercase) { return false }
                words[words.count - 1].append(character)
            } else if isDigit(character) {
                digits += 1
            } else if !isPartOfNumber(character) {
                return false
            }
            previous = character
        }
        let letters = words.reduce(0) { $0 + $1.count }
        return letters > 2 && words.count < 3 && (7...15).contains(digits + letters)
            && !words.contains { extensionMarks.contains($0.lowercased()) }
    }

    /// The digit on whose key a letter is (ITU-T E.161), in ASCII; nil for another character.
    package static func digit(for letter: Character) -> UInt8? {
        guard let ascii = letter.asciiValue.map({ $0 | 0x20 }), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ascii)
        else {
            return nil
        }
        return Array("22233344455566677778889999".utf8)[Int(ascii - UInt8(ascii: "a"))]
    }

    /// Whether it is one of the ASCII characters that most numbers consist of.
    private static func isUsual(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"): true
        default: isASCIIDigit(byte)
        }
    }

    private static func isASCIIDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }

    private static func isPartOfNumber(_ character: Character) -> Bool {
        isDigit(character) || character.isWhitespace || "+-./()#*,;".contains(character) || isDash(character)
    }

    /// Hyphens and dashes that are typed for a hyphen.
    package static func isDash(_ character: Character) -> Bool {
        "\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}\u{FF0D}".contains(character)
    }

    /// The words before an extension at the end of a number: "555 0199 ext. 12", in the usual languages of tables.
    private static let extensionMarks = [
        "extension", "ext", "x", "durchwahl", "dw", "nebenstelle", "nst", "apparat", "app", "poste", "interno", "int",
        "extensión", "ramal", "anexo", "toestel", "anknytning", "ankn", "alanumero", "dahili", "klapka", "mellék",
        "wewn", "wew", "доб", "内線",
    ]

    /// The number without an extension that a word marks, also "x" and ";ext=".
    package static func withoutExtension(_ text: String) -> String {
        let digits = text.reversed().prefix(while: isDigit).count
        guard digits > 0 else { return text }
        var number = text.dropLast(digits)
        while let last = number.last, last.isWhitespace || last == "." || last == "=" { number = number.dropLast() }
        let word = number.reversed().prefix(while: \.isLetter).count
        guard word > 0, extensionMarks.contains(number.suffix(word).lowercased()) else { return text }
        return String(number.dropLast(word))
    }

    /// Removes pauses: a `p` or a `w` alone after a digit or another pause.
    private static func withoutPauses(_ text: String) -> String {
        guard text.contains(where: isPause) else { return text }
        let characters = Array(text)
        var result = ""
        var hasDigit = false
        for (index, character) in characters.enumerated() {
            let isAlone =
                !(index > 0 && characters[index - 1].isLetter && !isPause(characters[index - 1]))
                && !(index + 1 < characters.count && characters[index + 1].isLetter && !isPause(characters[index + 1]))
            if isPause(character), hasDigit, isAlone { continue }
            hasDigit = hasDigit || isDigit(character)
            result.append(character)
        }
        return result
    }

    private static func isPause(_ character: Character) -> Bool { "pPwW".contains(character) }
}
