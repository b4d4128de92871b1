import ArgumentParser

/// The program. For now it only knows its version.
struct Friends: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends", abstract: "A full-screen terminal client for the people you know.", version: "0.1.0")
}

Friends.main()
