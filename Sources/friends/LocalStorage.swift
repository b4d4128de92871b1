import FriendsModel
import FriendsSession
import FriendsSettings
import FriendsStorage
import Foundation
import Glibc
import Logging

/// What the program keeps on this machine between runs.
struct LocalStorage {
    /// The last order, if it is known.
    let order: FriendOrder?
    let cache: (any ListCache)?
    let drafts: any DraftStore
    /// Keeps the order that the user has chosen.
    let keepOrder: @MainActor (FriendOrder) -> Void

    /// In the directories of the program.
    init(_ session: Session, _ directories: AppDirectories, _ logger: Logger) {
        let file = OrderFile(path: directories.order, logger: logger)
        order = file.read()
        keepOrder = file.write
        cache =
            session.isShared
            ? SQLiteListCache(directory: directories.lists, server: session.serverID, logger: logger) : nil
        drafts = FileDraftStore(
            directory: directories.drafts, server: session.serverID, name: UUID().uuidString, logger: logger)
    }

    /// Without files: everything is lost at the end.
    static var inMemory: LocalStorage { LocalStorage() }

    private init() {
        (order, cache) = (nil, nil)
        drafts = MemoryDraftStore { time(nil) }
        keepOrder = { _ in }
    }
}
