import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// The order of the list.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SortingTests {
    let client = StubFriendsClient()
    let list: FriendListViewModel
    private let chosen = Chosen()

    @MainActor
    private final class Chosen {
        var orders: [FriendOrder] = []
    }

    init() async {
        list = FriendListViewModel(
            Desk(client, now: { 0 }), choices: TableChoices(keepOrder: { [chosen] in chosen.orders.append($0) }))
        client.automatic = { _ in .page(.all(.ada, .grace, .linus)) }
        await list.store.load()
        client.automatic = nil
    }

    private var names: [String] { list.state.table.rows.friends.map(\.details.firstName) }
    private var selected: String? { list.state.table.selectedFriend?.details.firstName }

    @Test func theListIsSortedByEachColumnAndBack() async {
        await list.send(.sort(.by(.field(.firstName))))
        #expect(names == ["Ada", "Grace", "Linus"])
        await list.send(.sort(.by(.field(.firstName))))
        #expect(names == ["Linus", "Grace", "Ada"])
        await list.send(.sort(.by(.field(.phoneNumber))))
        #expect(names == ["Grace", "Linus", "Ada"])
        await list.send(.sort(.reverse))
        #expect(names == ["Ada", "Linus", "Grace"])
        await list.send(.sort(.by(.field(.lastName))))
        #expect(names == ["Grace", "Ada", "Linus"])
        #expect(
            chosen.orders == [
                .init(column: .field(.firstName), isReversed: false),
                .init(column: .field(.firstName), isReversed: true),
                .init(column: .field(.phoneNumber), isReversed: false),
                .init(column: .field(.phoneNumber), isReversed: true), .standard,
            ])
    }

    @Test func theSameFriendStaysSelected() async {
        list.select(Friend.linus.id)
        await list.send(.sort(.reverse))
        #expect(selected == "Linus" && list.state.table.selection?.index == 0)
    }

    @Test func `the sort menu takes the next key`() async {
        await list.send(.sort(.choose))
        #expect(list.state.isChoosingOrder)
        await list.send(.sort(.cancel))
        #expect(!list.state.isChoosingOrder && list.state.order == .standard && chosen.orders.isEmpty)
        await list.send(.sort(.choose))
        await list.send(.sort(.by(.field(.phoneNumber))))
        #expect(!list.state.isChoosingOrder && list.state.order.column == .field(.phoneNumber))
    }

    /// A change that comes while the rows are being sorted is in them afterwards.
    @Test func `no change in the meantime is lost`() async throws {
        let sorting = Task { await list.send(.sort(.by(.field(.firstName)))) }
        try await eventually("the new order") { list.state.order != .standard }
        list.store.replica.change { $0.upsert(.åse) }
        list.store.replica.change { $0.remove(Friend.grace.id) }
        try await sorting.ended()
        #expect(names == ["Ada", "Åse", "Linus"])
        #expect(list.state.table.rows == FriendRows([.ada, .linus, .åse], order: list.state.order))
    }

    @Test func `the last chosen order wins`() async throws {
        let first = Task { await list.send(.sort(.by(.field(.firstName)))) }
        try await eventually("the new order") { list.state.order.column == .field(.firstName) }
        let second = Task { await list.send(.sort(.by(.field(.phoneNumber)))) }
        try await first.ended()
        try await second.ended()
        let order = FriendOrder(column: .field(.phoneNumber), isReversed: false)
        #expect(list.state.order == order && list.state.table.rows == FriendRows([.ada, .grace, .linus], order: order))
    }

    @Test func `loaded friends come in the chosen order`() async throws {
        await list.send(.sort(.by(.field(.firstName))))
        let loading = Task { await list.store.load() }
        try await client.called(2)
        client.answer(.page(FriendPage(friends: [.linus, .ada], totalCount: 3, next: .init("2"))))
        try await client.called(3)
        // Chosen between two pages.
        await list.send(.sort(.reverse))
        client.answer(.page(FriendPage(friends: [.grace], totalCount: 3)))
        try await loading.ended()
        #expect(list.state.table.rows == FriendRows([.ada, .grace, .linus], order: list.state.order))
        #expect(names == ["Linus", "Grace", "Ada"])
    }

    /// Pages of another order push friends before the first row: whoever has not moved stays at the beginning.
    @Test func `the start of an arriving list stays on the screen`() async throws {
        let list = FriendListViewModel(Desk(client, now: { 0 }), choices: TableChoices(order: .standard.reversed))
        let loading = Task { await list.store.load() }
        try await client.called(2)
        client.answer(.page(FriendPage(friends: [.grace, .ada], totalCount: 4, next: .init("2"))))
        try await client.called(3)
        #expect(list.state.table.selectedFriend == .ada)
        client.answer(.page(FriendPage(friends: [.linus], totalCount: 4, next: .init("3"))))
        try await client.called(4)
        #expect(list.state.table.selectedFriend == .linus && list.state.table.selection?.index == 0)
        await list.send(.move(.next))
        client.answer(.page(FriendPage(friends: [.åse], totalCount: 4)))
        try await loading.ended()
        #expect(list.state.table.selectedFriend == .ada)
    }

    @Test func `rows of any order equal sorting at once`() async {
        var random = SystemRandomNumberGenerator()
        let friends = (0..<300).map { number in
            let lines = ["b@x.org", "A@x.org", "c@x.org"].randomElement(using: &random).map { value in
                [FriendLine(id: .init("1"), kind: .email, value: value)]
            }
            return Friend.friend(
                "\(number)", ["A", "b", "Ö", "10", "9"].randomElement(using: &random) ?? "",
                ["von X", "X", "Y2", "Y10", "Zzzzzzzzzzzzzzzz\(number % 7)"].randomElement(using: &random) ?? "",
                ["+1 2", "12", "1-3", "(05) 1", ""].randomElement(using: &random) ?? "",
                lines: number % 3 == 0 ? lines ?? [] : [])
        }
        for column in FriendColumn.standard + [.kind(.email), .kind(.note)] {
            for isReversed in [false, true] {
                let order = FriendOrder(column: column, isReversed: isReversed)
                let expected = friends.sorted { one, other in
                    // Friends without a text come last in both directions, by name.
                    let isMissing = [one, other].map { SortKey($0.details, by: column).isMissing }
                    if isMissing[0] != isMissing[1] { return isMissing[1] }
                    let (one, other) = !isReversed || isMissing[0] ? (one, other) : (other, one)
                    let (left, right) = (SortKey(one.details, by: column), SortKey(other.details, by: column))
                    return left < right || !(right < left) && one.id.rawValue < other.id.rawValue
                }
                // Pages of a server that sorts in another way, and of one that sorts in ours.
                var (paged, inOrder) = (FriendRows(order: order), FriendRows(order: order))
                for start in stride(from: 0, to: 300, by: 70) {
                    let page = start..<min(start + 70, 300)
                    paged = await paged.inserting(contentsOf: Array(friends[page]))
                    inOrder = await inOrder.inserting(contentsOf: Array(expected[page]))
                }
                var (single, unsorted) = (FriendRows(order: order), FriendRows(friends))
                single.prepareSearch()
                for friend in friends + friends.shuffled(using: &random) { single.upsert(friend) }
                unsorted.prepareSearch()
                let sorted = await unsorted.sorted(by: order)
                for rows in [paged, inOrder, single, sorted, FriendRows(friends, order: order)] {
                    #expect(rows.friends == expected)
                    #expect(rows.keys == expected.map { SortKey($0.details, by: column) })
                }
                // What is searched is in the same order as what is shown.
                for rows in [paged, inOrder, single, sorted] {
                    let found = rows.searchIndex?.rows(matching: .init("y10 phone:12")) ?? []
                    let numbers = ["12", "+1 2"]
                    #expect(
                        found.map { rows[Int($0)] }
                            == expected.filter {
                                $0.details.lastName == "Y10" && numbers.contains($0.details.phoneNumber)
                            })
                }
            }
        }
    }
}
