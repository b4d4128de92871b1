import FriendsList
import FriendsModel

/// The whole program: the list, perhaps a form in it, and the overlays. Navigation is state, too.
@MainActor
package final class AppViewModel {
    /// What can be done with the program as a whole.
    package enum Action: Equatable, Sendable {
        /// Shows the list, and offers left drafts.
        case start
        /// Shows a warning in the status line.
        case warn(String)
        case openAddForm, openUpdateForm
        /// Opens the form of the selected friend at one of its fields or lines.
        case openUpdateFormAt(FriendPart)
        case showHelp, hideHelp
        /// Shows the help from a line on.
        case scrollHelp(to: Int)
        case filterHelp(FilterAction)
        /// Shows a page instead of the friends.
        case openPage(PageViewModel.Kind)
        /// Shows the friends of the selected entry of the page in the list.
        case showEntry
        /// Shows the selected friend of the page of duplicates beside another one of its group, to merge the two.
        case openMerge
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

    let writer: FriendListWriter
    package let list: FriendListViewModel
    package let activity: ActivityViewModel
    package let prompts: PromptViewModel
    package let palette: PaletteViewModel
    package let tagging: TaggingViewModel
    package private(set) lazy var pathField = PathFieldViewModel(
        list: list, client: client, files: files, activity: activity, prompts: prompts
    ) { [weak self] in self?.openImport(of: $0, $1) }
    package let merging: MergingViewModel
    let messages: MessageLog
    package private(set) var form: FriendFormViewModel? { didSet { onChange() } }
    package internal(set) var help: Help? { didSet { onChange() } }
    package internal(set) var page: PageViewModel? { didSet { onChange() } }
    /// The preview of an import under the messages.
    var coveredPage: PageViewModel?
    package internal(set) var details: Details? { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    /// Whether the program is over.
    package private(set) var isFinished = false { didSet { onFinish() } }
    /// Called when the program is over.
    package var onFinish: @MainActor () -> Void = {}
    /// The name of the server, or "local".
    package let serverName: String
    /// Whether others use the server, too.
    package let isShared: Bool

    let client: any FriendsClient
    let drafts: any DraftStore
    private let files: any UserFiles
    let now: @MainActor () -> Int
    private let makeID: @MainActor () -> Friend.ID
    /// The fields that a new friend needs.
    private let requiredFields: Set<FriendField>
    private var isLeaving = false { didSet { onChange() } }
    /// Whether quitting waits for the answer to its own question.
    private var isAskingToQuit = false

    /// - Parameters:
    ///   - cache: keeps the list between runs, if any.
    ///   - order: the first order of the list.
    ///   - columns: the first columns of the table.
    ///   - requiredFields: the fields that a new friend needs.
    ///   - files: the files that the user names.
    ///   - isAnimated: whether a spinner moves while something is awaited.
    ///   - makeID: makes an id that no other friend has.
    ///   - random: a random number from 0 up to 1.
    ///   - now: the time, in seconds since 1970.
    ///   - onOrderChosen: called when the user has chosen another order.
    ///   - onColumnsChosen: called when the user has chosen other columns.
    ///   - sendCopy: sends a text to the clipboard.
    package init(
        client: any FriendsClient, serverName: String, isShared: Bool, cache: (any ListCache)?, order: FriendOrder,
        columns: [FriendColumn] = FriendColumn.standard, requiredFields: Set<FriendField> = FriendField.originals,
        drafts: any DraftStore, files: any UserFiles, clock: any Clock<Duration>,
        isAnimated: Bool,
        makeID: @escaping @MainActor () -> Friend.ID,
        random: @escaping @MainActor () -> Double, now: @escaping @MainActor () -> Int,
        onOrderChosen: @escaping @MainActor (FriendOrder) -> Void,
        onColumnsChosen: @escaping @MainActor ([FriendColumn]) -> Void = { _ in },
        sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        self.client = client
        self.serverName = serverName
        self.isShared = isShared
        self.drafts = drafts
        self.files = files
        self.makeID = makeID
        self.requiredFields = requiredFields
        self.now = now
        activity = ActivityViewModel(clock: clock, isAnimated: isAnimated)
        prompts = PromptViewModel()
        palette = PaletteViewModel()
        messages = MessageLog(now: now)
        let calls = ScreenCalls(activity: activity, prompts: prompts)
        let store = FriendListStore(
            client: client, isShared: isShared, cache: cache, order: order, calls: calls, clock: clock, random: random,
            now: now)
        writer = FriendListWriter(store: store, client: client, delegate: calls)
        list = FriendListViewModel(
            store: store, writer: writer, order: order, columns: columns, onOrderChosen: onOrderChosen,
            onColumnsChosen: onColumnsChosen, sendCopy: sendCopy)
        tagging = TaggingViewModel(list: list, writer: writer)
        merging = MergingViewModel(list: list, writer: writer, activity: activity, prompts: prompts)
        list.onServerChange = { [weak self] in
            self?.compareForm()
            self?.page?.listChanged()
            self?.merging.listChanged()
        }
        let onPartChange: @MainActor () -> Void = { [weak self] in self?.onChange() }
        list.onChange = { [weak self] in
            guard let self else { return }
            messages.note(list.state.status, list.state.store.failure)
            page?.listStateChanged()
            onChange()
        }
        activity.onChange = onPartChange
        prompts.onChange = onPartChange
        prompts.onAsk = { [messages] in messages.note($0) }
        palette.onChange = onPartChange
        tagging.onChange = onPartChange
        pathField.onChange = onPartChange
        merging.onChange = onPartChange
        merging.onMerge = { [weak self] in await self?.page?.send(.load)?.value }
        messages.onChange = { [weak self] in self?.page?.messagesChanged() }
    }

    /// The whole visible state as one value.
    package var state: AppState {
        var state = AppState(
            serverName: serverName, isShared: isShared, list: list.state, form: form?.state, page: page?.state,
            details: details,
            tagging: tagging.state, pathField: pathField.state, merging: merging.state, help: help,
            palette: palette.state,
            activity: activity.state, prompts: prompts.state
        )
        state.isLeaving = isLeaving
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
        case .warn(let text): list.send(.report(.init(kind: .information, text: text)))
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
        case .showEntry: showEntry()
        case .openMerge: openMerge()
        case .closePage: return .immediate { await self.leavePage() }
        case .details(let action): changeDetails(action)
        case .copyPrompt: if let prompt = prompts.state.current { list.send(.copyMessage(messages.text(of: prompt))) }
        case .refusePaste: list.send(.report(.refusedPaste))
        case .refuseKey(let name): list.refuseKey(name)
        case .cancelActivity: activity.cancel()
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
        list.send(.leave)
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
            client: client, drafts: drafts, activity: activity, prompts: prompts
        ) { [weak self] in await self?.formCompleted($0) }
        form.onChange = { [weak self] in
            self?.list.endKeyStatus()
            self?.onChange()
        }
        self.form = form
    }

    /// - Parameter isSaved: whether the form was saved; otherwise its draft is kept for 30 days.
    private func closeForm(isSaved: Bool = false) {
        let unsaved = isSaved ? nil : form?.unsavedDraft
        form = nil
        // Ctrl-C may have asked while the form was being sent.
        prompts.withdraw(.discard)
        if let unsaved { drafts.setAside(unsaved) } else { drafts.discard() }
    }

    private func formCompleted(_ completion: FriendFormViewModel.Completion) async {
        switch completion {
        case .saved(let friend, let step, let isMerged):
            let wasWarned = form?.warned.isEmpty == false
            let typedAhead = form?.state.addsAnother == true ? form?.typedAhead : nil
            var hasIgnoredKeys = form?.hasIgnoredKeys == true
            closeForm(isSaved: true)
            // Before the list is brought up to date: no key may meet the list in between.
            if let typedAhead {
                openForm(.add(makeID()))
                hasIgnoredKeys = !type(typedAhead) || hasIgnoredKeys
            }
            await list.send(.friendSaved(friend, step: step, isMerged: isMerged, wasWarned: wasWarned))?.value
            if hasIgnoredKeys { reportIgnoredKeys(waitingForList: false) }
        case .discarded:
            closeForm()
        case .leftUnresolved(let steps):
            closeForm()
            list.send(.watch(steps))
        case .discard:
            closeForm()
            await list.send(.load)?.value
        case .outdated:
            await list.send(.update)?.value
        case .cancelled:
            list.send(.report(.cancelledWrite))
        case .ignoredKeys:
            reportIgnoredKeys(waitingForList: false)
        case .unchanged:
            list.send(.report(.nothingToSave))
        case .opens(let similar):
            closeForm()
            list.send(.selectFriend(similar.id))
            // It may have changed, or gone, while the question was asked.
            if let friend = list.state.table.rows.friend(similar.id) { openForm(.update(friend)) }
        }
    }

    private func interrupt() async {
        // Pressed again while something is awaited: quit now.
        if isLeaving { return isFinished = true }
        // Pressed again at its own question, it quits like Yes: the form is kept as a draft.
        if isAskingToQuit, prompts.state.current?.dismissal == .no { return prompts.send(.answer(.yes)) }
        // A question gets the answer that changes nothing.
        if prompts.state.current?.keepsUnanswered == true { return prompts.send(.dismiss) }
        prompts.dismissAlerts()
        isAskingToQuit = true
        defer { isAskingToQuit = false }
        if let form {
            guard await form.mayBeLeft() else { return }
            if let unsaved = form.unsavedDraft { drafts.setAside(unsaved) }
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
        await list.send(.finish)?.value
        // A draft that was saved must not be offered the next time.
        await drafts.flush()
        isFinished = true
    }
}
