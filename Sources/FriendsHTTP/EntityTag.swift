import FriendsModel

extension String {
    /// What stands in the double quotes, when this is a strong entity tag (RFC 9110, 8.8.3) that says anything.
    var strongTag: String? {
        guard utf8.count > 2, hasPrefix("\""), hasSuffix("\"") else { return nil }
        return String(dropFirst().dropLast())
    }
}

extension Answer {
    /// The version of the one friend that the answer is about; the empty one when its head does not say it.
    var version: Friend.Version {
        Friend.Version(headers.first(name: "ETag")?.strongTag ?? "")
    }
}
