extension FriendsServer {
    /// Where a shared server is, who may use it, and how much of it.
    package struct Configuration: Sendable {
        /// A name or an address of this machine.
        package var host: String
        /// 0 lets the system choose one.
        package var port: Int
        /// Other names by which clients reach it.
        package var names: [String] = []
        /// Who may use it; nil lets anybody, and is for this machine alone.
        package var tokens: TokenFile?
        /// What it proves itself with; nil for a server that speaks plainly.
        package var certificate: ServerCertificate?
        package var limits = ServerLimits()
        /// Who asks for others, and is believed when it says for whom.
        package var proxies = TrustedProxies()

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}
