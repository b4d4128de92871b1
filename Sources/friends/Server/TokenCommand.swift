import ArgumentParser
import FriendsServer
import Glibc

/// `friends token`: manages access tokens.
struct TokenCommand: ParsableCommand {
    private static let exitStatuses = """
        Exit status: 0 success, 1 token file or output failure, 64 invalid arguments, or the named file is not usable.
        """

    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage access tokens for the shared server.",
        discussion: """
            The file stores names and hashes of tokens, not the tokens. A running server with this file applies changes at \
            once. From the first token on it requires one.

            \(exitStatuses)
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Create a token and print it once.",
            discussion: """
                Prints only the token on standard output. Its owner saves it in a private file (chmod 600) and starts \
                friends with --token-file.

                \(exitStatuses)

                Examples:
                  friends token add ada >ada.token
                """)

        @Argument(help: ArgumentHelp("The owner's name: 1 to 64 of A-Z a-z 0-9 . _ - @.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in
                let token = try file.add(name)
                do {
                    try StandardStream.output.writeLine(token)
                } catch {
                    // The token was not printed, and it cannot be shown again.
                    try file.remove(name)
                    throw error
                }
                StandardStream.error.writeLine("Token of \(name); it is not shown again.")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the owners of tokens.", discussion: exitStatuses)

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in
                for name in try file.names() { try StandardStream.output.writeLine(name) }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Revoke a token.", discussion: exitStatuses)

        @Argument(help: ArgumentHelp("The owner's name.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in try file.remove(name) }
        }
    }

    /// The options of all subcommands.
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                """
                Use this token file (default: the one in the data directory). Environment: FRIENDS_TOKENS.
                """, valueName: "path"), completion: .file())
        var file: String?

        func validate() throws {
            if file?.isEmpty == true { throw ValidationError("--file needs the path of a file.") }
        }

        /// Runs an operation on the token file. Prints an error and throws the exit code.
        func perform(_ work: (TokenFile) throws -> Void) throws {
            let environment = Environment.current
            let named = file ?? environment["FRIENDS_TOKENS"]
            if let named { try NamedFile.requireDirectory(of: named) }
            let path = named ?? AppDirectories(environment: environment).tokens
            do {
                try work(TokenFile(path: path))
            } catch let error as TokenFileError {
                StandardStream.error.writeLine("friends: \(error.message)")
                throw Self.exitCode(for: error, isFileNamed: named != nil)
            }
        }

        /// A wrong argument, or a file that is named and not usable, is a usage error.
        private static func exitCode(for error: TokenFileError, isFileNamed: Bool) -> ExitCode {
            switch error {
            case .badName: .validationFailure
            case .unreadable, .notAFile, .readableByOthers, .badLine: isFileNamed ? .validationFailure : .failure
            case .unwritable, .nameTaken, .noSuchName: .failure
            }
        }
    }
}
