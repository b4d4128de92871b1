import Foundation
import FriendsFormats
import FriendsModel

/// Friends as JSON on standard input, in the shape of the HTTP interface.
package enum FriendInput {
    /// A friend to add.
    package struct NewFriend: Equatable, Sendable {
        /// Nil if the program chooses it.
        package let id: Friend.ID?
        package let details: FriendDetails

        package init(id: Friend.ID?, details: FriendDetails) { (self.id, self.details) = (id, details) }
    }

    /// A change of a friend (JSON merge patch).
    package struct Patch: Equatable, Sendable {
        /// The id in the JSON, which must be the friend's.
        package let id: Friend.ID?
        /// The version that the change is based on.
        package let version: Friend.Version?
        package let changes: FriendChanges
    }

    /// The friends of one object or an array of objects.
    package static func newFriends(_ json: Data) throws(CommandFailure) -> [NewFriend] {
        let value = try parsed(json)
        guard let array = value as? [Any] else { return [try newFriend(value, name: "")] }
        var friends: [NewFriend] = []
        for (index, value) in array.enumerated() {
            friends.append(try newFriend(value, name: "Friend \(index + 1): "))
        }
        return friends
    }

    /// The change of one object.
    package static func patch(_ json: Data) throws(CommandFailure) -> Patch {
        let value = try parsed(json)
        do throws(RecordProblem) {
            let object = try FriendObject(value)
            var values: [FriendField: String] = [:]
            for field in FriendField.allCases where object.contains(field.key) {
                values[field] = try object.text(field.key) ?? ""
            }
            return Patch(
                id: try object.id, version: try object.text("version").map { Friend.Version($0) },
                changes: FriendChanges(values, lines: object.contains("lines") ? try object.lines() : nil))
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func newFriend(_ value: Any, name: String) throws(CommandFailure) -> NewFriend {
        do throws(RecordProblem) {
            let object = try FriendObject(value, name: name)
            return NewFriend(id: try object.id, details: try object.details())
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func parsed(_ json: Data) throws(CommandFailure) -> Any {
        if let name = JSONScanner.repeatedName(in: Array(json)) {
            throw .repeatedName(name.dropFirst())
        }
        do {
            return try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
        } catch {
            throw .noJSON
        }
    }
}

extension FriendsClient {
    /// Refuses ids of friends in the trash: an addition would take the place of what the trash has.
    package func requireNotInTrash(_ ids: [Friend.ID]) async throws {
        let deleted = ids.isEmpty ? [] : Set(try await allDeletedFriends().map(\.id))
        guard let id = ids.first(where: deleted.contains) else { return }
        throw CommandFailure.isInTrash(id)
    }
}
