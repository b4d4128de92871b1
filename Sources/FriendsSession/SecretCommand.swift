import Glibc
import Subprocess

/// A program that prints a secret. No shell reads its arguments.
struct SecretCommand {
    typealias Failure = AccountSecret.Problem.Reason

    /// How much of its standard error a problem shows, in characters.
    private static let maximumError = 200

    /// The program, searched in PATH unless it has a slash, and its arguments.
    let words: [String]

    /// What a program has printed until its end.
    private struct Output {
        let line: [UInt8]
        /// The last line of its standard error.
        let error: String?
        var status: TerminationStatus?

        /// The error, unless a program that traces what it does has the secret in it.
        var harmlessError: String? {
            let secret = String(decoding: line, as: UTF8.self)
            return !secret.isEmpty && error?.contains(secret) == true ? nil : error
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
    /// over, it is killed with all that it has started in this session.
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
        switch output.status {
        case .exited(0)?: return output.line
        case .exited(let status)?: throw .exited(status: status, output.harmlessError)
        case .signaled(let signal)?: throw .signaled(signal, output.harmlessError)
        case nil: throw .cancelled
        }
    }

    /// A parent may have let friends ignore SIGCHLD; the exit status would be lost.
    private static let keepsExitStatus: Void = { _ = signal(SIGCHLD, SIG_DFL) }()

    private func run() async -> End {
        Self.keepsExitStatus
        var options = PlatformOptions()
        options.createSession = true
        // When the task is cancelled, or the body throws.
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        let program = words.first ?? ""
        do {
            let result = try await Subprocess.run(
                program.utf8.contains(UInt8(ascii: "/")) ? .path(.init(program)) : .name(program),
                arguments: Arguments(Array(words.dropFirst())), platformOptions: options, input: .none,
                output: .sequence, error: .sequence
            ) { execution in
                async let error = Self.lastLine(of: execution.standardError)
                let line = try await Self.firstLine(of: execution.standardOutput)
                return Output(line: line, error: await error)
            }
            var output = result.closureResult
            output.status = result.terminationStatus
            return .finished(output)
        } catch let failure as Failure {
            return .failed(failure)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return .failed(.notFound(program: program))
        } catch let error as SubprocessError {
            let reason = error.underlyingError.map { String(cString: strerror($0.rawValue)) }
            return .failed(.notStarted(reason ?? "it could not be started"))
        } catch {
            return .cancelled
        }
    }

    /// Reads the first line, and drops the others: a program that cannot print them would fail.
    private static func firstLine(of output: SubprocessOutputSequence) async throws -> [UInt8] {
        var line: [UInt8] = []
        var isWhole = false
        for try await buffer in output {
            if !isWhole {
                let bytes = buffer.withUnsafeBytes { Array($0) }
                let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
                isWhole = end != nil
                line += bytes[..<(end ?? bytes.endIndex)]
            }
            guard line.count <= AccountSecret.maximumSize else { throw Failure.tooLong }
            // What the program has started in another session can print on.
            if Task.isCancelled { break }
        }
        return line
    }

    /// Reads everything, and keeps the last line with a text, up to a length.
    private static func lastLine(of errors: SubprocessOutputSequence) async -> String? {
        var tail: [UInt8] = []
        do {
            for try await buffer in errors {
                tail = Array((tail + buffer.withUnsafeBytes { Array($0) }).suffix(AccountSecret.maximumSize))
                if Task.isCancelled { break }
            }
        } catch {
            // What was read until now is better than nothing.
        }
        let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) }
        return last.map { String($0.prefix(maximumError)) }
    }
}
