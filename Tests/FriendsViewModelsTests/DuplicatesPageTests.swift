import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DuplicatesPageTests {
    private let client = StubFriendsClient()
    private let app: AppViewModel
    private static let friends: [Friend] = [
        .friend("ada", "Ada", "Lovelace", "12"), .friend("grace", "Grace", "Hopper", "34 345"),
        .friend("other", "Lovelace", "Ada", "56"), .friend("linus", "Linus", "Torvalds", "3 4345"),
        .friend("alone", "Alan", "Turing", "78"),
    ]

    init() async {
        app = AppViewModel(client: client, id: "new")
        await load(Self.friends)
    }

    private func load(_ friends: [Friend]) async {
        client.automatic = { _ in .page(FriendPage(friends: friends)) }
        await app.list.store.load()
    }

    private var entries: [DuplicateEntry] {
        guard case .duplicates(let entries) = app.state.page?.table.entries else { return [] }
        return entries
    }

    private func open() async { await app.send(.openPage(.duplicates)) }

    @Test func `the friends of each group are listed together`() async {
        await open()
        #expect(entries.map(\.friend.id.rawValue) == ["other", "ada", "grace", "linus"], "in the order of the list")
        #expect(entries.map(\.place) == [0, 1, 0, 1] && entries.count { $0.place == 0 } == 2)
        #expect(entries[0].reasons == [.name("Lovelace Ada")] && entries[3].reasons == [.phoneNumber("34 345")])
    }

    @Test func `the selected one is shown in the list`() async {
        await open()
        await app.page?.send(.move(.last))
        await app.page?.send(.show)
        #expect(app.page == nil && app.list.state.table.selectedFriend?.id == Friend.ID("linus"))
    }

    @Test func `the filter of the page shows whole groups`() async {
        await open()
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.insert("torv"))))
        #expect(entries.map(\.friend.id.rawValue) == ["grace", "linus"])
    }

    @Test func `the page follows the list, and keeps its selection`() async throws {
        await open()
        await app.page?.send(.move(.last))
        await load(Self.friends.filter { $0.id.rawValue != "linus" })
        try await eventually { entries.map(\.friend.id.rawValue) == ["other", "ada"] }
        #expect(app.state.page?.table.selected == 1)
        await load([])
        try await eventually { app.state.page?.table.entries.count == 0 && app.state.page?.content == .loaded }
    }

    /// A friend can be in several groups.
    @Test func `each row has an identity of its own`() async {
        let office = (0..<12).map { Friend.friend("\($0)", "Person \($0 / 2)", "", "555 0100") }
        await load(office)
        await open()
        #expect(entries.count == 24)
        let table = app.state.page?.table
        #expect(Set((0..<24).compactMap { table?.shownID($0) }).count == 24)
    }
}
