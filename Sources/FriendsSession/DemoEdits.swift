import FriendsModel

/// What someone else does in the demo: edits two people in turn, as with another client of the same server.
enum DemoEdits {
    struct Edit: Sendable {
        let id: Friend.ID
        let field: FriendField
        let old: String
        let new: String
    }

    /// The time between two edits.
    static let pause = Duration.seconds(5)

    /// The last edits restore the first state, and then all are repeated.
    static let all: [Edit] = [
        Edit(id: DemoPeople.moving, field: .phoneNumber, old: "+44 161 496 0117", new: "+44 20 7946 0642"),
        Edit(id: DemoPeople.marrying, field: .lastName, old: "Quillfeather", new: "Ashworth-Quill"),
        Edit(id: DemoPeople.moving, field: .phoneNumber, old: "+44 20 7946 0642", new: "+44 161 496 0117"),
        Edit(id: DemoPeople.marrying, field: .lastName, old: "Ashworth-Quill", new: "Quillfeather"),
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

    /// Makes one edit, unless the user has deleted the friend or changed the field.
    static func make(_ edit: Edit, with client: any FriendsClient) async {
        guard let friend = try? await client.friend(edit.id), friend.details[edit.field] == edit.old else { return }
        _ = try? await client.update(edit.id, with: FriendChanges([edit.field: edit.new]), from: friend.version)
    }
}
