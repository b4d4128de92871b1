import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The synchronisation as a part of the program.
extension SyncViewModelTests {
    private func app(_ client: StubFriendsClient) -> AppViewModel {
        AppViewModel(Desk(client, isShared: false, clock: clock, sync: service))
    }

    @Test func `writes here and of others are sent`() async throws {
        let client = StubFriendsClient()
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.ada], snapshot: .init("1"))) } else { nil }
        }
        let app = app(client)
        await app.send(.start)
        try await service.called(1)
        #expect(app.state.sync?.running == .init(account: "phone"))
        service.answer(SyncOutcome(.done))
        try await eventually("the end") { app.state.sync?.running == nil }

        app.list.store.show(.grace, replacing: nil)
        // The age, and the pause after the change.
        try await eventually("the pause") { app.state.sync?.running == nil && clock.sleeperCount >= 1 }
        clock.advance(by: .seconds(1))
        try await service.called(2)
        service.answer(SyncOutcome(.done))
        try await eventually("the end") { app.state.sync?.running == nil }

        await client.receivers.last?(
            .changes(ListChanges(changed: [.linus], deleted: [], snapshot: .init("2"))))
        // Less than five minutes, after which it would synchronise anyway.
        var seconds = 0
        try await eventually("the next synchronisation") {
            if seconds < 200 { clock.advance(by: .seconds(1)) }
            seconds += 1
            return service.calls.count == 3
        }
        await app.desk.sync?.stop()
    }

    @Test func `what it finds does not take the place of an offer`() {
        let desk = Desk(StubFriendsClient())
        let finding = StatusMessage.findings(["Ada: No."], of: "phone", isStopped: false)
        desk.mention(finding)
        #expect(desk.status == finding && desk.messages.count == 1)
        for shown in [StatusMessage.step("Deleted Ada"), StatusMessage(kind: .problem, text: "No")] {
            desk.say(shown)
            desk.mention(finding)
            #expect(desk.status == shown && desk.messages.first?.heading == finding.text)
        }
    }

    @Test func `without an account nothing is synchronised`() async throws {
        let client = StubFriendsClient()
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.ada])) } else { nil }
        }
        let app = AppViewModel(client: client, id: "new", clock: clock)
        await app.send(.start)
        #expect(app.state.sync == nil && clock.sleeperCount == 0)
    }
}
