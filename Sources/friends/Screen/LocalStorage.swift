import FriendsModel
import FriendsSession
import FriendsSettings
import FriendsStorage
import FriendsViewModels
import Foundation
import Glibc
import Logging

/// What the program keeps on this machine between runs.
struct LocalStorage {
    /// The last order, if it is known.
    private let order: FriendOrder?
    /// The last columns of the table, if they are known.
    private let columns: [FriendColumn]?
    let cache: (any ListCache)?
    let drafts: any DraftStore
    /// Keeps the order that the user has chosen.
    private let keepOrder: @MainActor (FriendOrder) -> Void
    /// Keeps the columns that the user has chosen.
    private let keepColumns: @MainActor ([FriendColumn]) -> Void

    /// The order and the columns of the table: as they were last, else as the settings have them.
    func choices(_ settings: Settings) -> TableChoices {
        TableChoices(
            order: order ?? FriendOrder(settings), columns: columns ?? FriendColumn.columns(settings),
            keepOrder: keepOrder, keepColumns: keepColumns)
    }

    /// In the directories of the program.
    init(_ session: Session, _ directories: AppDirectories, _ logger: Logger) {
        let orderFile = OrderFile(path: directories.order, logger: logger)
        (order, keepOrder) = (orderFile.read(), orderFile.write)
        let columnsFile = ColumnsFile(path: directories.columns, logger: logger)
        (columns, keepColumns) = (columnsFile.read(), columnsFile.write)
        cache =
            session.isShared
            ? SQLiteListCache(directory: directories.lists, server: session.serverID, logger: logger) : nil
        drafts = FileDraftStore(
            directory: directories.drafts, server: session.serverID, name: UUID().uuidString, logger: logger)
    }

    /// Without files: everything is lost at the end.
    static var inMemory: LocalStorage { LocalStorage() }

    private init() {
        (order, columns, cache) = (nil, nil, nil)
        drafts = MemoryDraftStore { time(nil) }
        (keepOrder, keepColumns) = ({ _ in }, { _ in })
    }
}
