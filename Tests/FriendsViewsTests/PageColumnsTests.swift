import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsViews
import Glibc
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PageColumnsTests {
    /// 2026-11-21, 14:03:00 UTC.
    private static let now = 1_795_269_780
    private nonisolated static let widths = [40, 41, 50, 59, 60, 61, 70, 80, 200]
    /// As long as phone numbers get.
    private static let numbers = ["+358 (0)50 123-45-67", "+44 20 7946 0001", "12"]
    private static let friends = numbers.enumerated().map { index, number in
        Friend.friend(
            "\(index)", "Maximiliana Theodora", "Featherstonehaugh-Cholmondeley", number,
            lines: .lines((.email, "maximiliana.theodora@example.org")))
    }

    /// The rows of a page.
    private func rows(_ entries: PageEntries, columns: Int, time: Int = now) -> [String] {
        setenv("TZ", "UTC", 1)
        tzset()
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.page = PageViewModel.State(content: .loaded, table: PageTable(entries, height: 20), time: time)
        let frame = AppView.frame(state, size: Size(columns: columns, rows: 24), keys: .standard, symbols: .unicode)
        return picture(of: frame).split(separator: "\n", omittingEmptySubsequences: false).prefix(22).map(String.init)
    }

    @Test(arguments: widths)
    func `a phone number is whole on every page`(columns: Int) async throws {
        let added = Self.friends.map { friend in
            ImportRow(row: 1, friend: RecordedFriend(id: friend.id, details: friend.details), action: .add)
        }
        // The word for its state is the longest one.
        let duplicate = ImportDuplicate(
            reasons: [.name("Ada Lovelace")], merge: ImportUpdate(.ada, details: Friend.ada.details))
        let records =
            added + [ImportRow(row: 1, friend: added[0].friend, action: .duplicate(duplicate))]
        let deleted = Self.friends.map { DeletedFriend(friend: $0, deletedAt: Self.now - 90_000) }
        let pages: [PageEntries] = [
            .trash(Trash(friends: deleted)), .duplicates(await DuplicateEntry.all(in: Self.friends)),
            .records(ImportEntries(records.enumerated().map { ImportEntry($1, number: $0, file: nil) })),
        ]
        for page in pages {
            let rows = rows(page, columns: columns)
            for number in Self.numbers {
                #expect(rows.contains { $0.hasSuffix("  \(number)") || $0.contains("  \(number)  ") }, "\(rows)")
            }
        }
    }

    @Test func `of several phone numbers whole ones are left`() async throws {
        let friend = Friend.friend(
            "1", "Ada", "Lovelace", "12", lines: .lines((.phone, "+44 20 7946 0001"), (.phone, "+44 7700 900123")))
        let entries = PageEntries.duplicates(
            await DuplicateEntry.all(in: [friend, .friend("2", "Ada", "Lovelace", "34")]))
        let texts = [
            (40, "12, …"), (50, "12, +44 20 7946 0001, …"), (200, "12, +44 20 7946 0001, +44 7700 900123"),
        ]
        for (columns, text) in texts {
            #expect(rows(entries, columns: columns)[2].hasSuffix("  \(text)"))
        }
    }

    @Test func `the short time of a deletion has no needless year`() {
        func times(_ columns: Int, _ deletedAt: Int...) -> [String] {
            let deleted = deletedAt.map { DeletedFriend(friend: .ada, deletedAt: $0) }
            return rows(.trash(Trash(friends: deleted)), columns: columns).dropFirst(2).prefix(deleted.count).map {
                String($0.dropFirst(3).prefix { $0 != "A" }).trimmed
            }
        }
        let (now, year) = (Self.now, 365 * 86_400)
        #expect(
            times(40, now, now - 90_000, now - year, now + year) == ["14:03", "Nov 20", "2025-11-21", "2027-11-21"])
        #expect(times(80, now, now - 90_000) == ["14:03:00", "2026-11-20 13:03:00"])
    }
}
