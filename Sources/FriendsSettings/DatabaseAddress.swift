/// The address of a database on a server, such as `postgresql://user@host/database`.
enum DatabaseAddress {
    /// Whether a text is an address, and not a path. No path has an empty component after a scheme.
    static func isAddress(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "://") else { return false }
        let scheme = text[..<end.lowerBound]
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// The address with `***` for its password and for each parameter that may be one; another text as it is.
    static func withoutPassword(_ text: String) -> String {
        guard isAddress(text), let scheme = text.firstRange(of: "://") else { return text }
        var rest = String(text[scheme.upperBound...])
        // A password may have any character that should be escaped, so all up to the last @ counts.
        if let colon = rest.firstIndex(of: ":"), let at = rest.lastIndex(of: "@"), colon < at {
            rest.replaceSubrange(rest.index(after: colon)..<at, with: "***")
        }
        guard let query = rest.firstIndex(of: "?") else { return text[..<scheme.upperBound] + rest }
        let parameters = rest[rest.index(after: query)...].split(separator: "&", omittingEmptySubsequences: false)
        let harmless = parameters.map { parameter in
            let key = parameter.prefix { $0 != "=" }
            // A key may be escaped, too (%70assword).
            return key.lowercased().contains("pass") || key.contains("%") ? "\(key)=***" : "\(parameter)"
        }
        return text[..<scheme.upperBound] + rest[...query] + harmless.joined(separator: "&")
    }
}
