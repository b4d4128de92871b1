import FriendsModel

/// When a card was changed: its `REV`.
package struct CardRevision: Equatable, Sendable {
    /// As the card has it. It is untrusted text.
    package let text: String
    private let day: CalendarDay
    /// Hours, minutes and seconds; nil for a date alone.
    private let time: String?
    /// `Z`, an offset, or nothing.
    private let zone: String
    /// What the zone adds to UTC, in minutes; nil for a zone that is not known.
    private var offset: Int? {
        if zone.uppercased() == "Z" { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let sign = ["+": 1, "-": -1][zone.prefix(1)], [2, 4].contains(digits.utf8.count), Self.isNumber(digits),
            let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2))
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    /// The revision of a card; nil for a card without one, and for other bytes.
    package init?(card: [UInt8]) {
        guard let card = VCard(card), let line = card.lines.first(where: { $0.property == .revision }) else {
            return nil
        }
        self.init(line.text(in: card.version))
    }

    /// Parses `20260101T120000Z`, `2026-01-01T12:00:00.5+01:00`, `2026-01-01` and so on; nil for another text.
    init?(_ text: String) {
        self.text = CardValue.oneRow(text).trimmed
        let parts = self.text.split(separator: "T", maxSplits: 1)
        let date = parts.first?.filter { $0 != "-" } ?? ""
        guard date.utf8.count == 8, Self.isNumber(date), let year = Int(date.prefix(4)),
            let month = Int(date.dropFirst(4).prefix(2)), (1...12).contains(month), let number = Int(date.suffix(2))
        else { return nil }
        day = CalendarDay(year: year, month: month, day: number)
        guard parts.count == 2 else {
            (time, zone) = (nil, "")
            return
        }
        let clock = parts[1].prefix { "0123456789:.".contains($0) }
        zone = String(parts[1].dropFirst(clock.count))
        let digits = clock.prefix { $0 != "." }.filter { $0 != ":" }
        time = digits.utf8.count == 6 ? digits : nil
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// In UTC, counted from a fixed moment in seconds; nil if the time or its zone is not known.
    private func seconds(since start: CalendarDay) -> Int? {
        guard let time, let number = Int(time), let offset else { return nil }
        let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
        return ((day.days(since: start) * 24 + hours) * 60 + minutes - offset) * 60 + seconds
    }

    /// Whether it is certainly older. A time in an unknown zone can fall on the day before or after.
    package func isOlder(than other: Self) -> Bool {
        if let seconds = seconds(since: day), let otherSeconds = other.seconds(since: day) {
            return seconds < otherSeconds
        }
        let days = other.day.days(since: day)
        guard zone == other.zone, let time, let otherTime = other.time else {
            return days > (time == nil || other.time == nil ? 0 : 1)
        }
        return days > 0 || days == 0 && time < otherTime
    }
}
