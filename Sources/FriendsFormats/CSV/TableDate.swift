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
        let date = String(text.prefix { $0 != "T" && $0 != " " })
        if Birthday(date) != nil { return date }
        if date.utf8.count == 8, date.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) {
            return "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"
        }
        let points = date.split(separator: ".", omittingEmptySubsequences: false)
        if points.count == 3, date.utf8.count <= 10 {
            guard let day = Int(points[0]), let month = Int(points[1]), let year = year(points[2]) else { return text }
            return Self.birthday(year, month, day) ?? text
        }
        guard let (first, second, year) = Self.numbers(in: date) else { return text }
        if first == second { return Self.birthday(year, first, second) ?? text }
        let isDayFirst = first > 12 ? true : second > 12 ? false : isDayFirst
        guard let isDayFirst else { return text }
        return Self.birthday(year, isDayFirst ? second : first, isDayFirst ? first : second) ?? text
    }

    /// The numbers of a date with slashes: two in an order of their own, and the year. With two digits it could be the first one,
    /// or the last.
    static func numbers(in text: String) -> (Int, Int, Int)? {
        let date = text.trimmed.prefix { $0 != " " }
        let parts = date.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 3, date.utf8.count <= 10, parts[2] > 999 else { return nil }
        return (parts[0], parts[1], parts[2])
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
