import FriendsList
import FriendsModel

/// The list of friends on the screen: which friend is selected, which rows are shown and marked, and what the status line
/// says. What the friends are, the ``FriendListStore`` knows; the ``FriendListWriter`` writes them.
@MainActor
package final class FriendListViewModel {
    package private(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    /// Called when the server, or the cache of its list, has changed the rows.
    var onServerChange: @MainActor () -> Void = {}
    let store: FriendListStore
    let writer: FriendListWriter
    /// Called when the user has chosen another order.
    private let onOrderChosen: @MainActor (FriendOrder) -> Void
    /// Called when the user has chosen other columns.
    private let onColumnsChosen: @MainActor ([FriendColumn]) -> Void
    /// Sends a text to the clipboard.
    private let sendCopy: @MainActor (String) -> CopyOutcome

    /// - Parameters:
    ///   - order: the first order of the list.
    ///   - columns: the first columns of the table.
    ///   - onOrderChosen: called when the user has chosen another order.
    ///   - onColumnsChosen: called when the user has chosen other columns.
    ///   - sendCopy: sends a text to the clipboard.
    package init(
        store: FriendListStore, writer: FriendListWriter, order: FriendOrder,
        columns: [FriendColumn] = FriendColumn.standard,
        onOrderChosen: @escaping @MainActor (FriendOrder) -> Void,
        onColumnsChosen: @escaping @MainActor ([FriendColumn]) -> Void = { _ in },
        sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        self.store = store
        self.writer = writer
        self.onOrderChosen = onOrderChosen
        self.onColumnsChosen = onColumnsChosen
        self.sendCopy = sendCopy
        (state.order, state.columns) = (order, columns)
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
        case .start: return .immediate { await self.store.start() }
        case .load: return .immediate { await self.store.load() }
        case .reload: return .immediate { await self.reload() }
        case .update: return .immediate { await self.store.loadUnlessFollowing() }
        case .delete: return .immediate { await self.delete() }
        case .undo: return .immediate { await self.perform(.undo) }
        case .redo: return .immediate { await self.perform(.redo) }
        case .friendSaved(let friend, let step, let isMerged, let wasWarned):
            return .immediate { await self.saved(friend, step: step, isMerged: isMerged, wasWarned: wasWarned) }
        case .friendsChanged(let result, let text): return .immediate { await self.changed(result, text) }
        case .friendsRestored(let result): return .immediate { await self.restored(result) }
        case .sort(let sorting): return sort(sorting)
        case .chooseColumns:
            state.status = nil
            state.columnChooser = ColumnChooser(state.columns)
        case .column(let action): chooseColumns(action)
        case .finish: return .immediate { await self.finish() }
        case .move(let movement): step { $0.move(movement) }
        case .select(let index): step { $0.go(to: index) }
        case .selectFriend(let id): state.table.select(id)
        case .scroll(let rows): state.table.scroll(by: rows)
        case .mark(let marking):
            state.status = nil
            state.table.mark(marking)
        case .find(let action): find(action)
        case .findNext: goToMatch(1)
        case .findPrevious: goToMatch(-1)
        case .copy(let part): copy(part, of: state.table.chosenFriends)
        case .copyText(let text): copy(text, named: text.split(separator: "\n").joined(separator: " "))
        case .copyMessage(let text): copy(text, named: "the message")
        case .resize(let height): state.table.resize(to: height)
        case .report(let status): state.status = status
        case .leave: leave()
        case .watch(let steps): writer.watch(steps)
        }
        return nil
    }

    // MARK: Changes of the store and the writer

    private func storeChanged() {
        state.store = store.state
    }

    private func writerChanged() {
        // The old status is not about this write.
        if writer.state.isWriting, !state.isWriting { state.status = nil }
        state.writer = writer.state
    }

    private func receive(_ event: FriendListStore.Event) {
        switch event {
        case .restored: onServerChange()
        case .loaded(let unreadableCount):
            state.table.unmarkMissingFriends()
            writer.resolve()
            if unreadableCount > 0 { state.status = .unreadable(unreadableCount) }
            onServerChange()
        case .changed(let changes):
            if !state.table.marks.ids.isEmpty { state.table.marks.ids.subtract(changes.deleted) }
            writer.resolve()
            if !changes.isEmpty { onServerChange() }
        case .failed:
            // That something was saved before must not hide it.
            if state.status?.kind != .problem { state.status = nil }
        }
    }

    // MARK: Loading, moving and sorting

    /// Moves the selection.
    private func step(_ move: (inout FriendTable) -> Void) {
        endStatus()
        move(&state.table)
    }

    /// Clears a status that is about something else after a step. What can be undone stays.
    func endStatus() {
        if let status = state.status, !status.canBeReversed { state.status = nil }
    }

    /// Clears a status that is about a key, after a change elsewhere.
    func endKeyStatus() {
        if state.status?.isAboutKeys == true || state.status == .refusedPaste { state.status = nil }
    }

    /// Reports a key without a meaning, once, and not in place of an offer of undo, a problem or an old list.
    func refuseKey(_ name: String) {
        let report = StatusMessage.unusedKey(name)
        guard state.status != report, state.status?.canBeReversed != true, state.status?.kind != .problem,
            state.staleness == nil
        else { return }
        state.status = report
    }

    private func reload() async {
        state.status = nil
        if await store.reload(), state.status == nil {
            state.status = StatusMessage(kind: .information, text: "Reloaded")
        }
    }

    private func sort(_ sorting: Sorting) -> Task<Void, Never>? {
        (state.status, state.isChoosingOrder) = (nil, sorting == .choose)
        let order: FriendOrder
        switch sorting {
        case .choose, .cancel: return nil
        case .by(let column):
            let ascending = FriendOrder(column: column, isReversed: false)
            order = ascending == state.order ? ascending.reversed : ascending
        case .reverse: order = state.order.reversed
        }
        state.table.closeRange()
        state.order = order
        onOrderChosen(order)
        return .immediate { await self.store.sort(by: order) }
    }

    private func chooseColumns(_ action: ColumnChooser.Action) {
        guard var chooser = state.columnChooser else { return }
        let isOpen = chooser.apply(action)
        state.columnChooser = isOpen ? chooser : nil
        state.status = chooser.problem.map { StatusMessage(kind: .information, text: $0) }
        guard chooser.columns != state.columns else { return }
        state.columns = chooser.columns
        onColumnsChosen(chooser.columns)
    }

    private func find(_ action: FilterAction) {
        if action == .begin {
            store.prepareSearch()
            state.status = nil
        }
        state.table.applyFilter(action)
    }

    private func goToMatch(_ step: Int) {
        guard state.table.filter != nil else {
            return state.status = StatusMessage(kind: .information, text: "No filter", offer: .find)
        }
        self.step { $0.goToMatch(step) }
    }

    private func leave() {
        state.status = nil
        (state.isChoosingOrder, state.columnChooser) = (false, nil)
        state.table.endTyping()
    }

    private func finish() async {
        // The writes come after: one that begins while the list is being kept is waited for, too.
        await store.flush()
        await writer.finish()
    }

    // MARK: Copying

    /// Copies a part of each of some friends, one to a line, and says so when it was sent.
    private func copy(_ part: CopiedPart, of friends: [Friend]) {
        guard !friends.isEmpty else { return state.table.hasMarks ? state.status = .hiddenMarks : () }
        let texts = friends.map { part.text(of: $0.details) }
        copy(texts.joined(separator: "\n"), named: texts.count == 1 ? texts[0] : part.count(texts.count))
    }

    private func copy(_ text: String, named name: String) {
        state.status = .copied(name, sendCopy(text))
    }

    // MARK: Writing

    /// Deletes the marked friends, or else the selected one.
    private func delete() async {
        if state.table.hasMarks { await deleteMarked() } else { await deleteSelected() }
    }

    private func deleteSelected() async {
        guard let friend = state.table.selectedFriend, let result = await writer.delete(friend) else { return }
        let text = "Deleted \(friend.details.shortName)"
        await show(result, StatusMessage(kind: .success, text: text, offer: .undo))
    }

    /// Deletes the marked friends that are shown, and asks first when they are many. A No leaves the marks as they are.
    private func deleteMarked() async {
        guard !state.isWriting else { return }
        let friends = state.table.markedFriends
        guard !friends.isEmpty else { return state.status = .hiddenMarks }
        let place = state.table.place
        guard await writer.mayDelete(friends.count) else { return }
        // What was asked about is deleted, at the versions that were shown then.
        state.table.marks.rangeStart = nil
        state.table.marks.ids.formUnion(friends.map(\.id))
        guard let result = await writer.delete(friends, at: place) else { return }
        state.table.marks.ids.subtract(result.madeIDs.union(result.unresolved.map(\.id)))
        let text = friends.count == 1 ? friends[0].details.shortName : result.made.count.friends
        state.status = .account(of: result, "Deleted \(text)", offer: .undo)
        await update(after: result)
    }

    private func perform(_ direction: UndoHistory.Direction) async {
        guard !state.isWriting else { return }
        guard let steps = state.history.next(direction) else {
            return state.status = StatusMessage(kind: .information, text: direction.nothingText)
        }
        let place = direction == .undo ? state.history.nextPlace(.undo) : nil
        guard let result = await writer.perform(direction) else { return }
        guard result.isSeries else {
            let text = direction.successText(steps)
            return await show(result, StatusMessage(kind: .success, text: text, offer: direction.reverse))
        }
        let done = result.madeIDs
        state.table.marks.ids.subtract(result.made.filter { $0.result == nil }.map(\.change.id))
        // If nothing came back, the selection stays.
        let isBack = done.isEmpty || place.map { state.table.goBack(to: $0, marking: done) } ?? true
        let text = direction.successText(steps.filter { done.contains($0.id) })
        state.status = .account(of: result, text, offer: direction.reverse)
        let selected = state.table.selection?.id
        await update(after: result)
        // Friends that only a load could bring back were not there to be marked and selected before.
        if !isBack, let place, state.table.selection?.id == selected { state.table.goBack(to: place, marking: done) }
    }

    /// Shows the friends that are back from the trash, and selects the first of them.
    private func restored(_ result: WriteResult) async {
        if !result.isSeries {
            let name = result.made.first?.change.result?.details.shortName ?? ""
            return await show(result, StatusMessage(kind: .success, text: "Restored \(name)", offer: .undo))
        }
        let ids = result.madeIDs
        if let first = state.table.rows.friends.first(where: { ids.contains($0.id) }) { state.table.select(first.id) }
        state.status = .account(of: result, "Restored \(result.made.count.friends)", offer: .undo)
        await update(after: result)
    }

    private func changed(_ result: WriteResult, _ text: String) async {
        state.status = .account(of: result, text, offer: .undo)
        await update(after: result)
    }

    private func saved(_ friend: Friend, step: UndoHistory.Step?, isMerged: Bool, wasWarned: Bool) async {
        if let step {
            writer.record(step)
            store.show(friend, replacing: step.original?.version)
        } else {
            store.compare(friend)
        }
        let merged = isMerged ? ", merged with a change made elsewhere" : ""
        let isDuplicate = step != nil && !wasWarned && state.table.rows.hasDuplicate(of: friend)
        let text = "Saved \(friend.details.shortName)\(isDuplicate ? ", a duplicate" : merged)"
        await show(friend, StatusMessage(kind: .success, text: text, offer: isDuplicate ? .undo : nil))
    }

    /// Shows what a single write has come to, and brings the list up to date: loads it when the server says that the friend
    /// is gone or another one now.
    private func show(_ result: WriteResult, _ status: StatusMessage) async {
        if let made = result.made.first {
            if let friend = made.result { return await show(friend, status) }
            state.table.marks.ids.remove(made.change.id)
            state.status = status
            await store.loadUnlessFollowing()
        } else if result.refusedCount > 0 {
            await store.load()
        } else if result.isCancelled {
            state.status = .cancelledWrite
        }
    }

    /// Selects a friend that was written, and brings the list up to date.
    private func show(_ friend: Friend, _ status: StatusMessage) async {
        let isShown = state.table.rows.friend(friend.id) != nil
        state.table.select(friend.id)
        state.status = status
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
