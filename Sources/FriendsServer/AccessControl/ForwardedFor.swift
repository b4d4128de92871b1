import NIOCore

/// Parses `Forwarded` (RFC 7239) and `X-Forwarded-For`.
enum ForwardedFor {
    /// The maximum number of parsed elements, from the end: each proxy appends one, and a client can send thousands.
    static let limit = 32

    /// The last ``limit`` addresses in `X-Forwarded-For`, in order; nil for an invalid one.
    static func addresses(list values: [String]) -> [SocketAddress?] {
        values.joined(separator: ",").utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .suffix(limit).map { address(node: Substring($0)) }
    }

    /// The addresses in the `for` parameters of the last ``limit`` elements of `Forwarded`, in order; nil for one that is
    /// missing, hidden (`_x`, `unknown`) or invalid.
    static func addresses(forwarded values: [String]) -> [SocketAddress?] {
        var elements: [SocketAddress?] = []
        // Field by field, so that an unterminated quote from a client does not affect the next field.
        for element in values.flatMap({ split($0, at: UInt8(ascii: ",")) }).suffix(limit) {
            let nodes = split(element, at: UInt8(ascii: ";")).compactMap { pair -> Substring? in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].trimmingSpaces.lowercased() == "for" else { return nil }
                return parts[1].trimmingSpaces
            }
            elements.append(nodes.count == 1 ? unquoted(nodes[0]).flatMap { address(node: $0) } : nil)
        }
        return elements
    }

    /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`.
    private static func address(node: Substring) -> SocketAddress? {
        let node = node.trimmingSpaces
        var host = node
        var port: Substring?
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]") else { return nil }
            host = node[..<end].dropFirst()
            let rest = node[node.index(after: end)...]
            guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = node.firstIndex(of: ":"), colon == node.lastIndex(of: ":") {
            host = node[..<colon]
            port = node[node.index(after: colon)...]
        }
        // The port may be hidden (`_x`), which is of no interest here.
        guard port?.isEmpty != true,
            port?.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter || "._-".contains($0)) }) != false,
            !host.contains("%")
        else { return nil }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }

    /// Splits a text at separators outside of quotes.
    private static func split(_ text: some StringProtocol, at separator: UInt8) -> [Substring] {
        let bytes = text.utf8
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in bytes.indices {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, bytes[index] == UInt8(ascii: "\\") {
                isEscaped = true
            } else if bytes[index] == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, bytes[index] == separator {
                parts.append(Substring(text[start..<index]))
                start = bytes.index(after: index)
            }
        }
        parts.append(Substring(text[start...]))
        return parts
    }

    /// The text without its quotes, if any; nil when the quotes are unbalanced. Addresses have no backslashes.
    private static func unquoted(_ text: Substring) -> Substring? {
        guard text.contains("\"") else { return text }
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        let inner = text.dropFirst().dropLast()
        return inner.contains("\"") || inner.contains("\\") ? nil : inner
    }
}
