import CTerminalGuard
import Glibc
import TerminalUI

/// The terminal device: settings, size and output.
struct TerminalDevice {
    /// The descriptor for painting; standard output itself is redirected while the screen is open.
    let output: Int32
    /// The settings to restore.
    private(set) var settings = termios()
    private let fallbackSize: Size

    /// The maximum size: the terminal reports any number.
    private static let largestSide = 1000

    init(environment: [String: String]) throws(ScreenError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw .system(operation: "tcgetattr", code: errno) }
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { throw .system(operation: "dup", code: errno) }
        // A serial line has no size.
        func side(_ name: String, otherwise: Int) -> Int {
            environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Self.largestSide) : nil } ?? otherwise
        }
        fallbackSize = Size(columns: side("COLUMNS", otherwise: 80), rows: side("LINES", otherwise: 24))
    }

    var size: Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return fallbackSize
        }
        return Size(
            columns: min(Int(window.ws_col), Self.largestSide), rows: min(Int(window.ws_row), Self.largestSide))
    }

    /// Saves the current settings: `stty` may have changed them while the job was stopped.
    mutating func rememberSettings() {
        var present = termios()
        if tcgetattr(STDIN_FILENO, &present) == 0 { settings = present }
    }

    /// Sets raw mode and sends the sequence that enters the screen.
    ///
    /// Signal keys are off, because they would act inside a paste as well.
    func enter(sending bytes: [UInt8]) throws(ScreenError) {
        var raw = settings
        raw.c_iflag &= ~tcflag_t(BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF)
        raw.c_oflag &= ~tcflag_t(OPOST)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        let error = terminal_guard_enter(&raw, bytes, bytes.count)
        guard error == 0 else { throw .system(operation: "tcsetattr", code: error) }
    }

    /// Sends all bytes. They are lost when the terminal is gone, which the event loop detects.
    func write(_ bytes: [UInt8]) {
        terminal_guard_write(bytes, bytes.count)
    }

    /// Sends all bytes, as ``write(_:)-([UInt8])``.
    func write(_ bytes: UnsafeRawBufferPointer) {
        terminal_guard_write(bytes.baseAddress, bytes.count)
    }
}
