import FriendsModel
import TestSupport
import Testing

/// Why a write was refused, beside others that were made.
@Suite(.timeLimit(.minutes(10)))
struct RefusalTests {
    private static let id = Friend.ID("a")
    private static let version = Friend.Version("1")

    @Test(arguments: [
        FriendWrite.update(id, FriendChanges(), from: version), .delete(id, at: version), .erase(id, at: version),
        .purge(id, at: version), .updateAndDelete(id, FriendChanges(), from: version),
    ])
    func `another version is someone else's change`(write: FriendWrite) {
        #expect(FriendsClientError.conflict(current: nil).refusal(of: write) == .changed)
        #expect(FriendsClientError.notFound.refusal(of: write) == .deleted)
        #expect(FriendsClientError.notSignedIn.refusal(of: write) == nil)
    }

    @Test func `a friend with the same id is in the way`() {
        let conflict = FriendsClientError.conflict(current: nil)
        #expect(conflict.refusal(of: .add(.ada, id: Self.id)) == .hasTakenID)
        #expect(conflict.refusal(of: .addToTrash(.ada, id: Self.id)) == .hasTakenID)
        #expect(conflict.refusal(of: .restore(Self.id, details: .ada)) == .isInList)
        #expect(FriendsClientError.notFound.refusal(of: .restore(Self.id, details: .ada)) == .isNotInTrash)
    }
}
