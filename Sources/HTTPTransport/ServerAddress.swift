import FoundationEssentials
import FriendsModel
import Glibc

/// The valid address of a server, a URL.
package struct ServerAddress: Equatable, Sendable {
    /// The scheme, host and port.
    package struct Origin: Equatable, Sendable {
        package let scheme: String
        package let host: String
        package let port: Int
    }

    /// The start of every URL of the server, without a slash at the end.
    package let root: String
    package let origin: Origin
    /// The name in messages: the host and port.
    package let name: String

    /// Reads an address such as `https://friends.example:8443/team/`.
    ///
    /// A path is prepended to the paths of requests; a slash at its end is ignored.
    package init(_ text: String) throws(Problem) {
        let text = text.trimmed
        guard !text.isEmpty else { throw .missing }
        guard let separator = text.firstRange(of: "://") else { throw .noScheme }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw .unknownScheme(scheme) }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest[authority.endIndex...]
        if authority.contains("@") { throw .userName }
        if let mark = path.first(where: { "?#".contains($0) }) { throw mark == "?" ? .query : .fragment }
        guard path.isURLPath else { throw .malformedPath }

        let (host, port) = try Self.hostAndPort(in: authority)
        name = port.map { "\(host):\($0)" } ?? host
        let prefix = String(path.reversed().drop { $0 == "/" }.reversed())
        root = "\(scheme)://\(name)\(prefix)"
        origin = Origin(scheme: scheme, host: host, port: port ?? (scheme == "https" ? 443 : 80))
    }

    private static func hostAndPort(in authority: Substring) throws(Problem) -> (host: String, port: Int?) {
        var host = authority
        var port: Int?
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[end...].lastIndex(of: ":") {
            host = authority[..<colon]
            let digits = authority[colon...].dropFirst()
            guard let number = UInt16(digits), number > 0, digits.utf8.allSatisfy(\.isDigit) else { throw .badPort }
            port = Int(number)
        }
        guard !host.isEmpty else { throw .missingHost }
        let isValid =
            if host.hasPrefix("["), host.hasSuffix("]") {
                host.dropFirst().dropLast().isIPv6Address
            } else {
                host.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
            }
        guard isValid else { throw .badHost(String(host)) }
        return (host.lowercased(), port)
    }
}

extension ServerAddress {
    /// Whether requests leave this machine unencrypted.
    package var isSentInTheClear: Bool { origin.scheme == "http" && !origin.host.isLoopback }
}

extension Substring {
    /// Whether it is empty or a path without characters that need percent-encoding.
    fileprivate var isURLPath: Bool {
        let components = URLComponents(string: "http://host\(self)", encodingInvalidCharacters: false)
        // A path that is not UTF-8 is empty when it is decoded.
        return components.map { $0.path.isEmpty == isEmpty } ?? false
    }
}

extension String {
    /// Whether the host is this machine.
    fileprivate var isLoopback: Bool {
        if self == "localhost" || self == "localhost." { return true }
        var address = in_addr()
        if inet_aton(self, &address) != 0 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
        var address6 = in6_addr()
        guard inet_pton(AF_INET6, String(drop { $0 == "[" }.prefix { $0 != "]" }), &address6) == 1 else { return false }
        return withUnsafeBytes(of: address6) { $0.elementsEqual([UInt8](repeating: 0, count: 15) + [1]) }
    }
}

extension ServerAddress: CustomStringConvertible {
    /// The address as a user writes it.
    package var description: String { root }
}

extension ServerAddress {
    /// Why an address is invalid.
    package enum Problem: Error, Equatable, Sendable {
        case missing
        case noScheme
        case unknownScheme(String)
        case missingHost
        case badHost(String)
        case badPort
        case userName
        case query
        case fragment
        case malformedPath

        /// One sentence for the user, without a full stop.
        package var message: String {
            switch self {
            case .missing: "The address of the server is empty"
            case .noScheme: "The address of the server must begin with http:// or https://"
            case .unknownScheme(let scheme):
                "The address of the server begins with \(scheme)://, not http:// or https://"
            case .missingHost: "The address of the server names no host"
            case .badHost(let host): "\u{201C}\(host)\u{201D} is not the name of a host"
            case .badPort: "The port of the server must be a number from 1 to 65535"
            case .userName: "The address of the server must not contain a user name or a password"
            case .query: "The address of the server must not contain a question mark"
            case .fragment: "The address of the server must not contain a number sign"
            case .malformedPath: "The path in the address of the server contains characters that need percent-encoding"
            }
        }
    }
}
