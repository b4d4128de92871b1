import Glibc

/// A date in a header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). The two obsolete formats are not read.
struct HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970.
    let seconds: Int

    init?(_ text: String) {
        let form = /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/
        guard let (_, day, month, year, hour, minute, second) = text.wholeMatch(of: form)?.output,
            let monthIndex = Self.months.firstIndex(of: String(month))
        else { return nil }
        let numbers = [day, year, hour, minute, second].compactMap { Int32($0) }
        guard numbers.count == 5 else { return nil }
        var moment = tm()
        moment.tm_mon = Int32(monthIndex)
        (moment.tm_mday, moment.tm_year) = (numbers[0], numbers[1] - 1_900)
        (moment.tm_hour, moment.tm_min, moment.tm_sec) = (numbers[2], numbers[3], numbers[4])
        seconds = timegm(&moment)
    }
}
