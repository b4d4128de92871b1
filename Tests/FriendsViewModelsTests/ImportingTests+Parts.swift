import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Imports of which only a part was written: the preview stays with the rest.
extension ImportingTests {
    private func refuse(_ error: FriendsClientError) {
        client.automatic = { call in
            guard case .write(let writes) = call else { return Self.answer(call) }
            return .results(
                writes.map { if case .update = $0 { .failure(error) } else { .success(Self.made($0)) } })
        }
    }

    /// Imports what is chosen, and closes the alert about it.
    private func importWithAlert(_ answer: Prompt.Answer = .ok) async throws {
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(answer))
        await task?.value
    }

    @Test func `what was not written stays in the preview, and is written by another Enter`() async throws {
        try await open()
        refuse(.conflict(current: Self.ada.changed({ $0.phoneNumber = "13" }, version: "5")))
        try await importWithAlert()
        #expect(status?.text == "Imported 1 friend: 1 added, 2 not imported, 1 refused")
        #expect(states == [.same, .same, .changed, .refused, .duplicate] && records?.progress == .complete)
        #expect(written.count == 2 && records?.importedCount == 1)
        client.automatic = Self.answer
        await send(.importRecords)
        #expect(written.count == 3 && written.last?.id == Self.ada.id && app.page == nil, "nothing is written twice")
    }

    @Test func `a record is compared with the friend as it is after a refusal`() async throws {
        try await open()
        let king = Self.ada.changed({ $0.lastName = "King" }, version: "5")
        refuse(.conflict(current: king))
        let conflicting = client.automatic
        client.automatic = { call in call == .friend(Self.ada.id) ? .friend(king) : conflicting?(call) }
        try await importWithAlert()
        #expect(states[2] == .changed && records?.all[2].summary == "card only")
    }

    @Test func `a record that the server rejects is refused with its reason`() async throws {
        try await open()
        refuse(.rejected([.init(part: .whole, reason: "Too much")], reason: nil))
        try await importWithAlert()
        #expect(states == [.same, .same, .refused, .refused, .duplicate])
        #expect(records?.all[2].summary == "line 9: Too much")
        await send(.importRecords)
        #expect(status?.text == "Nothing to import" && written.count == 2)
    }

    /// Each record is valid with its friend, but not both.
    @Test func `a record that is refused beside others says why, and is counted`() async throws {
        func twin(_ id: String) -> FriendRecord {
            let lines = (0..<60).map { FriendLine.line(.tag, "\(id)\($0)", id: "\(id)\($0)") }
            let details = FriendDetails(firstName: "Hopper", lastName: "Grace", phoneNumber: "", lines: lines)
            return FriendRecord(row: 3, content: .success(RecordedFriend(id: .init(id), details: details)))
        }
        try await open([[twin("a"), twin("b")]])
        for place in 0..<2 {
            await select(place)
            await send(.merge)
        }
        #expect(imported == [true, true])
        await send(.importRecords)
        #expect(status?.text == "Imported 1 friend: 1 changed, 1 not imported")
        #expect(states == [.same, .refused] && records?.all[1].summary.hasPrefix("line 3: ") == true)
        await send(.importRecords)
        #expect(status?.text == "Nothing to import" && written.count == 1)
    }

    @Test func `what has no answer is compared before it is written again`() async throws {
        try await open()
        var isWritten = false
        let linus = Friend.friend("linus", "Linus", "Torvalds", "34", version: "1")
        client.automatic = { [client] call in
            switch call {
            case .write where !isWritten:
                isWritten = true
                client.rests[linus.id] = Array("card".utf8)
                return .failure(.connectionLost(reason: "cut"))
            case .friend(linus.id): return .friend(linus)
            default: return Self.answer(call)
            }
        }
        try await importWithAlert(.cancel)
        #expect(records?.progress == .notCompared, "the server is asked when the user wants it")
        await send(.importRecords)
        #expect(states == [.same, .same, .changed, .refused, .duplicate] && written.count == 2)
        await send(.importRecords)
        #expect(written.count == 3 && written.last?.id == Self.ada.id && app.page == nil)
    }

    @Test func `leaving after a part says that it stays`() async throws {
        try await open()
        await select(4)
        await send(.merge)
        refuse(.conflict(current: nil))
        try await importWithAlert()
        #expect(records?.chosenCount == 1)
        let leaving: Task<Void, Never>? = app.send(.closePage)
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.lines.map(\.words).first == "What was imported stays.")
        app.desk.prompts.send(.answer(.yes))
        await leaving?.value
        #expect(app.page == nil)
    }
}
