import FriendsCommands
import FriendsModel
import FriendsSession
import Glibc

/// What a command without a screen says when it has failed.
enum CommandReport {
    /// Says on standard error why the command failed.
    static func status(reporting error: any Error) -> CommandStatus {
        switch error {
        case let error as StandardOutput.WriteError where error.code == EPIPE:
            // The reader has what it wants. The signal gives the usual status of a program in a pipe.
            SignalEnd.raise(SIGPIPE)
            return .refused
        case let error as CommandInterruption:
            SignalEnd.raise(error.signal)
            return .refused
        default:
            let failure = failure(of: error)
            StandardStream.error.writeLine("friends: \(failure.message)")
            for line in failure.details { StandardStream.error.writeLine(line) }
            return failure.status
        }
    }

    /// What is said of an error.
    static func failure(of error: any Error) -> CommandFailure {
        switch error {
        case let error as CommandFailure: error
        case let error as AccountSecret.Problem: CommandFailure(.wrongUsage, "\(error.message).")
        case AccountSync.Problem.secret(let error): failure(of: error)
        case AccountSync.Problem.session(let error): failure(of: error)
        case AccountSync.Problem.isInUse: .isSynchronising
        case AccountSync.Problem.sync(let error): CommandFailure(error)
        case let error as FriendsClientError: CommandFailure(error)
        case SessionError.settings(let message): CommandFailure(.wrongUsage, message + ".")
        case SessionError.busy(let message): CommandFailure(.unreachable, message)
        case let error as SessionError: CommandFailure(.refused, error.message)
        default: CommandFailure(.refused, "\(error)")
        }
    }
}
