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
        /// The TLS certificate; nil means no encryption.
        package var certificate: ServerCertificate?
        package var limits = ServerLimits()
        /// The reverse proxies in front of the server.
        package var proxies = TrustedProxies()

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}
