import ArgumentParser
import Foundation
import FriendsCommands
import FriendsList
import FriendsModel
import Glibc

/// How a command changes friends, and what it prints.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Change nothing; print what would be changed.")
    var dryRun = false

    @Flag(help: "Print the friends as JSON, in the shape of the HTTP interface.")
    var json = false

    /// Makes writes, and prints what came of them: friend after friend, then the first failure.
    /// - Parameter writes: each with the friend as it would be.
    func perform(
        _ writes: [(write: FriendWrite, friend: Friend)], _ verb: ChangeReport.Verb, isForced: Bool,
        _ context: CommandContext
    ) async throws -> CommandStatus {
        guard !dryRun else {
            try report(writes.map(\.friend), verb)
            return .done
        }
        let series = await WriteSeries.made(writes.map(\.write), on: context.client, isForced: isForced)
        var changed: [Friend] = []
        var failures: [CommandFailure] = []
        for (result, (write, friend)) in zip(series.results, writes) {
            switch result {
            case .success(let now): changed.append(now ?? friend)
            case .failure(let error): failures.append(CommandFailure(error, of: write, friend.details))
            }
        }
        try report(changed, verb)
        for failure in failures { StandardStream.error.writeLine("friends: \(failure.message)") }
        if let stop = series.stop {
            let failure = CommandFailure(stop)
            let count = writes.count > 1 ? " \(changed.count) of \(writes.count) are done." : ""
            throw CommandFailure(failure.status, failure.message + count)
        }
        return failures.first?.status ?? .done
    }

    private func report(_ friends: [Friend], _ verb: ChangeReport.Verb) throws {
        let report = ChangeReport(verb, isDryRun: dryRun)
        if json {
            var text = ListText(.json)
            try StandardStream.output.write(harmless: text.text(of: friends) + text.end())
        } else if friends.isEmpty {
            return
        } else if OutputOptions.isTerminal {
            try StandardStream.output.writeLines(report.lines(friends).joined(separator: "\n"))
        } else {
            try StandardStream.output.write(rows: report.rows(friends, OutputOptions.tabs))
        }
    }
}

/// The texts of a friend as options.
struct FriendOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The first name.", valueName: "text"))
    var firstName: String?

    @Option(help: ArgumentHelp("The last name.", valueName: "text"))
    var lastName: String?

    @Option(help: ArgumentHelp("The phone number.", valueName: "text"))
    var phone: String?

    @Option(
        help: ArgumentHelp(
            "Add a line, as email:work=ada@example.org or birthday=1815-12-10; repeatable.",
            valueName: "kind[:label]=value"), completion: .list(LineKind.all.map { $0.key }))
    var line: [String] = []

    /// The change that the options describe.
    func edit() throws(ValidationError) -> FriendEdit {
        var edit = FriendEdit()
        for (field, text) in [(FriendField.firstName, firstName), (.lastName, lastName), (.phoneNumber, phone)] {
            edit.fields[field] = text
        }
        edit.added = try line.lines("--line")
        return edit
    }
}

extension [String] {
    /// The lines of an option.
    /// - Parameter needsValue: whether each has a value; otherwise they can name lines that exist.
    func lines(_ option: String, needsValue: Bool = true) throws(ValidationError) -> [LineArgument] {
        var lines: [LineArgument] = []
        for text in self {
            do throws(LineArgument.Problem) {
                lines.append(needsValue ? try LineArgument(withValue: text) : try LineArgument(text))
            } catch {
                throw ValidationError("\(option): \(error.message).")
            }
        }
        return lines
    }
}

/// Standard input of a command.
enum StandardInput {
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Everything up to its end.
    static func readAll() throws(CommandFailure) -> Data {
        do {
            return try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            throw CommandFailure.unreadableInput
        }
    }

    /// Asks on standard error.
    static func confirms(_ question: String, isYesDefault: Bool = false) -> Bool {
        StandardStream.error.write("\(question) \(isYesDefault ? "[Y/n]" : "[y/N]") ")
        guard let answer = readLine()?.trimmed.lowercased() else { return false }
        return answer.isEmpty ? isYesDefault : answer == "y" || answer == "yes"
    }
}
