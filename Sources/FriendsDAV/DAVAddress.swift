import HTTPTransport

/// The address of a resource of a WebDAV server.
///
/// Servers spell one path in several ways (`%C3` and `%c3`, `@` and `%40`), and answer in another one than they were asked. So addresses
/// are equal when their decoded paths are, with or without a slash at the end, and a request has the spelling of the server.
package struct DAVAddress: Sendable {
    /// The server, without a path.
    package let server: ServerAddress
    /// The path, percent-encoded, from its first slash on.
    package let path: String
    /// The decoded names of the folders and of the resource, which need not be UTF-8.
    private let names: [[UInt8]]

    /// Reads an address that a person has written, such as `https://dav.example/books/ada/`.
    package init(_ text: String) throws(ServerAddress.Problem) {
        _ = try ServerAddress(text)
        let text = text.trimmed
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[start...].firstIndex(of: "/") ?? text.endIndex
        self.init(try ServerAddress(String(text[..<end])), path: text[end...])
    }

    /// The resource at a path of a server. Characters that no path has are percent-encoded.
    package init(_ server: ServerAddress, path: some StringProtocol) {
        self.server = server
        let path = Self.encoded(path.hasPrefix("/") ? String(path) : "/" + path)
        self.path = path
        names = path.utf8.split(separator: UInt8(ascii: "/")).map { Self.decoded($0) }
    }

    /// The address that a server means with a reference in an answer about this resource: a URL or a path.
    /// - Returns: nil for a reference that is empty, no address of HTTP, or goes up in the folders.
    package func resolving(_ reference: String) -> DAVAddress? {
        let reference = reference.trimmed
        if reference.isEmpty { return nil }
        var result: DAVAddress
        if let colon = reference.firstRange(of: "://"), !reference[..<colon.lowerBound].contains("/") {
            let end = reference[colon.upperBound...].firstIndex(of: "/") ?? reference.endIndex
            guard let server = try? ServerAddress(String(reference[..<end])) else { return nil }
            result = DAVAddress(server, path: reference[end...])
        } else if reference.hasPrefix("//") {
            return resolving("\(server.origin.scheme):\(reference)")
        } else if reference.hasPrefix("/") {
            result = DAVAddress(server, path: reference)
        } else {
            let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            result = DAVAddress(server, path: folder + reference)
        }
        let dot = Array(".".utf8)
        return result.names.contains { $0 == dot || $0 == dot + dot } ? nil : result
    }

    /// The resource with a name in this folder.
    package func appending(_ name: String) -> DAVAddress {
        let encoded = name.utf8.map { byte in
            byte.isUnreserved ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
        return DAVAddress(server, path: asFolder.path + encoded.joined())
    }

    /// The address with a slash at the end, as folders have it.
    package var asFolder: DAVAddress { path.hasSuffix("/") ? self : DAVAddress(server, path: path + "/") }

    /// The decoded name of the resource in its folder; percent-encoded if it is not UTF-8, and empty for the root.
    package var name: String {
        guard let name = names.last else { return "" }
        return String(validating: name, as: UTF8.self) ?? name.map(\.percentEncoded).joined()
    }

    /// Whether the resource is directly in a folder.
    package func isIn(_ folder: DAVAddress) -> Bool {
        server.origin == folder.server.origin && names.dropLast() == folder.names[...] && !names.isEmpty
    }

    // MARK: - Spelling

    private static func encoded(_ path: String) -> String {
        let bytes = Array(path.utf8)
        var result = ""
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && bytes[(index + 1)...(index + 2)].allSatisfy { hexDigit($0) != nil }
            if byte.isUnreserved || isEscape || "/:@!$&'()*+,;=?".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte.percentEncoded
            }
        }
        return result
    }

    private static func decoded(_ name: Substring.UTF8View) -> [UInt8] {
        var result: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
                let low = rest.dropFirst().first.flatMap(hexDigit)
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension DAVAddress: Hashable {
    package static func == (one: Self, other: Self) -> Bool {
        one.server.origin == other.server.origin && one.names == other.names
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }
}

extension DAVAddress: CustomStringConvertible {
    package var description: String { server.description + path }
}
