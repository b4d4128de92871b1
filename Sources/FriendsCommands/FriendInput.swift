import Foundation
import FriendsModel

/// Friends as JSON on standard input, in the shape of the HTTP interface.
package enum FriendInput {
    /// A friend to add.
    package struct NewFriend: Equatable, Sendable {
        /// Nil if the program chooses it.
        package let id: Friend.ID?
        package let details: FriendDetails
    }

    /// A change of a friend (JSON merge patch).
    package struct Patch: Equatable, Sendable {
        /// The id in the JSON, which must be that of the friend.
        package let id: Friend.ID?
        /// The version that the change is based on.
        package let version: Friend.Version?
        package let changes: FriendChanges
    }

    /// The friends of one object or an array of objects.
    package static func newFriends(_ json: Data) throws(CommandFailure) -> [NewFriend] {
        let value = try parsed(json)
        guard let array = value as? [Any] else { return [try newFriend(Object(value, name: ""))] }
        var friends: [NewFriend] = []
        for (index, value) in array.enumerated() {
            friends.append(try newFriend(Object(value, name: "Friend \(index + 1): ")))
        }
        return friends
    }

    /// The change of one object.
    package static func patch(_ json: Data) throws(CommandFailure) -> Patch {
        let object = try Object(try parsed(json), name: "")
        var values: [FriendField: String] = [:]
        for field in FriendField.allCases where object.contains(field.key) {
            values[field] = try object.text(field.key) ?? ""
        }
        return Patch(
            id: try object.id, version: try object.text("version").map { Friend.Version($0) },
            changes: FriendChanges(values, lines: object.contains("lines") ? try object.lines : nil))
    }

    private static func newFriend(_ object: Object) throws(CommandFailure) -> NewFriend {
        var details = FriendDetails()
        for field in FriendField.allCases { details[field] = try object.text(field.key) ?? "" }
        details.lines = try object.lines
        return NewFriend(id: try object.id, details: details)
    }

    private static func parsed(_ json: Data) throws(CommandFailure) -> Any {
        do {
            return try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
        } catch {
            throw CommandFailure(.wrongUsage, "Standard input is not JSON.")
        }
    }
}

/// A JSON object whose members are checked.
private struct Object {
    private let members: [String: Any]
    /// What messages begin with.
    private let name: String

    private static let keys = FriendField.allCases.map(\.key) + ["id", "version", "lines"]

    init(_ value: Any, name: String, keys: [String] = Object.keys) throws(CommandFailure) {
        guard let members = value as? [String: Any] else {
            throw CommandFailure(.wrongUsage, CommandFailure.sentences(["\(name)this is not a JSON object"]))
        }
        // A misspelled key would be lost.
        if let key = members.keys.filter({ !keys.contains($0) }).min() {
            throw CommandFailure(
                .wrongUsage, "\(name)Unknown key \u{201C}\(key)\u{201D}. The keys are \(keys.joined(separator: ", ")).")
        }
        (self.members, self.name) = (members, name)
    }

    func contains(_ key: String) -> Bool { members[key] != nil }

    /// The trimmed text of a key; nil if it is missing or null.
    func text(_ key: String) throws(CommandFailure) -> String? {
        switch members[key] {
        case nil, is NSNull: return nil
        case let text as String: return text.trimmed
        default: throw CommandFailure(.wrongUsage, "\(name)\(key) must be a text.")
        }
    }

    var id: Friend.ID? {
        get throws(CommandFailure) {
            guard let text = try text("id") else { return nil }
            guard let id = Friend.ID(validating: text) else {
                throw CommandFailure(.wrongUsage, "\(name)\(Friend.ID.rule).")
            }
            return id
        }
    }

    /// The lines, each with an id.
    var lines: [FriendLine] {
        get throws(CommandFailure) {
            switch members["lines"] {
            case nil, is NSNull: return []
            case let array as [Any]:
                var lines: [FriendLine] = []
                for (index, value) in array.enumerated() {
                    let object = try Object(
                        value, name: "\(name)Line \(index + 1): ", keys: ["id", "kind", "label", "value"])
                    let line = try object.line
                    guard !lines.contains(where: { $0.id == line.id }) else {
                        throw CommandFailure(.wrongUsage, "\(object.name)Id is that of another line of this friend.")
                    }
                    lines.append(line)
                }
                return lines
            default: throw CommandFailure(.wrongUsage, "\(name)lines must be an array.")
            }
        }
    }

    private var line: FriendLine {
        get throws(CommandFailure) {
            guard let key = try text("kind"), LineKind(key: key).isKnown else {
                throw CommandFailure(.wrongUsage, "\(name)\(LineKind.rule).")
            }
            return FriendLine(
                id: try id.map { FriendLine.ID($0.rawValue) } ?? .random(), kind: LineKind(key: key),
                label: try text("label") ?? "", value: try text("value") ?? "")
        }
    }
}
