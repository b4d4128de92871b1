/// The address of a database on a server, such as `postgresql://user@host/database`.
package enum DatabaseAddress {
    /// The scheme of an address; nil for a path. No path has an empty component after a scheme.
    package static func scheme(of text: String) -> String? {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound]
        guard scheme.first?.isLetter == true else { return nil }
        return scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } ? String(scheme) : nil
    }

    /// Whether a text that is no address seems meant as one: as libpq's `host=… password=…`, without `//`, without a scheme,
    /// or with a space in front. As a path it would be printed, with a password that it may have.
    package static func isOfAnotherForm(_ text: String) -> Bool {
        guard scheme(of: text) == nil else { return false }
        let parameters = /(?i)^\s*(host|hostaddr|port|dbname|user|pass\w*|service|ssl\w*|options)\s*=/
        let passwords = /(?i)^[^\/].*[\s?&]\w*pass\w*\s*=/
        let schemes = /(?i)(^|[\s:])postgres(ql)?:|^\s+\w+:\/\//
        let credentials = /^[^\/]*:.*@|^\/\/[^\/]*@/
        return text.contains(parameters) || text.contains(passwords) || text.contains(schemes)
            || text.contains(credentials)
    }

    /// The form of an address, for messages.
    package static let form = "postgresql://USER@HOST/DATABASE"

    /// The address with `***` for its password and for each parameter that may be one; another text as it is.
    static func withoutPassword(_ text: String) -> String {
        guard let scheme = scheme(of: text) else { return text }
        let start = scheme + "://"
        var rest = String(text.dropFirst(start.count))
        // A password may have any character that should be escaped, so all up to the last @ counts.
        if let colon = rest.firstIndex(of: ":"), let at = rest.lastIndex(of: "@"), colon < at {
            switch rest.firstIndex(of: "?") {
            // The password has a question mark, or the @ is in a parameter: what follows the colon may be secret.
            case let query? where colon < query && query < at: return start + rest[...colon] + "***"
            // Only parameters have a colon.
            case let query? where query < colon: break
            default: rest.replaceSubrange(rest.index(after: colon)..<at, with: "***")
            }
        }
        // What should be escaped can be a part of a password, and so can a port that is no number.
        if let odd = rest.firstIndex(where: { "#;".contains($0) }) { rest = rest[..<odd] + "***" }
        guard hasPlainHosts(rest.prefix { !"/?".contains($0) }) else { return start + "***" }
        guard let query = rest.firstIndex(of: "?") else { return start + rest }
        let parameters = rest[rest.index(after: query)...].split(separator: "&", omittingEmptySubsequences: false)
        let harmless = parameters.map { parameter in
            guard let end = parameter.firstIndex(of: "=") else { return parameter.isEmpty ? "" : "***" }
            let key = parameter[..<end]
            // A key may be escaped, too (%70assword).
            return key.lowercased().contains("pass") || key.contains("%") ? "\(key)=***" : "\(parameter)"
        }
        return start + rest[...query] + harmless.joined(separator: "&")
    }

    /// Whether nothing in front of the path is escaped, and all ports are numbers.
    private static func hasPlainHosts(_ authority: Substring) -> Bool {
        let hosts = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !authority.contains("%")
            && hosts.split(separator: ",").allSatisfy { $0.wholeMatch(of: /(\[[^\]]*\]|[^:]*)(:\d*)?/) != nil }
    }
}
