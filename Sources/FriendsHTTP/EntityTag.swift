import FriendsModel
import HTTPTransport

extension String {
    /// The text in the double quotes of a strong, non-empty entity tag (RFC 9110, 8.8.3).
    var strongTag: String? {
        guard utf8.count > 2, hasPrefix("\""), hasSuffix("\"") else { return nil }
        return String(dropFirst().dropLast())
    }
}

extension Response {
    /// The version of the friend in the response; empty without an `ETag`.
    var version: Friend.Version {
        Friend.Version(headers.first(name: "ETag")?.strongTag ?? "")
    }
}
