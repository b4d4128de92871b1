import FriendsModel
import FriendsViews
import Glibc
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of the lists that take the place of the friends.
extension AppViewGoldenTests {
    private static let big = Size(columns: 200, rows: 50)
    /// 2026-11-21, 14:03:00 UTC.
    private static let now = 1_795_269_780

    private func page(
        _ entries: PageEntries, _ content: ListContent = .loaded,
        _ change: (inout PageViewModel.State) -> Void = { _ in }
    ) -> AppState {
        setenv("TZ", "UTC", 1)
        tzset()
        var page = PageViewModel.State(content: content, table: PageTable(entries, height: 20), time: Self.now)
        if entries.count > 0 { page.table.selected = 0 }
        change(&page)
        var state = three
        state.page = page
        return state
    }

    private static func trash(_ friends: Friend..., totalCount: Int? = nil) -> PageEntries {
        let deleted = friends.enumerated().map { index, friend in
            DeletedFriend(friend: friend, deletedAt: now - index * 40_000)
        }
        return .trash(Trash(friends: deleted, totalCount: totalCount))
    }

    @Test func trash() throws {
        let state = page(Self.trash(Self.ada, Self.grace, Self.linus)) { $0.table.selected = 1 }
        try expectGolden(state, "trash", sizes: [Self.wide, Self.small, Self.big])
    }

    @Test func trashWithNamelessFriends() throws {
        let company = FriendLine(id: .init("1"), kind: .organization, value: "Pizzeria Roma")
        let state = page(
            Self.trash(
                Friend(
                    id: .init("1"), version: .init("1"),
                    details: FriendDetails(phoneNumber: "999 111", lines: [company])),
                Friend(id: .init("2"), version: .init("1"), details: FriendDetails(phoneNumber: "999 222"))))
        try expectGolden(state, "trash-nameless")
    }

    @Test func trashWithHostileTexts() throws {
        let state = page(
            Self.trash(
                Friend.friend("1", "\u{1B}[31mRed\r", "Aa\u{202E}evil", "\u{7}12"),
                Friend.friend("2", "👨‍👩‍👧‍👦 Family", "Ab🇫🇮", "٠٥٠ 123"),
                Friend.friend("3", String(repeating: "王", count: 100), "Ac", "12")))
        try expectGolden(state, "trash-hostile")
    }

    @Test func trashWithOnlyTheLatestListed() throws {
        try expectGolden(page(Self.trash(Self.ada, totalCount: 23_456)), "trash-many")
    }

    @Test func filteredTrashWithOnlyTheLatestListed() throws {
        let state = page(Self.trash(Self.ada, Self.grace, totalCount: 23_456)) {
            $0.table.filter = .init(input: TextInput("ada"), isTyped: false)
            $0.table.show($0.table.all)
        }
        try expectGolden(state, "trash-many-filter")
    }

    @Test func trashWithMarks() throws {
        var state = page(Self.trash(Self.ada, Self.grace, Self.linus)) {
            $0.table.mark(.toggle)
            $0.table.mark(.toggle)
            $0.table.go(to: 1)
        }
        state.list.writer.history.record(.restored(Self.ada))
        state.status = .init(kind: .success, text: "Restored Åse Ström", offer: .undo)
        try expectGolden(state, "trash-marked", sizes: [Self.wide, Self.small])
    }

    @Test func emptyTrash() throws { try expectGolden(page(Self.trash()), "trash-empty") }
    @Test func trashBeingLoaded() throws { try expectGolden(page(Self.trash(), .loading), "trash-loading") }

    @Test func trashThatTheServerDoesNotKeep() throws {
        let failure = Failure(.notOffered, during: .loadTrash)
        try expectGolden(page(Self.trash(), .failed(failure)), "trash-not-offered")
    }

    @Test func trashBeingFiltered() throws {
        let state = page(Self.trash(Self.ada, Self.grace, Self.linus)) {
            $0.table.filter = .init(input: TextInput("love"))
            $0.table.show($0.table.all)
        }
        try expectGolden(state, "trash-filter")
    }

    @Test func trashFilterWithoutAMatch() throws {
        let state = page(Self.trash(Self.ada)) {
            $0.table.filter = .init(input: TextInput("nobody"), isTyped: false)
            $0.table.show($0.table.all)
        }
        try expectGolden(state, "trash-filter-none")
    }

    @Test func paletteOverTheTrash() throws {
        var state = page(Self.trash(Self.ada))
        let palette = PaletteViewModel()
        palette.send(.open(KeyBindings.standard.paletteEntries(in: state)))
        state.palette = palette.state
        try expectGolden(state, "trash-palette", sizes: [Self.wide])
    }

    private static let messages: [Message] = [
        Message(
            number: 4, time: now, kind: .problem, heading: "Could not connect to server. Check your network.",
            lines: ["Could not remove Ada Lovelace.", "The server at friends.example:8080 isn\u{2019}t running."]),
        Message(number: 3, time: now - 61, kind: .information, heading: "Discard changes?", lines: []),
        Message(number: 2, time: now - 3_600, kind: .success, heading: "Saved Ada\u{1B}]0;x\u{7} Lovelace", lines: []),
        Message(number: 1, time: now - 90_000, kind: .information, heading: "Reloaded", lines: []),
    ]

    @Test func messages() throws {
        let state = page(.messages(Self.messages)) { $0.table.selected = 1 }
        try expectGolden(state, "messages", sizes: [Self.wide, Self.small, Self.big])
    }

    @Test func noMessages() throws { try expectGolden(page(.messages([])), "messages-none") }

    private static let drafts: [StoredDraft] = [
        draft(nil, FriendDetails(firstName: "Hup", lastName: "\u{1B}[31mSmith", phoneNumber: ""), now - 61),
        draft(ada, FriendDetails(firstName: "Adah", lastName: "Lovelace", phoneNumber: ""), now - 90_000),
        draft(nil, FriendDetails(firstName: " ", lastName: "", phoneNumber: "12"), now - 2_000_000),
    ]

    private static func draft(_ base: Friend?, _ typed: FriendDetails, _ time: Int) -> StoredDraft {
        StoredDraft(id: .init("\(time)"), draft: .init(id: .init("1"), base: base, details: typed), time: time)
    }

    @Test func drafts() throws {
        try expectGolden(page(.drafts(Self.drafts)) { $0.table.selected = 1 }, "drafts")
    }

    @Test func noDrafts() throws { try expectGolden(page(.drafts([])), "drafts-none") }

    @Test func helpOfThePages() throws {
        var state = page(.messages(Self.messages))
        state.help = .init()
        try expectGolden(state, "messages-help", sizes: [Self.wide])
    }

    @Test func everySizeOfThePagesAndThePaletteCanBeDrawn() {
        var trash = page(Self.trash(Self.ada, Self.grace))
        var helped = trash
        helped.help = .init(top: 3, filter: TextInput("a"), isTyped: true)
        let palette = PaletteViewModel()
        palette.send(.open(KeyBindings.standard.paletteEntries(in: trash)))
        trash.palette = palette.state
        for state in [trash, helped, page(.messages(Self.messages)), page(.drafts(Self.drafts)), page(Self.trash())] {
            for columns in [0, 1, 39, 40, 41, 60, 80, 500] {
                for rows in [0, 1, 9, 10, 11, 24, 500] {
                    let frame = AppView.frame(
                        state, size: Size(columns: columns, rows: rows), keys: .standard, symbols: .unicode)
                    for row in 0..<rows {
                        #expect(frame.rows[row].cells.reduce(0) { $0 + Int($1.width) } == columns)
                    }
                    if let cursor = frame.cursor {
                        #expect((0..<columns).contains(cursor.column) && (0..<rows).contains(cursor.row))
                    }
                }
            }
        }
    }

    @Test func birthdays() throws {
        let today = CalendarDay(year: 2026, month: 11, day: 23)
        let dates = [(Self.ada, "1815-11-23"), (.wang, "--11-24"), (Self.grace, "1906-12-09"), (.åse, "2030-01-01")]
        let entries = dates.compactMap { friend, date in
            UpcomingBirthday(FriendLine(id: .init("1"), kind: .birthday, value: date), of: friend, from: today)
        }
        try expectGolden(page(.birthdays(entries)), "birthdays", sizes: [Self.wide, Self.small, Self.big])
        try expectGolden(page(.birthdays([])), "birthdays-empty")
    }

    @Test func tags() throws {
        let tags = [
            TagCount(tag: "\u{1B}[31mred", count: 1), TagCount(tag: "mathematics", count: 12_345),
            TagCount(tag: "王", count: 2),
        ]
        try expectGolden(page(.tags(tags)), "tags", sizes: [Self.wide, Self.small, Self.big])
        try expectGolden(page(.tags([])), "tags-empty")
    }

    @Test func duplicates() async throws {
        let lines: [FriendLine] = [.line(.email, "ada@example.org"), .line(.phone, "020 7946 0001")]
        let friends: [Friend] = [
            Self.ada.changed { $0.lines = lines }, .wang,
            .friend("2", "lovelace", "\u{1B}[31mAda\u{202E}", "12", lines: lines),
            Self.grace, .friend("3", "Grace", "Hopper", "+358 50 123 4567"),
            .friend("4", "王", "Wang", "+86 10 1234 5678", lines: [.line(.email, "WANG@example.org")]),
        ]
        let entries = await DuplicateEntry.all(in: friends)
        try expectGolden(page(.duplicates(entries)), "duplicates", sizes: [Self.wide, Self.small, Self.big])
        try expectGolden(page(.duplicates([])), "duplicates-empty")
        let plain = await DuplicateEntry.all(in: friends.filter { $0.details.line.allSatisfy(\.isASCII) })
        try expectPlain(page(.duplicates(plain)), "duplicates")
    }

    @Test func `the tag field`() throws {
        var state = three
        state.tagging = Tagging(.add, of: [])
        state.tagging?.tags = [TagCount(tag: "mathematics", count: 2)]
        state.tagging?.apply(.insert("mat"))
        try expectGolden(state, "tag-suggestion")
        state.tagging?.problem = "Tag can\u{2019}t contain \u{201C},\u{201D}"
        try expectGolden(state, "tag-problem")
        state.tagging = Tagging(.remove, of: [])
        try expectGolden(state, "tag-remove")
    }
}
