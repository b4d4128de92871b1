import FriendsModel
import FriendsSearch

/// The birthdays, the tags and the duplicates, which come from the list.
extension PageViewModel {
    func loadBirthdays() async {
        let today = CalendarDay(secondsSince1970: desk.now())
        await showFromList { .birthdays(await UpcomingBirthday.all(of: $0, from: today)) }
    }

    func loadTags() async {
        await showFromList { .tags(await TagCount.all(of: $0)) }
    }

    func loadDuplicates() async {
        await showFromList { .duplicates(await DuplicateEntry.all(in: $0)) }
    }

    /// Whether the page is made from the list.
    var isFromList: Bool {
        switch kind {
        case .birthdays, .tags, .duplicates: true
        case .trash, .messages, .drafts, .records: false
        }
    }

    /// The list has changed while the page is shown.
    func listChanged() {
        if isFromList { send(.load) }
    }

    /// The list may have come, or failed, while the page waited for it.
    func listStateChanged() {
        if isFromList, state.content != .loaded, listContent != list.state.content { send(.load) }
    }

    /// Shows what is made of the friends; only the last of several at once.
    private func showFromList(_ make: ([Friend]) async -> PageEntries) async {
        listContent = list.state.content
        guard list.state.content == .loaded else { return state.content = list.state.content }
        loadNumber += 1
        let number = loadNumber
        let entries = await make(list.state.table.rows.friends)
        if number == loadNumber { show(entries) }
    }
}

extension AppViewModel {
    /// Shows what the selected entry of the page is about in the list: a friend, or all friends with a tag.
    func showEntry() {
        guard let table = page?.state.table, let selected = table.selected else { return }
        switch table.entries {
        case .birthdays(let birthdays):
            closePage()
            list.select(birthdays[selected].friend)
        case .duplicates(let entries):
            closePage()
            list.select(entries[selected].friend.id)
        case .tags(let tags):
            closePage()
            list.send(.find(.clear))
            list.send(.find(.begin))
            list.send(.find(.edit(.insert(FriendQuery.text(for: tags[selected].tag, in: .kind(.tag))))))
            list.send(.find(.keep))
        case .trash, .messages, .drafts, .records: break
        }
    }
}
