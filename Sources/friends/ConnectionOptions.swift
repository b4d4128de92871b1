import ArgumentParser

/// The options of every command with a client: where the friends are.
///
/// Most have an environment variable and a setting, which they override. ``Settings`` validates all of them.
struct ConnectionOptions: ParsableArguments {
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

    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions

    /// The options for a shared server: address, authentication and timeouts.
    private var ofServer: [(name: String, value: String?)] {
        [
            ("--server", server), ("--token-file", tokenFile), ("--ca-file", caFile),
            ("--connect-timeout", connectTimeout), ("--read-timeout", readTimeout),
            ("--silence-timeout", silenceTimeout), ("--request-timeout", requestTimeout),
        ]
    }

    /// The name of the first given option for a shared server.
    var firstOfServer: String? { ofServer.first { $0.value != nil }?.name }

    /// The name of the first given option that says where friends or the log are.
    var firstOfServerOrFiles: String? { common.given.keys.first ?? firstOfServer ?? log.given.keys.first }

    /// The given options, by name.
    var given: [String: String] {
        Dictionary(uniqueKeysWithValues: ofServer).compactMapValues { $0 }
            .merging(common.given) { $1 }.merging(log.given) { $1 }
    }

    func validate() throws {
        guard common.database != nil else { return }
        if server != nil {
            throw ValidationError("--server and --database cannot be combined: a shared server has its own database.")
        }
        if let option = firstOfServer {
            throw ValidationError("\(option) needs a shared server; --database uses the embedded one.")
        }
    }
}
