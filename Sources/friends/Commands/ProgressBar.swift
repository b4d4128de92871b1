import FriendsCommands
import Glibc

/// A bar on standard error, if that is a terminal: how much of a long work is done.
struct ProgressBar {
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
        let line = ProgressText.line(text(), done: done, total: total, columns: Self.columns)
        let padding = String(repeating: " ", count: max(length - line.count, 0))
        StandardStream.error.rewriteLine(line + padding)
        length = line.count
    }

    /// The width of the terminal.
    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }

    /// Removes the bar, so that other lines can be written.
    mutating func clear() {
        guard length > 0 else { return }
        StandardStream.error.rewriteLine(String(repeating: " ", count: length))
        StandardStream.error.rewriteLine("")
        length = 0
    }
}
