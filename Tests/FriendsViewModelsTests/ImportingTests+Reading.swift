import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What is shown of a record.
extension ImportingTests {
    /// The lines about the selected record.
    private func read() async throws -> [MessageLine] {
        let task: Task<Void, Never>? = app.importing?.send(.read)
        try await app.desk.prompts.asked()
        let lines = app.state.prompts.current?.lines ?? []
        app.desk.prompts.send(.press)
        await task?.value
        return lines
    }

    @Test func `a record is shown whole`() async throws {
        try await open()
        await select(4)
        let lines = try await read().map(\.words)
        #expect(lines[0] == "It looks like Grace Hopper: same name.")
        #expect(lines.contains("+ Phone: 99") && lines.contains("The record (line 17):"))
    }

    @Test func `a warning about a record is told from its notes, whose rows stay rows`() async throws {
        let note = FriendLine.line(.note, "One\nWarning: two")
        let friend = RecordedFriend(
            id: .init("x"), details: FriendDetails(firstName: "X", lines: [note]), issues: ["Two is kept as a note"])
        try await open([[FriendRecord(row: 1, content: .success(friend))]])
        await select(0)
        #expect(
            try await read() == [
                "New.", .warning("Two is kept as a note."), "The record (line 1):", .content("First name: X"),
                .content("Note: One\nWarning: two"),
            ])
    }

    @Test func `a record says what its card keeps beyond it`() async throws {
        try await open([[Self.record(1, "x", "X", "", "1", rest: Self.card.replacing("END:", with: "PHOTO:x\r\nEND:"))]]
        )
        await select(0)
        #expect(try await read().last == .content("Also kept: photo"))
    }

    @Test func `a new note has its rows in the record, and one row in the preview`() async throws {
        let noted = Self.grace.changed { $0.lines = [.line(.note, "One\ntwo")] }
        let friend = RecordedFriend(id: noted.id, details: noted.details)
        try await open([[FriendRecord(row: 1, content: .success(friend))]])
        await select(0)
        #expect(try await read()[1] == .content("+ Note: One\ntwo"))
        #expect(records?.all.map(\.summary) == ["+ Note: One two"])
    }

    @Test func `a changed note has its rows`() {
        func texts(_ old: String, _ new: String) -> [String] {
            let (old, new) = (FriendLine.line(.note, old, id: "1"), FriendLine.line(.note, new, id: "1"))
            let friend = Self.grace.changed { $0.lines = [old] }
            return ImportUpdate(friend, details: friend.changed { $0.lines = [new] }.details).changeTexts
        }
        #expect(texts("One", "Two") == ["Note: One \u{2192} Note: Two"])
        #expect(texts("One\ntwo", "One") == ["Note: One\ntwo\n\u{2192} Note: One"])
    }
}
