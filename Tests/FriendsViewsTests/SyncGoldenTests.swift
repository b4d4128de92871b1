import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Pictures of the page of the synchronisation.
extension AppViewGoldenTests {
    private static func account(
        _ end: SyncOutcome.End, waiting: Int = 0, name: String = "phone"
    ) -> SyncViewModel.State.Account {
        SyncViewModel.State.Account(name: name, syncedAt: 880, waitingCount: waiting, end: end)
    }

    private static func entry(_ account: SyncViewModel.State.Account) -> SyncEntry {
        .account(account, SyncReport(address: "https://a.example/book/"), state: account.stateText(at: 1_000))
    }

    private func synchronised(_ accounts: SyncViewModel.State.Account...) -> AppState {
        var state = three
        state.sync = SyncViewModel.State(accounts: accounts, now: 1_000)
        return state
    }

    @Test func syncPage() throws {
        let conflict = SyncReport.Conflict(
            friend: Self.ada.id,
            conflict: SyncConflict(
                place: .field(.phoneNumber), part: "Phone number", ours: "+44 20 7946 0009", theirs: "+44 20 7946 0001",
                kept: FriendLine(id: .init("k"), kind: .phone, value: "+44 20 7946 0009")))
        let (phone, work) = (Self.account(.done), Self.account(.offline("No answer."), waiting: 2, name: "work"))
        let entries: [SyncEntry] = [
            Self.entry(phone), .conflict(conflict, of: Self.ada, account: "phone"),
            .refused(
                .init(friend: Self.grace.id, reason: "the card is too large"), name: "Grace Hopper", account: "phone"),
            .shortened(Self.linus.id, name: "\u{738B}\u{5C0F}\u{660E}", missing: [], account: "phone"),
            .leftAlone(card: "x.vcf", reason: "It is not a card", account: "phone"), Self.entry(work),
        ]
        var page = PageViewModel.State(
            content: .loaded, table: PageTable(.sync(entries), height: 20), time: 1_000)
        page.table.selected = 1
        var state = synchronised(phone, work)
        state.page = page
        try expectGolden(state, "sync", sizes: [Self.wide, Self.small, Size(columns: 200, rows: 50)])
        state.page?.table = PageTable(.sync([]), height: 20)
        try expectGolden(state, "sync-none")
    }

    @Test func syncedList() throws {
        try expectGolden(synchronised(Self.account(.done)), "sync-title")
        try expectGolden(synchronised(Self.account(.offline("No."), waiting: 2)), "sync-title-offline")
    }
}
