import FriendsFormats
import FriendsModel
import FriendsSearch

/// Groups of friends who may be one person, for `friends duplicates`.
package struct DuplicateText: Sendable {
    private let groups: [DuplicateGroup]

    package init(_ groups: [DuplicateGroup]) {
        self.groups = groups
    }

    /// For people on a terminal: what the friends of a group share is in its first row.
    package var table: TextTable {
        TextTable(
            titles: ["Same", "Name", "Phone", "Email"],
            rows: groups.flatMap { group in
                group.friends.enumerated().map { place, friend in
                    [place == 0 ? group.reasons.words : ""] + DuplicateGroup.texts(of: friend)
                }
            })
    }

    /// For programs: the number of the group, what its friends share, id and name, separated by tabs.
    package func rows(_ tabs: TabText) -> String {
        groups.enumerated().flatMap { index, group in
            group.friends.map { friend in
                tabs.row(["\(index + 1)", group.reasons.words, friend.id.rawValue, friend.details.fullName])
            }
        }.joined()
    }

    /// One array.
    package var json: [UInt8] {
        var json = JSONText()
        for group in groups {
            json.appendElement {
                $0.append("friends", group.friends) { $0.append($1) }
                $0.append(group.reasons)
            }
        }
        json.endArray()
        json.append(raw: "\n")
        return json.take()
    }
}

extension JSONText {
    /// Appends what duplicates share as a member.
    mutating func append(_ reasons: [DuplicateGroup.Reason]) {
        append("same", reasons) { json, reason in
            json.appendObject {
                $0.append("kind", reason.kind.rawValue)
                $0.append("value", reason.value)
            }
        }
    }
}
