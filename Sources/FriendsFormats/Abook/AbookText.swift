import FriendsModel
import FriendsVCard

/// Writes friends as abook's file. What abook has no field for is appended to the notes.
package struct AbookText: Sendable {
    private var bytes: [UInt8] = []
    private var number = 0
    private var hasBegun = false
    package private(set) var losses = ExportLosses()

    package init() {}

    /// Removes and returns what was written.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Writes the beginning of the file, once.
    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        bytes += "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n".utf8
    }

    /// Writes a friend.
    /// - Parameter others: the names of what it has beyond its details.
    package mutating func append(_ details: FriendDetails, others: [String] = []) {
        let entry = AbookEntry(details)
        losses.add(entry.lost + others)
        bytes += "\n[\(number)]\n".utf8
        for key in AbookEntry.keys { if let value = entry.values[key] { bytes += "\(key)=\(value)\n".utf8 } }
        number += 1
    }
}

extension AbookText: FileText {
    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        begin()
        for friend in friends {
            append(friend.details, others: FriendCard.lostNames(with: rests[friend.id], of: friend.details))
        }
        return take()
    }

    mutating func end() -> [UInt8] {
        begin()
        return take()
    }
}

/// A friend in the fields of abook.
struct AbookEntry {
    /// The keys in the order of the file.
    static let keys =
        ["name", "email"] + AbookField.address + ["phone", "workphone", "fax", "mobile", "nick", "url", "notes"]
        + ["anniversary", "groups"] + AbookField.custom

    /// What divides the notes.
    static let separator = " | "

    private(set) var values: [String: String] = [:]
    /// The names of what has no field, and is perhaps in the notes.
    private(set) var lost: [String] = []
    /// What has no field.
    private var others: [String] = []

    init(_ details: FriendDetails) {
        set("name", details.fullName)
        set("phone", details.phoneNumber)
        set("email", Self.joined(details, .email))
        set("groups", Self.joined(details, .tag))
        for line in details.lines { add(line) }
        let notes = [values["notes"]].compactMap(\.self) + others
        if !notes.isEmpty { values["notes"] = notes.joined(separator: Self.separator) }
    }

    private static func joined(_ details: FriendDetails, _ kind: LineKind) -> String {
        details.lines.filter { $0.kind == kind && !$0.value.contains(",") }.map(\.value).joined(separator: ",")
    }

    private mutating func set(_ key: String, _ text: String) {
        if !text.isEmpty { values[key] = Self.oneRow(text) }
    }

    private mutating func add(_ line: FriendLine) {
        let key: String? =
            switch line.kind {
            case .phone: AbookField.phones.first { $0.label == line.label }?.key
            case .address: "address"
            case .birthday: "anniversary"
            case .website: "url"
            case .nickname: "nick"
            case .note: line.label.isEmpty ? "notes" : AbookField.custom.first { $0 == line.label }
            default: nil
            }
        let isListed = [.email, .tag].contains(line.kind) && !line.value.contains(",")
        if !line.label.isEmpty, ![.phone, .note].contains(line.kind) { lost.append("labels") }
        if line.value.contains("\n") { lost.append("rows of notes") }
        if isListed { return }
        if let key, values[key] == nil {
            set(key, line.value)
        } else {
            lost.append(line.kind.label.lowercased())
            let name =
                line.label.isEmpty || line.label == line.kind.key ? line.kind.key : "\(line.kind.key) \(line.label)"
            others.append("\(Self.oneRow(name)): \(Self.oneRow(line.value))")
        }
    }

    /// abook has one row for a text.
    private static func oneRow(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }.joined(
            separator: " / ")
    }
}
