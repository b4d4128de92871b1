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
        json.append(raw: "[")
        for (index, group) in groups.enumerated() {
            json.append(raw: index == 0 ? "\n{\"friends\":[" : ",\n{\"friends\":[")
            for (index, friend) in group.friends.enumerated() {
                if index > 0 { json.append(raw: ",") }
                json.append(friend)
            }
            json.append(raw: "],\"same\":[")
            for (index, reason) in group.reasons.enumerated() {
                json.append(raw: index == 0 ? "{\"kind\":" : ",{\"kind\":")
                json.append(string: reason.kind.rawValue)
                json.append(raw: ",\"value\":")
                json.append(string: reason.value)
                json.append(raw: "}")
            }
            json.append(raw: "]}")
        }
        json.append(raw: groups.isEmpty ? "]\n" : "\n]\n")
        return json.take()
    }
}
