import FriendsModel
import FriendsStorage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MemoryDraftStoreTests {
    private let drafts = MemoryDraftStore { 7 }
    private let ada = UnsavedDraft(id: Friend.ID("ada"), base: .ada, details: .grace)
    private let grace = UnsavedDraft(id: Friend.ID("new"), base: nil, details: .grace)

    @Test func `a discarded draft can be reopened once`() async throws {
        drafts.setAside(ada)
        drafts.setAside(grace)
        #expect(await drafts.stored().map(\.draft) == [grace, ada])
        #expect(await drafts.stored().map(\.time) == [7, 7])
        // None is offered at the start.
        #expect(await drafts.takeOver() == nil)

        let newest = try #require(await drafts.stored().first)
        #expect(await drafts.takeOver(newest.id)?.draft == grace)
        #expect(await drafts.takeOver(newest.id) == nil)
        drafts.putBack(newest.id)
        #expect(await drafts.stored().map(\.draft) == [grace, ada])
        #expect(await drafts.takeOver(newest.id)?.draft == grace)
        drafts.adopt(newest.id)
        drafts.putBack(newest.id)
        #expect(await drafts.stored().map(\.draft) == [ada])
    }
}
