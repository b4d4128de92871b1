import FriendsCardDAV
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsSync

/// What goes wrong on one side, and what becomes of it.
@Suite(.timeLimit(.minutes(10)))
struct SyncFaultTests {
    @Test func `a refused card stops no other one, and is sent again`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { try await sides.add(id, id) }
        sides.book.set { behaviour in
            // The first call reads, the others create.
            behaviour.fails = { call, number in call == .create && number == 3 ? .refused(reason: "too odd") : nil }
        }
        let account = try await sides.sync()
        #expect(account.there.count == 2 && account.waitingCount == 1)
        #expect(account.problems == [SyncAccount.Problem(name: "bob", reason: "The server refused it: too odd")])
        sides.book.set { $0.fails = { _, _ in nil } }
        let next = try await sides.sync()
        #expect(next.there.map(\.name) == ["bob"] && next.isComplete)
    }

    @Test(arguments: [
        CollectionError.noAnswer(.timedOut(.read)), .notSignedIn, .busy(nil), .full(reason: "quota"),
    ])
    func `what is true for all ends the run, and the next one goes on`(_ error: CollectionError) async throws {
        let sides = try Sides()
        for number in 0..<5 { try await sides.add("id\(number)", "Name \(number)") }
        sides.book.set { $0.fails = { call, number in call == .create && number >= 4 ? error : nil } }
        let account = try await sides.sync()
        #expect(account.stop == error && account.there.count == 2 && account.waitingCount == 3)
        // One call has failed, or two without an answer, which can be because of a card. The others were not made.
        #expect(sides.book.writes.count == (error == .noAnswer(.timedOut(.read)) ? 4 : 3))
        sides.book.set { $0.fails = { _, _ in nil } }
        let next = try await sides.sync()
        #expect(next.there.count == 3 && next.isComplete)
        #expect(sides.book.cards.count == 5)
    }

    @Test func `a card that changes again and again waits for the next run`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        sides.book.set { $0.fails = { call, _ in call == .replace ? .changed : nil } }
        let account = try await sides.sync()
        #expect(account.waitingCount == 1 && account.stop == nil)
        #expect(sides.book.writes.count == 3, "as often as both sides are read")
        sides.book.set { $0.fails = { _, _ in nil } }
        #expect(try await sides.sync().isComplete)
        #expect(sides.book.details("ada.vcf")?.phoneNumber == "555 0001")
    }

    @Test func `a card that was changed meanwhile is merged in the same run`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "", "NOTE:old")
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        let book = sides.book
        let text = try #require(book.text("ada.vcf")).replacing("NOTE:old", with: "NOTE:new")
        book.set { behaviour in
            behaviour.fails = { [weak book] call, _ in
                guard call == .replace, let book else { return nil }
                // Someone else was faster, once.
                book.put(text, "ada.vcf")
                book.set { $0.fails = { _, _ in nil } }
                return .changed
            }
        }
        try await sides.sync()
        let details = try #require(book.details("ada.vcf"))
        #expect(details.phoneNumber == "555 0001" && details.values(of: .note) == ["new"])
        #expect(try await sides.friend("ada").details.saysSame(as: details))
    }

    @Test func `an answer without a card deletes nobody`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace")
        try await sides.sync()
        sides.book.store("ada", "Ada", "King")
        sides.book.set { $0.leavesOut = ["ada.vcf"] }
        let account = try await sides.sync()
        #expect(account.problems.map(\.name) == ["ada.vcf"] && account.here.isEmpty)
        #expect(try await sides.friends().count == 1)
        // An edit here must not replace what is not known.
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        #expect(try await sides.sync().waitingCount == 1)
        #expect(sides.book.details("ada.vcf")?.lastName == "King")
        sides.book.set { $0.leavesOut = [] }
        try await sides.sync()
        let details = try await sides.friend("ada").details
        #expect(details.lastName == "King" && details.phoneNumber == "555 0001")
        #expect(sides.book.details("ada.vcf")?.saysSame(as: details) == true)
    }

    @Test func `a card that becomes damaged deletes nobody`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        try await sides.sync()
        sides.book.put("BEGIN:VCARD\nVERSION:3.0\nUID:ada\nEND:VCARD\n", "ada.vcf")
        let account = try await sides.sync()
        #expect(account.problems.map(\.name) == ["ada.vcf"])
        #expect(try await sides.friends().map(\.id.rawValue) == ["ada"])
    }

    @Test func `a friend whom the list leaves out by mistake is not deleted on the server`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob"] { try await sides.add(id, id) }
        try await sides.sync()
        let short = ShortList(list: sides.list, hidden: Friend.ID("ada"))
        var options = SyncOptions()
        options.comparesAll = true
        _ = try await SyncRunner(short, sides.book, sides.state, options, now: { 1_000_000 }).run()
        #expect(sides.book.cards.keys.sorted() == ["ada.vcf", "bob.vcf"])
    }

    @Test func `another list does not delete the friends of the first one`() async throws {
        let (first, second) = (try Sides(), try Sides())
        for id in ["ada", "bob"] { try await first.add(id, id) }
        try await first.sync()
        // Its trash has the same friend.
        try await second.add("ada", "ada")
        try await second.delete("ada")
        _ = try await SyncRunner(second.list, first.book, first.state, SyncOptions(), now: { 1_000_000 }).run()
        #expect(first.book.cards.count == 2)
        #expect(try await second.friends().count == 2)
    }

    @Test func `a dry run writes nothing anywhere`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        try await sides.sync()
        try await sides.add("new", "New")
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.delete("bob")
        sides.book.store("there", "There")
        sides.book.remove("eve.vcf")
        sides.book.put("hello", "odd.vcf")
        let (friends, cards, count) = (try await sides.friends(), sides.book.cards, sides.state.writeCount)
        let planned = try await sides.sync { $0.isDryRun = true }
        #expect(try await sides.friends() == friends && sides.book.cards == cards)
        #expect(sides.state.writeCount == count && sides.book.writes.isEmpty)
        let done = try await sides.sync()
        #expect(planned.here == done.here && planned.there == done.there && planned.problems == done.problems)
        #expect(Set(done.there.map(\.kind)) == [.added, .changed, .deleted])
    }

    @Test func `what is only pulled waits, and is sent later`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.store("bob", "Bob")
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.delete("bob")
        sides.book.store("eve", "Eve")
        let account = try await sides.sync { $0.isPullOnly = true }
        #expect(account.here.map(\.name) == ["Eve "] || account.here.map(\.name) == ["Eve"])
        #expect(account.there.isEmpty && account.waitingCount == 2 && sides.book.writes.isEmpty)
        let next = try await sides.sync()
        #expect(next.there.map(\.kind) == [.changed, .deleted] && next.isComplete)
    }

    @Test func `a photo that was removed there does not come back`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "", "PHOTO;ENCODING=b:QUJD")
        try await sides.sync()
        sides.book.put(
            "BEGIN:VCARD\nVERSION:4.0\nPRODID:-//friends//vCard//EN\nUID:ada\nN:;Ada;;;\nFN:Ada\nEND:VCARD\n", "ada.vcf"
        )
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.sync()
        #expect(sides.book.text("ada.vcf")?.contains("PHOTO") == false)
    }
}

/// A list whose pages lack a friend.
private struct ShortList: PartialClient {
    let list: any FriendsClient
    let hidden: Friend.ID

    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        let page = try await list.friends(after: position)
        return FriendPage(
            friends: page.friends.filter { $0.id != hidden }, totalCount: page.totalCount, next: page.next,
            snapshot: page.snapshot)
    }

    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        throw .snapshotTooOld
    }

    func history(of snapshot: FriendPage.Snapshot) -> String? { list.history(of: snapshot) }
    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend { try await list.friend(id) }
    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? { try await list.rest(of: id) }
}
