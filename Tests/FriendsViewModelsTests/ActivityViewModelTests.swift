import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ActivityViewModelTests {
    let clock = ManualClock()
    let activity: ActivityViewModel

    init() {
        activity = ActivityViewModel(clock: clock)
    }

    /// An operation that ends when the test says so.
    @MainActor final class Gate {
        private var continuation: CheckedContinuation<Result<Void, FriendsClientError>, Never>?
        private var isOpen: Result<Void, FriendsClientError>?

        func pass() async throws(FriendsClientError) {
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if let isOpen { return continuation.resume(returning: isOpen) }
                    self.continuation = continuation
                }
            } onCancel: {
                Task { @MainActor in self.open(.failure(.cancelled)) }
            }
            try result.get()
        }

        func open(_ result: Result<Void, FriendsClientError> = .success(())) {
            isOpen = result
            continuation?.resume(returning: result)
            continuation = nil
        }
    }

    private func start(
        _ title: String, _ gate: Gate, in activity: ActivityViewModel? = nil
    ) -> Task<FriendsClientError?, Never> {
        let activity = activity ?? self.activity
        let count = activity.state.titles.count
        let task = Task.immediate { () -> FriendsClientError? in
            do throws(FriendsClientError) {
                try await activity.run(title) { (_) throws(FriendsClientError) in try await gate.pass() }
                return nil
            } catch {
                return error
            }
        }
        #expect(activity.state.titles.count == count + 1)
        return task
    }

    private func settle(until isDone: () -> Bool) async {
        for _ in 0..<1_000 where !isDone() { await Task.yield() }
    }

    @Test func aShortWaitShowsNothing() async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(299))
        gate.open()
        try await task.ended()
        clock.advance(by: .seconds(10))
        await settle { activity.state.isVisible }
        #expect(!activity.state.isVisible)
    }

    @Test func `a long wait shows the overlay for a minimum time`() async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        try await clock.sleeping(1)
        #expect(activity.state.isVisible)
        #expect(activity.state.shownTitle == "Loading")
        gate.open()
        try await task.ended()
        #expect(activity.state.isVisible, "it has only just come")
        clock.advance(by: .milliseconds(300))
        await settle { !activity.state.isVisible }
        #expect(!activity.state.isVisible)
    }

    @Test func `a spinner moves only while the overlay is shown`() async throws {
        let activity = ActivityViewModel(clock: clock, isAnimated: true)
        let gate = Gate()
        let task = start("Loading", gate, in: activity)
        try await clock.sleeping(1)
        #expect(activity.state.spinnerStep == nil)
        clock.advance(by: .milliseconds(300))
        for step in 0..<3 {
            try await eventually("step \(step)") { activity.state.spinnerStep == step }
            // The minimum stay and the spinner.
            try await clock.sleeping(2)
            clock.advance(by: .milliseconds(100))
        }
        try await eventually("the last step") { activity.state.spinnerStep == 3 }
        try await clock.sleeping(1)
        gate.open()
        try await task.ended()
        #expect(!activity.state.isVisible)
        #expect(activity.state.spinnerStep == nil)
        try await eventually("no timer") { clock.sleeperCount == 0 }
    }

    @Test func `without animations nothing moves`() async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        try await clock.sleeping(1)
        #expect(activity.state.isVisible)
        #expect(activity.state.spinnerStep == nil)
        clock.advance(by: .milliseconds(300))
        try await eventually("no timer") { clock.sleeperCount == 0 }
        gate.open()
        try await task.ended()
    }

    @Test func `an overlay shown long enough ends with its operation`() async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        await settle { false }
        #expect(activity.state.isVisible)
        gate.open()
        try await task.ended()
        #expect(!activity.state.isVisible)
    }

    @Test func twoOperationsAreOneOverlayUntilBothHaveEnded() async throws {
        let (first, second) = (Gate(), Gate())
        let one = start("one", first)
        let two = start("two", second)
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(300))
        second.open()
        try await two.ended()
        #expect(activity.state.isVisible)
        #expect(activity.state.shownTitle == "one")
        first.open()
        try await one.ended()
        #expect(!activity.state.isVisible)
        #expect(!activity.state.isBusy)
    }

    @Test(arguments: [Result<Void, FriendsClientError>.success(()), .failure(.notFound), .failure(.cancelled)])
    func `every result ends the operation`(end: Result<Void, FriendsClientError>) async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        #expect(activity.state.isBusy)
        gate.open(end)
        let error = try await task.ended()
        #expect(!activity.state.isBusy)
        if case .failure(let expected) = end { #expect(error == expected) } else { #expect(error == nil) }
    }

    @Test func cancellingEndsTheNewestOperation() async throws {
        let (first, second) = (Gate(), Gate())
        let one = start("one", first)
        let two = start("two", second)
        activity.cancel()
        #expect(try await two.ended() == .cancelled)
        #expect(activity.state.titles == ["one"])
        first.open()
        #expect(try await one.ended() == nil)
    }

    @Test func cancellingTheCallerCancelsTheOperation() async throws {
        let gate = Gate()
        let task = start("Loading", gate)
        task.cancel()
        #expect(try await task.ended() == .cancelled)
        #expect(!activity.state.isBusy)
    }
}
