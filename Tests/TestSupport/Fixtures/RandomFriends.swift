import FriendsModel

extension Numbers {
    /// A valid friend with unusual texts.
    package mutating func friend(_ id: String) -> Friend {
        while true {
            let hasNames = next() % 4 != 0
            let details = FriendDetails(
                firstName: hasNames ? word() : "", lastName: hasNames ? word() : "",
                phoneNumber: next() % 2 == 0 ? "+1 555 0100" : "",
                lines: (0..<Int.random(in: 0...12, using: &self)).map { _ in line() })
            guard let valid = FriendDraft(details).validated else { continue }
            return Friend(id: Friend.ID(id), version: Friend.Version("1"), details: valid)
        }
    }

    /// Bytes with random damage.
    package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let marks = Array("\r\n\",;=:'{}[]\\\t\0".utf8)
        for _ in 0..<Int.random(in: 1...6, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            switch next() % 5 {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...20, using: &self), bytes.count))
            case 3 where !bytes.isEmpty:
                let start = Int.random(in: 0..<bytes.count, using: &self)
                bytes.insert(contentsOf: Array(bytes[start..<min(start + 30, bytes.count)]), at: place)
            default: bytes.insert(contentsOf: marks.shuffled(using: &self).prefix(3), at: place)
            }
        }
        return bytes
    }

    private static let words = [
        "Ada", "王", "Åse", "e\u{301}", "👩‍👩‍👧‍👦", "a,b", "c;d", "\\", "\"", "\"q\"", "'", "=1+1", "+1", "-x", "@", "'=1",
        "''＝",
        "＋", " ::: ", "* x", "x  y", "\u{301}", "sep=;", "| a", "#", "[0]", "{", "ß", "1/2/2000", "\u{FEFF}x",
        String(repeating: "long ", count: 15),
    ]

    private mutating func word() -> String {
        (0..<Int.random(in: 1...3, using: &self)).map { _ in Self.words.randomElement(using: &self) ?? "" }.joined()
    }

    private mutating func line() -> FriendLine {
        let kind = LineKind.all.randomElement(using: &self) ?? .note
        let digits = Int.random(in: 10...99_999, using: &self)
        let value =
            switch kind.format {
            case .phoneNumber: ["\(digits)", "+1 \(digits), ext. 7", "#\(digits);*"].randomElement(using: &self) ?? ""
            case .email:
                ["a\(digits)@b", "王\(digits)@例え.jp", "mailto:a%41@b", "+a,b;c\\\(digits)@d"].randomElement(
                    using: &self) ?? ""
            case .date: ["1815-12-10", "--02-29", "2000-02-29", "0001-01-01"].randomElement(using: &self) ?? ""
            case .website: ["https://a.b/?\(digits),;\\", "tel:12", "x:y:z"].randomElement(using: &self) ?? ""
            case .tag: word().replacing(",", with: " ")
            case .note: word() + "\n\n" + word()
            case .text: word()
            }
        let labels = ["", "", "home", "work", "mobile", "Home", "* home", "SMTP", word()]
        return FriendLine(
            id: .random(using: &self), kind: kind, label: labels.randomElement(using: &self) ?? "", value: value)
    }
}
