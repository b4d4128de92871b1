import FriendsList
import FriendsModel

/// Undo and redo on a page whose entries depend on them.
extension PageViewModel {
    /// Undoes or redoes the last change of the list, and loads the page. Friends that are back here are selected; in the
    /// trash, several of them are marked.
    func perform(_ direction: UndoHistory.Direction) async {
        let steps = list.state.history.next(direction) ?? []
        await list.send(direction == .undo ? .undo : .redo)?.value
        guard !steps.isEmpty else { return }
        await load()
        let ids = Set(steps.map(\.id))
        let entries = state.table.entries
        let back = (0..<entries.count).filter { index in entries.friendID(at: index).map(ids.contains) == true }
        guard let first = back.first else { return }
        state.table.go(to: first)
        if kind == .trash, steps.count > 1 { state.table.marks.ids.formUnion(back.map(entries.id)) }
    }
}

extension PageEntries {
    /// The friend of an entry of the trash or of the duplicates.
    fileprivate func friendID(at index: Int) -> Friend.ID? {
        switch self {
        case .trash(let trash): trash.friends[index].friend.id
        case .duplicates(let entries): entries[index].friend.id
        case .messages, .drafts, .birthdays, .tags, .records: nil
        }
    }
}
