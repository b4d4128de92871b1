import FriendsModel

/// When a card was changed: its `REV`.
package struct CardRevision: Equatable, Sendable {
    /// As the card has it. It is untrusted text.
    package let text: String
    /// Year, month and day, eight digits.
    private let date: String
    /// Hours, minutes and seconds; nil for a date alone.
    private let time: String?
    /// `Z`, an offset, or nothing.
    private let zone: String

    /// The revision of a card; nil for a card without one, and for other bytes.
    package init?(card: [UInt8]) {
        guard let card = VCard(card), let line = card.lines.first(where: { $0.property == .revision }),
            let text = line.text(in: card.version)
        else { return nil }
        self.init(text)
    }

    /// Parses `20260101T120000Z`, `2026-01-01T12:00:00.5+01:00`, `2026-01-01` and so on; nil for another text.
    init?(_ text: String) {
        self.text = CardValue.oneRow(text).trimmed
        let parts = self.text.split(separator: "T", maxSplits: 1)
        date = parts.first?.filter { $0 != "-" } ?? ""
        guard date.utf8.count == 8, Self.isNumber(date) else { return nil }
        guard parts.count == 2 else {
            (time, zone) = (nil, "")
            return
        }
        let clock = parts[1].prefix { "0123456789:.".contains($0) }
        zone = String(parts[1].dropFirst(clock.count))
        let digits = clock.prefix { $0 != "." }.filter { $0 != ":" }
        time = digits.utf8.count == 6 ? digits : nil
    }

    private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }

    /// Whether it is certainly older. Times of different zones are compared by their dates.
    package func isOlder(than other: Self) -> Bool {
        guard date == other.date, zone == other.zone, let time, let otherTime = other.time else {
            return date < other.date
        }
        return time < otherTime
    }
}
