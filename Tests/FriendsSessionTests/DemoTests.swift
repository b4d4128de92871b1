import FriendsModel
import TestSupport
import Testing

@testable import FriendsSession

@Suite(.timeLimit(.minutes(10)))
struct DemoTests {
    @Test func `the demo has 40 valid people in many scripts`() throws {
        #expect(Set(DemoPeople.all.map(\.id)).count == 40)
        for person in DemoPeople.all {
            #expect(Friend.ID(validating: person.id.rawValue) != nil)
            #expect(FriendDraft(person.details).validated == person.details)
        }
        let latin = DemoPeople.all.filter { $0.details.lastName.unicodeScalars.contains { $0.value < 0x250 } }
        #expect(latin.count == 20)
    }

    @Test func `the last edits restore the first state`() throws {
        for id in [DemoPeople.marrying, DemoPeople.moving] {
            let person = try #require(DemoPeople.all.first { $0.id == id }).details
            let edits = DemoEdits.all.filter { $0.id == id }
            #expect(edits.count == 2 && edits[0].old == person[edits[0].field] && edits[0].new != edits[0].old)
            #expect(edits[1].field == edits[0].field && edits[1].old == edits[0].new && edits[1].new == edits[0].old)
        }
    }

    @Test func `an edit of someone else is a change of the server`() async throws {
        let session = Session.demo()
        #expect(!session.isShared && session.serverName == "demo")
        try await session.waitForStart()
        let page = try await session.client.friends(after: nil)
        #expect(page.totalCount == 40)
        let edit = DemoEdits.all[0]
        await DemoEdits.make(edit, with: session.client)
        let changes = try await session.client.changes(since: try #require(page.snapshot))
        #expect(changes.changed.map(\.id) == [edit.id])

        await DemoEdits.make(edit, with: session.client)
        let friend = try await session.client.friend(edit.id)
        #expect(friend == changes.changed.first, "a field that holds another text is the user's")
        try await session.client.delete(edit.id, at: friend.version)
        await DemoEdits.make(edit, with: session.client)
        #expect(try await session.client.friends(after: nil).totalCount == 39)
        session.close()
    }
}
