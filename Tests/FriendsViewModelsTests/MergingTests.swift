import FriendsModel
import FriendsSearch
import TestSupport
import Testing

@testable import FriendsViewModels

/// Two friends of the page of duplicates are merged.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct MergingTests {
    private let client = StubFriendsClient()
    private let app: AppViewModel
    private let server: MergeServer
    private nonisolated static let ada = Friend.friend(
        "ada", "Ada", "Lovelace", "12", lines: [.line(.email, "ada@example.org"), .line(.tag, "work")])
    private nonisolated static let other = Friend.friend(
        "other", "Lovelace", "Ada", "34", lines: [.line(.note, "Likes engines")])
    private nonisolated static let third = Friend.friend("third", "ada", "lovelace", "56")

    init() async {
        app = AppViewModel(client: client, id: "new")
        server = MergeServer([Self.ada, Self.other, .grace])
        client.automatic = { [server] in server.answer($0) }
        client.offersBatches = true
        await app.list.send(.load)
    }

    private var merging: Merging? { app.state.merging }
    private var status: String { app.list.state.status?.text.testWords ?? "" }

    private func open() async throws {
        await app.send(.openPage(.duplicates))
        await app.send(.openMerge)
        try #require(merging != nil)
    }

    private func submit() async { await app.merging.send(.submit)?.value }

    /// The calls that change something.
    private var writes: [StubFriendsClient.Call] {
        client.calls.filter { call in
            switch call {
            case .update, .delete, .add, .restore, .write, .writeAll: true
            default: false
            }
        }
    }

    // MARK: The view

    @Test func `the selected friend is beside another one of its group`() async throws {
        try await open()
        #expect(merging?.merge.first.id == Self.ada.id, "it has more texts")
        #expect(merging?.merge.second.id == Self.other.id)
        #expect(merging?.reasons.words == "name")
        app.merging.send(.swap)
        #expect(merging?.merge.first.id == Self.other.id)
        app.merging.send(.cancel)
        #expect(merging == nil && app.page != nil && writes.isEmpty, "Esc goes back without a change")
    }

    @Test func `parts are selected and chosen`() async throws {
        try await open()
        app.merging.send(.choose(.second))
        #expect(merging?.merge.details().firstName == "Lovelace")
        app.merging.send(.choose(.both))
        #expect(status == "Choose one of the two")
        app.merging.send(.move(.next))
        #expect(merging?.selected == 1 && app.list.state.status == nil)
        app.merging.send(.chooseNext)
        #expect(merging?.merge.details().lastName == "Ada")
        app.merging.send(.move(.last))
        #expect(merging?.selected == 5)
        app.merging.send(.choose(.none))
        #expect(merging?.merge.details().values(of: .note) == [])
        app.merging.send(.select(3, .first))
        #expect(merging?.selected == 3)
        app.merging.send(.move(.pageUp))
        #expect(merging?.selected == 0)
        #expect(writes.isEmpty, "nothing is merged without Enter")
    }

    @Test func `of a group of three, two are merged at a time`() async throws {
        server.friends.append(Self.third)
        await app.list.send(.load)
        try await open()
        #expect(merging?.group.count == 3)
        let shown = merging?.friends.map(\.id.rawValue)
        app.merging.send(.nextFriend)
        #expect(merging?.friends.map(\.id.rawValue) != shown)
        #expect(merging?.friends.contains { $0.id == Self.third.id || $0.id == Self.other.id } == true)
        app.merging.send(.nextFriend)
        #expect(merging?.friends.map(\.id.rawValue) == shown, "after the last one comes the first")
        await submit()
        #expect(app.list.state.table.rows.count == 3)
        try await eventually { app.state.page?.table.entries.count == 2 }
    }

    @Test func `a group of two has no other friend`() async throws {
        try await open()
        app.merging.send(.nextFriend)
        #expect(status == "There is no other friend in this group")
        #expect(merging?.merge.first.id == Self.ada.id)
    }

    // MARK: Merging

    private static let union = FriendDetails(
        firstName: "Ada", lastName: "Lovelace", phoneNumber: "12",
        lines: [
            .line(.email, "ada@example.org"), .line(.tag, "work"), .line(.phone, "34"), .line(.note, "Likes engines"),
        ])

    private func hasUnion(_ details: FriendDetails?) -> Bool {
        details?.firstName == "Ada" && details?.phoneNumber == "12"
            && details?.lines.map(\.value) == Self.union.lines.map(\.value)
    }

    @Test(arguments: [true, false])
    func `a merge is one step, and undo brings both back exactly`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        try await open()
        await submit()
        #expect(merging == nil && status == "Merged Ada Lovelace")
        #expect(server.friends.map(\.id.rawValue) == ["ada", "grace"])
        #expect(hasUnion(server.friends.first?.details) && server.trash.map(\.details) == [Self.other.details])
        #expect(app.state.page?.table.entries.count == 0, "the page is up to date")
        #expect(app.list.state.table.selectedFriend?.id == Self.ada.id)
        #expect(app.list.state.history.done.count == 2 && app.list.state.history.next(.undo)?.isMerge == true)
        await app.page?.send(.undo)
        #expect(status == "Undid merge of Ada Lovelace")
        #expect(Set(server.friends.map(\.details.fullName)) == ["Ada Lovelace", "Lovelace Ada", "Grace Hopper"])
        #expect(server.friends.first { $0.id == Self.ada.id }?.details == Self.ada.details)
        #expect(server.friends.first { $0.id == Self.other.id }?.details == Self.other.details)
        #expect(app.state.page?.table.entries.count == 2)
        await app.page?.send(.redo)
        #expect(status == "Redid merge of Ada Lovelace")
        #expect(server.friends.map(\.id.rawValue).sorted() == ["ada", "grace"])
        #expect(hasUnion(server.friends.first { $0.id == Self.ada.id }?.details))
        await app.page?.send(.undo)
        #expect(server.friends.count == 3)
    }

    @Test func `both writes are one call`() async throws {
        try await open()
        await submit()
        guard case .writeAll(let writes)? = self.writes.first, self.writes.count == 1 else {
            Issue.record("\(self.writes)")
            return
        }
        #expect(writes.map(\.id) == [Self.ada.id, Self.other.id])
    }

    /// The other one has nothing that is not there already.
    @Test func `a friend that stays as it is can be merged`() async throws {
        server.friends = [Self.ada, .friend("copy", "Ada", "Lovelace", "12")]
        await app.list.send(.load)
        try await open()
        await submit()
        #expect(server.friends.map(\.details) == [Self.ada.details])
        await app.page?.send(.undo)
        #expect(server.friends.count == 2)
    }

    @Test(arguments: [true, false], [Self.ada.id, Self.other.id])
    func `a friend that someone changed is not merged with what was seen`(
        offersBatches: Bool, id: Friend.ID
    ) async throws {
        client.offersBatches = offersBatches
        try await open()
        let index = try #require(server.friends.firstIndex { $0.id == id })
        server.friends[index] = server.friends[index].changed(
            { $0.lines.append(.line(.website, "https://a.b")) }, version: "7")
        await submit()
        #expect(server.friends.count == 3 && server.trash.isEmpty, "nothing was deleted")
        #expect(server.friends.first { $0.id == Self.ada.id }?.details.phoneNumber == "12")
        #expect(server.friends.count { $0.details.lines.contains { $0.kind == .website } } == 1)
        #expect(status == "Nothing was merged: someone changed one of the two in the meantime")
        #expect(merging?.friends.contains { $0.version.rawValue == "7" } == true, "the current ones are shown")
        #expect(!app.list.state.history.canUndo)
        await submit()
        #expect(server.friends.count == 2)
        #expect(server.friends[0].details.values(of: .website) == ["https://a.b"])
    }

    @Test func `a change by someone else is shown at once`() async throws {
        try await open()
        app.merging.send(.choose(.second))
        server.friends[1] = Self.other.changed({ $0.phoneNumber = "99" }, version: "8")
        await app.list.send(.load)
        #expect(merging?.merge.second.details.phoneNumber == "99")
        #expect(status == "Someone changed Lovelace Ada in the meantime")
        #expect(merging?.merge.details().firstName == "Lovelace", "other choices stay")
    }

    @Test func `a friend that someone deleted is not merged`() async throws {
        try await open()
        server.friends.remove(at: 1)
        await submit()
        #expect(merging == nil && server.friends.map(\.details) == [Self.ada.details, Friend.grace.details])
        #expect(status == "Nothing was merged: someone deleted Lovelace Ada")
        #expect(!app.list.state.history.canUndo)
    }

    @Test(arguments: [true, false])
    func `the other one is not deleted when the server rejects the details`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        server.rejection = .rejected([.init(part: .whole, reason: "Too much")], reason: nil)
        try await open()
        await submit()
        #expect(server.friends.count == 3 && server.trash.isEmpty)
        #expect(status == "Nothing was merged: Too much" && merging != nil)
    }

    @Test func `a friend of more than 100 lines is not sent`() async throws {
        let lines = (0..<60).map { FriendLine.line(.tag, "a\($0)", id: "a\($0)") }
        let more = (0..<60).map { FriendLine.line(.tag, "b\($0)", id: "b\($0)") }
        server.friends = [.friend("1", "Ada", "", "1", lines: lines), .friend("2", "Ada", "", "1", lines: more)]
        await app.list.send(.load)
        try await open()
        await submit()
        #expect(writes.isEmpty && app.list.state.status?.kind == .problem && merging != nil)
        for index in 62..<82 { app.merging.send(.select(index, DuplicateMerge.Choice.none)) }
        await submit()
        #expect(server.friends.map(\.details.lines.count) == [100])
    }

    @Test func `a lost answer is found out, and the merge can be undone`() async throws {
        try await open()
        server.losesAnswer = true
        let merge = app.merging.send(.submit)
        try await app.prompts.asked()
        #expect(merging?.isSending == true)
        app.merging.send(.choose(.second))
        #expect(merging?.merge.details().firstName == "Ada", "what is sent holds still")
        app.prompts.send(.answer(.retry))
        await merge?.value
        #expect(status == "Merged Ada Lovelace" && server.friends.count == 2)
        await app.list.send(.undo)
        #expect(server.friends.count == 3)
        #expect(server.friends.first { $0.id == Self.ada.id }?.details == Self.ada.details)
    }

    @Test func `a merge that was given up without an answer can be undone`() async throws {
        try await open()
        server.losesAnswer = true
        let merge = app.merging.send(.submit)
        try await app.prompts.asked()
        app.prompts.send(.answer(.cancel))
        await merge?.value
        #expect(merging == nil && status == "Merged Ada Lovelace")
        #expect(app.list.state.history.next(.undo)?.isMerge == true)
        await app.list.send(.undo)
        #expect(server.friends.count == 3)
    }

    /// A merge that is made again in parts would delete what is nowhere else.
    @Test(arguments: [true, false])
    func `redo makes no part of a merge alone`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        try await open()
        await submit()
        await app.page?.send(.undo)
        let index = try #require(server.friends.firstIndex { $0.id == Self.ada.id })
        server.friends[index] = server.friends[index].changed({ $0.lines = [] }, version: "70")
        let redo: Task<Void, Never>? = app.list.send(.redo)
        try await app.prompts.asked()
        app.prompts.send(.press)
        await redo?.value
        #expect(server.friends.count == 3, "the other one is still there")
        #expect(!app.list.state.history.canRedo)
    }

    @Test func `Esc cancels a merge that is being sent`() async throws {
        try await open()
        client.automatic = nil
        let merge = app.merging.send(.submit)
        try await eventually { !writes.isEmpty }
        client.automatic = { [server] in server.answer($0) }
        app.merging.send(.cancel)
        await merge?.value
        #expect(merging != nil && server.friends.count == 3)
        #expect(status == "Cancelled \u{2013} it may have been done anyway")
    }
}

/// A server in memory that merges.
@MainActor
private final class MergeServer {
    var friends: [Friend]
    var trash: [Friend] = []
    /// Why an update is refused.
    var rejection: FriendsClientError?
    /// Whether the answer to the next write is lost.
    var losesAnswer = false
    private var version = 100

    init(_ friends: [Friend]) { self.friends = friends }

    func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: return .page(FriendPage(friends: friends, totalCount: friends.count))
        case .friend(let id): return friends.first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        case .update(let id, let changes, let version): return single(.update(id, changes, from: version))
        case .delete(let id, let version): return single(.delete(id, at: version))
        case .restore(let id, let details): return single(.restore(id, details: details))
        case .write(let writes): return .results(writes.map(make))
        case .writeAll(let writes):
            let (old, oldTrash) = (friends, trash)
            let results = writes.map(make)
            if results.contains(where: { if case .failure = $0 { true } else { false } }) {
                (friends, trash) = (old, oldTrash)
                return .results(
                    results.map { if case .failure = $0 { $0 } else { .failure(.notDone(.conflict(current: nil))) } })
            }
            guard losesAnswer else { return .results(results) }
            losesAnswer = false
            return .failure(.connectionLost(reason: "cut"))
        default: return nil
        }
    }

    private func single(_ write: FriendWrite) -> StubFriendsClient.Answer {
        switch make(write) {
        case .success(let friend?): .friend(friend)
        case .success(nil): .done
        case .failure(let error): .failure(error)
        }
    }

    private func make(_ write: FriendWrite) -> Result<Friend?, FriendsClientError> {
        version += 1
        switch write {
        case .add: return .failure(.notOffered)
        case .update(let id, let changes, _, let from):
            guard let index = friends.firstIndex(where: { $0.id == id }) else { return .failure(.notFound) }
            guard friends[index].version == from else { return .failure(.conflict(current: friends[index])) }
            if let rejection { return .failure(rejection) }
            if changes.isEmpty { return .success(friends[index]) }
            friends[index] = Friend(
                id: id, version: .init("\(version)"), details: changes.applied(to: friends[index].details))
            return .success(friends[index])
        case .delete(let id, let at):
            guard let index = friends.firstIndex(where: { $0.id == id }) else {
                // As a batch that is sent again.
                return trash.contains { $0.id == id } ? .success(nil) : .failure(.notFound)
            }
            guard friends[index].version == at else { return .failure(.conflict(current: friends[index])) }
            trash.append(friends.remove(at: index))
            return .success(nil)
        case .restore(let id, let details):
            trash.removeAll { $0.id == id }
            friends.append(Friend(id: id, version: .init("\(version)"), details: details))
            return .success(friends.last)
        }
    }
}
