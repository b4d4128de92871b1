import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The ways out of the preview of an import, which lose no choice unasked.
extension ImportingTests {
    private var question: Prompt? { app.desk.prompts.state.current }

    /// Starts an action that asks, and answers.
    private func answer(_ answer: Prompt.Answer, to action: AppViewModel.Action) async throws {
        let task: Task<Void, Never>? = app.send(action)
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.focus == .no)
        app.desk.prompts.send(.answer(answer))
        await task?.value
    }

    @Test(arguments: [AppViewModel.Action.closePage, .openPage(.trash), .openPage(.duplicates), .interrupt])
    func `choices are not lost unasked`(action: AppViewModel.Action) async throws {
        try await open()
        await send(.toggle)
        try await answer(.no, to: action)
        #expect(imported[0] == false && app.page?.state.kind == .records && !app.isFinished)
        let leaving: Task<Void, Never>? = app.send(action)
        try await app.desk.prompts.asked()
        #expect(question?.heading == "Leave the import?")
        #expect(question?.lines.map(\.words) == ["Nothing was imported.", "Your choice for 1 record is lost."])
        app.desk.prompts.send(.answer(.yes))
        await leaving?.value
        #expect((app.page?.state.kind != .records || app.isFinished) && written.isEmpty)
    }

    @Test func `a preview without choices is left at once`() async throws {
        try await open()
        await send(.toggle)
        await select(0)
        await send(.toggle)
        #expect(records?.chosenCount == 0, "Space twice is no choice")
        await app.send(.closePage)
        #expect(app.page == nil && question == nil)
    }

    @Test func `a large file is not left unasked`() async throws {
        try await open([(0..<ImportViewModel.manyRecords).map { Self.record($0, "\($0)", "A\($0)", "B", "") }])
        let leaving: Task<Void, Never>? = app.send(.closePage)
        try await app.desk.prompts.asked()
        #expect(question?.lines.map(\.words).last == "The file has to be read again.")
        app.desk.prompts.send(.answer(.yes))
        await leaving?.value
        #expect(app.page == nil)
    }

    @Test func `the messages come over the preview`() async throws {
        try await open()
        await send(.toggle)
        await app.send(.openPage(.messages))
        #expect(app.page?.state.kind == .messages && question == nil)
        await app.page?.send(.resize(height: 7))
        await app.send(.closePage)
        #expect(imported[0] == false && app.state.page?.table.viewport.height == 7)
        await app.send(.openPage(.messages))
        try await answer(.no, to: .openPage(.trash))
        #expect(app.page?.state.kind == .messages, "the preview under them is asked about, too")
        try await answer(.yes, to: .openPage(.trash))
        await app.send(.closePage)
        #expect(app.page == nil)
    }

    @Test func `an import in progress keeps its page`() async throws {
        try await open()
        await send(.toggle)
        client.automatic = nil
        let count = client.calls.count
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await client.called(count + 1)
        let leaving = Task {
            await app.send(.closePage)
            await app.send(.openPage(.messages))
        }
        try await leaving.ended()
        #expect(app.page?.state.kind == .records && status?.text == "Still importing" && question == nil)
        client.automatic = Self.answer
        client.answer(.failure(.unreachable(reason: "no")))
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        await task?.value
        #expect(imported[0] == false, "what was chosen is still there")
    }

    /// A copy of 100,000 rows takes longer than a key may take.
    @Test(arguments: [false, true])
    func `choosing changes the rows in place`(isFiltered: Bool) async throws {
        try await open()
        if isFiltered {
            await app.page?.send(.filter(.begin))
            await app.page?.send(.filter(.edit(.insert("linus"))))
            await app.page?.send(.filter(.keep))
        }
        await send(.toggle)
        let place = records?.all.withUnsafeBufferPointer { $0.baseAddress }
        await select(0)
        await send(.toggle)
        #expect(records?.all.withUnsafeBufferPointer { $0.baseAddress } == place)
        await select(0)
        await send(.toggle)
        #expect(imported[0] == false)
        guard case .records(let shown) = app.state.page?.table.entries else { return }
        #expect(shown.all.first?.isImported == false && shown.importedCount == (isFiltered ? 0 : 1))
    }
}
