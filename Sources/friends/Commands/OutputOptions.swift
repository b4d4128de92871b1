import ArgumentParser
import FriendsCommands
import Glibc

/// How a command prints friends.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, in the shape of the HTTP interface.")
    var json = false

    @Flag(help: "Print rows separated by tabs, as into a pipe or a file.")
    var tsv = false

    /// What is printed.
    enum Form {
        case table, tabs, json
    }

    /// People get tables on a terminal, programs get tabs.
    var form: Form { json ? .json : tsv || !Self.isTerminal ? .tabs : .table }

    /// Rows for standard output.
    static var tabs: TabText { TabText(isForTerminal: isTerminal) }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard output is a regular file.
    static var isFile: Bool {
        var status = stat()
        return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The width of the terminal.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Prints in one of the forms. People get nothing for an empty table.
    func write(table: TextTable?, rows: (TabText) -> String, json: @autoclosure () -> [UInt8]) throws {
        switch form {
        case .table: if let table { try StandardStream.output.write(table) }
        case .tabs: try StandardStream.output.write(rows: rows(Self.tabs))
        case .json: try StandardStream.output.write(harmless: json())
        }
    }

    func validate() throws {
        if json, tsv { throw ValidationError("--json and --tsv cannot be combined.") }
    }
}

extension StandardOutput {
    /// Writes a table.
    func write(_ table: TextTable) throws(WriteError) {
        try writeLines(table.lines(width: OutputOptions.width).joined(separator: "\n"))
    }

    /// Writes rows with their line feeds. They are sanitised already: a tab is one.
    func write(rows: String) throws(WriteError) {
        try write(harmless: Array(rows.utf8))
    }
}
