import ArgumentParser

/// What the client takes for a shared server: which one, how the two know each other, how long to wait for it.
///
/// Each has a variable and a setting that say the same; what stands on the command line goes before them. The texts are
/// looked at together with those, in ``Settings``.
struct SharedServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The shared server to use, http:// or https://. The variable FRIENDS_SERVER says the same.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            """
            A file that only you can read, with the token that tells the shared server who you are. The variable \
            FRIENDS_TOKEN_FILE says the same.
            """, valueName: "path"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            """
            A PEM file with the certificates that may vouch for an https:// server, instead of those that the system \
            trusts. The variable FRIENDS_CA_FILE says the same.
            """, valueName: "path"))
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "How long making a connection may take (3). The variable FRIENDS_CONNECT_TIMEOUT says the same.",
            valueName: "seconds"))
    var connectTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long the server may be silent (5). The variable FRIENDS_SILENCE_TIMEOUT says the same.",
            valueName: "seconds"))
    var silenceTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long a whole request may take (15). The variable FRIENDS_REQUEST_TIMEOUT says the same.",
            valueName: "seconds"))
    var requestTimeout: String?

    private var all: [(name: String, value: String?)] {
        [
            ("--server", server), ("--token-file", tokenFile), ("--ca-file", caFile),
            ("--connect-timeout", connectTimeout), ("--silence-timeout", silenceTimeout),
            ("--request-timeout", requestTimeout),
        ]
    }

    /// The first option that was given, by its name.
    var firstGiven: String? { all.first { $0.value != nil }?.name }

    /// What was given, by the name of the option.
    var given: [String: String] { Dictionary(uniqueKeysWithValues: all).compactMapValues { $0 } }
}
