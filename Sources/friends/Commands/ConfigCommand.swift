import ArgumentParser
import FriendsSettings
import Glibc

/// `friends config`: prints the effective settings.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show effective settings and their origin.",
        discussion: """
            Takes the options of the list. The output is a valid settings file.

            Exit status: 0 success, 1 output failure, 64 invalid options or settings.

            Examples:
              friends config --changed
            """)

    @Flag(
        name: .customLong("default"),
        help: "Print a settings file with all defaults and comments.")
    var isDefault = false

    @Flag(help: "Print only the settings that differ from their defaults.")
    var changed = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var screen: ScreenOptions

    func validate() throws {
        if isDefault, changed { throw ValidationError("--default and --changed cannot be combined.") }
    }

    func run() throws {
        setlocale(LC_ALL, "")
        let lines =
            if isDefault {
                Settings.commentedDefaults(.program)
            } else {
                try Settings.read(connection, screen, Environment.current).lines(.program, changedOnly: changed)
            }
        try StandardStream.output.writeLines(lines.joined(separator: "\n"))
    }
}
