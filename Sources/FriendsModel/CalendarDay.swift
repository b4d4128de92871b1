import Glibc

/// A day of the Gregorian calendar.
package struct CalendarDay: Equatable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day in the local time zone.
    package init(secondsSince1970: Int) {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.init(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }

    /// The current day in the local time zone.
    package static var today: CalendarDay { CalendarDay(secondsSince1970: time(nil)) }

    /// The number of days from another day to this one.
    package func days(since other: CalendarDay) -> Int { number - other.number }

    /// The number of the day, counted from a fixed one.
    private var number: Int {
        let years = year - 1
        let before = (1..<month).reduce(0) { $0 + Birthday.days(in: $1, of: year) }
        return years * 365 + years / 4 - years / 100 + years / 400 + before + day
    }
}

extension Birthday {
    /// The birthday in a year. On the 29th of February it is the 28th in a year without that day.
    private func day(in year: Int) -> CalendarDay {
        CalendarDay(year: year, month: month, day: min(day, Self.days(in: month, of: year)))
    }

    /// The first birthday on a day or after it.
    package func next(from today: CalendarDay) -> CalendarDay {
        let thisYear = day(in: today.year)
        return thisYear.days(since: today) >= 0 ? thisYear : day(in: today.year + 1)
    }
}
