import ArgumentParser
import FriendsSettings
import Glibc

extension FriendsCommand {
    /// Ends the program with what an error says: `friends: what is wrong` and where help is found, or the help itself when
    /// that was asked for.
    ///
    /// ArgumentParser would print by itself, with the bytes of the arguments as they are.
    static func end(with error: any Error) -> Never {
        let status = exitCode(for: error)
        if status.isSuccess {
            do {
                try StandardStream.output.writeLines(fullMessage(for: error))
            } catch let failure {
                end(with: failure)
            }
        } else {
            let message = Self.message(for: error)
            if !message.isEmpty { StandardStream.error.writeLine("friends: \(message)") }
            if status == .validationFailure, let hint = helpHint(for: error) { StandardStream.error.writeLine(hint) }
        }
        Glibc.exit(status.rawValue)
    }

    /// Where the help of the command is found that was called wrongly: the last line of what ArgumentParser would print.
    private static func helpHint(for error: any Error) -> String? {
        fullMessage(for: error).split(separator: "\n").last?.firstMatch(of: /See '.*/).map { String($0.output) }
    }

    /// Refuses a first word that is no command. ArgumentParser calls it an unexpected argument, and to `help` it is nothing.
    static func checkCommandNames(in arguments: [String]) throws {
        var commands = configuration.subcommands
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        for word in words {
            guard !word.hasPrefix("-"), !commands.isEmpty else { return }
            guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
                let names = commands.compactMap { $0.configuration.commandName }
                throw ValidationError(SettingsIssue(unknown: "command", word, among: names).message)
            }
            commands = command.configuration.subcommands
        }
    }
}
