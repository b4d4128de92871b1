import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Choices for records that are still compared.
extension ImportingTests {
    /// Opens a file whose cards wait to be compared.
    private func openWaiting(_ records: [FriendRecord], count: Int) async throws {
        client.automatic = { call in if case .friend = call { nil } else { Self.answer(call) } }
        files.change { $0.records["a.vcf"] = [records] }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await eventually { states.count { $0 == .waiting } == count && self.records?.progress == .comparing }
    }

    private func answerComparison(_ friend: Friend) async throws {
        try await eventually { client.calls.last == .friend(friend.id) }
        client.answer(.friend(friend))
    }

    @Test func `a choice for all holds for records that are still compared`() async throws {
        try await openWaiting(Self.records, count: 1)
        await send(.leaveOutAll)
        #expect(records?.importedCount == 0 && records?.chosenCount == 2)
        try await answerComparison(Self.ada)
        try await eventually { records?.progress == .complete }
        #expect(states[2] == .changed && records?.importedCount == 0)
        await send(.takeAll)
        #expect(imported == [true, false, true, false, false])
    }

    @Test func `a choice for one friend is none for another one`() {
        func row(_ id: String) -> ImportRow {
            let friend = Friend(id: Friend.ID(id), version: .init("1"), details: FriendDetails(firstName: "Ada"))
            let duplicate = ImportDuplicate(
                reasons: [], merge: ImportUpdate(friend, details: friend.details, rest: [1]))
            var row = ImportRow(row: 1, friend: nil, action: .duplicate(duplicate))
            row.choice = .skip
            return row
        }
        var entry = ImportEntry(row("f"), number: 0, file: nil)
        entry.choose(.duplicate(.merge))
        entry.replace(by: row("f"))
        #expect(entry.row.choice == .merge)
        entry.replace(by: row("g"))
        #expect(entry.row.choice == .skip)
    }

    @Test func `taking all again takes what is still compared`() async throws {
        try await openWaiting(Self.records, count: 1)
        await send(.leaveOutAll)
        await send(.takeAll)
        #expect(records?.chosenCount == 0)
        try await answerComparison(Self.ada)
        try await eventually { records?.progress == .complete }
        #expect(imported == [true, false, true, false, false])
    }

    @Test func `a choice for a state holds for records that get into it`() async throws {
        let king = Self.record(1, "ada", "Ada", "King", "12", rest: Self.card.replacing("Lovelace;", with: "King;"))
        let murray = Self.record(2, "grace", "Grace", "Murray", "+1 212 555 0199", rest: "card")
        try await openWaiting([king, murray, Self.records[0]], count: 2)
        try await answerComparison(Self.ada)
        try await eventually { states[0] == .changed }
        await send(.toggle)
        await select(0)
        await send(.chooseForState)
        #expect(imported == [false, false, true])
        try await answerComparison(Self.grace)
        try await eventually { records?.progress == .complete }
        #expect(states == [.changed, .changed, .new] && imported == [false, false, true])
    }
}
