import Glibc

/// The time of day on this machine's clock.
package enum ClockTime {
    /// Hours and minutes, in the local time zone.
    package static func text(secondsSince1970: Int) -> String {
        let parts = parts(of: secondsSince1970)
        return twoDigits(parts.tm_hour) + ":" + twoDigits(parts.tm_min)
    }

    /// Hours, minutes and seconds, with the date in front unless it is today's. The short form is the time without seconds, or
    /// the date, which has no year in the last months.
    static func moment(secondsSince1970: Int, now: Int, isShort: Bool) -> String {
        let (parts, today) = (parts(of: secondsSince1970), parts(of: now))
        let time = text(secondsSince1970: secondsSince1970)
        let isToday = (parts.tm_year, parts.tm_yday) == (today.tm_year, today.tm_yday)
        let date = date(secondsSince1970: secondsSince1970)
        guard isShort else { return (isToday ? "" : date + " ") + time + ":" + twoDigits(parts.tm_sec) }
        if isToday { return time }
        let recent = 180 * 86_400
        guard (now - recent...now + recent).contains(secondsSince1970) else { return date }
        return "\(months[Int(parts.tm_mon)]) \(parts.tm_mday)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Year, month and day, in the local time zone.
    package static func date(secondsSince1970: Int) -> String {
        let parts = parts(of: secondsSince1970)
        return "\(parts.tm_year + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
    }

    private static func parts(of secondsSince1970: Int) -> tm {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
