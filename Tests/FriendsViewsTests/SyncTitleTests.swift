import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

/// What the title says of the synchronisation.
@Suite(.timeLimit(.minutes(10)))
struct SyncTitleTests {
    private typealias Account = SyncViewModel.State.Account

    private static func account(
        _ end: SyncOutcome.End?, waiting: Int = 0, at time: Int? = nil, name: String = "phone"
    ) -> Account {
        Account(name: name, syncedAt: time, waitingCount: waiting, end: end)
    }

    private static let now = 1_000_000

    private static func ago(_ seconds: Int) -> [Account] { [account(.done, at: now - seconds)] }

    @Test(
        arguments: [
            ([account(nil)], nil), (ago(0), "synced"), (ago(59), "synced"), (ago(60), "synced 1 min ago"),
            (ago(119), "synced 1 min ago"), (ago(3_599), "synced 59 min ago"), (ago(3_600), "synced 1 h ago"),
            (ago(2 * 86_400 - 1), "synced 47 h ago"), (ago(2 * 86_400), "synced 2 days ago"),
            // The clock of the machine was set back.
            (ago(-100), "synced"),
            ([account(.done, waiting: 3, at: now)], "3 waiting"), ([account(.offline("No."))], "offline"),
            ([account(.offline("No."), waiting: 2, at: 5)], "offline, 2 waiting"),
            ([account(.stopped("No."))], "not synced"),
            ([account(.notSignedIn("No."))], "not synced"),
            ([account(.postponed("No."), at: now)], "synced"),
            ([account(.stopped("No."), waiting: 1)], "not synced, 1 waiting"),
            ([account(.manyDeletions(ManyDeletions(isHere: true, count: 9, total: 9)))], "not synced"),
            // What is worst of several accounts, and the oldest age.
            ([account(.done, at: now), account(.done, at: now - 120)], "synced 2 min ago"),
            ([account(.done, at: now), account(nil)], nil),
            ([account(.done, at: now), account(.offline("No."))], "offline"),
            ([account(.offline("No.")), account(.stopped("No."))], "not synced"),
            ([account(.done, waiting: 1), account(.done, waiting: 2)], "3 waiting"),
        ] as [([SyncViewModel.State.Account], String?)])
    func `the title says what is worth knowing`(_ accounts: [SyncViewModel.State.Account], _ text: String?) {
        let state = SyncViewModel.State(accounts: accounts, now: Self.now)
        #expect(state.text(isShared: false) == text)
    }

    @Test func `the address book of a shared list has its name`() {
        let accounts = [Self.account(.done, at: Self.now), Self.account(.offline("No."), name: "work")]
        #expect(SyncViewModel.State(accounts: accounts, now: Self.now).text(isShared: true) == "accounts offline")
        let one = SyncViewModel.State(accounts: Self.ago(0), now: Self.now)
        #expect(one.text(isShared: true) == "phone synced")
    }

    @Test func `what is not done yet is not called synced`() {
        var state = SyncViewModel.State(accounts: Self.ago(0), now: Self.now)
        state.running = .init(account: "phone")
        #expect(state.text(isShared: false) == "synced")
        state.isPending = true
        #expect(state.text(isShared: false) == "syncing")
        state = SyncViewModel.State(accounts: [Self.account(nil)], now: Self.now)
        state.running = .init(account: "phone")
        #expect(state.text(isShared: false) == "syncing")
    }

    @Test func `conflicts are counted`() {
        var state = SyncViewModel.State(accounts: Self.ago(0), now: Self.now)
        state.conflictCounts = ["phone": 1]
        #expect(state.text(isShared: false) == "1 conflict")
        state.accounts = [Self.account(.done, waiting: 2)]
        #expect(state.text(isShared: false) == "2 waiting, 1 conflict")
    }

    @Test(arguments: [
        (10, 50, "synced"), (0, 51, "syncing 0%"), (50, 200, "syncing 25%"), (999, 1_000, "syncing 99%"),
    ])
    func `a long synchronisation says how far it is`(_ done: Int, _ total: Int, _ text: String) {
        var state = SyncViewModel.State(accounts: Self.ago(0), now: Self.now)
        state.running = .init(account: "phone", progress: .init(done: done, total: total))
        #expect(state.text(isShared: false) == text)
    }

    @MainActor
    @Test func `it stands beside the server and before the filter`() {
        var state = AppState(serverName: "local", isShared: false)
        state.sync = SyncViewModel.State(accounts: Self.ago(120), now: Self.now)
        #expect(TitleView.line(state) == "Friends, synced 2 min ago, local")
        func title(_ columns: Int) -> String {
            let size = Size(columns: columns, rows: 10)
            var maker = FrameMaker(keys: .standard, symbols: .unicode)
            return String(picture(of: maker.frame(state, size: size)).prefix { $0 != "\n" })
        }
        #expect(title(80) == " Friends \u{B7} local \u{B7} synced 2 min ago")
        (state.serverName, state.isShared, state.list.store.connection) = ("contacts.example.org", true, .live)
        #expect(title(40) == " phone synced 2 min ago \u{B7} live")
    }
}
