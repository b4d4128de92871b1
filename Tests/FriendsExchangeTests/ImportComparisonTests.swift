import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsExchange

/// What becomes of a record, by the rules of Docs/Decisions/0036-import.md.
@Suite(.timeLimit(.minutes(10)))
struct ImportComparisonTests {
    private static let ada = FriendRecord.card(
        "UID:ada", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 20 7946 0001", "X-TITLE:Countess")

    private func stored(_ record: FriendRecord) -> StoredFriends {
        var stored = StoredFriends()
        stored.import([record])
        return stored
    }

    @Test func `a new friend is added with its rest`() throws {
        let stored = stored(Self.ada)
        #expect(stored.friend("ada")?.details == .ada)
        #expect(stored.rests[Friend.ID("ada")]?.isEmpty == false)
    }

    @Test func `the same card changes nothing, whatever was edited`() {
        var stored = stored(Self.ada)
        stored.edit(0) { $0 = FriendDetails(firstName: "Augusta") }
        let before = stored
        #expect(stored.import([Self.ada]) == ImportAccount([.same]))
        #expect(stored == before)
    }

    @Test func `a newer card changes what it changed, and edits stay`() throws {
        var stored = stored(Self.ada)
        stored.edit(0) { $0.firstName = "Augusta" }
        let newer = FriendRecord.card(
            "UID:ada", "FN:Ada King", "N:King;Ada;;;", "TEL:+44 20 7946 0001", "EMAIL:ada@example.org")
        #expect(stored.import([newer]) == ImportAccount([.changed]))
        let details = try #require(stored.friend("ada")?.details)
        #expect(details.firstName == "Augusta" && details.lastName == "King")
        #expect(details.values(of: .email) == ["ada@example.org"])
        #expect(stored.rests[Friend.ID("ada")].map { String(decoding: $0, as: UTF8.self) }?.contains("King") == true)
        #expect(stored.import([newer]) == ImportAccount([.same]))
    }

    @Test func `in a conflict the edit stays, and what the card removes goes`() throws {
        var stored = stored(
            .card("UID:ada", "FN:Ada", "TEL:+44 1", "EMAIL:a@example.org", "EMAIL:b@example.org"))
        stored.edit(0) { $0.phoneNumber = "+44 2" }
        stored.import([.card("UID:ada", "FN:Ada", "TEL:+44 3", "EMAIL:b@example.org")])
        let details = try #require(stored.friend("ada")?.details)
        #expect(details.phoneNumber == "+44 2" && details.values(of: .email) == ["b@example.org"])
    }

    @Test func `a card of a friend without one adds its rest`() {
        var stored = StoredFriends([Friend(id: Friend.ID("ada"), version: .init("1"), details: .ada)])
        #expect(stored.import([Self.ada]) == ImportAccount([.changed]))
        #expect(stored.friend("ada")?.details == .ada && stored.rests.count == 1)
        #expect(stored.import([Self.ada]) == ImportAccount([.same]))
    }

    @Test func `an id of the content means that the friend began so`() {
        let record = FriendRecord.plain("row-1", .ada, isIDFromContent: true)
        var stored = stored(record)
        stored.edit(0) { $0.phoneNumber = "" }
        #expect(stored.import([record]) == ImportAccount([.same]))
        #expect(stored.friends[0].details.phoneNumber.isEmpty)
    }

    // MARK: Several files

    @Test func `another file can have newer records`() {
        var comparison = ImportComparison([])
        _ = comparison.row(for: Self.ada)
        comparison.note(Friend(id: Friend.ID("ada"), version: .init("1"), details: .ada))
        comparison.beginFile()
        let row = comparison.row(for: .card("UID:ada", "FN:Ada King"))
        #expect(row.friendsWithUnreadRests.map(\.id) == [Friend.ID("ada")] && row.result == nil)
        let like = comparison.row(for: .card("UID:other", "FN:Lovelace, Ada"))
        guard case .duplicate(let duplicate) = like.action else {
            Issue.record("\(like.action)")
            return
        }
        #expect(duplicate.friend.id == Friend.ID("ada") && duplicate.reasons.map(\.kind) == [.name])
    }

    // MARK: Likely duplicates

    @Test(arguments: [
        (["FN:Lovelace, Ada"], [DuplicateGroup.Reason.Kind.name]), (["FN:X", "TEL:0044 20 79460001"], [.phone]),
        (["FN:X", "EMAIL:ADA@example.org"], [.email]), (["FN:X", "TEL:020 7946 0001"], []),
    ])
    func `a record can look like a friend`(rows: [String], kinds: [DuplicateGroup.Reason.Kind]) {
        let ada = FriendDetails.ada.with([.line(.email, "ada@example.org")])
        let stored = StoredFriends([Friend(id: Friend.ID("x"), version: .init("1"), details: ada)])
        let text = (["BEGIN:VCARD", "VERSION:4.0"] + rows + ["END:VCARD", ""]).joined(separator: "\n")
        let row = stored.plan(.cards(text)).rows[0]
        if case .duplicate(let duplicate) = row.action {
            #expect(duplicate.reasons.map(\.kind) == kinds && duplicate.friend.id == Friend.ID("x"))
        } else {
            #expect(row.action == .add && kinds.isEmpty)
        }
    }

    @Test func `records of one file do not look like each other`() {
        let plan = StoredFriends().plan([.plain("a", .ada), .plain("b", .ada)])
        #expect(plan.rows.map(\.action) == [.add, .add])
    }

    @Test func `a number of many friends is that of a company`() {
        func action(_ count: Int) -> ImportAction? {
            let friends = (0..<count).map { Friend.friend("\($0)", "First \($0)", "", "+1 212 555 0100") }
            return StoredFriends(friends).plan([.card("FN:X", "TEL:+1 212 555 0100")]).rows.first?.action
        }
        #expect(action(11) == .add)
        guard case .duplicate(let duplicate) = action(10) else {
            Issue.record("no duplicate")
            return
        }
        #expect(duplicate.friend.id == Friend.ID("0"))
    }

    /// Also if it lacks something of the record.
    @Test(arguments: ["X-A:b", "EMAIL:new@example.org"]) func `the friend that shares most is the one`(other: String) {
        let friends: [Friend] = [.friend("a", "Ada", "Lovelace", ""), .friend("b", "Ada", "Lovelace", "+44 1 234")]
        let plan = StoredFriends(friends).plan([.card("FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 1 234", other)])
        guard case .duplicate(let duplicate) = plan.rows[0].action else {
            Issue.record("no duplicate")
            return
        }
        #expect(duplicate.friend.id == Friend.ID("b") && duplicate.reasons.kinds == [.name, .phone])
    }

    @Test func `a number that was changed on both sides is kept twice`() throws {
        var stored = StoredFriends()
        stored.import([.card("UID:a", "FN:Ada", "TEL;TYPE=CELL:0170 1000")])
        stored.edit(0) { $0.phoneNumber = "0170 9000" }
        let newer = FriendRecord.card("UID:a", "FN:Ada", "TEL;TYPE=CELL:0170 5000", "REV:20260101T000000Z")
        #expect(stored.import([newer]) == ImportAccount([.changed]))
        let details = stored.friends[0].details
        #expect(details.phoneNumber == "0170 9000")
        #expect(details.lines.map { [$0.kind.key, $0.label, $0.value] } == [["phone", "mobile", "0170 5000"]])
        #expect(stored.import([newer]) == ImportAccount([.same]))
    }

    @Test func `merging adds what is missing, and changes nothing`() throws {
        var stored = StoredFriends([
            .friend(
                "x", "Ada", "", "+44 20 1",
                lines: [.line(.email, "ada@example.org", id: "1"), .line(.birthday, "--12-10", id: "2")])
        ])
        let record = FriendRecord.card(
            "UID:other", "FN:Ada Byron", "N:Byron;Ada;;;", "TEL:+44 (0)20 1", "TEL:+44 30 2", "EMAIL:ADA@example.org",
            "BDAY:1815-12-10", "CATEGORIES:work", "X-TITLE:Countess")
        #expect(stored.import([record], onDuplicate: .merge) == ImportAccount([.merged]))
        let details = try #require(stored.friend("x")?.details)
        #expect(details.firstName == "Ada" && details.lastName == "Byron" && details.phoneNumber == "+44 20 1")
        #expect(
            details.lines.map(\.value) == ["ada@example.org", "--12-10", "+44 30 2", "1815-12-10", "work"])
        // The friend had no rest: it takes the record's.
        #expect(stored.rests[Friend.ID("x")] != nil)
        let before = stored
        for choice in DuplicateChoice.allCases {
            #expect(stored.import([record], onDuplicate: choice) == ImportAccount([.same]))
        }
        #expect(stored == before)
    }

    /// The card that was merged with a friend says nothing about what the friend began from.
    @Test func `a merged card is no base for the friend's own card`() throws {
        var stored = StoredFriends([.friend("f", "Ada", "Lovelace", "")])
        let other = FriendRecord.card(
            "UID:r", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 1", "EMAIL:a@example.org")
        let own = FriendRecord.card("UID:f", "FN:Ada Lovelace", "N:Lovelace;Ada;;;")
        #expect(stored.import([other], onDuplicate: .merge) == ImportAccount([.merged]))
        #expect(stored.import([own], onDuplicate: .merge) == ImportAccount([.changed]))
        let details = try #require(stored.friend("f")?.details)
        #expect(details.phoneNumber == "+44 1" && details.values(of: .email) == ["a@example.org"])
    }

    @Test(arguments: [false, true]) func `the friend's own card comes before those that are merged`(isFirst: Bool)
        throws
    {
        var stored = StoredFriends([.friend("f", "Ada", "Lovelace", "")])
        let other = FriendRecord.card("UID:r", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 1")
        let own = FriendRecord.card("UID:f", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "TEL:+44 2")
        let file = isFirst ? [own, other] : [other, own]
        #expect(stored.import(file, onDuplicate: .merge) == ImportAccount([.changed, .merged]))
        let details = try #require(stored.friend("f")?.details)
        #expect(details.phoneNumber == "+44 2" && details.values(of: .phone) == ["+44 1"])
        guard case .success(let friend) = own.content else { return }
        #expect(stored.rests[Friend.ID("f")].map(CardUnion.withoutOthers) == friend.rest)
        let before = stored
        #expect(stored.import(file, onDuplicate: .merge) == ImportAccount([.same, .same]))
        #expect(stored == before)
    }

    @Test func `a line that was changed here and in the card is one`() throws {
        var stored = stored(.card("UID:ada", "FN:Ada", "EMAIL:old@example.org"))
        stored.edit(0) { $0.lines[0].value = "new@example.org" }
        stored.import([.card("UID:ada", "FN:Ada", "EMAIL:new@example.org")])
        #expect(stored.friends[0].details.values(of: .email) == ["new@example.org"])
    }

    // MARK: Numbers of several people

    @Test(arguments: [
        ("Bob", "", DuplicateChoice.add), ("", "", .merge), ("Ada", "", .merge), ("Bob", "ada@example.org", .merge),
    ])
    func `different names with one number are not merged by the command`(
        name: String, email: String, choice: DuplicateChoice
    ) {
        let ada = FriendDetails(
            firstName: "Ada", phoneNumber: "+44 20 1", lines: [.line(.email, "ada@example.org", id: "1")])
        let lines: [FriendLine] = email.isEmpty ? [] : [.line(.email, email, id: "2")]
        let record = FriendDetails(firstName: name, phoneNumber: "+44 20 1", lines: lines + [.line(.tag, "x", id: "3")])
        let plan = StoredFriends([Friend(id: Friend.ID("x"), version: .init("1"), details: ada)])
            .plan([.plain("new", record)], onDuplicate: .merge)
        #expect(plan.rows[0].choice == choice)
        #expect(plan.rows[0].result == (choice == .add ? .added : .merged))
    }

    @Test func `a merge keeps another name as a note`() {
        let ada = FriendDetails(firstName: "Ada", lines: [.line(.email, "a@example.org", id: "1")])
        let bob = FriendDetails(firstName: "Bob", lastName: "Smith", lines: [.line(.email, "a@example.org", id: "1")])
        var stored = StoredFriends([Friend(id: Friend.ID("x"), version: .init("1"), details: ada)])
        #expect(stored.import([.plain("new", bob)], onDuplicate: .merge) == ImportAccount([.merged]))
        let details = stored.friends[0].details
        #expect(details.fullName == "Ada")
        #expect(details.lines.last?.label == "name" && details.values(of: .note) == ["Bob Smith"])
        #expect(stored.import([.plain("new", bob)], onDuplicate: .merge) == ImportAccount([.same]))
    }

    /// Upper and lower case, the order of the words, and a part of the name say nothing new.
    @Test(arguments: [
        ("Jos\u{E9}", "Strau\u{DF}", true), ("JOSE", "strauss", false), ("Strauss", "Jose", false),
        ("", "Strauss", false),
        ("Jo-se", "Strauss", true),
    ])
    func `a name in another spelling is a note`(first: String, last: String, isNote: Bool) {
        let email = FriendLine.line(.email, "j@example.org", id: "1")
        let jose = FriendDetails(firstName: "Jose", lastName: "Strauss", lines: [email])
        let other = FriendDetails(firstName: first, lastName: last, lines: [email])
        var stored = StoredFriends([Friend(id: Friend.ID("x"), version: .init("1"), details: jose)])
        stored.import([.plain("new", other)], onDuplicate: .merge)
        #expect(stored.friends[0].details.fullName == "Jose Strauss")
        #expect(stored.friends[0].details.values(of: .note) == (isNote ? [other.fullName] : []))
        #expect(stored.import([.plain("new", other)], onDuplicate: .merge) == ImportAccount([.same]))
    }

    @Test func `merging replaces no rest`() {
        var stored = StoredFriends([.friend("x", "Ada", "Lovelace", "")], rests: [Friend.ID("x"): [1, 2]])
        #expect(stored.import([Self.ada], onDuplicate: .merge) == ImportAccount([.merged]))
        #expect(stored.rests == [Friend.ID("x"): [1, 2]])
    }

    @Test func `two records that are merged with one friend are one write`() throws {
        var stored = StoredFriends([.friend("x", "Ada", "Lovelace", "")])
        let records: [FriendRecord] = [
            .card("UID:1", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:a@example.org"),
            .card("UID:2", "FN:Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:b@example.org"),
        ]
        #expect(stored.import(records, onDuplicate: .merge) == ImportAccount([.merged, .merged]))
        #expect(stored.friends.count == 1)
        #expect(stored.friend("x")?.details.values(of: .email) == ["a@example.org", "b@example.org"])
    }

    @Test func `a friend that would get too many lines is refused`() {
        let lines = (0..<100).map { FriendLine(id: .init("\($0)"), kind: .tag, value: "\($0)") }
        var stored = StoredFriends([.friend("x", "Ada", "Lovelace", "", lines: lines)])
        let before = stored
        let record = FriendRecord.plain("x", FriendDetails(lastName: "King", lines: [.line(.tag, "more", id: "new")]))
        #expect(stored.import([record]) == ImportAccount([.refused]))
        // The preview shows it.
        #expect(stored.plan([record]).rows.map(\.result) == [.refused])
        let like = FriendRecord.plain("y", .ada.with([.line(.tag, "more", id: "new")]))
        #expect(stored.import([like], onDuplicate: .merge) == ImportAccount([.refused]))
        #expect(stored == before)
    }
}

extension FriendDetails {
    fileprivate func with(_ lines: [FriendLine]) -> Self {
        var result = self
        result.lines = lines
        return result
    }
}
