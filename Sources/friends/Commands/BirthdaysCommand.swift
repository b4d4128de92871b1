import ArgumentParser
import FriendsCommands
import FriendsModel
import FriendsSession
import Glibc

/// `friends birthdays`: prints the next birthdays.
struct BirthdaysCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "birthdays",
        abstract: "List the next birthdays.",
        discussion: """
            A terminal gets a table. A pipe or a file gets a row for each birthday: the date, the days until then, the id, \
            the name and the age, separated by tabs.

            \(CommandStatus.summary)

            Examples:
              friends birthdays
              friends birthdays --json
            """)

    @Option(
        help: ArgumentHelp("Look this many days ahead; 0 is today.", valueName: "days"))
    var days = NumberOption(366)

    @OptionGroup var output: OutputOptions
    @OptionGroup var connection: ConnectionOptions

    func checkArguments() throws {
        try days.check("--days", 0...366)
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let all = await UpcomingBirthday.all(of: try await context.wholeList(), from: .today)
        let birthdays = all.filter { $0.days <= days.number }
        let text = BirthdayText(birthdays)
        try output.write(table: birthdays.isEmpty ? nil : text.table, rows: text.rows, json: text.json)
        if birthdays.isEmpty { throw CommandFailure.noBirthdays }
        return .done
    }
}
