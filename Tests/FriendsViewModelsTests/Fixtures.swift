import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension Desk {
    /// A desk on a server where nothing was left.
    convenience init(
        _ client: StubFriendsClient, isShared: Bool = true, drafts: StubDraftStore = StubDraftStore(),
        files: StubFiles = StubFiles(), clock: ManualClock = ManualClock(), sync: StubSyncService? = nil,
        now: @escaping @MainActor () -> Int = { 1_000 },
        sendCopy: @escaping @MainActor (String) -> CopyOutcome = { _ in .sent }
    ) {
        self.init(
            client: client, serverName: "local", isShared: isShared, drafts: drafts, files: files, clock: clock,
            sync: sync, now: now, sendCopy: sendCopy)
    }
}

extension AppViewModel {
    /// The program on a server of its own, where nothing was left.
    convenience init(
        client: StubFriendsClient, id: String, drafts: StubDraftStore = StubDraftStore(),
        files: StubFiles = StubFiles(), clock: ManualClock = ManualClock(),
        now: @escaping @MainActor () -> Int = { 0 },
        sendCopy: @escaping @MainActor (String) -> CopyOutcome = { _ in .sent }
    ) {
        self.init(
            Desk(
                client, isShared: false, drafts: drafts, files: files, clock: clock, now: now, sendCopy: sendCopy),
            makeID: { Friend.ID(id) })
    }

    convenience init(
        _ desk: Desk, cache: StubListCache? = nil, makeID: @escaping @MainActor () -> Friend.ID = { Friend.ID("new") }
    ) {
        self.init(desk: desk, cache: cache, makeID: makeID, random: { 0.5 })
    }
}

extension FriendFormViewModel {
    /// A form as it is opened, in a list without labels.
    convenience init(
        mode: FriendForm.Mode, desk: Desk, onCompletion: @escaping @MainActor (Completion) async -> Void = { _ in }
    ) {
        self.init(
            mode: mode, typed: nil, required: FriendField.originals, labels: { _ in [] }, desk: desk,
            onCompletion: onCompletion)
    }
}

extension FriendListViewModel {
    /// A list with a store and a writer of its own.
    convenience init(
        _ desk: Desk, cache: StubListCache? = nil, choices: TableChoices = TableChoices(),
        history: UndoHistory = UndoHistory()
    ) {
        let store = FriendListStore(
            client: desk.client, isShared: desk.isShared, cache: cache, order: choices.order, calls: desk,
            clock: desk.clock, random: { 0.5 }, now: desk.now)
        let writer = FriendListWriter(store: store, client: desk.client, delegate: desk, history: history)
        self.init(desk: desk, store: store, writer: writer, choices: choices)
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

extension ImportViewModel {
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
