import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension AppViewModel {
    /// The program on a server of its own, where nothing was left.
    convenience init(
        client: StubFriendsClient, id: String, drafts: StubDraftStore = StubDraftStore(),
        files: StubFiles = StubFiles(), clock: ManualClock = ManualClock(),
        sendCopy: @escaping @MainActor (String) -> CopyOutcome = { _ in .sent }
    ) {
        self.init(
            client: client, serverName: "local", isShared: false, cache: nil, order: .standard, drafts: drafts,
            files: files,
            clock: clock,
            isAnimated: false, makeID: { Friend.ID(id) }, random: { 0.5 }, now: { 0 }, onOrderChosen: { _ in },
            sendCopy: sendCopy)
    }
}

extension FriendFormViewModel {
    /// A form as it is opened, whose draft nobody looks at.
    convenience init(
        mode: FriendForm.Mode, client: StubFriendsClient, activity: ActivityViewModel, prompts: PromptViewModel,
        onCompletion: @escaping @MainActor (Completion) async -> Void
    ) {
        self.init(
            mode: mode, typed: nil, required: FriendField.originals, labels: { _ in [] }, client: client,
            drafts: StubDraftStore(), activity: activity, prompts: prompts,
            onCompletion: onCompletion)
    }
}

extension FriendListViewModel {
    /// A list with a store and a writer of its own.
    convenience init(
        client: StubFriendsClient, isShared: Bool, cache: StubListCache?, order: FriendOrder,
        columns: [FriendColumn] = FriendColumn.standard, activity: ActivityViewModel, prompts: PromptViewModel,
        clock: ManualClock,
        random: @escaping @MainActor () -> Double, now: @escaping @MainActor () -> Int,
        history: UndoHistory = UndoHistory(),
        onOrderChosen: @escaping @MainActor (FriendOrder) -> Void,
        onColumnsChosen: @escaping @MainActor ([FriendColumn]) -> Void = { _ in },
        sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        let calls = ScreenCalls(activity: activity, prompts: prompts)
        let store = FriendListStore(
            client: client, isShared: isShared, cache: cache, order: order, calls: calls, clock: clock, random: random,
            now: now)
        let writer = FriendListWriter(store: store, client: client, delegate: calls, history: history)
        self.init(
            store: store, writer: writer, order: order, columns: columns, onOrderChosen: onOrderChosen,
            onColumnsChosen: onColumnsChosen, sendCopy: sendCopy)
    }

    /// A list that is kept nowhere.
    convenience init(
        client: StubFriendsClient, activity: ActivityViewModel, prompts: PromptViewModel,
        now: @escaping @MainActor () -> Int = { 1_000 }, history: UndoHistory = UndoHistory(),
        sendCopy: @escaping @MainActor (String) -> CopyOutcome = { _ in .sent }
    ) {
        self.init(
            client: client, isShared: true, cache: nil, order: .standard, activity: activity, prompts: prompts,
            clock: ManualClock(), random: { 0.5 }, now: now, history: history, onOrderChosen: { _ in },
            sendCopy: sendCopy)
    }
}

// What a test sends, it waits for.

extension AppViewModel {
    /// Does what the action says, and returns when all of it is done.
    func send(_ action: Action) async {
        let send: @MainActor (Action) -> Task<Void, Never>? = send
        await send(action)?.value
    }
}

extension FriendListViewModel {
    /// Does what the action says, and returns when all of it is done.
    func send(_ action: Action) async {
        let send: @MainActor (Action) -> Task<Void, Never>? = send
        await send(action)?.value
    }
}

extension FriendFormViewModel {
    /// Does what the action says, and returns when all of it is done.
    func send(_ action: Action) async {
        let send: @MainActor (Action) -> Task<Void, Never>? = send
        await send(action)?.value
    }
}

extension PageViewModel {
    /// Does what the action says, and returns when all of it is done.
    func send(_ action: Action) async {
        let send: @MainActor (Action) -> Task<Void, Never>? = send
        await send(action)?.value
    }
}

extension PromptViewModel {
    /// Returns when a prompt is on the screen.
    func asked(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("a prompt", sourceLocation: sourceLocation) { state.current != nil }
    }
}
