import ArgumentParser

/// The options for a shared server: address, authentication and timeouts.
///
/// Each has an environment variable and a setting, which it overrides. ``Settings`` validates all of them.
struct SharedServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the shared server at this URL (http:// or https://). Environment: FRIENDS_SERVER.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            """
            Read your access token from this file, readable only by you. Environment: FRIENDS_TOKEN_FILE.
            """, valueName: "path"), completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            """
            Trust the certificates in this PEM file instead of the system's. Environment: FRIENDS_CA_FILE.
            """, valueName: "path"), completion: .file())
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Limit the time to connect (default: 3). Environment: FRIENDS_CONNECT_TIMEOUT.",
            valueName: "seconds"))
    var connectTimeout: String?

    @Option(
        help: ArgumentHelp(
            "Limit the wait for data from the server (default: 5). Environment: FRIENDS_READ_TIMEOUT.",
            valueName: "seconds"))
    var readTimeout: String?

    /// The former name of ``readTimeout``.
    @Option(help: .hidden)
    var silenceTimeout: String?

    @Option(
        help: ArgumentHelp(
            "Limit the total time of a request, including retries (default: 15). Environment: FRIENDS_REQUEST_TIMEOUT.",
            valueName: "seconds"))
    var requestTimeout: String?

    private var all: [(name: String, value: String?)] {
        [
            ("--server", server), ("--token-file", tokenFile), ("--ca-file", caFile),
            ("--connect-timeout", connectTimeout), ("--read-timeout", readTimeout),
            ("--silence-timeout", silenceTimeout), ("--request-timeout", requestTimeout),
        ]
    }

    /// The name of the first given option.
    var firstGiven: String? { all.first { $0.value != nil }?.name }

    /// The given options, by name.
    var given: [String: String] { Dictionary(uniqueKeysWithValues: all).compactMapValues { $0 } }
}
