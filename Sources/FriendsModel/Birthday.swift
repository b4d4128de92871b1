/// A birthday: `1815-12-10`, or `--12-10` without the year.
package struct Birthday: Equatable, Sendable {
    package let year: Int?
    package let month: Int
    package let day: Int

    /// Parses a birthday; nil for a text in another form, or a date that does not exist.
    package init?(_ text: String) {
        let hasYear = !text.hasPrefix("--")
        let parts = (hasYear ? text[...] : text.dropFirst(2)).split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.number(String($0)) }
        guard numbers.count == parts.count, parts.count == (hasYear ? 3 : 2), !hasYear || parts[0].utf8.count == 4,
            parts.suffix(2).allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        let year = hasYear ? numbers[0] : nil
        let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
        // Without a year, a leap day exists.
        guard year != 0, (1...12).contains(month), (1...Self.days(in: month, of: year ?? 4)).contains(day) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// A date as it is stored, for one with the same reading only: `1990-3-4`, `19900304` and `--0304`. Any other text stays.
    package static func normalized(_ text: String) -> String {
        let hasYear = !text.hasPrefix("--")
        let rest = hasYear ? text[...] : text.dropFirst(2)
        var parts = rest.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 1, rest.utf8.count == (hasYear ? 8 : 4) {
            parts = (hasYear ? [rest.dropLast(4)] : []) + [rest.dropLast(2).suffix(2), rest.suffix(2)]
        }
        guard parts.count == (hasYear ? 3 : 2) else { return text }
        let monthAndDay = parts.suffix(2).map { $0.utf8.count == 1 ? "0\($0)" : String($0) }
        let date = ([hasYear ? String(parts[0]) : "-"] + monthAndDay).joined(separator: "-")
        return Birthday(date) == nil ? text : date
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(text) : nil
    }

    /// The number of days of a month in the Gregorian calendar.
    package static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The year that the digits of a file say. One or two digits are a year of this century up to the current year, else one of
    /// the century before: nobody was born in the future, and few people are over 99.
    /// - Returns: nil for other texts, and for three digits, which are no year in any of the usual forms.
    package static func year(_ digits: some StringProtocol, today: CalendarDay) -> Int? {
        guard let number = number(String(digits)) else { return nil }
        switch digits.utf8.count {
        case 1, 2:
            let century = today.year - today.year % 100
            return number <= today.year % 100 ? century + number : century - 100 + number
        case 4: return number
        default: return nil
        }
    }
}

extension LineKind {
    /// A value as a person types it, in the form in which it is stored.
    package func normalized(_ value: String) -> String {
        format == .date ? Birthday.normalized(value.trimmed) : value
    }
}
