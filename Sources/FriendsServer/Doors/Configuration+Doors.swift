import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// What a configuration means: where the server listens, and which doors it has there.
extension FriendsServer.Configuration {
    /// The address to listen on. The same one is asked whether others can reach it, so a name is resolved only once.
    /// - Throws: `tokensNeeded` when others can, and nobody said who may.
    func address() throws(FriendsServerError) -> SocketAddress {
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw FriendsServerError(error, address: "\(host):\(port)")
        }
        guard tokens != nil || address.isLoopback else { throw .tokensNeeded(host) }
        return address
    }

    func doors(
        at address: SocketAddress, connections: ConnectionTable, logger: Logger
    ) throws(FriendsServerError) -> DoorsMiddleware {
        if !address.isLoopback, certificate == nil {
            logger.warning("Tokens and friends are sent unencrypted; use --certificate and --key")
        }
        let hosts = HostRules(
            isEncrypted: certificate != nil, isLoopback: address.isLoopback,
            addresses: [host, address.ipAddress].compactMap { $0 }, names: names)
        do throws(TokenFileError) {
            var door: TokenDoor?
            if let tokens { door = try TokenDoor(tokens, logger: logger) }
            return DoorsMiddleware(
                limits: limits, hosts: hosts, tokens: door, proxies: proxies, connections: connections)
        } catch {
            throw .tokensUnusable(error)
        }
    }

    /// The table of all connections, empty.
    func connectionTable() -> ConnectionTable {
        ConnectionTable(
            maximum: limits.connections, maximumPerClient: limits.connectionsPerClient, reserve: limits.reserve,
            proxies: proxies)
    }

    /// What a connection is made of: TLS if there is a certificate, HTTP/1.1 with its limits, and the guard.
    func channels(in table: ConnectionTable) throws -> HTTPServerBuilder {
        let limits = limits
        let http = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGuard(limits: limits, table: table)],
                // What is a little too much still becomes a request, which is answered in its turn.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 2 * limits.fields, maxHeaderListSize: 2 * (limits.target + limits.fields),
                    maxHeaderFieldCount: 2 * limits.fieldCount)))
        guard let certificate else { return http }
        return try .tls(http, tlsConfiguration: certificate.tls)
    }
}
