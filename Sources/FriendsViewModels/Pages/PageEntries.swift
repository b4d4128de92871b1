import FriendsModel
import FriendsSearch

/// All pages, in the order of the commands that open them. This file is the one place that lists them.
package enum PageKind: CaseIterable, Sendable {
    case trash, drafts, birthdays, tags, duplicates, sync, messages, records

    package var page: any Page.Type { type(of: empty.page) }

    /// The page before its entries come.
    var empty: PageEntries {
        switch self {
        case .trash: .trash(Trash(friends: []))
        case .drafts: .drafts([])
        case .birthdays: .birthdays([])
        case .tags: .tags([])
        case .duplicates: .duplicates([])
        case .sync: .sync([])
        case .messages: .messages([])
        case .records: .records(ImportEntries())
        }
    }
}

/// What a page lists.
package enum PageEntries: Equatable, Sendable {
    case trash(Trash)
    /// The newest first.
    case drafts([StoredDraft])
    /// The next one first.
    case birthdays([UpcomingBirthday])
    /// In alphabetical order.
    case tags([TagCount])
    /// Group by group.
    case duplicates([DuplicateEntry])
    /// Account by account.
    case sync([SyncEntry])
    /// The newest first.
    case messages([Message])
    /// In the order of the file.
    case records(ImportEntries)

    package var page: any Page {
        switch self {
        case .trash(let trash): TrashPage(trash: trash)
        case .drafts(let drafts): DraftsPage(drafts: drafts)
        case .birthdays(let birthdays): BirthdaysPage(birthdays: birthdays)
        case .tags(let tags): TagsPage(tags: tags)
        case .duplicates(let entries): DuplicatesPage(entries: entries)
        case .sync(let entries): SyncPage(entries: entries)
        case .messages(let messages): MessagesPage(messages: messages)
        case .records(let records): ImportPage(records: records)
        }
    }

    package var kind: PageKind { type(of: page).kind }
    package var count: Int { page.count }

    /// The identity of an entry while the page changes.
    package enum ID: Hashable, Sendable {
        case number(Int)
        case text(String)
        case draft(StoredDraft.ID)
        case friend(Friend.ID)
        case line(FriendLine.ID, of: Friend.ID)
        /// A friend can be in several groups, but each group has values of its own.
        case duplicate(Friend.ID, DuplicateGroup.Reason?)
        /// Of an account, the friend or the card that the entry is about.
        case sync(SyncEntry.Kind, String, String)
    }
}
