import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// Writes that give a friend another rest, and whose outcome only a read tells.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct WrittenRestTests {
    private let client = StubFriendsClient()
    private static let old = Friend.ada
    private static let new = Friend.ada.changed({ $0.firstName = "X" }, version: "1")
    private static let stored = Friend(id: old.id, version: .init("7"), details: new.details)

    /// The answer to a step that met a friend with the details that it was to have.
    private func outcome(
        of step: UndoHistory.Step = .updated(from: old, to: new), writing rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend? {
        try await step.resolve(
            .failure(.conflict(current: Self.stored)), on: client, rest: rest, isRepeated: false)
    }

    @Test(arguments: [[1, 2], []] as [[UInt8]])
    func `a step was made before only if the card is there, too`(rest: [UInt8]) async throws {
        client.rests = rest.isEmpty ? [:] : [Self.old.id: rest]
        #expect(try await outcome(writing: rest) == Self.stored)
        client.rests = [Self.old.id: [3]]
        await #expect(throws: FriendsClientError.conflict(current: Self.stored)) { try await outcome(writing: rest) }
        #expect(try await outcome(writing: nil) == Self.stored, "no card was to be written")
        client.offersRests = false
        #expect(try await outcome(writing: rest) == Self.stored, "the server has no cards")
    }

    @Test func `a friend was added before only with its card`() async throws {
        let step = UndoHistory.Step.added(Self.new)
        client.rests = [Self.old.id: [3]]
        await #expect(throws: FriendsClientError.conflict(current: Self.stored)) {
            try await outcome(of: step, writing: [1])
        }
        #expect(try await outcome(of: step, writing: []) == Self.stored, "one without a card may have any")
    }

    /// Each try of a merge gives its new lines other ids.
    @Test func `a second try of a merge finds the lines of the first one`() async throws {
        func step(_ id: String, _ value: String = "+44 2", of old: Friend = Self.old) -> UndoHistory.Step {
            .updated(
                from: old, to: old.changed({ $0.lines.append(FriendLine(id: .init(id), kind: .phone, value: value)) }))
        }
        let made = try #require(step("first").result)
        func answer(_ step: UndoHistory.Step, isRepeated: Bool) async throws(FriendsClientError) -> Friend? {
            try await step.resolve(.failure(.conflict(current: made)), on: client, isRepeated: isRepeated)
        }
        #expect(try await answer(step("second"), isRepeated: true) == made)
        let refusal = FriendsClientError.conflict(current: made)
        await #expect(throws: refusal) { try await answer(step("second"), isRepeated: false) }
        await #expect(throws: refusal) { try await answer(step("second", "+44 3"), isRepeated: true) }
        // A line that was there before is known by its id.
        let line = FriendLine(id: .init("old"), kind: .phone, value: "+44 1")
        let other = Self.old.changed { $0.lines = [line] }
        let edit = UndoHistory.Step.updated(
            from: other, to: other.changed { $0.lines = [FriendLine(id: line.id, kind: .phone, value: "+44 2")] })
        await #expect(throws: refusal) { try await answer(edit, isRepeated: true) }
    }

    /// Undo would replace a card that nobody here has seen.
    @Test func `a version with another card is none to go on from`() async throws {
        client.automatic = { $0 == .friend(Self.old.id) ? .friend(Self.stored) : nil }
        client.rests = [Self.old.id: [1]]
        let step = UndoHistory.Step.updated(from: Self.old, to: Self.new)
        let made = try await step.resolve(.success(nil), on: client, rest: [1], isRepeated: false)
        #expect(made?.version == Self.stored.version)
        let other = try await step.resolve(.success(nil), on: client, rest: [2], isRepeated: false)
        #expect(other?.version == Self.old.version)
    }

    @Test func `without batches a friend is updated, then deleted`() async throws {
        client.automatic = { call in
            switch call {
            case .update: .friend(nil)
            case .friend: .friend(Self.stored)
            case .delete: .done
            default: nil
            }
        }
        let step = UndoHistory.Step.restoredWithChanges(from: Self.old, to: Self.new).change(for: .undo)
        #expect(step.change(for: .undo) == .restoredWithChanges(from: Self.old, to: Self.new))
        #expect(try await step.make(on: client, rest: [1], isRepeated: false) == nil)
        let changes = FriendChanges(from: Self.new.details, to: Self.old.details)
        #expect(
            client.calls == [
                .update(Self.old.id, changes, Self.new.version), .friend(Self.old.id),
                .delete(Self.old.id, Self.stored.version),
            ])
        #expect(client.writtenRests == [Self.old.id: [1]])
    }

    /// A form does not know the card of a friend that it has restored.
    @Test func `a friend whose card is not known comes back with it`() async throws {
        let restored = Self.old.changed({ _ in }, version: "5")
        client.automatic = { call in if case .restore = call { .friend(restored) } else { .friend(Self.stored) } }
        let step = UndoHistory.Step.restoredWithChanges(from: Self.old, to: Self.new)
        #expect(try await step.make(on: client, isRepeated: false) == Self.stored)
        let changes = FriendChanges(from: Self.old.details, to: Self.new.details)
        #expect(
            client.calls == [
                .restore(Self.old.id, Self.old.details), .update(Self.old.id, changes, restored.version),
            ])
        #expect(client.writtenRests.isEmpty)
    }

    @Test func `batches and single writes check the card`() async throws {
        client.rests = [Self.old.id: [3]]
        client.automatic = { call in if case .update = call { .failure(.conflict(current: Self.stored)) } else { nil } }
        let step = UndoHistory.Step.updated(from: Self.old, to: Self.new)
        var series = WriteSeries([step], rests: [Self.old.id: [1]])
        let call = try #require(series.nextBatch().first)
        for answer in [
            await call.answer(.failure(.conflict(current: Self.stored)), from: client, WriteOptions()),
            await call.make(on: client, WriteOptions()),
        ] {
            #expect(answer.result == .failure(.conflict(current: Self.stored)))
        }
    }

    /// The list shows a new version, but not whose card it has.
    @Test func `a change of a card alone is not found in the list`() {
        var unresolved = UnresolvedWrites()
        let rest = RestStep(old: [1], new: [2])
        unresolved.watch([.updated(from: Self.old, to: Self.old)], rests: [Self.old.id: rest])
        unresolved.watch([.updated(from: .grace, to: .grace.changed { $0.firstName = "X" })], rests: [:])
        let rows = FriendRows([
            Self.old.changed({ _ in }, version: "2"), .grace.changed({ $0.firstName = "X" }, version: "2"),
        ])
        #expect(unresolved.resolve(in: rows, known: []).map { $0.steps.map(\.id) } == [[Friend.grace.id]])
        #expect(unresolved.groups.isEmpty)
    }
}
