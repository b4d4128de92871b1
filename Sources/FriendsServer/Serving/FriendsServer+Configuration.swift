import Logging

extension FriendsServer {
    /// The address, the users and the limits of a shared server.
    package struct Configuration: Sendable {
        /// A host name or an address of this machine.
        package var host: String
        /// 0 lets the system choose.
        package var port: Int
        /// Other host names of the server.
        package var names: [String] = []
        /// The users; nil means that no token is needed, which is only allowed on loopback.
        package var tokens: TokenFile?
        /// Whether no token is needed until there is a token file, which is only allowed on loopback.
        package var tokensMayBeMissing = false
        /// The TLS certificate; nil means no encryption.
        package var certificate: ServerCertificate?
        package var limits = ServerLimits()
        /// The reverse proxies in front of the server.
        package var proxies = TrustedProxies()
        /// The level of the line in the log for each request.
        package var requestLogLevel = Logger.Level.debug
        /// Where the metrics are; nil for none.
        package var metrics: MetricsConfiguration?

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// The address of the metrics of a shared server.
    package struct MetricsConfiguration: Sendable {
        /// A host name or an address of this machine.
        package var host: String
        /// 0 lets the system choose.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}
