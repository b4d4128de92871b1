import HTTPTypes
import Hummingbird
import NIOCore

/// Checks the host and the origin of requests. It rejects web pages of other origins.
///
/// A web page can point its own domain name at 127.0.0.1 and then send requests to a server there (DNS rebinding). The
/// browser sends that name in `Host`, and the page's origin in `Origin`.
struct HostValidator: Sendable {
    private static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

    private let scheme: String
    /// In lower case, without a port; nil when every name is valid.
    private let names: Set<String>?
    /// Whether any IP address is valid, too.
    private let acceptsAddresses: Bool

    /// - Parameters:
    ///   - isEncrypted: whether the server speaks TLS.
    ///   - isLoopback: whether only this machine can reach it.
    ///   - addresses: the names or addresses that it listens on.
    ///   - names: its other names. Beyond loopback, no names means that every name is valid: requests there need a token,
    ///     which browsers do not send by themselves.
    ///   - needsToken: whether requests beyond loopback need one. Otherwise only the own names and IP addresses are valid
    ///     there, because a web page cannot point an address at another machine.
    init(isEncrypted: Bool, isLoopback: Bool, addresses: [String], names: [String], needsToken: Bool = true) {
        scheme = isEncrypted ? "https" : "http"
        acceptsAddresses = !isLoopback && !needsToken
        guard isLoopback || !names.isEmpty || !needsToken else {
            self.names = nil
            return
        }
        let own = addresses.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        self.names = Set((Self.loopbackNames + own + names).map(Self.comparable))
    }

    /// Throws when the request is for another server, or from a web page of another origin.
    func validate(_ request: Request) throws(Problem) {
        // The first `Host` becomes the authority, a second one stays a header field.
        guard let host = request.head.authority, let name = Self.name(in: host),
            !request.headers.contains(where: { $0.name.canonicalName == "host" })
        else { throw .noHost() }
        guard isOwn(name) else { throw .misdirected(host: name) }
        let origins = request.headers[values: .origin]
        guard origins.allSatisfy({ $0.lowercased() == "\(scheme)://\(host)".lowercased() }) else {
            throw .foreignOrigin()
        }
    }

    private func isOwn(_ name: String) -> Bool {
        guard let names, !names.contains(Self.comparable(name)) else { return true }
        return acceptsAddresses && Self.isAddress(name)
    }

    private static func isAddress(_ name: String) -> Bool {
        let address = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        return (try? SocketAddress(ipAddress: address, port: 0)) != nil
    }

    /// The host without its port; nil when it is invalid. The port is ignored: a tunnel may use another one.
    private static func name(in host: String) -> String? {
        let isIPv6 = host.hasPrefix("[")
        let end = isIPv6 ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        let name = host[..<(end ?? host.endIndex)]
        let port = host[name.endIndex...]
        guard !name.isEmpty, !isIPv6 || end != nil, !name.contains(where: { $0.isWhitespace || "@/?#".contains($0) }),
            port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber)
        else { return nil }
        return String(name)
    }

    private static func comparable(_ name: String) -> String {
        let name = name.lowercased()
        // A fully qualified domain name may end in a dot.
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
