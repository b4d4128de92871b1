import FriendsModel
import FriendsSearch

/// A friend of a group on the page of duplicates.
package struct DuplicateEntry: Equatable, Sendable {
    package let friend: Friend
    /// What the friends of the group share.
    package let reasons: [DuplicateGroup.Reason]
    /// Which friend of the group it is, counted from 0.
    package let place: Int
    let group: Int

    /// The friends of all groups, group by group.
    package static func all(of groups: [DuplicateGroup]) -> [DuplicateEntry] {
        groups.enumerated().flatMap { number, group in
            group.friends.enumerated().map { place, friend in
                DuplicateEntry(friend: friend, reasons: group.reasons, place: place, group: number)
            }
        }
    }

    /// The same of friends in a list.
    ///
    /// Runs off the main actor: a list can have 100,000 friends.
    @concurrent
    static func all(in friends: [Friend]) async -> [DuplicateEntry] { all(of: DuplicateGroup.groups(of: friends)) }
}

extension [DuplicateEntry] {
    /// The number of groups.
    package var groupCount: Int { count { $0.place == 0 } }

    /// The groups with a friend that a text finds.
    func narrowed(by text: String) -> Self {
        let query = FriendQuery(text)
        guard !query.isEmpty else { return self }
        var index = SearchIndex()
        index.append(contentsOf: lazy.map(\.friend))
        let groups = Set(index.rows(matching: query).map { self[Int($0)].group })
        return filter { groups.contains($0.group) }
    }
}
