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

    /// Whether a text is a date without a day, or a year alone: `1815-12`, `1815`.
    package static func isPartial(_ text: String) -> Bool {
        text.utf8.count == 7 && Birthday(text + "-01") != nil
            || text.utf8.count == 4 && Birthday(text + "-01-01") != nil
    }

    /// A date as it is stored, for one with the same reading only: `1990-3-4`, `19900304`, `--0304`, `4.3.1990`, `4.3.`, `1990/3/4`,
    /// `24/12/1990`, `1990-3`, `3/1990`. Any other text stays.
    package static func normalized(_ text: String) -> String {
        let hasYear = !text.hasPrefix("--")
        let rest = hasYear ? text[...] : text.dropFirst(2)
        if rest.utf8.count == (hasYear ? 8 : 4), number(String(rest)) != nil {
            let parts = (hasYear ? [rest.dropLast(4)] : []) + [rest.dropLast(2).suffix(2), rest.suffix(2)]
            return date(hasYear ? parts[0] : nil, parts[parts.count - 2], parts[parts.count - 1]) ?? text
        }
        guard let separator = rest.first(where: { "-./".contains($0) }) else { return text }
        let parts = rest.split(separator: separator, omittingEmptySubsequences: false)
        guard hasYear else {
            return separator == "-" && parts.count == 2 ? date(nil, parts[0], parts[1]) ?? text : text
        }
        if parts.count == 2, let month = month(parts, separator) { return month }
        if separator == ".", parts.count == 2 || parts.count == 3 && parts[2].isEmpty {
            return date(nil, parts[1], parts[0]) ?? text
        }
        guard parts.count == 3 else { return text }
        if parts[0].utf8.count == 4 { return date(parts[0], parts[1], parts[2]) ?? text }
        let dayFirst = date(parts[2], parts[1], parts[0])
        // Between points, the day is first.
        let monthFirst = separator == "." ? nil : date(parts[2], parts[0], parts[1])
        return switch (dayFirst, monthFirst) {
        case (let day?, nil): day
        case (nil, let month?): month
        case (let day?, let month?) where day == month: day
        default: text
        }
    }

    /// A year and a month as they are stored, in one of their orders; nil for other numbers.
    private static func month(_ parts: [Substring], _ separator: Character) -> String? {
        let isYearFirst = separator == "-" && parts[0].utf8.count == 4
        return date(parts[isYearFirst ? 0 : 1], parts[isYearFirst ? 1 : 0], "01").map { String($0.dropLast(3)) }
    }

    /// A date as it is stored; nil if it does not exist, or if the year has not four digits.
    private static func date(_ year: Substring?, _ month: Substring, _ day: Substring) -> String? {
        let monthAndDay = [month, day].map { $0.utf8.count == 1 ? "0\($0)" : String($0) }
        let date = ([year.map(String.init) ?? "-"] + monthAndDay).joined(separator: "-")
        return Birthday(date) == nil ? nil : date
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
