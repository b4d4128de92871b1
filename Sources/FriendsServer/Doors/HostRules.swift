import HTTPTypes
import Hummingbird

/// By which names a server lets itself be called, and which web pages may call it: none.
///
/// A page in a browser can point a name of its own at 127.0.0.1 and then talk to a server there as if it were its own
/// (DNS rebinding). The browser tells the name in `Host`, and where the page is from in `Origin`.
struct HostRules: Sendable {
    private static let loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

    private let scheme: String
    /// In lower case, without a port; nil when any name will do.
    private let names: Set<String>?

    /// - Parameters:
    ///   - isEncrypted: whether the server speaks TLS.
    ///   - isLoopback: whether it listens on this machine alone.
    ///   - addresses: where it listens, as a name or an address.
    ///   - names: what else it is called. Beyond loopback none means any: there a token is needed, which no browser sends
    ///     by itself.
    init(isEncrypted: Bool, isLoopback: Bool, addresses: [String], names: [String]) {
        scheme = isEncrypted ? "https" : "http"
        guard isLoopback || !names.isEmpty else {
            self.names = nil
            return
        }
        let own = addresses.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        self.names = Set((Self.loopbackNames + own + names).map(Self.comparable))
    }

    /// - Throws: the answer to a request that is not meant for this server or comes from a web page.
    func check(_ request: Request) throws(Problem) {
        // The first `Host` does not stand among the other fields, a second one does.
        guard let host = request.head.authority, let name = Self.name(in: host),
            !request.headers.contains(where: { $0.name.canonicalName == "host" })
        else { throw .noHost() }
        if let names, !names.contains(Self.comparable(name)) { throw .misdirected(host: name) }
        let origins = request.headers[values: .origin]
        guard origins.allSatisfy({ $0.lowercased() == "\(scheme)://\(host)".lowercased() }) else {
            throw .foreignOrigin()
        }
    }

    /// The host without its port, or nil when it is not one. The port does not matter: a tunnel may have another one.
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
        // The whole name of a host in the domain system may end in a dot.
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
