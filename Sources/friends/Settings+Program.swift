import ArgumentParser
import FriendsSettings
import TerminalUI

extension Settings {
    /// The effective settings of the list. Prints all problems to standard error and throws the exit code.
    static func read(
        _ connection: ConnectionOptions, _ screen: ScreenOptions, _ environment: Environment
    ) throws(ExitCode) -> Settings {
        try read(connection.given.merging(screen.given) { $1 }, connection, environment)
    }

    /// The effective settings of a command with a client. Prints all problems, as above.
    static func read(_ options: ConnectionOptions, _ environment: Environment) throws(ExitCode) -> Settings {
        try read(options.given, options, environment)
    }

    private static func read(
        _ given: [String: String], _ connection: ConnectionOptions, _ environment: Environment
    ) throws(ExitCode) -> Settings {
        let settings = try read(given, config: connection.common.config, environment) { environment[$0] }
        if settings.server.value == nil, let option = connection.firstOfServer {
            StandardStream.error.writeLine("friends: \(option) needs --server.")
            StandardStream.error.writeLine("The embedded server does not use it.")
            throw ExitCode.validationFailure
        }
        return settings
    }

    /// The effective settings of another command, without the environment variables of the list.
    /// - Parameter variables: the ones of this command.
    static func read(
        _ given: [String: String], config: String?, _ environment: Environment, variables: Set<String> = []
    ) throws(ExitCode) -> Settings {
        try read(given, config: config, environment) { variables.contains($0) ? environment[$0] : nil }
    }

    private static func read(
        _ options: [String: String], config: String?, _ environment: Environment,
        variable: @escaping @Sendable (String) -> String?
    ) throws(ExitCode) -> Settings {
        let directories = AppDirectories(environment: environment)
        let named = named(config, environment)
        if let named { try NamedFile.requireDirectory(of: named) }
        do throws(SettingsProblems) {
            let file = try SettingsFile.read(named ?? directories.settings, mustExist: named != nil)
            if file == nil, SettingsFile.isOutOfReach(directories.settings) {
                StandardStream.error.writeLine("friends: Cannot access \(directories.settings); using defaults.")
            }
            return try Settings(
                file: file, Given(options: options, variable: variable, home: directories.home), .program)
        } catch {
            for line in error.lines { StandardStream.error.writeLine("friends: \(line)") }
            throw ExitCode.validationFailure
        }
    }

    /// The settings file that an option or a variable names.
    private static func named(_ config: String?, _ environment: Environment) -> String? {
        config ?? environment["FRIENDS_CONFIG"]
    }
}
