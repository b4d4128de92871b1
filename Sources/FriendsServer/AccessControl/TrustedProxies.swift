import HTTPTypes
import NIOCore

/// The reverse proxies whose `Forwarded` and `X-Forwarded-For` fields a shared server trusts.
package struct TrustedProxies: Sendable {
    /// Their addresses.
    private let blocks: [AddressBlock]

    /// No proxies.
    package init() {
        blocks = []
    }

    /// - Parameter texts: addresses or address blocks, such as `10.0.0.0/8`; nil when one is invalid.
    package init?(_ texts: [String]) {
        let blocks = texts.map { AddressBlock($0) }
        self.blocks = blocks.compactMap(\.self)
        guard self.blocks.count == texts.count else { return nil }
    }

    func contains(_ address: SocketAddress?) -> Bool {
        guard let address else { return false }
        return blocks.contains { $0.contains(address) }
    }

    /// The address of the client: the peer or, when that is a trusted proxy, the last address in `Forwarded` or
    /// `X-Forwarded-For` that is not a trusted proxy.
    ///
    /// Each proxy appends the address of its peer, so everything before the last untrusted address may be forged. The
    /// request counts for the proxy if the field is invalid. It also does if both fields are present and differ,
    /// because the proxy wrote only one of them.
    func client(of peer: SocketAddress?, _ fields: HTTPFields) -> SocketAddress? {
        guard let peer, contains(peer) else { return peer }
        let lists = [
            fields[values: .forwarded].isEmpty ? nil : ForwardedFor.addresses(forwarded: fields[values: .forwarded]),
            fields[values: .xForwardedFor].isEmpty ? nil : ForwardedFor.addresses(list: fields[values: .xForwardedFor]),
        ]
        let clients = lists.compactMap { $0.map { client(in: $0) ?? peer } }
        guard let client = clients.first,
            clients.allSatisfy({ ClientNetwork($0) == ClientNetwork(client) })
        else { return peer }
        return client
    }

    /// - Parameter hops: nil for an invalid one.
    private func client(in hops: [SocketAddress?]) -> SocketAddress? {
        for hop in hops.reversed() {
            guard let hop else { return nil }
            if !contains(hop) { return hop }
        }
        // Only proxies: the first one is the client.
        return hops.first ?? nil
    }
}

/// An address and the length of its prefix.
private struct AddressBlock: Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0) else {
            return nil
        }
        let bytes = address.bytes
        // An IPv4 address inside of an IPv6 one has lost 96 bits.
        let written = parts[0].contains(":") ? 128 : 32
        guard parts.count == 2 else {
            self.bytes = bytes
            bits = 8 * bytes.count
            return
        }
        guard parts[1].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let length = Int(parts[1]),
            length <= written, length >= written - 8 * bytes.count
        else { return nil }
        self.bytes = bytes
        bits = length - (written - 8 * bytes.count)
    }

    func contains(_ address: SocketAddress) -> Bool {
        let other = address.bytes
        guard other.count == bytes.count, !other.isEmpty else { return false }
        let whole = bits / 8
        guard other.prefix(whole) == bytes.prefix(whole) else { return false }
        let rest = bits % 8
        return rest == 0 || (other[whole] ^ bytes[whole]) >> (8 - rest) == 0
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = known("Forwarded")
    fileprivate static let xForwardedFor = known("X-Forwarded-For")
}
