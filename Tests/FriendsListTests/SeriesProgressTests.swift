import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// How a series of writes goes on, call by call.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SeriesProgressTests {
    private let client = StubFriendsClient()

    @Test func `an update without the friend in its result is read`() async throws {
        let old = [Friend].numbered(1)[0]
        let new = old.changed { $0.firstName = "X" }
        let stored = Friend(id: old.id, version: .init("7"), details: new.details)
        client.automatic = { $0 == .friend(old.id) ? .friend(stored) : nil }
        let step = UndoHistory.Step.updated(from: old, to: new)
        #expect(try await step.resolve(.success(nil), on: client, isRepeated: false) == stored)
    }

    @Test func `a series of 100,000 friends has one step each`() {
        let friends = (0..<100_000).map { Friend.friend("\($0)", "A", "B", "12") }
        var series = WriteSeries(friends.map { UndoHistory.Step.deleted($0) })
        var calls = series.next(4)
        var count = 0
        while !calls.isEmpty {
            for call in calls {
                #expect(call.change.id == friends[count].id)
                series.end(.init(call: call, result: .success(nil)))
                count += 1
            }
            calls = series.next(1)
        }
        #expect(count == 100_000 && series.made.count == 100_000 && series.left.isEmpty)
    }

    /// The names of a message and the steps of an undo are the same for every order in which calls end.
    @Test func `what was made is in the order in which it was asked for`() {
        let steps = [Friend].numbered(4).map { UndoHistory.Step.deleted($0) }
        var series = WriteSeries(steps)
        let calls = series.next(4)
        for place in [2, 0, 3, 1] { series.end(.init(call: calls[place], result: .success(nil))) }
        #expect(series.made.map(\.change) == steps)
    }

    @Test func `a failure of the server ends a series`() {
        let steps = [Friend].numbered(2).map { UndoHistory.Step.deleted($0) }
        var series = WriteSeries(steps)
        for call in series.next(1) {
            series.end(.init(call: call, result: .failure(.unavailable(status: "503", reason: nil))))
        }
        #expect(series.next(1).isEmpty && series.left == steps)
    }

    @Test func `many changes are sent in pieces, and cancelling stops between them`() async throws {
        let size = WriteBatch.maximumCount
        let steps = [Friend].numbered(2 * size + 1).map { UndoHistory.Step.deleted($0) }
        var series = WriteSeries(steps)
        let first = series.nextBatch()
        #expect(first.count == size)
        for call in first { series.end(await call.answer(.success(nil), from: client, WriteOptions())) }
        series.cancel()
        #expect(series.nextBatch().isEmpty)
        #expect(series.made.count == size && series.left == Array(steps.dropFirst(size)))
        series.begin()
        let second = series.nextBatch()
        series.requeue(second)
        #expect(series.left == Array(steps.dropFirst(size)))
        // A batch that was surely not made is asked for again in the same order.
        let third = series.nextBatch()
        series.end(third, .unavailable(status: "503", reason: nil))
        #expect(series.left == Array(steps.dropFirst(size)) && series.unresolved.isEmpty)
        series.begin()
        let fourth = series.nextBatch()
        #expect(fourth.map(\.change) == third.map(\.change))
        series.end(fourth, .timedOut(.read))
        #expect(series.unresolved == fourth.map(\.change) && series.left == Array(steps.suffix(1)))
    }
}
