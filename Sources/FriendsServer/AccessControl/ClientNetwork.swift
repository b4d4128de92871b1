import NIOCore

/// Identifies a client without a token: its IPv4 address, or the /64 network of its IPv6 address, because one client
/// controls all addresses of a /64. All programs on this machine are one client.
enum ClientNetwork: Hashable, Sendable {
    case thisMachine
    case address(UInt32)
    case network(UInt64)

    init(_ address: SocketAddress?) {
        guard let address, !address.isLoopback else {
            self = .thisMachine
            return
        }
        let bytes = address.bytes
        if bytes.count == 4 {
            self = .address(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        } else {
            self = .network(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}

extension SocketAddress {
    /// Whether it is an address of this machine that other machines cannot reach.
    var isLoopback: Bool {
        let bytes = bytes
        return switch bytes.count {
        case 4: bytes[0] == 127
        case 16: bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        // A Unix socket.
        default: true
        }
    }

    /// 4 bytes for IPv4 and IPv4-mapped IPv6 addresses, 16 for other IPv6 addresses, none for a Unix socket.
    var bytes: [UInt8] {
        switch self {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped ? Array(bytes.suffix(4)) : bytes
        case .unixDomainSocket: return []
        }
    }
}
