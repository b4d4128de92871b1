import FriendsModel
import FriendsStorage
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
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

    @Test func `a draft goes back to its place, or is set aside again`() async throws {
        let time = Mutex(0)
        let drafts = MemoryDraftStore {
            time.withLock {
                $0 += 1; return $0
            }
        }
        drafts.setAside(ada)
        drafts.setAside(grace)
        let oldest = try #require(await drafts.stored().last)
        _ = await drafts.takeOver(oldest.id)
        #expect(await drafts.stored().map(\.draft) == [grace])
        drafts.putBack(oldest.id)
        #expect(await drafts.stored().map(\.time) == [2, 1])
        _ = await drafts.takeOver(oldest.id)
        drafts.setAside(oldest.id)
        #expect(await drafts.stored().map(\.draft) == [ada, grace])
        #expect(await drafts.stored().map(\.time) == [3, 2])
    }
}
