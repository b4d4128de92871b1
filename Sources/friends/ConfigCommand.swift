import ArgumentParser
import FriendsSettings
import Glibc

/// `friends config`: what the list would be opened with.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the settings and where each comes from.",
        discussion: """
            Takes the options of the list and prints what would hold with them. What it prints can be read as a settings \
            file again.
            """)

    @Flag(
        name: .customLong("default"),
        help: "Print all defaults with explanations instead, as the beginning of a settings file of your own.")
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
