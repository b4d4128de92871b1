import FriendsCommands
import Glibc

/// A bar on standard error, if that is a terminal: how much of a long work is done.
struct ProgressBar {
    private static let width = 24
    /// A bar that changes more often costs time and is no easier to read.
    private static let interval = Duration.milliseconds(100)

    /// Nil if it is not known.
    private let total: Int?
    private let isShown = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private var done = 0
    private var last: ContinuousClock.Instant
    private var length = 0

    init(total: Int?) {
        self.total = total
        // Short work shows none.
        last = clock.now
    }

    /// Shows that more is done.
    /// - Parameter text: what is done so far, in words.
    mutating func advance(by count: Int, _ text: @autoclosure () -> String) {
        done += count
        guard isShown, clock.now - last >= Self.interval else { return }
        last = clock.now
        var line = text()
        if let total, total > 0 {
            let filled = min(done * Self.width / total, Self.width)
            let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: Self.width - filled)
            line = "[\(bar)] \(min(done * 100 / total, 100))% \(line)"
        }
        let padding = String(repeating: " ", count: max(length - line.count, 0))
        StandardStream.error.rewriteLine(line + padding)
        length = line.count
    }

    /// Removes the bar, so that other lines can be written.
    mutating func clear() {
        guard length > 0 else { return }
        StandardStream.error.rewriteLine(String(repeating: " ", count: length))
        StandardStream.error.rewriteLine("")
        length = 0
    }
}
