import FriendsModel
import FriendsViewModels
import FriendsViews
import TerminalUI

/// A server that has one list, all of it on one page.
private struct ListClient: FriendsClient {
    let list: [Friend]

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        FriendPage(friends: list, totalCount: list.count)
    }

    func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        throw .failed(status: "501", reason: nil)
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        throw .failed(status: "501", reason: nil)
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        throw .failed(status: "501", reason: nil)
    }

    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend { throw .notOffered }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        throw .notOffered
    }

    func deleted() async throws(FriendsClientError) -> Trash { throw .notOffered }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        throw .notOffered
    }

    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) {
        throw .notOffered
    }
}

/// Keeps nothing of what is typed.
private struct NoDrafts: DraftStore {
    func keep(_ draft: UnsavedDraft) {}
    func discard() {}
    func setAside(_ draft: UnsavedDraft) {}
    func takeOver() async -> StoredDraft? { nil }
    func stored() async -> [StoredDraft] { [] }
    func takeOver(_ id: StoredDraft.ID) async -> StoredDraft? { nil }
    func adopt(_ id: StoredDraft.ID) {}
    func discard(_ id: StoredDraft.ID) {}
    func setAside(_ id: StoredDraft.ID) {}
    func putBack(_ id: StoredDraft.ID) {}
    func flush() async {}
}

private struct NoFiles: UserFiles {
    func names(in folder: String) async -> [FileName] { [] }
    func open(_ path: String, encoding: String?) async throws(UserFileError) -> any RecordFile {
        throw UserFileError("There are no files")
    }
    func isTaken(_ path: String) async throws(UserFileError) -> Bool { false }
    func write<Value: Sendable>(
        _ path: String, replaces: Bool,
        _ content: @Sendable (_ write: ([UInt8]) throws -> Void) async throws -> Value
    ) async throws -> Value { throw UserFileError("There are no files") }
}

extension AppViewModel {
    /// The program with `count` friends in its list, on a screen of that size.
    static func loaded(_ count: Int, size: Size) async -> AppViewModel {
        let desk = Desk(
            client: ListClient(list: Contacts.sorted(count)), serverName: "local", isShared: false, drafts: NoDrafts(),
            files: NoFiles(), clock: ContinuousClock(), now: { 0 }, sendCopy: { _ in .sent })
        let app = AppViewModel(desk: desk, cache: nil, makeID: { Friend.ID("new") }, random: { 0 })
        await app.list.send(.resize(height: ScreenLayout(size: size).listHeight))?.value
        await app.list.store.load()
        return app
    }
}

extension Size {
    /// The sizes that frames are measured at: the classic one, and a large window.
    static let measured = [Size(columns: 80, rows: 24), Size(columns: 200, rows: 50)]

    /// The size as the names of the benchmarks have it.
    var name: String { "\(columns)\u{D7}\(rows)" }
}
