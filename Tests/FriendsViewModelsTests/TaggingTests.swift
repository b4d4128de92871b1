import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct TaggingTests {
    private static let friends: [Friend] = [.grace, .adaWithLines, .linus.with([("tag", "", "Work")])]
    private let client = StubFriendsClient()
    private let app: AppViewModel

    init() async {
        app = AppViewModel(client: client, id: "new")
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: Self.friends))
            case .update(let id, let changes, let version):
                .friend(
                    Friend(
                        id: id, version: Friend.Version(version.rawValue + "+"),
                        details: changes.applied(
                            to: Self.friends.first { $0.id == id }?.details ?? FriendDetails())))
            default: nil
            }
        }
        await app.list.store.load()
    }

    private func type(_ tag: String) {
        app.tagging.send(.edit(.insert(tag)))
    }

    /// The values of the tags in the update of a friend, in the order of the calls.
    private var written: [[String]] {
        client.calls.compactMap { call in
            guard case .update(_, let changes, _) = call else { return nil }
            return changes.lines?.filter { $0.kind == .tag }.map(\.value)
        }
    }

    @Test func `marked friends get a tag as one step`() async {
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.add))?.value
        type(" work ")
        await app.tagging.send(.submit)?.value
        // Linus has it already, in another case.
        #expect(Set(written) == [["work"], ["mathematics", "old friends", "work"]])
        #expect(app.state.tagging == nil)
        #expect(app.desk.status?.text == "Tagged 2 friends: work")
        #expect(app.desk.status?.offer == .undo)
        #expect(app.list.state.history.next(.undo)?.count == 2)
        #expect(app.list.state.table.marks.ids.count == 3, "more can be done with them")
    }

    /// What was undone is named, not only counted, and the messages say of whom.
    @Test func `undo names the tag`() async {
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.add))?.value
        type("work")
        await app.tagging.send(.submit)?.value
        #expect(app.desk.messages.first?.text == "Tagged 2 friends: work \u{2013} Grace Hopper, Ada Lovelace")
        let steps = app.list.state.history.next(.undo) ?? []
        #expect(steps.text == "tag \u{201C}work\u{201D} on 2 friends")
        #expect(steps.map { $0.change(for: .undo) }.text == "removal of tag \u{201C}work\u{201D} from 2 friends")
    }

    /// A step is about a tag only if it changes nothing else, and several only if all are about the same tag.
    @Test func `other changes are not called tags`() {
        func tagging(_ friend: Friend, _ tags: String..., lastName: String? = nil) -> UndoHistory.Step {
            var details = friend.details
            for (index, tag) in tags.enumerated() {
                details.lines.append(FriendLine(id: .init("new\(index)"), kind: .tag, value: tag))
            }
            if let lastName { details.lastName = lastName }
            return .updated(from: friend, to: Friend(id: friend.id, version: friend.version, details: details))
        }
        #expect([tagging(.ada, "work")].text == "tag \u{201C}work\u{201D} on Ada Lovelace")
        #expect([tagging(.ada, "work"), tagging(.grace, "Work")].text == "tag \u{201C}work\u{201D} on 2 friends")
        #expect([tagging(.ada, "work"), tagging(.grace, "home")].text == "update of 2 friends")
        #expect([tagging(.ada, "work", "home")].text == "update of Ada Lovelace")
        #expect([tagging(.ada, "work", lastName: "King")].text == "update of Ada King")
        #expect([tagging(.ada)].text == "update of Ada Lovelace")
        #expect([tagging(.ada, "work"), .added(.grace)].text == "import of 2 friends")
    }

    @Test func `the selected friend loses a tag`() async {
        app.list.select(Friend.ada.id)
        await app.tagging.send(.begin(.remove))?.value
        type("OLD FRIENDS")
        await app.tagging.send(.submit)?.value
        #expect(written == [["mathematics"]])
        #expect(app.list.state.history.next(.undo)?.count == 1)
    }

    @Test func `the most frequent tag with these letters is suggested`() async {
        await app.tagging.send(.begin(.add))?.value
        type("wo")
        #expect(app.state.tagging?.suggestion == "Work")
        app.tagging.send(.complete)
        #expect(app.state.tagging?.input.text == "Work")
        #expect(app.state.tagging?.suggestion == nil)
        app.tagging.send(.cancel)
        app.list.select(Friend.ada.id)
        await app.tagging.send(.begin(.remove))?.value
        type("w")
        #expect(app.state.tagging?.suggestion == nil, "Ada does not have it")
    }

    @Test func `a tag with a comma is refused in the field`() async {
        await app.tagging.send(.begin(.add))?.value
        type("a,b")
        await app.tagging.send(.submit)?.value
        #expect(app.state.tagging?.problem == "Tag can\u{2019}t contain \u{201C},\u{201D}")
        type("c")
        #expect(app.state.tagging?.problem == nil)
        #expect(written.isEmpty)
    }

    @Test func `a tag that all have is not written again`() async {
        app.list.select(Friend.ada.id)
        await app.tagging.send(.begin(.add))?.value
        type("Mathematics")
        await app.tagging.send(.submit)?.value
        #expect(written.isEmpty)
        #expect(app.desk.status?.text == "Already tagged: Mathematics")
        #expect(!app.list.state.history.canUndo)
    }

    @Test func `friends who were deleted meanwhile are not called tagged`() async {
        app.list.select(Friend.ada.id)
        await app.tagging.send(.begin(.add))?.value
        type("work")
        client.automatic = { _ in .page(FriendPage(friends: [.grace])) }
        await app.list.store.load()
        await app.tagging.send(.submit)?.value
        #expect(app.desk.status == .init(kind: .problem, text: "Someone deleted Ada Lovelace"))
        client.automatic = { _ in .page(FriendPage(friends: Self.friends)) }
        await app.list.store.load()
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.remove))?.value
        type("nothing")
        client.automatic = { _ in .page(FriendPage(friends: [.grace])) }
        await app.list.store.load()
        await app.tagging.send(.submit)?.value
        #expect(app.desk.status?.text == "Not tagged: nothing (someone deleted 2 of them)")
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.remove))?.value
        client.automatic = { _ in .page(FriendPage(friends: [])) }
        type("nothing")
        await app.list.store.load()
        await app.tagging.send(.submit)?.value
        #expect(app.desk.status?.text == "Someone deleted Grace Hopper")
        #expect(written.isEmpty)
    }

    @Test func `a tag says how many are gone`() async {
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.add))?.value
        type("friend")
        let answers = client.automatic
        client.automatic = { call in
            if case .friends = call { return .page(FriendPage(friends: [.grace])) }
            return answers?(call)
        }
        await app.list.store.load()
        await app.tagging.send(.submit)?.value
        #expect(app.desk.status?.text == "Tagged Grace Hopper: friend (someone deleted 2 of them)")
    }

    @Test func `the tag is for the friend of its beginning`() async {
        app.list.select(Friend.ada.id)
        await app.tagging.send(.begin(.add))?.value
        type("work")
        app.list.select(Friend.grace.id)
        await app.tagging.send(.submit)?.value
        #expect(written == [["mathematics", "old friends", "work"]])
    }

    @Test func `no other write begins between a tag and its writing`() async {
        await app.list.send(.mark(.all))
        await app.tagging.send(.begin(.add))?.value
        type("work")
        let tagging: Task<Void, Never>? = app.tagging.send(.submit)
        let deletion: Task<Void, Never>? = app.list.send(.delete)
        await tagging?.value
        await deletion?.value
        #expect(written.count == 2)
        #expect(app.list.state.table.rows.count == 3)
        // Nothing to write keeps no other write away.
        await app.tagging.send(.begin(.add))?.value
        type("work")
        await app.tagging.send(.submit)?.value
        #expect(!app.list.state.isWriting)
    }

    @Test func `a form closes the field`() async {
        await app.tagging.send(.begin(.add))?.value
        await app.send(.openUpdateForm)
        #expect(app.state.tagging == nil)
    }

    @Test func `an empty text closes the field`() async {
        await app.tagging.send(.begin(.add))?.value
        await app.tagging.send(.submit)?.value
        #expect(app.state.tagging == nil)
        #expect(written.isEmpty)
    }

    // MARK: Pages

    @Test func `tags are counted without regard to case`() {
        func friend(_ tags: String...) -> Friend { .ada.with(tags.map { ("tag", "", $0) }) }
        let tags = TagCount.tags(of: [friend("work", "old friends"), friend("Work", "work"), friend("work"), .grace])
        #expect(tags == [TagCount(tag: "old friends", count: 1), TagCount(tag: "work", count: 3)])
    }

    @Test func `the page of tags filters the list by one`() async {
        await app.send(.openPage(.tags))
        #expect(app.state.page?.table.entries.count == 3)
        await app.page?.send(.move(.last))
        await app.page?.send(.use)
        #expect(app.page == nil)
        #expect(app.list.state.table.filter?.input.text == "tag:\"Work\"")
        #expect(app.list.state.table.filter?.isTyping == false)
    }

    @Test func `the filter of a tag shows as many friends as it counts`() async {
        let tags = [
            ["work"], ["Work", "home work"], ["workshop"], ["2024"], ["2024-25"], ["6\" pipe", "#work"], ["class 2024"],
            ["W\u{F6}rk"],
        ]
        let friends = tags.enumerated().map { index, tags in
            Friend.friend("\(index)", "Work", "\(index)", "2024").with(tags.map { ("tag", "", $0) })
        }
        client.automatic = { _ in .page(FriendPage(friends: friends)) }
        await app.list.store.load()
        for tag in TagCount.tags(of: friends) {
            await app.send(.openPage(.tags))
            await app.page?.send(.filter(.begin))
            await app.page?.send(.filter(.edit(.insert(tag.tag))))
            let shown = app.state.page?.table.entries
            guard case .tags(let found) = shown, let index = found.firstIndex(of: tag) else {
                Issue.record("\(tag) in \(String(describing: shown))")
                return
            }
            await app.page?.send(.select(index: index))
            await app.page?.send(.use)
            #expect(app.list.state.table.shownCount == tag.count, "\(tag)")
        }
        #expect(TagCount.tags(of: friends).contains(TagCount(tag: "Work", count: 3)))
    }

    @Test func `the page of birthdays selects a friend in the list`() async {
        await app.send(.openPage(.birthdays))
        #expect(app.state.page?.table.entries.count == 1)
        await app.page?.send(.use)
        #expect(app.page == nil)
        #expect(app.list.state.table.selectedFriend?.id == Friend.ada.id)
    }

    @Test func `a page of the list waits for it, and tells of its failure`() async throws {
        let client = StubFriendsClient()
        let app = AppViewModel(client: client, id: "new")
        await app.send(.openPage(.birthdays))
        #expect(app.state.page?.content == .loading)
        client.automatic = { _ in .failure(.notFound) }
        await app.list.store.load()
        guard case .failed = app.state.page?.content else {
            Issue.record("\(String(describing: app.state.page?.content))")
            return
        }
        client.automatic = { _ in .page(FriendPage(friends: [.adaWithLines])) }
        await app.page?.send(.reload)
        #expect(app.state.page?.content == .loaded)
        #expect(app.state.page?.table.entries.count == 1)
    }

    @Test func `an open page follows the list`() async throws {
        await app.send(.openPage(.tags))
        client.automatic = { _ in .page(FriendPage(friends: [.grace])) }
        await app.list.store.load()
        try await eventually { app.state.page?.table.entries.count == 0 }
    }
}
