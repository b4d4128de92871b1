import FriendsModel

/// The list and the trash at one moment: one read transaction. It is valid during the call that gets it, and each of its calls
/// blocks the thread while the database works.
package protocol RepositorySnapshot {
    /// As ``FriendRepository/page(after:limit:withRests:)``.
    func page(after position: FriendPosition?, limit: Int?, withRests hasRests: Bool) throws -> ListPage

    /// As ``FriendRepository/trash(after:limit:withRests:)``.
    func trash(after position: TrashPosition?, limit: Int?, withRests hasRests: Bool) throws -> TrashPage
}
