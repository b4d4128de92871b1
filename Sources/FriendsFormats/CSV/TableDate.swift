import FriendsModel

/// The dates of a table.
struct TableDate {
    /// Whether days come before months in dates with slashes; nil if that is not known.
    let isDayFirst: Bool?
    let today: CalendarDay

    /// The year that a text says; nil for another text.
    func year(_ text: some StringProtocol) -> Int? { Birthday.year(text, today: today) }

    /// A birthday, if it is one in another form; else the same text.
    func birthday(_ text: String) -> String {
        let text = text.trimmed
        // 1815-12-10T00:00:00 and 1815-12-10 00:00
        let date = Birthday.normalized(String(text.prefix { $0 != "T" && $0 != " " }))
        if Birthday(date) != nil { return date }
        let points = date.split(separator: ".", omittingEmptySubsequences: false)
        if points.count == 3, date.utf8.count <= 10 {
            guard let day = Int(points[0]), let month = Int(points[1]), let year = year(points[2]) else { return text }
            return Self.birthday(year, month, day) ?? text
        }
        guard let slashes = Slashes(date), let year = year(slashes.year) else { return text }
        let (first, second) = (slashes.first, slashes.second)
        if slashes.isYearLast, first == second { return Self.birthday(year, first, second) ?? text }
        guard let isDayFirst = slashes.isDayFirst ?? isDayFirst else { return text }
        return Self.birthday(year, isDayFirst ? second : first, isDayFirst ? first : second) ?? text
    }

    /// A date with slashes, or with hyphens and a year with four digits at its end: two numbers in an order of their own, and the
    /// year.
    struct Slashes {
        let first: Int
        let second: Int
        /// Two or four digits.
        let year: Substring
        /// Whether the last number can only be the year. Of `24/12/05`, the first one could be it.
        let isYearLast: Bool

        /// Whether the day comes first, as far as this date alone says.
        var isDayFirst: Bool? { isYearLast && first > 12 ? true : isYearLast && second > 12 ? false : nil }

        init?(_ text: String) {
            let date = text.trimmed.prefix { $0 != " " }
            let hasHyphens = !date.contains("/")
            let parts = date.split(separator: hasHyphens ? "-" : "/", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Int($0) }
            guard parts.count == 3, numbers.count == 3, date.utf8.count <= 10 else { return nil }
            let digits = parts[2].utf8.count
            if hasHyphens, digits != 4 { return nil }
            guard digits == 2 || digits == 4 && numbers[2] > 999 else { return nil }
            // Of `1990/12/24`, the last number is no year.
            guard numbers.prefix(2).allSatisfy((1...31).contains) else { return nil }
            (first, second, year) = (numbers[0], numbers[1], parts[2])
            let canBeDay = digits == 2 && (1...31).contains(numbers[2])
            isYearLast = !(canBeDay && parts[0].utf8.count == 2 && (1...12).contains(numbers[1]))
        }
    }

    /// A year, month and day that are no date together: the year and the month, or a text that is no date.
    static func incomplete(_ parts: [String]) -> String {
        let hasDayWithoutMonth = parts[1].isEmpty && !parts[2].isEmpty
        return parts.filter { !$0.isEmpty }.joined(separator: hasDayWithoutMonth ? " " : "-")
    }

    /// The birthday of a date; nil if it does not exist.
    static func birthday(_ year: Int?, _ month: Int, _ day: Int) -> String? {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = "\(year.map { digits($0, 4) } ?? "-")-\(digits(month, 2))-\(digits(day, 2))"
        return Birthday(date) == nil ? nil : date
    }
}
