import Glibc

/// The time of day on this machine's clock.
enum ClockTime {
    /// Hours and minutes, in the local time zone.
    static func text(secondsSince1970: Int) -> String {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return twoDigits(parts.tm_hour) + ":" + twoDigits(parts.tm_min)
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
