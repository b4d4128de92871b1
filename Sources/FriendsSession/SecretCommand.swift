import ChildPrograms
import FoundationEssentials
import Glibc
import NIOPosix

/// A program that prints a secret. No shell reads its arguments.
struct SecretCommand {
    typealias Failure = AccountSecret.Problem.Reason

    /// How much of its standard error a problem shows, in characters.
    private static let maximumError = 200
    /// How often the program is looked at while it runs.
    private static let interval = Duration.milliseconds(10)

    /// The program, searched in PATH unless it has a slash, and its arguments.
    let words: [String]

    /// What a program has printed until its end.
    private struct Output {
        let line: [UInt8]
        /// The last line of its standard error that has a text; nil if only its end is known.
        let error: [UInt8]?
        /// Nil if it was killed.
        let end: ChildProgram.End?

        /// The beginning of the error, unless a program that traces what it does has the secret in it.
        var harmlessError: String? {
            let secret = line.trimmedBytes
            guard let error, secret.isEmpty || !error.contains(secret) else { return nil }
            return String(String(decoding: error, as: UTF8.self).prefix(maximumError))
        }
    }

    private enum End {
        case finished(Output)
        case failed(Failure)
        /// The time is over.
        case late
        /// Nobody waits for it any more.
        case cancelled
    }

    /// Runs the program in a session of its own, without the terminal, and with `/dev/null` for its input. When the time is
    /// over, it is killed with its process group. What has left that group runs on.
    /// - Returns: the first line that it has printed, without the line end.
    func firstLine(within limit: Duration, _ clock: any Clock<Duration>) async throws(Failure) -> [UInt8] {
        let ends = await withTaskGroup(of: End.self) { group in
            group.addTask { await run() }
            group.addTask {
                do {
                    try await clock.sleep(for: limit)
                    return .late
                } catch {
                    return .cancelled
                }
            }
            var ends: [End] = []
            while let end = await group.next() {
                ends.append(end)
                // Kills the program, or ends the sleep.
                group.cancelAll()
            }
            return ends
        }
        guard !Task.isCancelled, let first = ends.first else { throw .cancelled }
        switch first {
        case .finished(let output): return try Self.line(of: output)
        case .failed(let failure): throw failure
        case .cancelled: throw .cancelled
        case .late:
            guard case .finished(let output)? = ends.last else { throw .late(limit, nil) }
            throw .late(limit, output.harmlessError)
        }
    }

    private static func line(of output: Output) throws(Failure) -> [UInt8] {
        switch output.end {
        case .exited(0)?: return output.line
        case .exited(let status)?: throw .exited(status: status, output.harmlessError)
        case .signaled(let signal)?: throw .signaled(signal, output.harmlessError)
        case .unknown?: throw .notStarted("its exit status is unknown")
        case nil: throw .cancelled
        }
    }

    /// Runs the program to its end, or until the task is cancelled.
    ///
    /// It is looked at again and again: the end of its output is not its end, because what it has started may keep that open.
    private func run() async -> End {
        if Task.isCancelled { return .cancelled }
        let clock = EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next())
        do throws(ChildProgram.StartError) {
            var output = try OutputPipe()
            var errors = try OutputPipe()
            let program = try ChildProgram(
                words: words, environment: ProcessInfo.processInfo.environment, output: output.writeEnd,
                errors: errors.writeEnd)
            output.closeWriteEnd()
            errors.closeWriteEnd()
            var (line, tail) = (FirstLine(), ErrorTail())
            while true {
                let isCancelled = Task.isCancelled
                let end = isCancelled ? nil : program.end()
                // After its end, the pipes have everything that it has printed.
                line.add(output.read())
                tail.add(errors.read())
                guard end == nil, !isCancelled, !line.isTooLong else {
                    if end == nil { program.kill() }
                    return line.isTooLong
                        ? .failed(.tooLong)
                        : .finished(Output(line: line.bytes, error: tail.lastLine, end: end))
                }
                try? await clock.sleep(for: Self.interval)
            }
        } catch {
            return .failed(error.isMissingProgram ? .notFound(program: words.first ?? "") : .notStarted(error.reason))
        }
    }

    /// The first line of an output. The others are dropped.
    private struct FirstLine {
        private(set) var bytes: [UInt8] = []
        private var isWhole = false

        var isTooLong: Bool { bytes.count > AccountSecret.maximumSize }

        mutating func add(_ output: [UInt8]) {
            if isWhole { return }
            let end = output.firstIndex(of: UInt8(ascii: "\n"))
            isWhole = end != nil
            bytes += output[..<(end ?? output.endIndex)]
        }
    }

    /// The end of what a program has said about errors.
    private struct ErrorTail {
        private var bytes: [UInt8] = []
        /// Whether something was said before it.
        private var isCut = false

        mutating func add(_ output: [UInt8]) {
            bytes += output
            if bytes.count > AccountSecret.maximumSize {
                bytes = bytes.suffix(AccountSecret.maximumSize)
                isCut = true
            }
        }

        /// The last line with a text; nil without one. A line of which only the end is there can have a part of a secret.
        var lastLine: [UInt8]? {
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if isCut { lines.removeFirst() }
            return lines.map(\.trimmedBytes).last { !$0.isEmpty }
        }
    }
}

extension Collection<UInt8> {
    /// Without blanks and other control characters at both ends.
    fileprivate var trimmedBytes: [UInt8] {
        let start = drop { $0 <= UInt8(ascii: " ") }
        return Array(start.reversed().drop { $0 <= UInt8(ascii: " ") }.reversed())
    }
}
