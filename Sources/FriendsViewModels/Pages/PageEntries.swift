import FriendsModel
import FriendsSearch

/// What a page lists.
package enum PageEntries: Equatable, Sendable {
    case trash(Trash)
    /// The newest first.
    case messages([Message])
    /// The newest first.
    case drafts([StoredDraft])
    /// The next one first.
    case birthdays([UpcomingBirthday])
    /// In alphabetical order.
    case tags([TagCount])
    /// Group by group.
    case duplicates([DuplicateEntry])
    /// In the order of the file.
    case records(ImportEntries)

    package var count: Int {
        switch self {
        case .trash(let trash): trash.friends.count
        case .messages(let messages): messages.count
        case .drafts(let drafts): drafts.count
        case .birthdays(let birthdays): birthdays.count
        case .tags(let tags): tags.count
        case .duplicates(let entries): entries.count
        case .records(let records): records.all.count
        }
    }

    /// The identity of an entry while the page changes.
    package enum ID: Hashable, Sendable {
        case friend(Friend.ID)
        case message(Int)
        case draft(StoredDraft.ID)
        case birthday(Friend.ID, FriendLine.ID)
        case tag(String)
        /// A friend can be in several groups, but each group has values of its own.
        case duplicate(Friend.ID, DuplicateGroup.Reason?)
        case record(Int)
    }

    func id(at index: Int) -> ID {
        switch self {
        case .trash(let trash): .friend(trash.friends[index].friend.id)
        case .messages(let messages): .message(messages[index].number)
        case .drafts(let drafts): .draft(drafts[index].id)
        case .birthdays(let birthdays): .birthday(birthdays[index].friend, birthdays[index].line)
        case .tags(let tags): .tag(tags[index].tag)
        case .duplicates(let entries): .duplicate(entries[index].friend.id, entries[index].reasons.first)
        case .records(let records): .record(records.all[index].number)
        }
    }

    func index(of id: ID) -> Int? {
        if case .records(let records) = self, case .record(let number) = id { return records.index(ofNumber: number) }
        return (0..<count).first { self.id(at: $0) == id }
    }

    /// The entries that a text finds: friends as in their list, others by their words.
    func narrowed(by text: String) -> PageEntries {
        switch self {
        case .trash(let trash):
            let query = FriendQuery(text)
            guard !query.isEmpty else { return self }
            var index = SearchIndex()
            index.append(contentsOf: trash.friends.lazy.map(\.friend))
            return .trash(
                Trash(
                    friends: index.rows(matching: query).map { trash.friends[Int($0)] },
                    unreadableCount: trash.unreadableCount, totalCount: trash.totalCount))
        case .messages(let messages):
            let words = FoldedWords(text)
            return words.isEmpty ? self : .messages(messages.filter { words.areFound(in: $0.text) })
        case .drafts(let drafts):
            let words = FoldedWords(text)
            return words.isEmpty ? self : .drafts(drafts.filter { words.areFound(in: $0.draft.title) })
        case .birthdays(let birthdays):
            let words = FoldedWords(text)
            return words.isEmpty ? self : .birthdays(birthdays.filter { words.areFound(in: $0.name) })
        case .tags(let tags):
            let words = FoldedWords(text)
            return words.isEmpty ? self : .tags(tags.filter { words.areFound(in: $0.tag) })
        case .duplicates(let entries): return .duplicates(entries.narrowed(by: text))
        case .records(let records): return .records(records.narrowed(by: text))
        }
    }

    /// The entries without friends that are not deleted any more.
    func without(_ ids: Set<Friend.ID>) -> PageEntries {
        guard case .trash(let trash) = self else { return self }
        let friends = trash.friends.filter { !ids.contains($0.friend.id) }
        let gone = trash.friends.count - friends.count
        return .trash(
            Trash(
                friends: friends, unreadableCount: trash.unreadableCount, totalCount: trash.totalCount.map { $0 - gone }
            )
        )
    }
}
