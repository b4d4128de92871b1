/// A friend in the words of the interface, with its version.
struct StoredFriend: Codable, Hashable, Sendable, CustomStringConvertible {
    let id: String
    /// Nil when the server has not told it.
    var version: String?
    let firstname: String
    let lastname: String
    let phonenumber: String

    var description: String { "\(id)@\(version ?? "?") \(firstname) \(lastname) \(phonenumber)" }

    /// Whether the two can be the same friend at the same time: a version that was not told can be any.
    func matches(_ other: StoredFriend) -> Bool {
        var same = self
        same.version = other.version
        return same == other && (version == nil || other.version == nil || version == other.version)
    }

    /// Whether it can be at that version.
    func isPerhaps(at version: String) -> Bool {
        self.version == nil || self.version == version
    }
}
