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
            """)

    @Flag(
        name: .customLong("default"),
        help: "Print a settings file with all defaults and comments.")
    var isDefault = false

    @OptionGroup var options: ClientOptions

    func run() throws {
        setlocale(LC_ALL, "")
        let lines =
            if isDefault {
                Settings.commentedDefaults(.program)
            } else {
                try Settings.read(options, Environment.current).lines(.program)
            }
        try StandardStream.output.writeLines(lines.joined(separator: "\n"))
    }
}
