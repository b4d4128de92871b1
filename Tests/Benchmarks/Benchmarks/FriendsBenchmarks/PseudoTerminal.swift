import Foundation
import Glibc
import NcursesScreen
import TerminalUI

/// A terminal that nobody looks at, instead of standard input and output: `NcursesScreen` takes nothing less.
@MainActor
final class PseudoTerminal {
    /// What the system would not do.
    struct Failure: Error {
        let operation: String
        let code: Int32

        init(_ operation: String) {
            self.operation = operation
            code = errno
        }
    }

    private var screen: NcursesScreen?
    /// The standard streams as they were, in their order.
    private var streams: [Int32] = []

    nonisolated init() {}

    func open(size: Size) throws -> NcursesScreen {
        var window = winsize()
        window.ws_col = UInt16(size.columns)
        window.ws_row = UInt16(size.rows)
        var (end, terminal): (Int32, Int32) = (-1, -1)
        guard openpty(&end, &terminal, nil, nil, &window) == 0 else { throw Failure("openpty") }
        let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { throw Failure("open") }

        streams = (STDIN_FILENO...STDERR_FILENO).map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        dup2(terminal, STDIN_FILENO)
        dup2(terminal, STDOUT_FILENO)
        // The screen tells there at its end what was printed meanwhile: the progress of the benchmark.
        dup2(nowhere, STDERR_FILENO)
        Thread.detachNewThread { [end] in Self.readEverything(from: end) }

        let screen = try NcursesScreen(
            on: NcursesScreen.Terminal(environment: ["TERM": "xterm-256color"]), theme: .standard, usesMouse: true)
        self.screen = screen
        return screen
    }

    func close() {
        screen?.close()
        screen = nil
        for (stream, original) in streams.enumerated() { dup2(original, Int32(stream)) }
    }

    /// Takes what is sent to the terminal, as fast as it comes.
    private nonisolated static func readEverything(from end: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(end, &buffer, buffer.count) > 0 {}
    }
}
