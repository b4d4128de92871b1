import FriendsModel
import FriendsViews
import Glibc
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// One picture for each state of the screen worth looking at.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AppViewGoldenTests {
    static let wide = Size(columns: 80, rows: 24)
    static let small = Size(columns: 40, rows: 10)

    static let ada = Friend.ada
    /// Ada, as somebody else has changed her.
    static let adaKing = Friend.friend("ada", "Ada", "King", "+44 20 7946 0001")
    static let grace = Friend.grace
    static let linus = Friend.linus

    func state(_ friends: [Friend], selected: Int = 0, height: Int = 20) -> AppState {
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.list.table.rows = FriendRows(friends)
        state.list.table.viewport = .init(top: 0, height: height)
        if !friends.isEmpty {
            state.list.table.selection = .init(id: state.list.table.rows[selected].id, index: selected)
        }
        return state
    }

    var three: AppState { state([Self.ada, Self.grace, Self.linus], selected: 1) }

    func updating(_ friend: Friend, _ change: (inout FriendForm) -> Void = { _ in }) -> AppState {
        var state = three
        var form = FriendForm(mode: .update(friend))
        change(&form)
        state.form = form
        return state
    }

    func adding(_ change: (inout FriendForm) -> Void = { _ in }) -> AppState {
        var state = three
        var form = FriendForm(mode: .add(Friend.ID("new")))
        change(&form)
        state.form = form
        return state
    }

    /// One for all pictures, which come in no order: what it remembers of one must never be in another.
    static var maker = FrameMaker(keys: .standard, symbols: .unicode)

    func expectGolden(_ state: AppState, _ name: String, sizes: [Size] = [wide, small]) throws {
        for size in sizes {
            var state = state
            let layout = ScreenLayout(size: size, showsDetails: state.details != nil)
            state.list.table.viewport.height = layout.listHeight
            state.page?.table.viewport.height = ScreenLayout(size: size).listHeight
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
            for _ in 0..<2 { #expect(Self.maker.frame(state, size: size) == frame) }
            try FriendsViewsTests.expectGolden(frame, "\(name)-\(size.columns)x\(size.rows)")
            expectPlainSymbols(
                AppView.frame(state, size: size, keys: .standard, symbols: .ascii), insteadOf: frame)
        }
    }

    // MARK: The list

    @Test func loading() throws { try expectGolden(AppState(serverName: "local", isShared: false), "loading") }
    @Test func empty() throws { try expectGolden(state([]), "empty") }

    @Test func friends() throws {
        try expectGolden(three, "friends", sizes: [Self.wide, Self.small, Size(columns: 200, rows: 50)])
    }

    @Test func failedToLoad() throws {
        var state = AppState(serverName: "friends.example:8080", isShared: true)
        let error = FriendsClientError.notRunning(server: "friends.example:8080")
        state.list.store.content = .failed(error)
        try expectGolden(state, "failed")
    }

    @Test func deleted() throws {
        var state = three
        state.list.writer.history.record(.deleted(Self.ada))
        state.status = .init(kind: .success, text: "Deleted Ada Lovelace", offer: .undo)
        try expectGolden(state, "deleted")
    }

    @Test func undone() throws {
        var state = three
        state.list.writer.history.record(.added(Self.grace))
        state.list.writer.history.record(.deleted(Self.ada))
        state.list.writer.history.move(.deleted(Self.ada), .undo, result: Self.ada)
        state.status = .init(
            kind: .success, text: "Undid deletion of Ada Lovelace", offer: .redo)
        try expectGolden(state, "undone")
    }

    @Test func beingDeleted() throws {
        var state = three
        state.list.writer.pending = Self.ada.id
        state.list.writer.isWriting = true
        try expectGolden(state, "pending", sizes: [Self.wide])
    }

    @Test func stale() throws {
        setenv("TZ", "UTC", 1)
        tzset()
        var state = three
        state.list.store.staleness = .init(error: .unreachable(reason: "refused"), loadedAt: 14 * 3_600 + 180)
        try expectGolden(state, "stale")
    }

    @Test(arguments: [
        ("live", Connection.live), ("none", .none), ("reconnecting", .reconnecting(asOf: recent)),
        ("offline", .offline(asOf: recent)), ("offline-long", .offline(asOf: longAgo)),
        ("not-logged-in", .notLoggedIn(asOf: recent)),
    ])
    func connection(_ name: String, _ connection: Connection) throws {
        setenv("TZ", "UTC", 1)
        tzset()
        var state = three
        state.isShared = true
        state.serverName = "friends.example:8080"
        state.list.store.connection = connection
        try expectGolden(state, "connection-\(name)")
    }

    nonisolated static let recent = ListTime(secondsSince1970: 14 * 3_600 + 180, isRecent: true)
    nonisolated static let longAgo = ListTime(secondsSince1970: 14 * 3_600 + 180, isRecent: false)

    @Test func `an embedded server shows no connection status`() throws {
        var state = three
        state.list.store.connection = .live
        try expectGolden(state, "friends")
    }

    @Test func theOfferOfADraft() throws {
        var state = three
        state.prompts.queue = [.offer(UnsavedDraft(id: Self.ada.id, base: Self.ada, details: Self.ada.details))]
        state.prompts.focus = .yes
        try expectGolden(state, "offer")
    }

    @Test func aQuestionBeforeManyAreDeleted() throws {
        var state = three
        state.prompts.queue = [.deletion(1_500, isShared: true)]
        state.prompts.focus = .no
        try expectGolden(state, "delete-many")
    }

    @Test func firstPageOfMany() throws {
        var state = three
        state.list.store.progress = .init(loaded: 3, total: 100_000)
        try expectGolden(state, "progress")
    }

    @Test func hostileAndWideTexts() throws {
        let friends = [
            Friend.friend("1", "\u{1B}[31mRed\r", "Aa\u{202E}evil", "\u{7}12"),
            Friend.friend("2", "👨‍👩‍👧‍👦 Family", "Ab🇫🇮", "٠٥٠ 123"),
            Friend.friend("3", String(repeating: "王", count: 100), "Ac", "12"),
            Friend.friend("4", "Zoe\u{308}\u{323}", "Ad한국어", "1\u{200B}2"),
        ]
        try expectGolden(state(friends), "hostile")
    }

    @Test func scrolledToTheEnd() throws {
        let friends = (0..<100).map {
            Friend.friend("\($0)", "First\($0)", "Last" + String($0 + 100), "555-0\($0)")
        }
        var state = state(friends, selected: 99, height: 6)
        state.list.table.viewport.top = 94
        try expectGolden(state, "scrolled", sizes: [Self.small])
    }

    // MARK: Overlays

    @Test func loadingOverlay() throws {
        var state = three
        state.activity.titles = ["Deleting Ada Lovelace\u{2026}", "Loading friends\u{2026}"]
        state.activity.shownTitle = "Loading friends\u{2026}"
        state.activity.isVisible = true
        try expectGolden(state, "overlay-loading")
        state.activity.spinnerStep = 6
        try expectGolden(state, "overlay-loading-spinner")
    }

    @Test func alert() throws {
        var state = three
        state.prompts.queue = [Failure(.notFound, during: .delete(Self.ada.details)).prompt]
        state.prompts.focus = .ok
        try expectGolden(state, "alert")
    }

    @Test func alertWithRetry() throws {
        var state = three
        let error = FriendsClientError.notRunning(server: "friends.example:8080")
        state.prompts.queue = [Failure(error, during: .add(Self.ada.details)).prompt]
        state.prompts.focus = .retry
        try expectGolden(state, "alert-retry")
    }

    @Test func question() throws {
        var state = updating(Self.ada)
        state.prompts.queue = [.discard]
        state.prompts.focus = .no
        try expectGolden(state, "question")
    }

    @Test func deletedElsewhere() throws {
        var state = updating(Self.ada)
        state.form?.isSending = true
        state.prompts.queue = [.deletedElsewhere(Self.ada.details)]
        state.prompts.focus = .keepEditing
        try expectGolden(state, "deleted-elsewhere")
    }

    @Test func help() throws {
        var state = three
        state.help = .init()
        try expectGolden(state, "help", sizes: [Self.wide, Self.small, Size(columns: 200, rows: 50)])
        state.help = .init(top: 1_000)
        try expectGolden(state, "help-end", sizes: [Self.wide])
    }

    @Test func drawnWithASCII() throws {
        let long = Friend.friend("long", "Wolfeschlegel\u{2013}steinhausen", "bergerdorff", "+49 40 123456789")
        var state = state([long], selected: 0)
        state.status = .init(kind: .success, text: "Deleted Ada Lovelace \u{2013} press u to undo")
        try FriendsViewsTests.expectGolden(
            AppView.frame(state, size: Self.small, keys: .standard, symbols: .ascii), "ascii-list-40x10")
        state.prompts.queue = [Failure(.notFound, during: .delete(Self.ada.details)).prompt]
        state.prompts.focus = .ok
        try FriendsViewsTests.expectGolden(
            AppView.frame(state, size: Self.wide, keys: .standard, symbols: .ascii), "ascii-alert-80x24")
    }

    // MARK: Sizes

    @Test func aSmallTerminalGetsANote() throws {
        try expectGolden(three, "too-small", sizes: [Size(columns: 39, rows: 10), Size(columns: 12, rows: 2)])
    }

    @Test func everySizeCanBeDrawn() {
        var overlaid = updating(Self.ada) { $0.visited = Set(FriendField.allCases.map(FriendPart.field)) }
        overlaid.help = .init(top: 3)
        overlaid.activity.isVisible = true
        overlaid.prompts.queue = [.question("Discard changes?", [.text(String(repeating: "long ", count: 500))])]
        overlaid.prompts.focus = .no
        let deciding = updating(Self.adaKing) {
            $0.base = Self.ada.details
            for field in FriendField.allCases { $0.inputs[field] = TextInput("") }
            $0.choices = [
                .field(.firstName): .mine, .field(.lastName): .open,
                .field(.phoneNumber): .theirs(insteadOf: .text("12")),
            ]
        }
        for state in [three, overlaid, adding(), deciding, AppState(serverName: "local", isShared: false)] {
            for columns in [0, 1, 2, 39, 40, 41, 59, 60, 61, 80, 500] {
                for (rows, isPlain) in [0, 1, 2, 9, 10, 11, 24, 500].flatMap({ [($0, false), ($0, true)] }) {
                    let frame = AppView.frame(
                        state, size: Size(columns: columns, rows: rows), keys: .standard, symbols: .unicode,
                        isPlain: isPlain)
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
}
