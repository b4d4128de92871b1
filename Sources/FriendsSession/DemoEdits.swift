import FriendsModel

/// What someone else does in the demo: edits two people in turn, as with another client of the same server.
enum DemoEdits {
    struct Edit: Sendable {
        let id: Friend.ID
        let changes: FriendChanges
    }

    /// The time between two edits.
    static let pause = Duration.seconds(5)

    /// The last edits restore the first state, and then all are repeated.
    static let all: [Edit] = [
        Edit(DemoPeople.moving, .phoneNumber, "+44 20 7946 0642"),
        Edit(DemoPeople.marrying, .lastName, "Ashworth-Quill"),
        Edit(DemoPeople.moving, .phoneNumber, "+44 161 496 0117"),
        Edit(DemoPeople.marrying, .lastName, "Quillfeather"),
    ]

    /// Makes the edits until the task is cancelled.
    static func make(with client: any FriendsClient, clock: any Clock<Duration>) async {
        while true {
            for edit in all {
                do { try await clock.sleep(for: pause) } catch { return }
                await make(edit, with: client)
            }
        }
    }

    /// Makes one edit, unless the user has deleted or just changed the friend.
    static func make(_ edit: Edit, with client: any FriendsClient) async {
        guard let friend = try? await client.friend(edit.id) else { return }
        _ = try? await client.update(edit.id, with: edit.changes, from: friend.version)
    }
}

extension DemoEdits.Edit {
    fileprivate init(_ id: Friend.ID, _ field: FriendField, _ value: String) {
        self.init(id: id, changes: FriendChanges([field: value]))
    }
}
