import ArgumentParser
import FriendsServer
import Glibc

/// `friends token`: who may use the shared server.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Say who may use the shared server.",
        discussion: """
            The file holds names and what their tokens are checked by, not the tokens. A server that runs notices a \
            change at once.
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make a token and print it, once.",
            discussion: """
                The token is the only thing on standard output. Whoever uses it puts it into a file of their own that \
                nobody else can read, and starts friends with --token-file.
                """)

        @Argument(help: ArgumentHelp("Whose it is: 1 to 64 of A-Z a-z 0-9 . _ - @.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in
                let token = try file.add(name)
                do {
                    try StandardStream.output.writeLine(token)
                } catch {
                    // Nobody has seen it, and it cannot be shown again.
                    try file.remove(name)
                    throw error
                }
                StandardStream.error.writeLine("This is the token of \(name). It is not shown again.")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the names of those who have a token.")

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in
                for name in try file.names() { try StandardStream.output.writeLine(name) }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Take somebody's token away.")

        @Argument(help: ArgumentHelp("Whose it is.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.perform { file in try file.remove(name) }
        }
    }

    /// What all of them take.
    struct Options: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                """
                The file of tokens; by default the one in the data folder. The variable FRIENDS_TOKENS says the same.
                """, valueName: "path"))
        var file: String?

        func validate() throws {
            if file?.isEmpty == true { throw ValidationError("--file needs the path of a file.") }
        }

        /// Works on the file; what goes wrong is said, and ends the program.
        func perform(_ work: (TokenFile) throws -> Void) throws {
            let environment = Environment.current
            let named = file ?? environment["FRIENDS_TOKENS"]
            if let named { try NamedFile.requireDirectory(of: named) }
            let path = named ?? AppDirectories(environment: environment).tokens
            do {
                try work(TokenFile(path: path))
            } catch let error as TokenFileError {
                StandardStream.error.writeLine("friends: \(error.message)")
                throw ExitCode(1)
            }
        }
    }
}
