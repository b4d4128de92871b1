import ArgumentParser
import Dispatch
import FriendsRepository
import FriendsServer
import FriendsSettings
import Glibc
import Logging
import PostgreSQL

/// `friends serve`: runs a shared server.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a shared server.",
        discussion: """
            Prints "Listening on http://HOST:PORT" (or https://) when it is ready, after "Metrics on URL" with \
            --metrics-port. Stops cleanly on SIGTERM and SIGINT. --database, or FRIENDS_DATABASE, can also be the address \
            of a PostgreSQL database, which several servers can share: postgresql://USER@HOST/DATABASE. \
            Without tokens, everyone who can connect can read and change everything, so it only listens on this machine. \
            Create a token with: friends token add NAME. From then on every request needs one; no restart is needed.

            Exit status: 0 stopped by a signal, 1 database or server failure, 64 invalid options or settings, or a file that \
            they name is not usable.

            Examples:
              friends serve --port 8080 --database friends.sqlite
            """)

    @Option(help: ArgumentHelp("Listen on this address.", valueName: "host"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Listen on this port; 0 picks a free one.", valueName: "port"))
    var port = NumberOption(8080)

    @Option(
        help: ArgumentHelp(
            """
            Require a token from this file (default: the one in the data directory, as soon as it exists). Environment: \
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

    @Flag(help: "Sort a PostgreSQL list again that is sorted by another language or C library.")
    var sortAgain = false

    @OptionGroup var limits: ServerLimitOptions
    @OptionGroup var metrics: ServerMetricsOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions

    @Option(
        help: ArgumentHelp(
            "Log text to the log file (default), or json to standard error. Environment: FRIENDS_LOG_FORMAT.",
            valueName: "format"), completion: .list(LogFormat.allCases.map(\.rawValue)))
    var logFormat: String?

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
        var given = common.given.merging(log.given) { $1 }
        given["--log-format"] = logFormat
        given["--database"] = common.database ?? environment["FRIENDS_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
        let settings = try Settings.read(given, config: common.config, environment, variables: ["FRIENDS_LOG_FORMAT"])
        let directories = AppDirectories(environment: environment)
        let database = try ServerDatabase(settings, directories)
        for path in [tokens ?? environment["FRIENDS_TOKENS"], certificate, key].compactMap(\.self) {
            try NamedFile.requireDirectory(of: path)
        }
        Task.detached {
            Glibc.exit(await serve(database, settings, environment, directories))
        }
        dispatchMain()
    }

    private func serve(
        _ database: ServerDatabase, _ settings: Settings, _ environment: Environment, _ directories: AppDirectories
    ) async -> Int32 {
        let log = ServerLog(
            settings.logFormat.value, path: directories.serverLog, level: settings.logLevel.value)
        do {
            let configuration = try serverConfiguration(environment, directories, log)
            let scheme = configuration.certificate == nil ? "http" : "https"
            try await database.withRepository(sortsAgain: sortAgain, logger: log.logger) { repository in
                try await FriendsServer.serve(
                    configuration, repository: repository, logger: log.logger,
                    onMetricsListening: { host, port in
                        // The server runs even if its output is closed.
                        try? StandardStream.output.writeLine("Metrics on \(Self.url("http", host, port))/metrics")
                    },
                    onListening: { host, port in
                        try? StandardStream.output.writeLine("Listening on \(Self.url(scheme, host, port))")
                    })
            }
            return 0
        } catch let error as FriendRepositoryError {
            log.fail(error.message)
        } catch let error as PostgresError {
            log.fail(error.message)
            if error.isAboutAddress { return ExitCode.validationFailure.rawValue }
        } catch let error as FriendsServerError {
            log.fail(error.message)
            if error.isAboutOptions { return ExitCode.validationFailure.rawValue }
        } catch let error as ServerCertificateError {
            log.fail(error.message)
            return ExitCode.validationFailure.rawValue
        } catch {
            log.fail("\(error)")
        }
        return 1
    }

    private static func url(_ scheme: String, _ host: String, _ port: Int) -> String {
        "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    private func serverConfiguration(
        _ environment: Environment, _ directories: AppDirectories, _ log: ServerLog
    ) throws(ServerCertificateError) -> FriendsServer.Configuration {
        var configuration = FriendsServer.Configuration(host: host, port: port.number)
        configuration.names = name
        configuration.requestLogLevel = log.requestLevel
        configuration.metrics = metrics.configuration
        configuration.proxies = limits.proxies ?? TrustedProxies()
        configuration.limits = limits.limits(files: raiseFileLimit())
        if configuration.limits.connections < limits.maxConnections.number {
            log.warn(
                "Limited to \(configuration.limits.connections) connections by the limit of open files (ulimit -Hn)")
        }
        let named = tokens ?? environment["FRIENDS_TOKENS"]
        configuration.tokens = TokenFile(path: named ?? directories.tokens)
        // The first token protects a running server, too.
        configuration.tokensMayBeMissing = named == nil && access(directories.tokens, F_OK) != 0
        // The server reports an unreadable file when it starts.
        if let names = try? configuration.tokens?.names(), names.isEmpty {
            let file = tokens.map { " --file \($0)" } ?? ""
            log.warn("No tokens yet; no one can log in. Add one with: friends token add NAME\(file)")
        }
        if let certificate, let key {
            configuration.certificate = try ServerCertificate(certificatePath: certificate, keyPath: key)
        }
        return configuration
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
