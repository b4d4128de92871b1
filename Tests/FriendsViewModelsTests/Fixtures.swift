import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension FriendPage {
    static func all(_ friends: Friend...) -> FriendPage { FriendPage(friends: friends, totalCount: friends.count) }
}

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
            sendCopy: sendCopy,
            words: \.testWords)
    }
}

extension MessageLine {
    /// Words of the tests: an advice or a summary by its name.
    var testWords: String { if case .text(let text) = self { text } else { "\(self)" } }
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

extension FriendListStore {
    convenience init(client: StubFriendsClient, cache: StubListCache?, clock: ManualClock) {
        self.init(
            client: client, isShared: true, cache: cache, order: .standard, activity: ActivityViewModel(clock: clock),
            clock: clock, random: { 0.5 }, now: { 1_000 })
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
        let store = FriendListStore(
            client: client, isShared: isShared, cache: cache, order: order, activity: activity, clock: clock,
            random: random, now: now)
        let writer = FriendListWriter(
            store: store, client: client, isShared: isShared, activity: activity, prompts: prompts, history: history)
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

/// A server in memory, which answers at once and keeps what is deleted in a trash.
@MainActor
final class StubServer {
    var friends: [Friend]
    /// The last one deleted first.
    var trash: [Friend] = []
    /// What is not done for which friend, and why.
    var refused: [Friend.ID: FriendsClientError] = [:]
    private var version = 100

    init(_ friends: [Friend]) {
        self.friends = friends
    }

    func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: return .page(FriendPage(friends: friends, totalCount: friends.count))
        case .deleted:
            let deleted = trash.map { DeletedFriend(friend: $0, deletedAt: 100) }
            return .trash(Trash(friends: deleted, totalCount: deleted.count))
        case .delete(let id, let version):
            if let error = refused[id] { return .failure(error) }
            guard let index = friends.firstIndex(where: { $0.id == id }) else { return .failure(.notFound) }
            guard friends[index].version == version else { return .failure(.conflict(current: friends[index])) }
            trash.insert(friends.remove(at: index), at: 0)
            return .done
        case .restore(let id, let details):
            if let error = refused[id] { return .failure(error) }
            trash.removeAll { $0.id == id }
            version += 1
            let friend = Friend(id: id, version: .init("\(version)"), details: details)
            friends.append(friend)
            return .friend(friend)
        case .friend(let id):
            return friends.first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        default: return nil
        }
    }
}
