import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsVCard
import Testing

/// Records whose friends are in the trash.
struct ImportFromTrashTests {
    private static let id = Friend.ID("ada")

    private static func deleted(_ details: FriendDetails) -> [Friend] {
        [Friend(id: id, version: .init("1"), details: details)]
    }

    private static let card = FriendRecord.card("UID:ada", "FN:Ada", "TEL:+44 1")
    private static let newCard = FriendRecord.card("UID:ada", "FN:Ada", "TEL:+44 2", "X-NEW:1")

    private func row(
        _ record: FriendRecord, _ friends: [Friend] = [], deleted: [Friend], rest: [UInt8]? = nil,
        _ choice: DuplicateChoice = .add
    ) -> ImportRow {
        var comparison = ImportComparison(friends, deleted: deleted, onDuplicate: choice)
        var row = comparison.row(for: record)
        #expect(row.waitsForTrash && row.isInTrash)
        comparison.completeDeleted(&row, deleted.first, rest: rest)
        return row
    }

    @Test func `a friend in the trash is added with what it had`() {
        let old = FriendDetails(
            firstName: "Ada", phoneNumber: "+44 1", lines: [.line(.note, "Likes tea", id: "1")])
        let record = FriendRecord.plain("ada", FriendDetails(firstName: "Ada", lastName: "King", phoneNumber: "+44 2"))
        let row = row(record, deleted: Self.deleted(old), rest: [1, 2])
        #expect(row.action == .add && row.addedFriend?.details.lastName == "King")
        #expect(row.addedFriend?.details.phoneNumber == "+44 1" && row.addedFriend?.rest == [1, 2])
        #expect(row.addedFriend?.details.lines.map(\.value) == ["Likes tea", "+44 2"])
    }

    @Test func `what changed in the card since it was imported is taken`() throws {
        let old = try Self.card.content.get()
        var edited = old.details
        edited.lastName = "King"
        let row = row(Self.newCard, deleted: Self.deleted(edited), rest: old.rest)
        #expect(row.addedFriend?.details.phoneNumber == "+44 2" && row.addedFriend?.details.lastName == "King")
        #expect(try row.addedFriend?.rest == Self.newCard.content.get().rest && row.action == .add)
    }

    @Test func `an old export brings no old card back`() throws {
        let new = try Self.newCard.content.get()
        let old = try Self.card.content.get()
        let exported = FriendRecord.plain("ada", old.details, rest: old.rest, version: .init("0"))
        let row = row(exported, deleted: Self.deleted(new.details), rest: new.rest)
        #expect(row.addedFriend?.rest.map(CardUnion.withoutOthers) == new.rest)
        #expect(row.addedFriend?.details.phoneNumber == "+44 2")
    }

    @Test func `a card that is older than the one in the trash only adds and is named`() throws {
        let new = try FriendRecord.card("UID:ada", "FN:Ada", "TEL:+44 2", "NOTE:tea", "REV:20260101T000000Z").content
            .get()
        let old = FriendRecord.card("UID:ada", "FN:Ada", "TEL:+44 1", "X-TITLE:Countess", "REV:20200101T000000Z")
        var row = row(old, deleted: Self.deleted(new.details), rest: new.rest)
        let added = try #require(row.addedFriend)
        #expect(added.details.phoneNumber == "+44 2" && added.details.values(of: .note) == ["tea"])
        #expect(added.details.values(of: .phone) == ["+44 1"])
        #expect(added.rest.map { String(decoding: $0, as: UTF8.self) }?.contains("X-TITLE:Countess") == true)
        #expect(row.issues == ["The card of 20200101T000000Z is older than the one in the trash, so it only adds"])
        row.isLeftOut = true
        #expect(row.issues == [])
        // A newer card, and one that is merged with another friend, is not named.
        let newer = FriendRecord.card("UID:ada", "FN:Ada", "TEL:+44 2", "REV:20270101T000000Z")
        #expect(self.row(newer, deleted: Self.deleted(new.details), rest: new.rest).issues == [])
        // One without a date only adds, too.
        let undated = self.row(Self.newCard, deleted: Self.deleted(new.details), rest: new.rest)
        #expect(undated.issues == ["The card has no date (REV), and the one in the trash has one, so it only adds"])
        #expect(undated.addedFriend?.details.values(of: .note) == ["tea"])
        let other = Friend(id: Friend.ID("x"), version: .init("1"), details: FriendDetails(firstName: "Ada"))
        #expect(self.row(old, [other], deleted: Self.deleted(new.details), rest: new.rest, .merge).issues == [])
    }

    @Test func `what the card in the trash has no room for is named`() throws {
        let large = String(repeating: "x", count: Friend.maximumRestSize - 200)
        let new = try FriendRecord.card("UID:ada", "FN:Ada", "X-LARGE:\(large)", "REV:20260101T000000Z").content.get()
        let old = FriendRecord.card("UID:ada", "FN:Ada", "X-B:\(large)", "REV:20200101T000000Z")
        let row = row(old, deleted: Self.deleted(new.details), rest: new.rest)
        let reason = "it doesn\u{2019}t fit into the friend\u{2019}s card, which has at most 16 MiB"
        #expect(row.issues.last == "X-B was left out: \(reason)" && row.issues.count == 2)
    }

    /// Who was merged lies in the trash, with what the merge has left out.
    @Test(arguments: DuplicateChoice.allCases)
    func `nothing is new in a record that another friend has`(choice: DuplicateChoice) {
        let details = FriendDetails(firstName: "Ada", lastName: "King", phoneNumber: "+44 1")
        var deleted = details
        deleted.lines = [.line(.note, "Likes tea", id: "1")]
        let row = row(
            .plain("ada", details), [Friend(id: Friend.ID("x"), version: .init("1"), details: details)],
            deleted: Self.deleted(deleted), rest: [1], choice)
        #expect(row.action == .same)
    }

    /// After the merge of two friends, each with a card.
    @Test(arguments: [true, false])
    func `a merged friend does not come back with its card`(isSameCard: Bool) throws {
        let record = try Self.card.content.get()
        let other = Friend(id: Friend.ID("x"), version: .init("1"), details: record.details)
        let row = row(
            Self.card, [other], deleted: Self.deleted(record.details), rest: isSameCard ? record.rest : [1, 2])
        #expect((row.action == .same) == isSameCard)
        #expect(isSameCard || row.friendsWithUnreadRests == [other])
    }

    @Test func `a merge takes nothing from the trash`() {
        let other = Friend(id: Friend.ID("x"), version: .init("1"), details: FriendDetails(firstName: "Ada"))
        let old = FriendDetails(firstName: "Ada", lines: [.line(.note, "Likes tea", id: "1")])
        let row = row(
            .plain("ada", FriendDetails(firstName: "Ada", phoneNumber: "+44 1")), [other], deleted: Self.deleted(old),
            rest: [1], .merge)
        guard case .duplicate(let duplicate) = row.action else {
            Issue.record("no duplicate: \(row.action)")
            return
        }
        #expect(duplicate.merge.details == FriendDetails(firstName: "Ada", phoneNumber: "+44 1"))
        #expect(duplicate.merge.rest == nil && row.addedFriend?.rest == [1], "added, it keeps its card")
    }

    @Test func `the friend is taken as it is when its card is read`() {
        var comparison = ImportComparison(
            [], deleted: Self.deleted(FriendDetails(firstName: "Ada", phoneNumber: "+44 1")))
        var row = comparison.row(for: .plain("ada", FriendDetails(firstName: "Ada")))
        let now = FriendDetails(firstName: "Ada", phoneNumber: "+44 2")
        comparison.completeDeleted(&row, Self.deleted(now).first, rest: nil)
        #expect(row.addedFriend?.details == now)
    }

    @Test func `a card that differs from that of a similar friend waits for it`() throws {
        let old = try Self.card.content.get()
        var plan = ImportPlan(
            [Friend(id: Friend.ID("x"), version: .init("1"), details: old.details)], deleted: Self.deleted(old.details))
        plan.append([Self.card])
        #expect(plan.waitingFriendsInTrash.count == 1 && plan.waitingCount == 0)
        plan.readDeletedRests(FriendPage(friends: Self.deleted(old.details), rests: [Self.id: [9]]))
        #expect(plan.waitingFriendsInTrash.isEmpty && plan.waitingFriends == [Friend.ID("x")])
        plan.readRests(
            FriendPage(
                friends: [Friend(id: Friend.ID("x"), version: .init("1"), details: old.details)],
                rests: [Friend.ID("x"): old.rest ?? []]))
        #expect(plan.waitingCount == 0 && plan.rows[0].action == .same)
    }

    @Test func `a friend that left the trash is added as the record has it`() {
        var plan = ImportPlan([], deleted: Self.deleted(FriendDetails(firstName: "Ada")))
        plan.append([.plain("ada", FriendDetails(firstName: "Ada", lastName: "King"))])
        #expect(plan.endDeletedRests() == [0] && plan.waitingFriendsInTrash.isEmpty)
        #expect(plan.rows[0].action == .add && plan.rows[0].addedFriend?.details.lastName == "King")
        #expect(!plan.rows[0].isInTrash)
    }

    @Test func `a restored friend that gets too large is refused`() {
        let lines = (0..<100).map { FriendLine.line(.note, "\($0)", id: "n\($0)") }
        let row = row(
            .plain("ada", FriendDetails(firstName: "Ada", lines: [.line(.note, "another", id: "x")])),
            deleted: Self.deleted(FriendDetails(firstName: "Ada", lines: lines)), rest: nil)
        guard case .refuse = row.action else {
            Issue.record("not refused: \(row.action)")
            return
        }
    }

    /// It looks like another friend, with whom it can be merged.
    @Test func `a duplicate that cannot be restored is refused only if it is added`() throws {
        let other = Friend(id: Friend.ID("x"), version: .init("1"), details: FriendDetails(firstName: "Ada"))
        let lines = (0..<100).map { FriendLine.line(.note, "\($0)", id: "n\($0)") }
        var row = row(
            .plain("ada", FriendDetails(firstName: "Ada", lines: [.line(.note, "another", id: "x")])), [other],
            deleted: Self.deleted(FriendDetails(firstName: "Ada", lines: lines)))
        for choice in DuplicateChoice.allCases {
            row.choice = choice
            var writes = ImportWrites()
            if choice == .add {
                #expect(throws: RecordProblem.self) { try writes.append(row, at: 0) }
            } else {
                #expect(try writes.append(row, at: 0) == (choice == .merge))
            }
        }
    }
}
