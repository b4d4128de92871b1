import NIOCore

extension String {
    /// The text with every byte but letters, digits, `-` and `_` percent-encoded.
    ///
    /// A URL allows dots, but one or two of them alone are another path.
    package var percentEncoded: String {
        var result = ""
        for byte in utf8 {
            if byte.isUnreserved, byte != UInt8(ascii: "."), byte != UInt8(ascii: "~") {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte.percentEncoded
            }
        }
        return result
    }
}

extension Substring {
    var isIPv6Address: Bool {
        contains(":") && (try? SocketAddress(ipAddress: String(self), port: 0)) != nil
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The byte in a URL: `%`, and two digits.
    package var percentEncoded: String { (self < 16 ? "%0" : "%") + String(self, radix: 16, uppercase: true) }

    /// Whether the byte is unreserved in a URL (RFC 3986).
    package var isUnreserved: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || "-._~".utf8.contains(self)
    }
}
