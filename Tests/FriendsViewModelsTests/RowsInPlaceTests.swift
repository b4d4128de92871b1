import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The rows of the store, which the list shows.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct RowsInPlaceTests {
    /// 100,000 rows that are copied for every write would be felt.
    @Test func `rows are changed in place though the list shows them`() async throws {
        let client = StubFriendsClient()
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        client.automatic = { call in
            if case .friends = call { .page(.all(.ada, .grace, .linus)) } else { nil }
        }
        let list = FriendListViewModel(Desk(client))
        let store = list.store
        await store.load()
        let place = store.rows.friends.withUnsafeBufferPointer(\.baseAddress)
        store.show(adah, replacing: Friend.ada.version)
        #expect(list.state.table.rows.friend(adah.id) == adah)
        #expect(store.rows.friends.withUnsafeBufferPointer(\.baseAddress) == place)
    }
}
