import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// What is heard of friends while the rows with our own writes are made on another thread.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ListReplicaTests {
    private static func ada(_ version: String) -> Friend {
        Friend.friend("ada", "Ada", "Lovelace", version, version: version)
    }

    private let replica = ListReplica(order: .standard)
    private let written = ada("2")

    /// Shows a write. It waits for its rows until the test waits: both are on the main actor.
    private func show(_ written: Friend?) -> Task<Void, Never> {
        replica.show(FriendRows([Self.ada("1"), .grace]), of: .init("1"))
        return Task.immediate { [replica] in
            await replica.show([.init(id: Self.ada("1").id, result: written, base: .init("1"))], load: 0)
        }
    }

    private func hear(_ friend: Friend) async {
        _ = await replica.apply([ListChanges(changed: [friend], deleted: [], snapshot: .init(friend.version.rawValue))])
    }

    @Test func `a write is shown when nothing is heard meanwhile`() async {
        await show(written).value
        #expect(replica.rows.friend(written.id) == written)
    }

    @Test func `a newer state that is heard meanwhile stays`() async {
        let showing = show(written)
        await hear(written)
        await hear(Self.ada("3"))
        await showing.value
        #expect(replica.rows.friend(written.id) == Self.ada("3"))
    }

    /// The rows that were being made have no place for it.
    @Test func `a change of another friend that is heard meanwhile stays`() async {
        let showing = show(written)
        await hear(Friend.linus)
        await showing.value
        #expect(replica.rows.friend(written.id) == written && replica.rows.friend(Friend.linus.id) == .linus)
    }
}
