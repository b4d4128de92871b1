import FriendsModel
import FriendsStorage
import TestSupport
import Testing

@testable import FriendsSession

/// Lines of every kind are wherever a friend is: a kind or a place that is forgotten fails here.
@Suite(.timeLimit(.minutes(10)))
struct EveryLineTests {
    private let directory: TemporaryDirectory
    private let ada = FriendDetails.ada.with(FriendLine.ofEveryKind)

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the fixture has a valid line of every kind`() {
        #expect(ada.lines.map(\.kind) == LineKind.all)
        #expect(FriendDraft(ada).validated == ada)
    }

    @Test func `lines are stored by the server`() async throws {
        let session = try SessionTests.session(in: directory)
        try await session.waitForStart()
        let client = session.client
        let start = try #require(try await client.friends(after: nil).snapshot)
        var friend = try await client.add(ada, id: Friend.ID("1"))
        #expect(friend.details == ada)
        // The same again is the same friend.
        #expect(try await client.add(ada, id: friend.id) == friend)
        #expect(try await client.changes(since: start).changed == [friend])

        // A change of a field leaves the lines alone.
        let field = FriendChanges([.firstName: "Augusta"])
        friend = try #require(try await client.update(friend.id, with: field, from: friend.version))
        #expect(friend.details.lines == ada.lines)
        for index in ada.lines.indices {
            var details = friend.details
            details.lines[index].label = "other"
            details.lines.swapAt(0, index)
            let changes = FriendChanges(from: friend.details, to: details)
            #expect(changes.values.isEmpty)
            friend = try #require(try await client.update(friend.id, with: changes, from: friend.version))
            #expect(friend.details == details)
            #expect(try await client.friend(friend.id) == friend)
            #expect(try await client.friends(after: nil).friends == [friend])
        }
        try await client.delete(friend.id, at: friend.version)
        #expect(try await client.deleted().friends.map(\.friend) == [friend])
        #expect(try await client.restore(friend.id, details: friend.details).details == friend.details)
        session.close()

        // After a restart, too.
        let next = try SessionTests.session(in: directory)
        try await next.waitForStart()
        #expect(try await next.client.friends(after: nil).friends.map(\.details) == [friend.details])
        next.close()
    }

    @Test func `a rejected line is named by its index`() async throws {
        let session = try SessionTests.session(in: directory)
        try await session.waitForStart()
        var details = ada
        details.lines[1].value = "ada"
        await #expect(
            throws: FriendsClientError.rejected(
                [.init(part: .line(1), reason: "Email must look like ada@example.org")], reason: nil)
        ) { try await session.client.add(details, id: Friend.ID("1")) }
        session.close()
    }

    @Test func `lines are kept on this machine`() async throws {
        func friend(_ id: String, _ details: FriendDetails, version: String = "1") -> Friend {
            Friend(id: Friend.ID(id), version: Friend.Version(version), details: details)
        }
        let friends = [
            friend("a", ada), friend("b", .grace), friend("c", .linus.with([.line(.tag, "x"), .line(.note, "a\nb")])),
        ]
        let cache = SQLiteListCache(directory: directory.path + "/lists", server: "local", logger: .silent)
        let sorted = friends.sorted { SortKey($0.details) < SortKey($1.details) }
        let snapshot = FriendPage.Snapshot("1")
        cache.replace(with: CachedList(friends: sorted, totalCount: 3, snapshot: snapshot, time: 1))
        #expect(await cache.list(first: nil)?.friends == sorted)
        for limit in 1...3 { #expect(await cache.list(first: limit)?.friends == Array(sorted.prefix(limit))) }

        // Fewer lines, more lines and none.
        let changed = [friend("a", .ada.with([.line(.tag, "one")]), version: "2"), friend("b", ada, version: "2")]
        let changes = ListChanges(changed: changed, deleted: [Friend.ID("c")], snapshot: FriendPage.Snapshot("2"))
        cache.apply(changes, to: snapshot, at: 2)
        let reopened = SQLiteListCache(directory: directory.path + "/lists", server: "local", logger: .silent)
        await cache.flush()
        let list = await reopened.list(first: nil)?.friends
        #expect(list == changed.sorted { SortKey($0.details) < SortKey($1.details) })

        func drafts(_ name: String) -> FileDraftStore {
            FileDraftStore(directory: directory.path + "/drafts", server: "local", name: name, logger: .silent)
        }
        // A draft may have lines that are not valid.
        let draft = UnsavedDraft(
            id: Friend.ID("a"), base: friends[0], details: .ada.with(ada.lines + [.line(.email, "", id: "new")]))
        do {
            let ended = drafts("ended")
            ended.keep(draft)
            await ended.flush()
        }
        #expect(await drafts("next").takeOver()?.draft == draft)
    }
}
