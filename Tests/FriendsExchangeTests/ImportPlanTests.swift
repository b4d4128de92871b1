import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// The rows of an import before anything is written.
@Suite(.timeLimit(.minutes(10)))
struct ImportPlanTests {
    private static let cards: [FriendRecord] = [
        .card("UID:ada", "FN:Ada"), .card("UID:grace", "FN:Grace"), .card("UID:new", "FN:Linus"),
    ]
    private static let friends: [Friend] = [.friend("ada", "Ada", "", ""), .friend("grace", "Grace", "", "")]

    @Test func `rows wait for the rests of their friends, page by page`() {
        var plan = ImportPlan(Self.friends)
        plan.append(Self.cards)
        #expect(plan.rows.map(\.result) == [nil, nil, .added] && plan.waitingCount == 2)
        #expect(plan.account == ImportAccount([.added]))
        #expect(plan.waitingFriends == [Friend.ID("ada"), Friend.ID("grace")])
        guard case .success(let ada) = Self.cards[0].content else { return }
        let page = FriendPage(friends: [Self.friends[0]], rests: [Friend.ID("ada"): ada.rest ?? []])
        #expect(plan.readRests(page) == [0])
        #expect(plan.rows.map(\.result) == [.same, nil, .added] && plan.waitingCount == 1)
        // Grace is gone.
        plan.endRests()
        #expect(
            plan.rows.map(\.result) == [.same, .refused, .added] && plan.waitingCount == 0,
            "the trash may have her card")
    }

    @Test func `a server without rests has friends without one`() {
        var plan = ImportPlan(Self.friends)
        plan.append(Self.cards)
        plan.endRests(isOffered: false)
        // What is not stored is no change.
        #expect(plan.rows.map(\.result) == [.same, .same, .added])
    }

    @Test func `a friend that was changed meanwhile is compared as it is on the page`() {
        var plan = ImportPlan(Self.friends)
        plan.append([.plain("grace", FriendDetails(firstName: "Grace")), Self.cards[0]])
        plan.readRests(FriendPage(friends: [.friend("ada", "Ada", "", "", version: "7")]))
        var writes = plan.writes()
        let batch = writes.takeBatch(isEnd: true)
        guard case .update(_, _, _, from: Friend.Version("7")) = batch?.first?.write else {
            Issue.record("\(batch ?? [])")
            return
        }
        #expect(batch?.first?.rows == [1])
    }

    @Test func `rows are left out, and duplicates are chosen one by one`() {
        let ada = Friend.friend("x", "Ada", "", "")
        var plan = ImportPlan([ada], onDuplicate: .skip)
        plan.append([.card("UID:1", "FN:Ada"), .card("UID:2", "FN:Grace"), .card("UID:3", "FN:Ada", "TEL:+44 1")])
        plan.readRests(FriendPage(friends: [ada]))
        #expect(plan.account == ImportAccount([.skipped, .added, .skipped]))
        plan.choose(.add, at: 0)
        plan.choose(.merge, at: 2)
        plan.leaveOut(true, at: 1)
        #expect(plan.rows.map(\.result) == [.added, .skipped, .merged])
        plan.leaveOut(false, at: 1)
        var writes = plan.writes()
        #expect(writes.takeBatch(isEnd: true)?.map(\.rows) == [[0], [1], [2]])
        #expect(writes.takeBatch(isEnd: true) == nil)
    }

    @Test func `what was written is the same, and others are compared with it again`() {
        let ada = Friend.friend("x", "Ada", "", "")
        var plan = ImportPlan([ada], onDuplicate: .skip)
        plan.append([
            .plain("1", FriendDetails(firstName: "Ada", phoneNumber: "+44 1")), .card("UID:2", "FN:Ada", "TEL:+44 2"),
            .card("UID:3", "FN:Grace"), .card("UID:4", "FN:Linus"), .card("UID:5", "FN:Wang"),
        ])
        plan.readRests(FriendPage(friends: [ada]))
        plan.choose(.merge, at: 0)
        let changed = Friend.friend("x", "Ada", "", "+44 1", version: "2")
        let linus = Friend.friend("4", "Linus", "", "")
        let ended = plan.end([
            ([0], .made(changed)), ([2], .refused(RecordProblem("No"))), ([3], .unclear(linus, isCurrent: true)),
        ])
        #expect(ended == [0, 1, 2, 3])
        #expect(plan.rows.map(\.result) == [.same, .skipped, .refused, nil, .added])
        #expect(plan.waitingFriends == [ada.id, linus.id])
        plan.readRests(FriendPage(friends: [changed], rests: [ada.id: [1]]))
        guard case .duplicate(let duplicate) = plan.rows[1].action else {
            Issue.record("no duplicate")
            return
        }
        #expect(duplicate.friend == changed && duplicate.merge.rest == nil, "a card is not replaced")
        #expect(duplicate.merge.details.values(of: .phone) == ["+44 2"])
        plan.endRests()
        #expect(plan.rows[3].result == .refused && plan.waitingCount == 0, "it is gone again")
    }

    @Test func `a duplicate of a friend who is gone waits for another one`() {
        let friends = ["x", "y"].map { Friend.friend($0, "Ada", "", "") }
        var plan = ImportPlan(friends, onDuplicate: .merge)
        plan.append([.card("UID:new", "FN:Ada", "X-A:1")])
        // Both have its details.
        #expect(plan.waitingFriends.count == 2)
        plan.readRests(FriendPage(friends: [friends[1]]))
        #expect(plan.waitingFriends == [friends[0].id])
        #expect(plan.endRests() == [0])
        #expect(plan.waitingFriends == [friends[1].id])
        plan.readRests(FriendPage(friends: [friends[1]]))
        guard case .duplicate(let duplicate) = plan.rows[0].action else {
            Issue.record("no duplicate")
            return
        }
        #expect(duplicate.friend == friends[1] && duplicate.merge.rest != nil && plan.waitingCount == 0)
    }

    /// Its friend had no card when the record was compared, and may have one now.
    @Test func `a duplicate of a friend with an unclear write waits`() {
        let ada = Friend.friend("x", "Ada", "", "")
        var plan = ImportPlan([ada], onDuplicate: .skip)
        plan.append([
            .plain("x", FriendDetails(firstName: "Ada", phoneNumber: "+44 1")), .card("UID:2", "FN:Ada", "X-A:1"),
        ])
        plan.readRests(FriendPage(friends: [ada]))
        let changed = Friend.friend("x", "Ada", "", "", version: "2")
        #expect(plan.end([([0], .unclear(changed, isCurrent: true))]) == [0, 1])
        #expect(plan.waitingFriends == [ada.id])
        plan.readRests(FriendPage(friends: [changed], rests: [ada.id: [1]]))
        plan.choose(.merge, at: 1)
        var writes = plan.writes()
        guard case .update(_, _, let rest, from: Friend.Version("2")) = writes.takeBatch(isEnd: true)?.first?.write
        else {
            Issue.record("no update")
            return
        }
        #expect(rest == nil, "a card is not replaced")
    }

    @Test func `writes are divided into batches`() {
        var plan = ImportPlan([])
        plan.append((0..<1_200).map { .plain("\($0)", FriendDetails(firstName: "\($0)")) })
        var writes = plan.writes()
        #expect(writes.takeBatch(isEnd: false)?.count == WriteBatch.maximumCount)
        #expect(writes.takeBatch(isEnd: false)?.count == WriteBatch.maximumCount)
        #expect(writes.takeBatch(isEnd: false) == nil && !writes.isEmpty)
        #expect(writes.takeBatch(isEnd: true)?.map(\.rows) == (1_000..<1_200).map { [$0] })
        #expect(writes.isEmpty)
    }

    @Test func `the account says what was done, and what would be`() {
        let account = ImportAccount([.added, .added, .changed, .merged, .same, .skipped, .refused, .same])
        #expect(account.text == "2 added, 1 changed, 1 merged, 2 already there, 1 skipped, 1 refused")
        #expect(account.plan == "2 to add, 1 to change, 1 to merge, 2 already there, 1 skipped, 1 refused")
        #expect(ImportAccount().text == "No friends")
    }
}
