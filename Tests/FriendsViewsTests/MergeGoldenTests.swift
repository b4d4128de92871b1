import FriendsModel
import FriendsSearch
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of two friends that are merged, and of the question about a new friend that is already there.
extension AppViewGoldenTests {
    private static let big = Size(columns: 200, rows: 50)

    private static let lovelace = Friend.friend(
        "other", "lovelace", "Ada", "020 7946 0001",
        lines: [
            .line(.email, "ada@analytical.example", id: "x"), .line(.birthday, "--12-10", id: "y"),
            .line(
                .note, "A note that is much longer than a line: " + String(repeating: "operations, ", count: 40),
                id: "z"),
            .line(.phone, "+44 7700 900123", label: "mobile", id: "w"),
        ])

    private func merging(
        _ one: Friend, _ other: Friend, group: [Friend.ID]? = nil, _ change: (inout Merging) -> Void = { _ in }
    ) -> AppState {
        var state = three
        let entries = [one, other].enumerated().map {
            DuplicateEntry(friend: $1, reasons: [.name("Ada Lovelace")], place: $0, group: 0)
        }
        state.page = PageViewModel.State(content: .loaded, table: PageTable(.duplicates(entries), height: 20), time: 0)
        state.page?.table.selected = 0
        var merging = Merging(one, other, group: group ?? [one.id, other.id], reasons: [.name("Ada Lovelace")])
        change(&merging)
        state.merging = merging
        return state
    }

    @Test func `two friends side by side`() throws {
        let state = merging(.adaWithLines, Self.lovelace) { $0.select(2) }
        try expectGolden(state, "merge", sizes: [Self.wide, Self.small, Self.big])
        try expectPlain(state, "merge")
    }

    @Test func `choices for two friends`() throws {
        let group = [Friend.adaWithLines.id, Self.lovelace.id, Friend.ID("third")]
        let state = merging(.adaWithLines, Self.lovelace, group: group) {
            $0.merge.choose(.second, at: 0)
            $0.merge.choose(.none, at: 5)
            $0.select(4)
            $0.merge.choose(.none, at: 4)
        }
        try expectGolden(state, "merge-chosen", sizes: [Self.wide, Self.small])
        try expectPlain(state, "merge-chosen")
    }

    @Test func `wide and hostile texts side by side`() throws {
        let one = Friend.friend(
            "1", "山田太郎" + String(repeating: "山", count: 40), "\u{1B}[31mRed\u{202E}", "",
            lines: [.line(.note, "👨‍👩‍👧‍👦 Family\n\u{7}second row")])
        let other = Friend.friend("2", "", "山田", "٠٥٠ 123", lines: [.line(.tag, String(repeating: "王", count: 100))])
        try expectGolden(merging(one, other), "merge-wide", sizes: [Self.wide, Self.small])
    }

    @Test func `two friends that are too much`() throws {
        let lines = (0..<101).map { FriendLine.line(.tag, "tag \($0)", id: "\($0)") }
        let state = merging(.ada, .friend("2", "Ada", "Lovelace", "1", lines: lines)) { $0.select(60) }
        try expectGolden(state, "merge-too-much", sizes: [Self.wide, Self.small])
    }

    @Test func `two friends that are being sent`() throws {
        var state = merging(.adaWithLines, Self.lovelace) { $0.isSending = true }
        state.list.writer.isWriting = true
        state.activity.isVisible = true
        state.activity.titles = ["Merging Ada Lovelace\u{2026}"]
        state.activity.shownTitle = "Merging Ada Lovelace\u{2026}"
        try expectGolden(state, "merge-sending", sizes: [Self.wide, Self.small])
    }

    @Test func `the help of a merge`() throws {
        var state = merging(.ada, Self.lovelace)
        state.help = .init()
        try expectGolden(state, "merge-help")
    }

    @Test func `a new friend that is already there`() throws {
        var state = three
        state.form = FriendForm(
            mode: .add(.init("new")), typed: FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "12"))
        let similar = SimilarFriend(friend: .ada, reasons: [.name("Ada Lovelace"), .phoneNumber("12")])
        state.prompts.queue = [.similar(similar, others: 0)]
        state.prompts.focus = .keepEditing
        try expectGolden(state, "similar-friend", sizes: [Self.wide, Self.small])
        try expectPlain(state, "similar-friend")
        state.prompts.queue = [
            .similar(
                SimilarFriend(
                    friend: .friend("1", String(repeating: "山", count: 60), "", ""), reasons: [.email("a@b.c")]),
                others: 3)
        ]
        try expectGolden(state, "similar-friends", sizes: [Self.wide, Self.small])
    }
}
