/// A friend in the words of the interface, with its version.
struct StoredFriend: Codable, Hashable, Sendable, CustomStringConvertible {
    let id: String
    /// Nil when the server has not told it.
    var version: String?
    let firstname: String
    let lastname: String
    let phonenumber: String
    var lines: [Line] = []

    struct Line: Codable, Hashable, Sendable {
        let id: String
        let kind: String
        var label: String?
        let value: String
    }

    private enum CodingKeys: CodingKey {
        case id, version, firstname, lastname, phonenumber, lines
    }

    init(
        id: String, version: String? = nil, firstname: String, lastname: String, phonenumber: String, lines: [Line] = []
    ) {
        (self.id, self.version, self.lines) = (id, version, lines)
        (self.firstname, self.lastname, self.phonenumber) = (firstname, lastname, phonenumber)
    }

    /// A friend without lines has no such key.
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try object.decode(String.self, forKey: .id),
            version: try object.decodeIfPresent(String.self, forKey: .version),
            firstname: try object.decode(String.self, forKey: .firstname),
            lastname: try object.decode(String.self, forKey: .lastname),
            phonenumber: try object.decode(String.self, forKey: .phonenumber),
            lines: try object.decodeIfPresent([Line].self, forKey: .lines) ?? [])
    }

    var description: String { "\(id)@\(version ?? "?") \(firstname) \(lastname) \(phonenumber) \(lines.map(\.value))" }

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
