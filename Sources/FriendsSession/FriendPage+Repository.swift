import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository

extension FriendPage {
    /// The page as the server of the database sends it.
    init(_ page: ListPage) {
        self.init(
            friends: page.friends, rests: page.rests.mapValues(Array.init), totalCount: page.totalCount,
            next: page.next.map { Position($0.token) }, snapshot: Snapshot(position: page.position.text))
    }

    /// The page of the trash as the server of the database sends it.
    init(_ page: TrashPage) {
        self.init(
            friends: page.trash.friends.map(\.friend), rests: page.rests.mapValues(Array.init),
            totalCount: page.trash.totalCount, next: page.next.map { Position($0.token) },
            snapshot: Snapshot(position: page.position.text))
    }
}
