import ArgumentParser
import Dispatch
import FriendsDatabase
import FriendsServer
import FriendsSettings
import Glibc
import Logging

/// `friends serve`: runs a shared server.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a shared server.",
        discussion: """
            Prints "Listening on http://HOST:PORT" (or https://) when it is ready. Stops cleanly on SIGTERM and SIGINT. \
            Without tokens, everyone who can connect can read and change everything, so it only listens on this machine. \
            Create a token with: friends token add NAME

            Exit status: 0 stopped by a signal, 1 database or server failure, 64 invalid options or settings, or a file that \
            they name is not usable.
            """)

    @Option(help: ArgumentHelp("Listen on this address.", valueName: "host"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Listen on this port; 0 picks a free one.", valueName: "port"))
    var port = NumberOption(8080)

    @Option(
        help: ArgumentHelp(
            """
            Require a token from this file (default: the one in the data directory, if it exists). Environment: \
            FRIENDS_TOKENS.
            """, valueName: "path"), completion: .file())
    var tokens: String?

    @Option(
        help: ArgumentHelp(
            "Serve https with this certificate chain (PEM).",
            valueName: "path"), completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("Use this private key for the certificate (PEM).", valueName: "path"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Accept requests for this host name; reject unknown ones (repeatable).", valueName: "host"))
    var name: [String] = []

    @OptionGroup var limits: ServerLimitOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !host.isEmpty else { throw ValidationError("--host must name an address of this machine.") }
        try port.check("--port", 0...65_535)
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together: https needs both.")
        }
    }

    func run() throws {
        setlocale(LC_ALL, "")
        let environment = Environment.current
        let given = common.given.merging(log.given) { $1 }
        let settings = try Settings.read(given, config: common.config, environment)
        let directories = AppDirectories(environment: environment)
        let database = try settings.databasePath(directories)
        for path in [tokens ?? environment["FRIENDS_TOKENS"], certificate, key].compactMap(\.self) {
            try NamedFile.requireDirectory(of: path)
        }
        Task.detached {
            Glibc.exit(await serve(database, settings, environment, directories))
        }
        dispatchMain()
    }

    private func serve(
        _ database: String, _ settings: Settings, _ environment: Environment, _ directories: AppDirectories
    ) async -> Int32 {
        do {
            let logger = LogFile.logger(
                label: "friends.server", path: directories.serverLog, level: settings.logLevel.value)
            let configuration = try serverConfiguration(environment, directories, logger)
            let repository = try FriendRepository(path: database, logger: logger)
            let scheme = configuration.certificate == nil ? "http" : "https"
            try await FriendsServer.serve(
                configuration, repository: repository, logger: logger,
                onListening: { host, port in
                    let name = host.contains(":") ? "[\(host)]" : host
                    // The server runs even if its output is closed.
                    try? StandardStream.output.writeLine("Listening on \(scheme)://\(name):\(port)")
                })
            repository.close()
            return 0
        } catch let error as FriendRepositoryError {
            StandardStream.error.writeLine("friends: \(error.message)")
        } catch let error as FriendsServerError {
            StandardStream.error.writeLine("friends: \(error.message)")
            if error.isAboutOptions { return ExitCode.validationFailure.rawValue }
        } catch let error as ServerCertificateError {
            StandardStream.error.writeLine("friends: \(error.message)")
            return ExitCode.validationFailure.rawValue
        } catch {
            StandardStream.error.writeLine("friends: \(error)")
        }
        return 1
    }

    private func serverConfiguration(
        _ environment: Environment, _ directories: AppDirectories, _ logger: Logger
    ) throws(ServerCertificateError) -> FriendsServer.Configuration {
        var configuration = FriendsServer.Configuration(host: host, port: port.number)
        configuration.names = name
        configuration.proxies = limits.proxies ?? TrustedProxies()
        configuration.limits = limits.limits(files: raiseFileLimit())
        if configuration.limits.connections < limits.maxConnections.number {
            warn(
                "Limited to \(configuration.limits.connections) connections by the limit of open files (ulimit -Hn)",
                logger)
        }
        if let path = tokens ?? environment["FRIENDS_TOKENS"] {
            configuration.tokens = TokenFile(path: path)
        } else if access(directories.tokens, F_OK) == 0 {
            // An existing token file requires tokens.
            configuration.tokens = TokenFile(path: directories.tokens)
        }
        // The server reports an unreadable file when it starts.
        if let names = try? configuration.tokens?.names(), names.isEmpty {
            let file = tokens.map { " --file \($0)" } ?? ""
            warn("No tokens yet; no one can log in. Add one with: friends token add NAME\(file)", logger)
        }
        if let certificate, let key {
            configuration.certificate = try ServerCertificate(certificatePath: certificate, keyPath: key)
        }
        return configuration
    }

    private func warn(_ message: String, _ logger: Logger) {
        StandardStream.error.writeLine("friends: \(message)")
        logger.warning("\(message)")
    }

    /// Raises the limit of open files to the maximum, for connections.
    /// - Returns: the limit.
    private func raiseFileLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return .max }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }
}
