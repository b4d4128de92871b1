import ArgumentParser
import FriendsDatabase
import FriendsSettings
import Glibc

/// `friends backup`: a copy of the database, also while it is in use.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database into a file, also while friends or a server is using it.",
        discussion: """
            The copy is one file, as the database was at one moment, readable by you alone. A file that is there is not \
            replaced. To go back to a copy, give it to --database, or put it in the place of the database while nothing \
            uses that.
            """)

    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"))
    var file: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("The copy needs a name.") }
    }

    func run() throws {
        setlocale(LC_ALL, "")
        let environment = Environment.current
        let settings = try Settings.read(common.given, config: common.config, environment)
        let path = try settings.databasePath(AppDirectories(environment: environment))
        try NamedFile.requireDirectory(of: file)
        do {
            let count = try DatabaseBackup.make(of: path, at: file)
            try StandardStream.output.writeLine("Copied \(count) \(count == 1 ? "friend" : "friends") to \(file)")
        } catch let error as DatabaseBackupError {
            StandardStream.error.writeLine("friends: \(error.message)")
            throw ExitCode(1)
        }
    }
}
