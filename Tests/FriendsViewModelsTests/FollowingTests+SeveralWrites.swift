import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Several writes of our own are shown at once, off the main thread. What is heard of their friends meanwhile is newer.
extension FollowingTests {
    private static let back: [Friend] = (0..<5).map { .friend("back\($0)", "Back", "\($0)", "12", version: "9") }

    /// Restores five friends, and does something while the rows with them are being made.
    private func restore(meanwhile: () async throws -> Void) async throws {
        // As many as keep another thread busy for a while.
        let many = (0..<50_000).map { Friend.friend("\($0)", "F", "L\($0)", "12") }
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: many, snapshot: .init("1")))
            case .restore(let id, _): .friend(Self.back.first { $0.id == id })
            default: nil
            }
        }
        await list.store.load()
        try await client.called(2)
        await tell(.connected)
        let before = list.store.replica.generation
        let restoring = Task {
            if let result = await list.writer.restore(Self.back) { await list.restored(result) }
        }
        try await eventually("the rows to be made") { list.store.replica.generation != before }
        try await meanwhile()
        try await restoring.ended()
        #expect(prompts.state.current == nil)
    }

    /// Lets the pauses between changes that are shown pass, until all are.
    private func untilShown() async throws {
        try await eventually("the changes to be shown") {
            clock.advance(by: ListFollower.showingInterval)
            return list.store.follower.waiting.isEmpty
        }
    }

    private var restored: [String] {
        let friends = list.state.table.rows.friends.filter { $0.details.firstName != "F" }
        return friends.map { "\($0.id.rawValue) \($0.version.rawValue)" }
    }

    @Test func `several writes are shown at once`() async throws {
        try await restore {}
        #expect(restored == Self.back.map { "\($0.id.rawValue) 9" })
    }

    @Test func `a friend deleted again stays deleted after a load`() async throws {
        try await restore {
            client.automatic = { call in
                if case .friends = call { .page(FriendPage(friends: [.ada], snapshot: .init("2"))) } else { nil }
            }
            await list.store.load()
        }
        #expect(names == ["Ada"])
    }

    @Test func `a friend deleted again stays deleted after a change`() async throws {
        try await restore {
            let first = Self.back[0]
            await tell(.changes(ListChanges(changed: [first], deleted: [], snapshot: .init("2"))))
            await tell(.changes(ListChanges(changed: [], deleted: [first.id], snapshot: .init("3"))))
            try await untilShown()
        }
        #expect(restored == Self.back.dropFirst().map { "\($0.id.rawValue) 9" })
    }

    @Test func `a friend changed while several are shown keeps the change`() async throws {
        try await restore {
            let first = Self.back[0]
            let changed = Friend.friend(first.id.rawValue, "Changed", "0", "12", version: "10")
            await tell(.changes(ListChanges(changed: [first], deleted: [], snapshot: .init("2"))))
            await tell(.changes(ListChanges(changed: [changed], deleted: [], snapshot: .init("3"))))
            try await untilShown()
        }
        #expect(Set(restored) == Set(["back0 10"] + Self.back.dropFirst().map { "\($0.id.rawValue) 9" }))
    }

    @Test(arguments: [
        (Duration.zero, Duration.milliseconds(50)), (.milliseconds(10), .milliseconds(50)),
        (.milliseconds(100), .milliseconds(400)),
        // The program was suspended meanwhile.
        (.seconds(3_600), .seconds(1)),
    ])
    func `showing changes takes a fifth of the time`(time: Duration, pause: Duration) {
        #expect(ListFollower.pause(after: time) == pause)
    }
}
