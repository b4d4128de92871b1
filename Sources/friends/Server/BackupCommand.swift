import ArgumentParser
import FriendsDatabase
import FriendsModel
import FriendsSettings
import Glibc

/// `friends backup`: backs up the database, even while it is in use.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database to a file, even while it is in use.",
        discussion: """
            The backup is one consistent file that only you can read. An existing file is not replaced. To restore a \
            backup, open it with --database, or replace the database with it while nothing uses the database.

            Exit status: 0 success, 1 database or output failure, 64 invalid arguments or settings.

            Examples:
              friends backup friends-backup.sqlite
            """)

    @Argument(help: ArgumentHelp("Write the backup to this file.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("The name of the backup must not be empty.") }
    }

    func run() throws {
        setlocale(LC_ALL, "")
        let environment = Environment.current
        let settings = try Settings.read(common.given, config: common.config, environment)
        let path = try settings.databasePath(AppDirectories(environment: environment))
        try NamedFile.requireDirectory(of: file)
        do {
            let count = try DatabaseBackup.make(of: path, at: file)
            try StandardStream.output.writeLine("Copied \(count.friends) to \(file)")
        } catch let error as DatabaseBackupError {
            StandardStream.error.writeLine("friends: \(error.message)")
            throw ExitCode(1)
        }
    }
}
