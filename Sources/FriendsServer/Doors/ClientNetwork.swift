import NIOCore

/// What tells clients apart that show no token: where they come from.
///
/// That is an IPv4 address, or the network (/64) of an IPv6 address, of which anybody has as many addresses as they
/// like. All that this machine asks itself is one client.
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
    /// Whether only programs on this machine can reach it, or be there.
    var isLoopback: Bool {
        let bytes = bytes
        return switch bytes.count {
        case 4: bytes[0] == 127
        case 16: bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        // A Unix socket.
        default: true
        }
    }

    /// The address: 4 bytes, 16 for IPv6, none for a Unix socket. An IPv4 address inside of an IPv6 one is itself.
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
