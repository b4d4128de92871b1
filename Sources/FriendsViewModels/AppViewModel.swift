import FriendsList
import FriendsModel

/// The whole program: the list, perhaps a form in it, and the overlays. Navigation is state, too.
@MainActor
package final class AppViewModel {
    /// What can be done with the program as a whole.
    package enum Action: Equatable, Sendable {
        /// Shows the list, and offers left drafts.
        case start
        case openAddForm, openUpdateForm
        /// Opens the form of the selected friend at one of its fields or lines.
        case openUpdateFormAt(FriendPart)
        case showHelp, hideHelp
        /// Shows the help from a line on.
        case scrollHelp(to: Int)
        case filterHelp(FilterAction)
        /// Shows a page instead of the friends.
        case openPage(PageKind)
        /// Back to the friends.
        case closePage
        case details(Details.Action)
        /// Puts the text of the alert on the screen on the clipboard.
        case copyPrompt
        /// Reports a paste without a text field.
        case refusePaste
        /// Reports a key without a meaning, by its name.
        case refuseKey(String)
        /// Cancels the operation in progress.
        case cancelActivity
        /// Leaves the program from the list.
        case quit
        /// Leaves the program from anywhere, asking if a form has changes.
        case interrupt
    }

    package let desk: Desk
    package let list: FriendListViewModel
    package let palette: PaletteViewModel
    package let tagging: TaggingViewModel
    package let pathField: PathFieldViewModel
    package let merging: MergingViewModel
    package private(set) var form: FriendFormViewModel? { didSet { desk.onChange() } }
    package internal(set) var help: Help? { didSet { desk.onChange() } }
    package internal(set) var page: PageViewModel? { didSet { desk.onChange() } }
    /// The preview of an import under the messages.
    var coveredPage: PageViewModel? { didSet { desk.onChange() } }
    /// What the preview shows.
    package internal(set) var importing: ImportViewModel? { didSet { desk.onChange() } }
    package internal(set) var details: Details? { didSet { desk.onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    /// Whether the program is over.
    package private(set) var isFinished = false { didSet { onFinish() } }
    /// Called when the program is over.
    package var onFinish: @MainActor () -> Void = {}

    private let makeID: @MainActor () -> Friend.ID
    /// The fields that a new friend needs.
    private let requiredFields: Set<FriendField>
    private var isLeaving = false { didSet { desk.onChange() } }
    /// Whether quitting waits for the answer to its own question.
    private var isAskingToQuit = false { didSet { desk.onChange() } }

    /// - Parameters:
    ///   - cache: keeps the list between runs, if any.
    ///   - requiredFields: the fields that a new friend needs.
    ///   - makeID: makes an id that no other friend has.
    ///   - random: a random number from 0 up to 1.
    package init(
        desk: Desk, cache: (any ListCache)?, choices: TableChoices = TableChoices(),
        requiredFields: Set<FriendField> = FriendField.originals, makeID: @escaping @MainActor () -> Friend.ID,
        random: @escaping @MainActor () -> Double
    ) {
        self.desk = desk
        self.makeID = makeID
        self.requiredFields = requiredFields
        let store = FriendListStore(
            client: desk.client, isShared: desk.isShared, cache: cache, order: choices.order, calls: desk,
            clock: desk.clock, random: random, now: desk.now)
        let writer = FriendListWriter(store: store, client: desk.client, delegate: desk)
        list = FriendListViewModel(desk: desk, store: store, writer: writer, choices: choices)
        palette = PaletteViewModel()
        tagging = TaggingViewModel(desk: desk, list: list)
        pathField = PathFieldViewModel(desk: desk, list: list)
        merging = MergingViewModel(desk: desk, list: list)
        desk.onChange = { [weak self] in
            self?.page?.listStateChanged()
            self?.onChange()
        }
        desk.onMessage = { [weak self] in self?.page?.messagesChanged() }
        desk.sync?.friend = { [weak self] in self?.list.state.table.rows.friend($0) }
        desk.sync?.onNews = { [weak self] in self?.page?.syncChanged() }
        palette.onChange = { [desk] in desk.onChange() }
        pathField.onImport = { [weak self] in self?.openImport(of: $0, $1) }
        merging.onMerge = { [weak self] in await self?.page?.load() }
        list.onServerChange = { [weak self] in
            self?.compareForm()
            self?.page?.listChanged()
            self?.merging.listChanged()
            self?.desk.sync?.listChanged()
        }
        list.onWrite = { [desk] in desk.sync?.listChanged() }
    }

    /// The whole visible state as one value.
    package var state: AppState {
        var state = AppState(serverName: desk.serverName, isShared: desk.isShared, list: list.state)
        (state.status, state.form, state.page, state.details, state.help) = (
            desk.status, form?.state, page?.state, details, help
        )
        (state.tagging, state.pathField, state.merging) = (tagging.state, pathField.state, merging.state)
        state.sync = desk.sync?.state
        (state.palette, state.activity, state.prompts) = (palette.state, desk.activity.state, desk.prompts.state)
        (state.importing, state.coveredPage, state.keptMerges) = (importing?.state, coveredPage?.state, merging.kept)
        (state.isLeaving, state.isAskingToQuit, state.isAskingToLeave) = (
            isLeaving, isAskingToQuit, desk.isAskingToLeave
        )
        return state
    }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .start: return .immediate { await self.start() }
        case .openPage(let kind): return .immediate { await self.openPage(kind) }
        case .quit: return .immediate { await self.finish() }
        case .interrupt: return .immediate { await self.interrupt() }
        case .openAddForm: openForm(.add(makeID()))
        case .openUpdateForm: if let friend = list.state.table.selectedFriend { openForm(.update(friend)) }
        case .openUpdateFormAt(let part):
            guard form == nil, let friend = list.state.table.selectedFriend else { break }
            openForm(.update(friend))
            form?.focus(part)
        case .showHelp: help = Help()
        case .hideHelp: help = nil
        case .scrollHelp(let line): if help != nil { help?.top = line }
        case .filterHelp(let action): filterHelp(action)
        case .closePage: return .immediate { await self.leavePage() }
        case .details(let action): changeDetails(action)
        case .copyPrompt: if let prompt = desk.prompts.state.current { desk.copy(prompt.text, named: "the message") }
        case .refusePaste: desk.say(.refusedPaste)
        // The age of the rows stays.
        case .refuseKey(let name): if list.state.staleness == nil { desk.refuseKey(name) }
        case .cancelActivity: desk.activity.cancel()
        }
        return nil
    }

    /// - Parameter typed: the first values of the fields, if not the stored ones.
    func openForm(_ mode: FriendForm.Mode, typed: FriendDetails? = nil) {
        guard form == nil else { return }
        closePage()
        palette.send(.close)
        tagging.send(.cancel)
        pathField.send(.cancel)
        list.leave()
        let form = FriendFormViewModel(
            mode: mode, typed: typed, required: requiredFields,
            labels: { [weak self] in
                await FriendRows.labels(of: $0, in: self?.list.state.table.rows.friends ?? [])
            },
            similar: { [weak self] details in
                guard let rows = self?.list.state.table.rows else { return [] }
                if let found = rows.similarAtOnce(to: details) { return found }
                return await rows.similar(to: details)
            },
            desk: desk
        ) { [weak self] in await self?.formCompleted($0) }
        self.form = form
    }

    /// - Parameter isSaved: whether the form was saved; otherwise its draft is kept for 30 days.
    private func closeForm(isSaved: Bool = false) {
        let unsaved = isSaved ? nil : form?.unsavedDraft
        form = nil
        // Ctrl-C may have asked while the form was being sent.
        desk.prompts.withdraw(.discard)
        if let unsaved { desk.drafts.setAside(unsaved) } else { desk.drafts.discard() }
    }

    private func formCompleted(_ completion: FriendFormViewModel.Completion) async {
        switch completion {
        case .saved(let friend, let step, let isMerged):
            let wasWarned = form?.state.warned.isEmpty == false
            let typedAhead = form?.state.addsAnother == true ? form?.state.typedAhead : nil
            var hasIgnoredKeys = form?.state.hasIgnoredKeys == true
            closeForm(isSaved: true)
            // Before the list is brought up to date: no key may meet the list in between.
            if let typedAhead {
                openForm(.add(makeID()))
                hasIgnoredKeys = !type(typedAhead) || hasIgnoredKeys
            }
            await list.saved(friend, step: step, isMerged: isMerged, wasWarned: wasWarned)
            if hasIgnoredKeys { desk.reportIgnoredKeys(waitingForList: false) }
        case .discarded:
            closeForm()
        case .leftUnresolved(let steps):
            closeForm()
            list.writer.watch(steps)
        case .discard:
            closeForm()
            await list.store.load()
        case .outdated:
            await list.store.loadUnlessFollowing()
        case .cancelled: desk.say(.cancelledWrite)
        case .opens(let similar):
            closeForm()
            list.select(similar.id)
            // It may have changed, or gone, while the question was asked.
            if let friend = list.state.table.rows.friend(similar.id) { openForm(.update(friend)) }
        }
    }

    /// Passes on what was typed for the next friend, until that one is sent itself, or a question comes up.
    /// - Returns: whether all of it had a meaning.
    private func type(_ actions: [FriendFormViewModel.Action]) -> Bool {
        for action in actions {
            guard desk.prompts.state.current == nil, let form, !form.state.isSending || form.state.addsAnother else {
                desk.prompts.send(.ignoreLetters)
                return false
            }
            form.send(action)
        }
        return true
    }

    private func interrupt() async {
        // Pressed again while something is awaited: quit now.
        if isLeaving { return isFinished = true }
        // Pressed again at its own question, it quits like Yes: the form is kept as a draft.
        if isAskingToQuit, desk.prompts.state.current?.dismissal == .no { return desk.prompts.send(.answer(.yes)) }
        // A question gets the answer that changes nothing.
        if desk.prompts.state.current?.keepsUnanswered == true { return desk.prompts.send(.dismiss) }
        desk.prompts.dismissAlerts()
        isAskingToQuit = true
        defer { isAskingToQuit = false }
        if let form {
            guard await desk.mayLeave(form.leaving) else { return }
            if let unsaved = form.unsavedDraft { desk.drafts.setAside(unsaved) }
        }
        // A write in progress is waited for.
        if !list.state.isWriting {
            guard await pageMayBeLeft() else { return }
        }
        await finish()
    }

    /// Ends the program when the writes of the list in progress have ended.
    private func finish() async {
        isLeaving = true
        await pathField.finish()
        await list.finish()
        await desk.sync?.stop()
        // A draft that was saved must not be offered the next time.
        await desk.drafts.flush()
        isFinished = true
    }
}
