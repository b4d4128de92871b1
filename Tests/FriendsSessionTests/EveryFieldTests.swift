import FriendsModel
import FriendsSearch
import FriendsStorage
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsSession
@testable import FriendsViewModels

/// Every field of a friend is everywhere: a field that is forgotten somewhere fails here.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct EveryFieldTests {
    private let directory: TemporaryDirectory
    private let ada = FriendDetails.filled("ada")

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the names of fields are their own`() {
        let fields = FriendField.allCases
        for names in [
            fields.map(\.key), fields.map(\.label), fields.map(\.columnTitle), fields.map(\.settingsName),
            fields.map(\.searchPrefix), fields.map { "\($0.sortKey)" },
        ] {
            #expect(Set(names).count == fields.count && !names.contains(""))
        }
    }

    @Test(arguments: FriendField.allCases)
    func `only a required field has to be filled`(field: FriendField) {
        #expect(FriendDraft(ada).validated == ada)
        var draft = FriendDraft(ada, required: FriendField.originals)
        draft.details[field] = ""
        #expect(draft.problem(in: field) == (field.isOriginal ? .missing : nil))
        #expect((draft.validated == nil) == field.isOriginal)
    }

    @Test func `every field is stored by the server`() async throws {
        let session = try SessionTests.session(in: directory)
        try await session.waitForStart()
        let client = session.client
        var friend = try await client.add(ada, id: Friend.ID("1"))
        for field in FriendField.allCases {
            var wanted = friend.details
            wanted[field] = FriendDetails.filled("grace")[field]
            let changes = FriendChanges(from: friend.details, to: wanted)
            #expect(Array(changes.values.keys) == [field])
            friend = try #require(try await client.update(friend.id, with: changes, from: friend.version))
            #expect(friend.details == wanted)
            #expect(try await client.friend(friend.id) == friend)
            #expect(try await client.friends(after: nil).friends == [friend])
        }
        try await client.delete(friend.id, at: friend.version)
        #expect(try await client.deleted().friends.map(\.friend.details) == [friend.details])
        #expect(try await client.restore(friend.id, details: friend.details).details == friend.details)
        session.close()
    }

    @Test func `every field is kept on this machine`() async throws {
        let friend = Friend(id: Friend.ID("1"), version: Friend.Version("1"), details: .filled("grace"))
        let list = CachedList(friends: [friend], totalCount: 1, snapshot: nil, time: 1)
        let cache = SQLiteListCache(directory: directory.path + "/lists", server: "local", logger: .silent)
        cache.replace(with: list)
        #expect(await cache.list(first: nil) == list)

        func drafts(_ name: String) -> FileDraftStore {
            FileDraftStore(directory: directory.path + "/drafts", server: "local", name: name, logger: .silent)
        }
        let draft = UnsavedDraft(id: friend.id, base: friend, details: ada)
        do {
            let ended = drafts("ended")
            ended.keep(draft)
            await ended.flush()
        }
        #expect(await drafts("next").takeOver()?.draft == draft)

        let order = OrderFile(path: directory.path + "/order", logger: .silent)
        for field in FriendField.allCases {
            order.write(FriendOrder(column: .field(field), isReversed: true))
            #expect(order.read() == FriendOrder(column: .field(field), isReversed: true))
        }
    }

    @Test(arguments: FriendField.allCases)
    func `the list is searched and sorted by every field`(field: FriendField) {
        let people = ["ada", "grace"].map { name in
            Friend(id: Friend.ID(name), version: Friend.Version("1"), details: .filled(name))
        }
        var index = SearchIndex()
        index.append(contentsOf: people)
        for other in FriendField.allCases {
            let query = FriendQuery("\(field.searchPrefix):\(ada[other].filter { $0 != " " })")
            #expect(index.rows(matching: query) == (other == field ? [0] : []))
        }
        let whole = FriendQuery(ada[field])
        #expect(index.rows(matching: whole) == [0])
        #expect(!whole.matches(in: ada, .field(field)).isEmpty)

        var next = ada
        next[field] = FriendDetails.filled("grace")[field]
        #expect(SortKey(ada, by: .field(field)) < SortKey(next, by: .field(field)))
        let bindings = KeyBindings.standard.all.filter { $0.command == .list(.sort(.by(.field(field)))) }
        #expect(bindings.map(\.keys) == [[.character(field.sortKey)]])
    }

    @Test func `every field is on the screen`() {
        let friend = Friend(id: Friend.ID("1"), version: Friend.Version("1"), details: ada)
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.list.table.rows = FriendRows([friend])
        state.list.table.viewport = Viewport(height: 20)
        state.list.table.selection = .init(id: friend.id, index: 0)
        func text(columns: Int, rows: Int) -> String {
            let size = Size(columns: columns, rows: rows)
            let frame = AppView.frame(state, size: size, keys: .standard, symbols: .ascii)
            return frame.rows.map { row in
                String(String.UnicodeScalarView(row.cells.filter { $0.width > 0 }.map(\.base)))
            }.joined(separator: "\n")
        }
        let fields = FriendField.allCases
        let list = text(columns: 200, rows: 24)
        #expect(fields.filter { !list.contains($0.columnTitle) || !list.contains(ada[$0]) } == [])
        #expect(fields.filter { !ada.line.contains(ada[$0]) } == [])

        state.form = FriendForm(mode: .update(friend))
        #expect(state.form?.draft.details == ada)
        let form = text(columns: 200, rows: 24)
        #expect(fields.filter { !form.contains("[\(ada[$0])") } == [])
        // Stacked: with a line each, and the buttons below them.
        let stacked = text(columns: 40, rows: 10)
        #expect(fields.filter { !stacked.contains($0.columnTitle) } == [])
        #expect(stacked.contains("[ Submit ]"))

        state.form = nil
        let trash = PageEntries.trash(Trash(friends: [DeletedFriend(friend: friend, deletedAt: 0)]))
        state.page = PageViewModel.State(content: .loaded, table: PageTable(trash, height: 20), time: 0)
        let page = text(columns: 200, rows: 24)
        #expect(fields.filter { !page.contains($0.columnTitle) || !page.contains(ada[$0]) } == [])
    }
}

extension FriendDetails {
    /// A friend with a text of its own in every field.
    fileprivate static func filled(_ name: String) -> FriendDetails {
        var details = FriendDetails()
        for (index, field) in FriendField.allCases.enumerated() {
            switch field.kind {
            case .text: details[field] = name + field.key
            case .phoneNumber: details[field] = "\(name.utf8.count) 555 0\(index)"
            }
        }
        return details
    }
}
