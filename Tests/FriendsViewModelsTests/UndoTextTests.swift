import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What messages say of the steps of the undo history.
@Suite(.timeLimit(.minutes(10)))
struct UndoTextTests {
    @Test func `steps of several kinds are an import, but for a merge`() {
        let restored: [UndoHistory.Step] = [.restored(.ada), .restoredWithChanges(from: .grace, to: .grace)]
        let updated = UndoHistory.Step.updated(from: .linus, to: .linus)
        #expect((restored + [updated]).text == "import of 3 friends")
        #expect(([updated] + restored).text == "import of 3 friends")
        #expect([.added(.ada), restored[1]].text == "import of 2 friends")
        #expect([.added(.ada), updated].text == "import of 2 friends")
        #expect(restored.text == "restore of 2 friends")
        #expect([.deleted(.ada), .deletedWithChanges(from: .grace, to: .grace)].text == "deletion of 2 friends")
        #expect([updated, .deleted(.ada)].text == "merge of Linus Torvalds")
    }

    @Test func `a long name leaves room for the status`() {
        let step = UndoHistory.Step.deleted(.friend("1", String(repeating: "王", count: 99), "B", "12"))
        #expect(step.text == "deletion of " + String(repeating: "王", count: 29) + "\u{2026}")
    }
}
