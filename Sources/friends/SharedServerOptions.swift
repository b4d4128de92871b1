import ArgumentParser
import FriendsHTTP

/// What the client takes for a shared server: which one, how the two know each other, how long to wait for it.
///
/// Each has a variable that says the same; what stands on the command line goes before it.
struct SharedServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The shared server to use, http:// or https://. The variable FRIENDS_SERVER says the same.",
            valueName: "url"),
        transform: ServerAddress.init(argument:))
    var server: ServerAddress?

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
            valueName: "seconds"),
        transform: Duration.init(seconds:))
    var connectTimeout: Duration?

    @Option(
        help: ArgumentHelp(
            "How long the server may be silent (5). The variable FRIENDS_SILENCE_TIMEOUT says the same.",
            valueName: "seconds"),
        transform: Duration.init(seconds:))
    var silenceTimeout: Duration?

    @Option(
        help: ArgumentHelp(
            "How long a whole request may take (15). The variable FRIENDS_REQUEST_TIMEOUT says the same.",
            valueName: "seconds"),
        transform: Duration.init(seconds:))
    var requestTimeout: Duration?

    /// The first option that was given, by its name.
    var firstGiven: String? {
        let options: [(name: String, isGiven: Bool)] = [
            ("--server", server != nil), ("--token-file", tokenFile != nil), ("--ca-file", caFile != nil),
            ("--connect-timeout", connectTimeout != nil), ("--silence-timeout", silenceTimeout != nil),
            ("--request-timeout", requestTimeout != nil),
        ]
        return options.first(where: \.isGiven)?.name
    }

    func address(_ environment: Environment) throws -> ServerAddress? {
        if let server { return server }
        return try environment["FRIENDS_SERVER"].map(ServerAddress.init(argument:))
    }

    func token(_ environment: Environment) throws -> AccessToken? {
        guard let path = tokenFile ?? environment["FRIENDS_TOKEN_FILE"] else { return nil }
        do throws(AccessToken.Problem) {
            return try AccessToken(file: path)
        } catch {
            throw ValidationError(error.message + ".")
        }
    }

    func authorities(_ environment: Environment) throws -> CertificateAuthorities? {
        guard let path = caFile ?? environment["FRIENDS_CA_FILE"] else { return nil }
        do throws(CertificateAuthorities.Problem) {
            return try CertificateAuthorities(file: path)
        } catch {
            throw ValidationError(error.message + ".")
        }
    }

    func limits(_ environment: Environment) throws -> ClientLimits {
        func duration(_ option: Duration?, _ variable: String) throws -> Duration? {
            if let option { return option }
            guard let text = environment[variable] else { return nil }
            do {
                return try Duration(seconds: text)
            } catch let error as ValidationError {
                throw ValidationError("\(variable): \(error.message)")
            }
        }
        var limits = ClientLimits()
        limits.connecting = try duration(connectTimeout, "FRIENDS_CONNECT_TIMEOUT") ?? limits.connecting
        limits.silence = try duration(silenceTimeout, "FRIENDS_SILENCE_TIMEOUT") ?? limits.silence
        limits.wholeRequest = try duration(requestTimeout, "FRIENDS_REQUEST_TIMEOUT") ?? limits.wholeRequest
        return limits
    }
}

extension ServerAddress {
    /// The address given on the command line or in the environment.
    init(argument: String) throws {
        do {
            try self.init(argument)
        } catch {
            throw ValidationError(error.message + ".")
        }
    }
}

extension Duration {
    /// A limit of time given on the command line or in the environment.
    fileprivate init(seconds text: String) throws {
        guard let seconds = Double(text), (0.1...3_600).contains(seconds) else {
            throw ValidationError("a limit of time is a number of seconds from 0.1 to 3600.")
        }
        self = .seconds(seconds)
    }
}
