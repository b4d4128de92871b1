import Glibc
import TerminalUI

/// Standard output and standard error, for lines to people and scripts while no screen is open.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes a line at once and whole: a script that waits for it must not wait for a buffer.
    ///
    /// It is shown as the screen would show it: a path or an address in it must not drive the terminal either.
    func writeLine(_ line: String) {
        var bytes = Array((DisplayText.harmless(line) + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(rawValue, $0.baseAddress, $0.count) }
            // Nobody listens: there is nobody to tell, either.
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }
}
