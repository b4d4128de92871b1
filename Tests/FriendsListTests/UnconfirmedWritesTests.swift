import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

@Suite(.timeLimit(.minutes(10)))
struct UnconfirmedWritesTests {
    private let ada1 = Friend.ada
    private let ada2 = Friend.ada.changed({ $0.firstName = "Adah" }, version: "2")
    private let ada3 = Friend.ada.changed({ $0.firstName = "Augusta" }, version: "3")

    private func changes(_ changed: Friend..., deleted: Friend.ID...) -> ListChanges {
        ListChanges(changed: changed, deleted: deleted, snapshot: .init("s"))
    }

    @Test func `changes of others are new`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, ada2.version, replacing: ada1.version)
        #expect(
            writes.newChanges(in: changes(.grace, deleted: Friend.linus.id))
                == changes(.grace, deleted: Friend.linus.id))
    }

    @Test func `an own write is known, later changes are new`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, ada2.version, replacing: ada1.version)
        #expect(writes.newChanges(in: changes(ada2)) == changes())
        #expect(writes == UnconfirmedWrites())
        #expect(writes.newChanges(in: changes(ada3)) == changes(ada3))
    }

    @Test func `a state that our writes have replaced is old`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, ada2.version, replacing: ada1.version)
        writes.add(ada1.id, ada3.version, replacing: ada2.version)
        #expect(writes.newChanges(in: changes(ada1)) == changes())
        #expect(writes.newChanges(in: changes(ada2)) == changes())
        #expect(writes.newChanges(in: changes(ada3)) == changes())
        #expect(writes == UnconfirmedWrites())
    }

    @Test func `an old change restores no deleted friend`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, ada2.version, replacing: ada1.version)
        writes.add(ada1.id, nil, replacing: ada2.version)
        #expect(writes.newChanges(in: changes(ada2)) == changes())
        #expect(writes.newChanges(in: changes(deleted: ada1.id)) == changes())
        #expect(writes == UnconfirmedWrites())
    }

    @Test func `an unknown state is unclear`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, ada2.version, replacing: ada1.version)
        #expect(writes.newChanges(in: changes(ada3)) == nil)
        #expect(writes.newChanges(in: changes(deleted: ada1.id)) == nil)
    }

    @Test func `a deletion before or after a restore is unclear`() {
        var writes = UnconfirmedWrites()
        writes.add(ada1.id, nil, replacing: ada1.version)
        writes.add(ada1.id, ada2.version, replacing: nil)
        #expect(writes.newChanges(in: changes(deleted: ada1.id)) == nil)
    }
}
