import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Records of which a friend with another id has everything: they were merged with it, or say nothing new.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ImportedAgainTests {
    private static let marge = Friend.friend("x", "Marge", "Simpson", "+1 555 7123")
    private static let row = FriendRecord.plain(
        "row-1",
        FriendDetails(
            firstName: "Marge", lastName: "Simpson", phoneNumber: "+1 555 7123",
            lines: [.line(.email, "marge@example.org", id: "1")]), isIDFromContent: true)
    private static let card = FriendRecord.card(
        "UID:marge", "FN:Marge Simpson", "N:Simpson;Marge;;;", "TEL:+1 555 7123", "EMAIL:marge@example.org",
        "X-TITLE:Painter")

    @Test(arguments: [row, card], DuplicateChoice.allCases)
    func `a record that was merged is there`(record: FriendRecord, choice: DuplicateChoice) {
        var stored = StoredFriends([Self.marge])
        #expect(stored.import([record], onDuplicate: .merge) == ImportAccount([.merged]))
        let before = stored
        #expect(stored.import([record], onDuplicate: choice) == ImportAccount([.same]))
        #expect(stored == before && stored.friends.count == 1)
    }

    /// Merging friends on the screen leaves one of them, who has everything of both.
    @Test(arguments: DuplicateChoice.allCases)
    func `a record of a friend that was merged with another one is there`(choice: DuplicateChoice) throws {
        let details = FriendDetails(
            firstName: "Marge", lastName: "Simpson", phoneNumber: "+1 555 7123",
            lines: [.line(.email, "marge@example.org", id: "7"), .line(.tag, "family", id: "8")])
        let rest = try Self.card.content.get().rest
        var stored = StoredFriends(
            [Friend(id: Self.marge.id, version: Self.marge.version, details: details)],
            rests: [Self.marge.id: rest ?? []])
        let before = stored
        #expect(stored.import([Self.row, Self.card], onDuplicate: choice) == ImportAccount([.same, .same]))
        #expect(stored == before)
    }

    @Test func `a family shares a number, and each is added, unless they were merged`() {
        let homer = FriendRecord.plain("homer", FriendDetails(firstName: "Homer", phoneNumber: "+1 555 7123"))
        var stored = StoredFriends([Self.marge])
        #expect(stored.import([homer]) == ImportAccount([.added]))
        var merged = StoredFriends([Self.marge])
        merged.edit(0) { $0.lines = [.line(.note, "Homer", id: "1")] }
        #expect(merged.import([homer]) == ImportAccount([.same]) && merged.friends.count == 1)
    }

    @Test(arguments: [nil, [1, 2]] as [[UInt8]?])
    func `a card that the friend lacks, or has differently, is another friend`(rest: [UInt8]?) {
        var stored = StoredFriends([Self.marge], rests: rest.map { [Self.marge.id: $0] } ?? [:])
        stored.edit(0) { $0.lines = [.line(.email, "marge@example.org", id: "1")] }
        #expect(stored.import([Self.card], onDuplicate: .skip) == ImportAccount([.skipped]))
        #expect(stored.import([Self.card]) == ImportAccount([.added]))
    }

    /// Two friends have the texts of the record. It was merged with the one of them that has its card, too.
    @Test(arguments: [DuplicateChoice.merge, .add, .skip], [["x", "y"], ["y", "x"]])
    func `a record is there if any friend who looks like it has everything`(choice: DuplicateChoice, ids: [String])
        throws
    {
        let record = try Self.card.content.get()
        let friends = ids.map { Friend(id: Friend.ID($0), version: .init("1"), details: record.details) }
        let other = try FriendRecord.card("UID:other", "FN:Marge Simpson", "N:Simpson;Marge;;;", "X-ROLE:Boss").content
            .get()
        var stored = StoredFriends(
            friends, rests: [Friend.ID("x"): record.rest ?? [], Friend.ID("y"): other.rest ?? []])
        let before = stored
        #expect(stored.import([Self.card], onDuplicate: choice) == ImportAccount([.same]))
        #expect(stored == before)
        // Page by page, in any order.
        var plan = ImportPlan(friends, onDuplicate: choice)
        plan.append([Self.card])
        #expect(plan.waitingFriends.count == 2)
        for id in ["y", "x"] {
            let friend = friends.filter { $0.id == Friend.ID(id) }
            plan.readRests(FriendPage(friends: friend, rests: stored.rests.filter { $0.key == Friend.ID(id) }))
        }
        #expect(plan.waitingCount == 0 && plan.rows.map(\.result) == [.same])
    }

    @Test func `the preview says it when the card of the friend is read`() throws {
        let rest = try Self.card.content.get().rest ?? []
        var stored = StoredFriends([Self.marge])
        stored.import([Self.card], onDuplicate: .merge)
        var plan = ImportPlan(stored.friends)
        plan.append([Self.card])
        #expect(plan.rows.map(\.result) == [.added] && plan.waitingCount == 1)
        plan.readRests(FriendPage(friends: stored.friends, rests: [Self.marge.id: rest]))
        #expect(plan.rows.map(\.result) == [.same] && plan.waitingCount == 0)
    }

    /// There, no card is stored.
    @Test func `without cards on the server, the details decide`() {
        var stored = StoredFriends([Self.marge])
        stored.edit(0) { $0.lines = [.line(.email, "marge@example.org", id: "1")] }
        var plan = ImportPlan(stored.friends)
        plan.append([Self.card])
        plan.endRests(isOffered: false)
        #expect(plan.rows.map(\.result) == [.same])
    }

    /// What more than ten friends share is no sign of one person, so there are few.
    @Test func `every merged record is there`() async {
        for await seed in Seeds(80) {
            var numbers = ImportPropertyTests.Numbers(state: UInt64(seed))
            func details() -> FriendDetails {
                var details = FriendDetails(firstName: numbers.text(["Ada", "Grace", "Bob"]))
                details.lastName = numbers.text(["", "King", "Hopper"])
                details.phoneNumber = numbers.text(["", "+44 20 12345", "+44 20 54321"])
                let email = numbers.text(["", "a@example.org", "b@example.org"])
                if !email.isEmpty { details.lines = [.line(.email, email, id: "1")] }
                return details
            }
            var stored = StoredFriends(
                (0..<4).map { Friend(id: Friend.ID("f\($0)"), version: .init("1"), details: details()) })
            let file = (0..<4).map { FriendRecord.plain("r\($0)", details()) }
            stored.import(file, onDuplicate: .merge)
            let before = stored
            for choice in DuplicateChoice.allCases {
                let account = stored.import(file, onDuplicate: choice)
                let isSame = stored == before
                #expect(isSame && account[.same] == file.count, "seed \(seed), \(choice): \(account.text)")
            }
        }
    }

    @Test func `a row says that its friend is in the trash`() {
        var comparison = ImportComparison([.friend("there", "Bob", "", "")], deleted: [Self.marge])
        let rows = [comparison.row(for: .plain("x", .ada)), comparison.row(for: .plain("there", .ada))]
        #expect(rows.map(\.isInTrash) == [true, false])
    }
}
