import FriendsModel
import FriendsSearch

/// Friends who may be one person, group by group, to be merged.
struct DuplicatesPage: ListPage {
    let entries: [DuplicateEntry]

    static let kind = PageKind.duplicates
    static let title = "Duplicates"

    static let opening: PageCommand? = PageCommand(
        name: "duplicates", keys: [], help: "Duplicates: friends who may be one person")

    static let commands =
        PageCommand.undoing + [
            PageCommand(
                name: "merge", keys: ["Enter"], help: "Merge the selected friend with another one of the group",
                action: .use, footer: "Merge", isAvailable: { $0.page?.table.selected != nil && !$0.list.isWriting }),
            PageCommand(
                name: "show-duplicate", keys: ["o"], help: "Select the friend in the list", action: .show,
                footer: "Show"),
        ]

    static func entries(of friends: [Friend], now: Int) async -> PageEntries {
        .duplicates(await DuplicateEntry.all(in: friends))
    }

    var count: Int { entries.count }
    func id(at index: Int) -> PageEntries.ID { .duplicate(entries[index].friend.id, entries[index].reasons.first) }
    func changedFriend(at index: Int) -> Friend.ID? { entries[index].friend.id }

    /// The groups with a friend that a text finds.
    func narrowed(by text: String) -> PageEntries {
        guard let found = SearchIndex.rows(of: entries.lazy.map(\.friend), matching: text) else {
            return .duplicates(entries)
        }
        let groups = Set(found.map { entries[$0].group })
        return .duplicates(entries.filter { groups.contains($0.group) })
    }

    func name(ofCount count: Int) -> String {
        let groups = entries.count { $0.place == 0 }
        return groups.counted(one: "friends in 1 group", other: "friends in \(groups) groups")
    }

    var emptyTexts: [String] { ["No duplicates", "no friends share a name, a number or an email"] }

    static func columnTitles(isShort: Bool) -> [String] { ["Same", "Friend", "Phone"] + (isShort ? [] : ["Email"]) }

    /// What the group shares is in its first row.
    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        let entry = entries[index]
        let kinds = entry.reasons.kinds
        let same = isShort && kinds.count > 1 ? "\(kinds[0].rawValue) +\(kinds.count - 1)" : entry.reasons.words
        return [entry.place == 0 ? same : ""] + DuplicateGroup.texts(of: entry.friend).prefix(isShort ? 2 : 3)
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        let (entry, texts) = (entries[index], texts(at: index, now: now, isShort: isShort))
        let same = entry.place == 0 ? "same \(entry.reasons.words) as the next" : "same as the one before"
        return ([texts[1], texts[2]].filter { !$0.isEmpty } + [same]).joined(separator: ", ")
    }

    static func numberColumn(isShort: Bool) -> Int? { 2 }
    func phoneNumbers(at index: Int) -> [String] { DuplicateGroup.phoneNumbers(of: entries[index].friend) }

    // MARK: Its commands

    func use(at index: Int, in page: PageViewModel) async {
        if case .duplicates(let all) = page.state.table.all { page.onExit(.merge(entries[index], of: all)) }
    }

    func show(at index: Int, in page: PageViewModel) { page.onExit(.friend(entries[index].friend.id)) }
}

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
