import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// The address and the access control that follow from a configuration.
extension FriendsServer.Configuration {
    /// The address to listen on, resolved once, so that the checked address is the one that is used.
    ///
    /// Throws `tokensNeeded` when other machines can reach it and a request may need no token.
    func address() throws(FriendsServerError) -> SocketAddress {
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw FriendsServerError(error, address: "\(host):\(port)")
        }
        guard tokens != nil && !tokensMayBeMissing || address.isLoopback else { throw .tokensNeeded(host) }
        return address
    }

    func accessControl(
        at address: SocketAddress, connections: ConnectionLimiter, logger: Logger
    ) throws(FriendsServerError) -> AccessControlMiddleware {
        if !address.isLoopback, certificate == nil {
            logger.warning("Tokens and friends are sent unencrypted; use --certificate and --key")
        }
        let hosts = HostValidator(
            isEncrypted: certificate != nil, isLoopback: address.isLoopback,
            addresses: [host, address.ipAddress].compactMap { $0 }, names: names)
        do throws(TokenFileError) {
            var authenticator: BearerAuthenticator?
            if let tokens {
                authenticator = try BearerAuthenticator(tokens, mayBeMissing: tokensMayBeMissing, logger: logger)
            }
            return AccessControlMiddleware(
                limits: limits, hosts: hosts, authenticator: authenticator, proxies: proxies, connections: connections)
        } catch {
            throw .tokensUnusable(error)
        }
    }

    /// The limiter for all connections of the server.
    func connectionLimiter() -> ConnectionLimiter {
        ConnectionLimiter(
            maximum: limits.connections, maximumPerClient: limits.connectionsPerClient, reserve: limits.reserve,
            proxies: proxies)
    }

    /// The pipeline of a connection: TLS if there is a certificate, HTTP/1.1 with its limits, and the guard.
    func channels(in connections: ConnectionLimiter, recorder: RequestRecorder) throws -> HTTPServerBuilder {
        let http = HTTPServerBuilder.guarded(limits: limits, connections: connections, recorder: recorder)
        guard let certificate else { return http }
        return try .tls(http, tlsConfiguration: certificate.tls)
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with its limits, and the guard.
    static func guarded(
        limits: ServerLimits, connections: ConnectionLimiter, recorder: RequestRecorder
    ) -> HTTPServerBuilder {
        .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ClientPresence(),
                    ConnectionGuard(limits: limits, connections: connections, recorder: recorder),
                ],
                // A head that is slightly too large is still parsed, and gets its response in order.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 2 * limits.headerSize,
                    maxHeaderListSize: 2 * (limits.targetSize + limits.headerSize),
                    maxHeaderFieldCount: 2 * limits.headerCount)))
    }
}
