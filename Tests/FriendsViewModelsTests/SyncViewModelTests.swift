import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// When the screen synchronises, and what it says of that.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SyncViewModelTests {
    let service = StubSyncService("phone")
    let clock = ManualClock()
    private static let away = SyncOutcome.End.offline("No answer.")

    private func viewModel(now: @escaping @MainActor () -> Int = { 1_000 }) -> SyncViewModel {
        SyncViewModel(service: service, clock: clock, now: now)
    }

    // MARK: When

    @Test func `it synchronises at the start and every five minutes`() async throws {
        let minutes = Counter()
        let sync = viewModel { 1_000 + minutes.value * 60 }
        #expect(service.calls.isEmpty)
        sync.start()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(.done, waitingCount: 0))
        for minute in 1...5 {
            try await clock.sleeping(1)
            #expect(service.calls.count == 1)
            minutes.increase()
            clock.advance(by: .seconds(60))
            // The age grows on the screen.
            try await eventually("the age") { sync.state.now == 1_000 + minute * 60 }
        }
        try await service.called(2)
        #expect(sync.state.accounts.first?.syncedAt == 1_000)
        await sync.stop()
    }

    @Test func `several changes within a second are sent together`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        sync.listChanged()
        sync.listChanged()
        #expect(sync.state.isPending)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(500))
        sync.listChanged()
        for _ in 0..<30 { await Task.yield() }
        #expect(service.calls.count == 1)
        clock.advance(by: .milliseconds(500))
        try await service.called(2)
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        #expect(service.calls.count == 2)
        await sync.stop()
    }

    @Test func `a change during a synchronisation is sent after it`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        sync.listChanged()
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        try await service.called(2)
        await sync.stop()
    }

    @Test(arguments: [SyncOutcome.End.offline("No."), .postponed("No.")])
    func `without an answer it tries again, ever later`(_ end: SyncOutcome.End) async throws {
        let clock = SkippingClock()
        let service = StubSyncService("phone", automatic: Array(repeating: SyncOutcome(end), count: 7))
        let sync = SyncViewModel(service: service, clock: clock, now: { 0 })
        sync.start()
        try await service.called(8)
        let minutes = { (count: Int) in Array(repeating: Duration.seconds(60), count: count) }
        #expect(
            clock.pauses == [.seconds(10), .seconds(20), .seconds(40)] + minutes(1) + [.seconds(20)] + minutes(2)
                + [.seconds(40)] + minutes(10))
        await sync.stop()
    }

    @Test func `an answer ends the sooner attempts`() async throws {
        let clock = SkippingClock()
        let ends: [SyncOutcome.End] = [Self.away, Self.away, .stopped("No."), Self.away]
        let service = StubSyncService("phone", automatic: ends.map { SyncOutcome($0) })
        let sync = SyncViewModel(service: service, clock: clock, now: { 0 })
        sync.start()
        try await service.called(5)
        let minutes = Array(repeating: Duration.seconds(60), count: 5)
        #expect(clock.pauses == [.seconds(10), .seconds(20)] + minutes + [.seconds(10)])
        await sync.stop()
    }

    @Test func `the end of the program ends a synchronisation`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        await sync.stop()
        #expect(service.cancelledCount == 1 && service.calls.count == 1)
        // Nothing was learned from it.
        #expect(sync.state.accounts == [.init(name: "phone")])

        let waiting = viewModel()
        waiting.start()
        try await service.called(2)
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        await waiting.stop()
        #expect(clock.sleeperCount == 0 && service.calls.count == 2)
    }

    @Test func `a server that was away is asked when the network has changed`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(Self.away))
        try await clock.sleeping(1)
        service.changeNetwork.yield()
        // Less than the ten seconds after which it tries again anyway.
        var steps = 0
        try await eventually("the next synchronisation") {
            if steps < 180 { clock.advance(by: .milliseconds(50)) }
            steps += 1
            return service.calls.count == 2
        }
        // With an answer there is nothing to gain.
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        service.changeNetwork.yield()
        service.changeNetwork.finish()
        for _ in 0..<30 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(service.calls.count == 2)
        await sync.stop()
    }

    @Test func `a person need not wait`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(Self.away))
        try await clock.sleeping(1)
        sync.retry()
        try await service.called(2)
        // Not even for the pause after a change.
        service.answer(SyncOutcome(.done))
        try await clock.sleeping(1)
        sync.listChanged()
        try await clock.sleeping(1)
        sync.retry()
        try await service.called(3)
        sync.retry()
        service.answer(SyncOutcome(.done))
        try await service.called(4)
        await sync.stop()
    }

    @Test func `a person agrees to deletions once`() async throws {
        let deletions = ManyDeletions(isHere: true, count: 12, total: 12)
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(.manyDeletions(deletions)))
        try await clock.sleeping(1)
        sync.confirm(deletions, with: "phone")
        try await service.called(2)
        #expect(service.confirmed == [deletions])
        sync.retry()
        service.answer(SyncOutcome(.done))
        try await service.called(3)
        #expect(service.confirmed == [deletions])
        await sync.stop()
    }

    /// The program that prints the password may ask a person, and some servers lock an account after some attempts.
    @Test func `a password that is not accepted is not tried again unasked`() async throws {
        let sync = viewModel()
        sync.start()
        try await service.called(1)
        service.answer(SyncOutcome(.notSignedIn("No password.")))
        try await clock.sleeping(1)
        sync.listChanged()
        for _ in 0..<400 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(service.calls.count == 1)
        sync.retry()
        try await service.called(2)
        await sync.stop()
    }

    @Test func `changes without an answer do not prolong the wait`() async throws {
        let clock = SkippingClock()
        let service = StubSyncService("phone", automatic: [SyncOutcome(Self.away)])
        let sync = SyncViewModel(service: service, clock: clock, now: { 0 })
        // Five changes, each during the attempt before.
        sync.start()
        for call in 2...6 {
            try await service.called(call)
            sync.listChanged()
            service.answer(SyncOutcome(Self.away))
        }
        try await service.called(7)
        service.answer(SyncOutcome(Self.away))
        try await service.called(8)
        #expect(clock.pauses.last == .seconds(20))
        await sync.stop()
    }

    // MARK: What

    @Test func `accounts are synchronised one after the other`() async throws {
        let service = StubSyncService("phone", "work")
        let sync = SyncViewModel(service: service, clock: clock, now: { 1_000 })
        sync.start()
        try await service.called(1)
        service.report(50, of: 100)
        try await eventually("the progress") { sync.state.running?.progress == .init(done: 50, total: 100) }
        service.answer(SyncOutcome(Self.away, waitingCount: 2))
        try await service.called(2)
        #expect(service.calls == ["phone", "work"])
        #expect(sync.state.running == .init(account: "work"))
        service.answer(SyncOutcome(.done, waitingCount: 0))
        try await clock.sleeping(1)
        #expect(sync.state.running == nil)
        #expect(
            sync.state.accounts == [
                .init(name: "phone", waitingCount: 2, end: Self.away), .init(name: "work", syncedAt: 1_000, end: .done),
            ])
        await sync.stop()
    }

    @Test func `what is not known again stays`() async throws {
        let outcomes = [
            SyncOutcome(.done, waitingCount: 3), SyncOutcome(.postponed("In use.")), SyncOutcome(Self.away),
        ]
        let service = StubSyncService("phone", automatic: outcomes)
        let sync = SyncViewModel(service: service, clock: SkippingClock(), now: { 1_000 })
        var states: [SyncViewModel.State.Account] = []
        sync.onChange = { [unowned sync] in
            if states.last != sync.state.accounts[0] { states.append(sync.state.accounts[0]) }
        }
        sync.start()
        try await service.called(4)
        #expect(
            states == [
                .init(name: "phone"), .init(name: "phone", syncedAt: 1_000, waitingCount: 3, end: .done),
                .init(name: "phone", syncedAt: 1_000, waitingCount: 3, end: .postponed("In use.")),
                .init(name: "phone", syncedAt: 1_000, waitingCount: 3, end: Self.away),
            ])
        await sync.stop()
    }

    @Test func `what a person has to look at is said once`() async throws {
        let outcomes = [
            SyncOutcome(.done, findings: ["Ada: No."]), SyncOutcome(.done, findings: ["Ada: No."]),
            SyncOutcome(Self.away), SyncOutcome(.done, findings: ["Ada: No."]), SyncOutcome(.done),
            SyncOutcome(.done, findings: ["Ada: No.", "Bob: No."]), SyncOutcome(.stopped("Not signed in.")),
            SyncOutcome(.done),
        ]
        let service = StubSyncService("phone", automatic: outcomes)
        let sync = SyncViewModel(service: service, clock: SkippingClock(), now: { 0 })
        var said: [StatusMessage] = []
        var resolved: [StatusMessage] = []
        sync.onMessage = { said.append($0) }
        sync.onResolution = { resolved.append($0) }
        sync.start()
        try await service.called(9)
        #expect(
            said == [
                StatusMessage(kind: .information, text: "phone, see :sync: Ada: No."),
                StatusMessage(kind: .information, text: "phone, see :sync: Ada: No. 1 more in the messages"),
                StatusMessage(kind: .problem, text: "phone, see :sync: Not signed in."),
            ])
        // A conflict is still there.
        #expect(resolved == [said[2]])
        #expect(said[1].lines == [.content("Ada: No."), .content("Bob: No.")])
        await sync.stop()
    }
}
