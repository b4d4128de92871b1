import ArgumentParser
import FriendsCommands
import FriendsSettings
import Glibc

extension FriendsCommand {
    /// Prints an error as `friends: what is wrong` with a line of help, or the requested help, and exits.
    ///
    /// ArgumentParser would print the arguments without sanitising them.
    /// - Parameter hint: the line of help for a usage error; nil for ArgumentParser's hint.
    static func end(with error: any Error, hint: String? = nil) -> Never {
        // NIO ignores the signal.
        if let error = error as? StandardOutput.WriteError, error.code == EPIPE { SignalEnd.raise(SIGPIPE) }
        let status = exitCode(for: error)
        if status.isSuccess {
            do {
                try StandardStream.output.writeLines(CompletionScript.hardened(fullMessage(for: error)))
            } catch let failure {
                end(with: failure)
            }
        } else {
            let message = Self.message(for: error)
            if !message.isEmpty { StandardStream.error.writeLine("friends: \(message)\(suggestion(for: message))") }
            if status == .validationFailure, let hint = hint ?? helpHint(for: error) {
                StandardStream.error.writeLine(hint)
            }
        }
        Glibc.exit(status.rawValue)
    }

    /// ArgumentParser suggests none of its own options.
    private static func suggestion(for message: String) -> String {
        guard let option = message.wholeMatch(of: /Unknown option '(.*)'/)?.output.1,
            let nearest = Suggestion.nearest(to: String(option), among: ["--version", "--help"])
        else { return "" }
        return ". Did you mean '\(nearest)'?"
    }

    /// Joins a negative number to the option before it. ArgumentParser would take it for an option, and report a missing
    /// value.
    static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
        arguments.reduce(into: []) { joined, argument in
            if argument.hasPrefix("-"), argument.dropFirst().first?.isWholeNumber == true, let option = joined.last,
                option.hasPrefix("--"), !joined.contains("--"), !option.contains("=")
            {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
    }

    /// The help hint for a usage error: the last line of ArgumentParser's message.
    private static func helpHint(for error: any Error) -> String? {
        fullMessage(for: error).split(separator: "\n").last?.firstMatch(of: /See '.*/).map { String($0.output) }
    }

    /// Rejects an unknown command. ArgumentParser reports an unexpected argument, and ignores it after `help`.
    static func checkCommandNames(in arguments: [String]) throws {
        var commands = configuration.subcommands
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        for word in words {
            guard !word.hasPrefix("-"), !commands.isEmpty else { return }
            guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
                let names = commands.compactMap { $0.configuration.commandName }
                throw ValidationError(SettingsIssue(unknown: "command", word, among: names).sentence)
            }
            commands = command.configuration.subcommands
        }
    }

    /// Rejects an option of the list beside another command. ArgumentParser accepts and ignores it.
    /// - Returns: the command with its own options: of one that is below another command, ArgumentParser gives those to the list that
    ///   have the name of one of the list.
    static func withOwnOptions(
        _ command: any ParsableCommand, in arguments: [String]
    ) throws -> any ParsableCommand {
        let type = type(of: command)
        guard let path = path(to: type, from: configuration.subcommands) else { return command }
        var own = arguments
        for name in path {
            if let index = own.firstIndex(of: name) { own.remove(at: index) }
        }
        do {
            return try type.parse(own)
        } catch {
            let message = type.message(for: error)
            guard let option = message.prefixMatch(of: /Unknown option ('.*?')/)?.output.1 else {
                throw ValidationError(message)
            }
            throw ValidationError("'\((["friends"] + path).joined(separator: " "))' has no option \(option).")
        }
    }

    /// Exits if the command cannot be run with its arguments.
    static func checkArguments(of command: some ClientCommand) {
        do {
            try command.checkArguments()
        } catch {
            let path = path(to: type(of: command), from: configuration.subcommands) ?? []
            let name = (["friends"] + path).joined(separator: " ")
            end(with: error, hint: "See '\(name) --help' for more information.")
        }
    }

    /// The names of a command and its parents, from the first one.
    private static func path(
        to command: any ParsableCommand.Type, from commands: [any ParsableCommand.Type]
    ) -> [String]? {
        for parent in commands {
            let name = parent.configuration.commandName.map { [$0] } ?? []
            if parent == command { return name }
            if let rest = path(to: command, from: parent.configuration.subcommands) { return name + rest }
        }
        return nil
    }
}
