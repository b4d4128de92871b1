import FriendsList
import FriendsModel

/// The list of friends on the screen: which friend is selected, and which rows are shown and
/// marked. What the friends are, the ``FriendListStore`` knows; the ``FriendListWriter`` writes them.
@MainActor
package final class FriendListViewModel {
    package private(set) var state = State() { didSet { desk.onChange() } }
    /// Called when the server, or the cache of its list, has changed the rows.
    var onServerChange: @MainActor () -> Void = {}
    /// Called when this program has written something.
    var onWrite: @MainActor () -> Void = {}
    let desk: Desk
    package let store: FriendListStore
    let writer: FriendListWriter
    private let choices: TableChoices

    package init(desk: Desk, store: FriendListStore, writer: FriendListWriter, choices: TableChoices) {
        self.desk = desk
        self.store = store
        self.writer = writer
        self.choices = choices
        (state.order, state.columns) = (choices.order, choices.columns)
        (state.store, state.writer, state.table.rows) = (store.state, writer.state, store.rows)
        store.onChange = { [weak self] in self?.storeChanged() }
        store.onRowsChange = { [weak self] change in
            guard let self else { return _ = change() }
            // While a list is loaded, a selection at its beginning stays there.
            state.table.changeRows(staysFirst: state.progress != nil, change)
        }
        store.onEvent = { [weak self] in self?.receive($0) }
        writer.onChange = { [weak self] in self?.writerChanged() }
    }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .reload: return .immediate { await self.reload() }
        case .delete: return .immediate { await self.delete() }
        case .undo: return .immediate { await self.perform(.undo) }
        case .redo: return .immediate { await self.perform(.redo) }
        case .sort(let sorting): return sort(sorting)
        case .chooseColumns:
            desk.clearStatus()
            state.columnChooser = ColumnChooser(state.columns)
        case .column(let action): chooseColumns(action)
        case .move(let movement): step { $0.move(movement) }
        case .select(let index): step { $0.go(to: index) }
        case .scroll(let rows): state.table.scroll(by: rows)
        case .mark(let marking):
            desk.clearStatus()
            state.table.mark(marking)
        case .find(let action): find(action)
        case .findNext: goToMatch(1)
        case .findPrevious: goToMatch(-1)
        case .copy(let part): copy(part, of: state.table.chosenFriends)
        case .resize(let height): state.table.resize(to: height)
        }
        return nil
    }

    // MARK: Changes of the store and the writer

    private func storeChanged() {
        state.store = store.state
        desk.record(state.store.failure)
    }

    private func writerChanged() {
        // The old status is not about this write.
        if writer.state.isWriting, !state.isWriting { desk.clearStatus() }
        state.writer = writer.state
    }

    private func receive(_ event: FriendListStore.Event) {
        switch event {
        case .restored: onServerChange()
        case .loaded(let unreadableCount):
            state.table.unmarkMissingFriends()
            writer.resolve()
            if unreadableCount > 0 { desk.say(.unreadable(unreadableCount)) }
            onServerChange()
        case .changed(let changes):
            if !state.table.marks.ids.isEmpty { state.table.marks.ids.subtract(changes.deleted) }
            writer.resolve()
            if !changes.isEmpty { onServerChange() }
        case .written: onWrite()
        case .failed:
            // That something was saved before must not hide it.
            if desk.status?.kind != .problem { desk.clearStatus() }
        }
    }

    // MARK: Loading, moving and sorting

    /// Selects a friend, if it is in the list.
    func select(_ id: Friend.ID) { state.table.select(id) }

    /// Moves the selection.
    private func step(_ move: (inout FriendTable) -> Void) {
        desk.endStatus()
        move(&state.table)
    }

    private func reload() async {
        desk.clearStatus()
        if await store.reload(), desk.status == nil { desk.say(.reloaded) }
    }

    private func sort(_ sorting: Sorting) -> Task<Void, Never>? {
        guard sorting != .explain else {
            desk.say(.noSortKey)
            return nil
        }
        desk.clearStatus()
        state.isChoosingOrder = sorting == .choose
        let order: FriendOrder
        switch sorting {
        case .choose, .cancel, .explain: return nil
        case .by(let column):
            let ascending = FriendOrder(column: column, isReversed: false)
            order = ascending == state.order ? ascending.reversed : ascending
        case .reverse: order = state.order.reversed
        }
        state.table.closeRange()
        state.order = order
        choices.keepOrder(order)
        return .immediate { await self.store.sort(by: order) }
    }

    private func chooseColumns(_ action: ColumnChooser.Action) {
        guard var chooser = state.columnChooser else { return }
        let isOpen = chooser.apply(action)
        state.columnChooser = isOpen ? chooser : nil
        desk.clearStatus()
        if let problem = chooser.problem { desk.say(.information, problem) }
        guard chooser.columns != state.columns else { return }
        state.columns = chooser.columns
        choices.keepColumns(chooser.columns)
    }

    private func find(_ action: FilterAction) {
        if action == .begin {
            store.prepareSearch()
            desk.clearStatus()
        }
        state.table.applyFilter(action)
    }

    private func goToMatch(_ step: Int) {
        guard state.table.filter != nil else { return desk.say(.noFilter) }
        self.step { $0.goToMatch(step) }
    }

    /// The focus moves elsewhere: ends typing, and clears the status.
    func leave() {
        desk.clearStatus()
        (state.isChoosingOrder, state.columnChooser) = (false, nil)
        state.table.endTyping()
    }

    /// The program ends: keeps the list, and returns when no write is in progress.
    func finish() async {
        // The writes come after: one that begins while the list is being kept is waited for, too.
        await store.flush()
        await writer.finish()
    }

    // MARK: Copying

    /// Copies a part of each of some friends, one to a line, and says so when it was sent.
    private func copy(_ part: CopiedPart, of friends: [Friend]) {
        guard !friends.isEmpty else { return state.table.hasMarks ? desk.say(.hiddenMarks) : () }
        let texts = friends.map { part.text(of: $0.details) }
        desk.copy(texts.joined(separator: "\n"), named: texts.count == 1 ? texts[0] : part.count(texts.count))
    }

    // MARK: Writing

    /// Deletes the marked friends, or else the selected one.
    private func delete() async {
        if state.table.hasMarks { await deleteMarked() } else { await deleteSelected() }
    }

    private func deleteSelected() async {
        guard let friend = state.table.selectedFriend, let result = await writer.delete(friend) else { return }
        await show(result, .deleted(friend.details.shortName))
    }

    /// Deletes the marked friends that are shown, and asks first when they are many. A No leaves the marks as they are.
    private func deleteMarked() async {
        guard !state.isWriting else { return }
        let friends = state.table.markedFriends
        guard !friends.isEmpty else { return desk.say(.hiddenMarks) }
        let place = state.table.place
        guard await writer.mayDelete(friends.count) else { return }
        // What was asked about is deleted, at the versions that were shown then.
        state.table.marks.rangeStart = nil
        state.table.marks.ids.formUnion(friends.map(\.id))
        guard let result = await writer.delete(friends, at: place) else { return }
        state.table.marks.ids.subtract(result.madeIDs.union(result.unresolved.map(\.id)))
        let name = friends.count == 1 ? friends[0].details.shortName : result.made.count.friends
        desk.say(.account(of: result, .deleted(name)))
        await update(after: result)
    }

    private func perform(_ direction: UndoHistory.Direction) async {
        guard !state.isWriting else { return }
        guard let steps = state.history.next(direction) else { return desk.say(.nothing(to: direction)) }
        let place = direction == .undo ? state.history.nextPlace(.undo) : nil
        guard let result = await writer.perform(direction) else { return }
        guard result.isSeries else { return await show(result, .done(direction, steps)) }
        let done = result.madeIDs
        state.table.marks.ids.subtract(result.made.filter { $0.result == nil }.map(\.change.id))
        // If nothing came back, the selection stays.
        let isBack = done.isEmpty || place.map { state.table.goBack(to: $0, marking: done) } ?? true
        let ours = steps.filter { done.contains($0.id) && !result.existing.contains($0.id) }
        desk.say(.account(of: result, result.isOfOthers ? .nothing(to: direction) : .done(direction, ours)))
        let selected = state.table.selection?.id
        await update(after: result)
        // Friends that only a load could bring back were not there to be marked and selected before.
        if !isBack, let place, state.table.selection?.id == selected { state.table.goBack(to: place, marking: done) }
    }

    // MARK: What other parts of the screen have written

    /// Shows the friends that are back from the trash, and selects the first of them.
    func restored(_ result: WriteResult) async {
        if !result.isSeries {
            let name = result.made.first?.change.result?.details.shortName ?? ""
            return await show(result, .restored(name))
        }
        let ids = result.madeIDs
        if let first = state.table.rows.friends.first(where: { ids.contains($0.id) }) { state.table.select(first.id) }
        desk.say(.account(of: result, .restored(result.made.count.friends)))
        await update(after: result)
    }

    /// Shows what was changed as one step, and says so.
    func changed(_ result: WriteResult, _ done: StatusMessage) async {
        desk.say(.account(of: result, done))
        await update(after: result)
    }

    /// Takes over a friend that the form has saved: by `step`, unless nothing had to be changed. A merged friend has
    /// something that was changed elsewhere and not to be seen in the form. A user who was warned of a friend that looks
    /// like the new one knows that it is a duplicate.
    func saved(_ friend: Friend, step: UndoHistory.Step?, isMerged: Bool, wasWarned: Bool = false) async {
        if let step {
            writer.record(step)
            store.show(friend, replacing: step.original?.version)
        } else {
            store.compare(friend)
        }
        let isDuplicate = step != nil && !wasWarned && state.table.rows.hasDuplicate(of: friend)
        await show(friend, .saved(friend.details.shortName, isDuplicate: isDuplicate, isMerged: isMerged))
    }

    /// Shows what a single write has come to, and brings the list up to date: loads it when the server says that the friend
    /// is gone or another one now.
    private func show(_ result: WriteResult, _ status: StatusMessage) async {
        if let made = result.made.first {
            if let friend = made.result { return await show(friend, status) }
            state.table.marks.ids.remove(made.change.id)
            desk.say(status)
            await store.loadUnlessFollowing()
        } else if result.refusedCount > 0 {
            await store.load()
        } else if result.isCancelled {
            desk.say(.cancelledWrite)
        }
    }

    /// Selects a friend that was written, and brings the list up to date.
    private func show(_ friend: Friend, _ status: StatusMessage) async {
        let isShown = state.table.rows.friend(friend.id) != nil
        state.table.select(friend.id)
        desk.say(status)
        let selection = state.table.selection
        await store.loadUnlessFollowing()
        // A friend that only the load has brought could not be selected before. A selection made in the meantime stays.
        if !isShown, selection == nil || state.table.selection?.id == selection?.id { state.table.select(friend.id) }
    }

    /// Brings the list up to date after a series: loads it where the server has refused something, or it is not known
    /// what it did.
    private func update(after result: WriteResult) async {
        if result.refusedCount > 0 || !result.unresolved.isEmpty {
            await store.load()
        } else if !result.made.isEmpty {
            await store.loadUnlessFollowing()
        }
    }
}
