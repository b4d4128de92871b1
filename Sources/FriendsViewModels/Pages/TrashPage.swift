import FriendsList
import FriendsModel
import FriendsSearch

/// The trash: friends who were deleted, to be restored.
struct TrashPage: Page {
    let trash: Trash

    static let kind = PageKind.trash
    static let title = "Trash"
    static let takesMarks = true

    static let opening: PageCommand? = PageCommand(
        name: "trash", keys: ["t"], help: "Trash: restore deleted friends", footer: "Trash")

    static let commands =
        [
            PageCommand(
                name: "restore", keys: ["r", "Enter"], help: "Restore the marked or selected friends", action: .use,
                footer: "Restore",
                isAvailable: {
                    ($0.page?.table.selected != nil || $0.page?.table.hasMarks == true) && !$0.list.isWriting
                })
        ] + PageCommand.undoing

    // MARK: What it lists

    var count: Int { trash.friends.count }
    func id(at index: Int) -> PageEntries.ID { .friend(trash.friends[index].friend.id) }
    func changedFriend(at index: Int) -> Friend.ID? { trash.friends[index].friend.id }

    func narrowed(by text: String) -> PageEntries {
        guard let found = SearchIndex.rows(of: trash.friends.lazy.map(\.friend), matching: text) else {
            return .trash(trash)
        }
        return .trash(
            Trash(
                friends: found.map { trash.friends[$0] }, unreadableCount: trash.unreadableCount,
                totalCount: trash.totalCount))
    }

    /// The entries without friends that are not deleted any more.
    private func without(_ ids: Set<Friend.ID>) -> PageEntries {
        let friends = trash.friends.filter { !ids.contains($0.friend.id) }
        let gone = trash.friends.count - friends.count
        return .trash(
            Trash(
                friends: friends, unreadableCount: trash.unreadableCount, totalCount: trash.totalCount.map { $0 - gone }
            ))
    }

    // MARK: Its words and columns

    var totalCount: Int { max(trash.totalCount ?? count, count) }
    func name(ofCount count: Int) -> String { count.counted(one: "deleted friend", other: "deleted friends") }
    var emptyTexts: [String] { ["The trash is empty", "deleted friends are kept for 30 days"] }

    /// A narrow terminal shows the whole name in one column. Two columns of names, each with a title and a gap, leave no room
    /// for the phone number.
    static func columnTitles(isShort: Bool) -> [String] {
        (isShort ? ["When", "Name"] : ["Deleted"]) + fields(isShort).map(\.columnTitle)
    }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        let deleted = trash.friends[index]
        let details = deleted.friend.details
        return [ClockTime.moment(secondsSince1970: deleted.deletedAt, now: now, isShort: isShort)]
            + (isShort ? [details.fullName] : [])
            + Self.fields(isShort).map { FriendColumn.field($0).text(of: details, in: FriendColumn.standard) }
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        "\(trash.friends[index].friend.details.line), deleted \(texts(at: index, now: now, isShort: isShort)[0])"
    }

    static func numberColumn(isShort: Bool) -> Int? {
        fields(isShort).firstIndex(of: .phoneNumber).map { $0 + (isShort ? 2 : 1) }
    }

    func phoneNumbers(at index: Int) -> [String] { [trash.friends[index].friend.details.phoneNumber] }

    /// The fields with a column of their own.
    private static func fields(_ isShort: Bool) -> [FriendField] {
        isShort ? FriendField.allCases.filter { !FriendField.nameFields.contains($0) } : FriendField.allCases
    }

    // MARK: Its commands

    /// Loads the trash. The newest load wins; the old rows stay until then.
    static func load(_ page: PageViewModel) async {
        let desk = page.desk
        await page.load { isNewest in
            do throws(FriendsClientError) {
                let client = desk.client
                let trash = try await desk.run(.loadTrash) { (_) throws(FriendsClientError) in
                    try await client.deleted()
                }
                guard isNewest() else { return }
                page.show(.trash(trash))
                if trash.unreadableCount > 0 { desk.say(.unreadable(trash.unreadableCount)) }
            } catch {
                guard isNewest() else { return }
                let failure = Failure(error, during: .loadTrash)
                switch page.state.content {
                case .loading, .failed: page.state.content = .failed(failure)
                case .loaded: desk.say(.problem, failure.statusText)
                }
            }
        }
    }

    /// Restores the marked friends that are shown, or else the selected one.
    func use(at index: Int, in page: PageViewModel) async {
        let (list, table) = (page.list, page.state.table)
        guard !list.state.isWriting else { return }
        let chosen = table.hasMarks ? table.markedIndexes : [index]
        guard !chosen.isEmpty else { return page.desk.say(.hiddenMarks) }
        page.state.table.closeRange()
        guard let result = await list.writer.restore(chosen.map { trash.friends[$0].friend }) else { return }
        let reload = Task.immediate { await list.restored(result) }
        // In the same turn as the list: a friend is in one of the two.
        if case .trash(let all) = page.state.table.all, !result.made.isEmpty {
            page.state.table.show(TrashPage(trash: all).without(result.madeIDs))
        }
        await reload.value
        let isOutdated = result.refusedCount > 0 || (result.isSeries && !result.unresolved.isEmpty)
        // A load under way may have been answered before the friends were restored, and would list them again.
        if isOutdated || (page.isLoading && !result.made.isEmpty) { await Self.load(page) }
    }
}
