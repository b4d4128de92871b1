import Glibc
import TerminalUI

/// The terminal as the system sees it: its settings, its size, and the bytes sent to it.
struct TerminalDevice {
    /// Where the screen is painted; standard output itself is redirected while the screen is up.
    let output: Int32
    /// How the settings were found, and how they are left.
    private(set) var settings = termios()
    private let fallbackSize: Size

    /// No terminal is larger; a size is told by whoever is at the other end.
    private static let largestSide = 1000

    /// The value of a special character that is none (`_POSIX_VDISABLE`).
    private static let disabled: UInt8 = 0

    init(environment: [String: String]) throws(ScreenError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw .system(operation: "tcgetattr", code: errno) }
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { throw .system(operation: "dup", code: errno) }
        // A serial line does not tell its size.
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

    /// Takes the present settings for those to leave behind: `stty` may have changed them while the job was stopped.
    mutating func rememberSettings() {
        var present = termios()
        if tcgetattr(STDIN_FILENO, &present) == 0 { settings = present }
    }

    /// Every byte is a key, except the one that ends a program even if it hangs (VQUIT, as a rule Ctrl-\).
    func useRawSettings() throws(ScreenError) {
        var raw = settings
        raw.c_iflag &= ~tcflag_t(BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF)
        raw.c_oflag &= ~tcflag_t(OPOST)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VINTR)] = Self.disabled
            characters[Int(VSUSP)] = Self.disabled
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        while tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0 {
            guard errno == EINTR else { throw .system(operation: "tcsetattr", code: errno) }
        }
    }

    /// Sends all of the bytes. When the terminal is gone they are lost: the loop finds that out from its input.
    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Sends all of the bytes, as ``write(_:)-([UInt8])``.
    func write(_ bytes: UnsafeRawBufferPointer) {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.write(output, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                // Somebody who shares the terminal made it non-blocking.
                var wait = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                guard poll(&wait, 1, -1) > 0 || errno == EINTR else { return }
            } else if errno != EINTR {
                return
            }
        }
    }
}
