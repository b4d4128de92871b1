import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Much text at once: every field applies all of its edits before it filters, keeps or tells of anything.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TextBurstTests {
    let client = StubFriendsClient()
    let drafts = StubDraftStore()
    let app: AppViewModel

    /// A thousand letters, with a deletion and a movement between them.
    private static let burst = TextEdit.series(
        [.insert("l")] + Array(repeating: .insert("x"), count: 998)
            + [.killToStart, .insert("l"), .moveLeft, .insert("\u{E5}"), .deleteBackward])

    init() async {
        app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: [.ada, .grace, .linus]))
            case .deleted: .trash(Trash(friends: [DeletedFriend(friend: .linus, deletedAt: 0)]))
            default: nil
            }
        }
        await app.list.store.load()
    }

    /// How often something has changed that is shown.
    private func changes(_ action: () async -> Void) async -> Int {
        var count = 0
        app.onChange = { count += 1 }
        await action()
        return count
    }

    @Test func `the list is filtered once`() async {
        await app.list.send(.find(.begin))
        #expect(await changes { await app.list.send(.find(.edit(Self.burst))) } == 1)
        #expect(app.list.state.table.filter?.input.text == "l")
        #expect(app.list.state.table.shownCount == 2)
    }

    @Test func `the help is filtered once`() async {
        await app.send(.showHelp)
        await app.send(.filterHelp(.begin))
        #expect(await changes { await app.send(.filterHelp(.edit(Self.burst))) } == 1)
        #expect(app.help?.filter.text == "l")
    }

    @Test func `the palette is filtered once`() async {
        app.palette.send(.open([PaletteEntry(name: "last", title: "", keys: [])]))
        #expect(await changes { app.palette.send(.edit(Self.burst)) } == 1)
        #expect(app.palette.state?.matches.map(\.name) == ["last"])
    }

    @Test(arguments: [PageKind.trash, .messages])
    func `a page is filtered once`(kind: PageKind) async {
        await app.send(.openPage(kind))
        await app.page?.send(.filter(.begin))
        #expect(await changes { await app.page?.send(.filter(.edit(Self.burst))) } == 1)
        #expect(app.page?.state.table.filter?.input.text == "l")
        #expect(app.page?.state.table.entries.count == (kind == .trash ? 1 : 0))
    }

    @Test func `the draft of a form is kept once`() async {
        await app.send(.openAddForm)
        #expect(await changes { await app.form?.send(.edit(Self.burst)) } == 1)
        #expect(app.form?.state.draft.details.firstName == "l")
        #expect(drafts.events.count == 1)
    }

    @Test func `letters that do not fit are left out, not all of them`() async {
        await app.send(.openAddForm)
        let letters = (0..<TextInput.capacity + 500).map { TextEdit.insert(String($0 % 10)) }
        await app.form?.send(.edit(.series(letters)))
        #expect(app.form?.state.inputs[.firstName]?.characters.count == TextInput.capacity)
        #expect(app.form?.state.message(at: .field(.firstName)) == "That text is too long for First name")
    }
}
