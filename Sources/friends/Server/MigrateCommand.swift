import ArgumentParser
import FriendsDatabase
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import Glibc
import Logging
import PostgreSQL

/// `friends migrate`: moves the whole list between SQLite and PostgreSQL.
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Move the whole list to another database.",
        discussion: """
            Moves friends with their ids, versions, lines and imported cards, the trash, and the history, so that clients \
            go on where they are. A database is the path of an SQLite file, or the address of a PostgreSQL database: \
            postgresql://USER@HOST/DATABASE. Stop the servers of both first. The source is not changed. The target must \
            be new or empty; it has everything or nothing, also when the command is interrupted, and running it again is \
            safe. Before the end, the target is read again and compared.

            Exit status: 0 success, 1 database or output failure, 64 invalid arguments or addresses.

            Examples:
              friends migrate --from friends.sqlite --to postgresql://friends@db/friends
            """)

    @Option(help: ArgumentHelp("Move the list of this database.", valueName: "database"), completion: .file())
    var from: String

    @Option(help: ArgumentHelp("Move it to this new or empty database.", valueName: "database"), completion: .file())
    var to: String

    func validate() throws {
        for (name, database) in [("--from", from), ("--to", to)] where database.isEmpty {
            throw ValidationError("\(name) needs the path of a file or an address.")
        }
        guard from != to else { throw ValidationError("--from and --to name the same database.") }
    }

    func run() throws {
        // The collation of the sort keys.
        setlocale(LC_ALL, "")
        let source = try Self.archive(from)
        let target = try Self.archive(to)
        let progress = MigrationProgress()
        do {
            let summary = try ListMigration(from: source, to: target, report: progress.show).run()
            progress.clear()
            try StandardStream.output.writeLines(Self.report(summary, target: target.name))
        } catch let error as ListMigrationError {
            progress.clear()
            StandardStream.error.writeLine("friends: \(error.message)")
            throw ExitCode.failure
        }
    }

    private static func archive(_ database: String) throws -> any ListArchive {
        guard PostgresAddress.isAddress(database) else {
            try NamedFile.requirePath(ofDatabase: database)
            return SQLiteListArchive(path: database)
        }
        do {
            let library = try PostgresLibrary()
            let logger = Logger(label: "friends.migrate") { _ in SwiftLogNoOpLogHandler() }
            return PostgresListArchive(
                try PostgresAddress(database, library: library), library: library, logger: logger)
        } catch {
            StandardStream.error.writeLine("friends: \(error.message)")
            throw error.isAboutAddress ? ExitCode.validationFailure : ExitCode.failure
        }
    }

    private static func report(_ summary: ListMigration.Summary, target: String) -> String {
        let friends = summary.friendCount.friends
        let lines = summary.lineCount.counted(one: "1 line", other: "\(summary.lineCount) lines")
        let cards = summary.restCount.counted(one: "1 imported card", other: "\(summary.restCount) imported cards")
        let first =
            summary.isMoved
            ? "Moved \(friends) and \(summary.deletedCount) in the trash to \(target)"
            : "Moved nothing: \(target) has the whole list already"
        return """
            \(first)
            Both have the same \(friends), \(summary.deletedCount) in the trash, \(lines), \(cards) and history \
            (\(summary.position.text)): the copy was read again and compared
            """
    }
}

/// The progress bar of a move.
private final class MigrationProgress {
    private var bar: ProgressBar?
    private var step: ListMigration.Progress.Step?
    private var done = 0

    func show(_ progress: ListMigration.Progress) {
        if step != progress.step { (step, done) = (progress.step, 0) }
        done += progress.count
        // Both steps read every friend.
        if bar == nil { bar = ProgressBar(total: progress.total * 2) }
        let verb =
            switch progress.step {
            case .copying: "Copied"
            case .comparing: "Compared"
            }
        bar?.advance(by: progress.count, "\(verb) \(done) of \(progress.total) friends")
    }

    func clear() { bar?.clear() }
}
