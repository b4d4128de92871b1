import FriendsCardDAV
import FriendsModel
import FriendsVCard
import Testing

@testable import FriendsSync

@Suite(.timeLimit(.minutes(10)))
struct SyncRunnerTests {
    @Test func `what is here goes there`() async throws {
        let sides = try Sides()
        try await sides.add("ada", "Ada", "Lovelace", "555 0001", lines: [.email("ada@example.org")])
        let account = try await sides.sync()
        #expect(account.there.map(\.name) == ["Ada Lovelace"])
        #expect(account.here.isEmpty && account.isComplete && account.pairCount == 1)
        let text = try #require(sides.book.text("ada.vcf"))
        #expect(text.hasPrefix("BEGIN:VCARD\nVERSION:3.0\n"))
        #expect(text.contains("\nUID:ada\n") && text.contains("ada@example.org"))
        try await expectQuiet(sides)
    }

    @Test func `what is there comes here byte for byte`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace", "TEL;TYPE=CELL:555 0001", "X-PET:Rex", "PHOTO;ENCODING=b:QUJD")
        let account = try await sides.sync()
        #expect(account.here.map(\.kind) == [.added])
        let friend = try await sides.friend("ada")
        #expect(friend.details.fullName == "Ada Lovelace")
        #expect(friend.details.phoneNumber == "555 0001")
        #expect(try await sides.list.rest(of: friend.id) == sides.book.cards["ada.vcf"]?.bytes)
        try await expectQuiet(sides)
    }

    @Test func `both have the same people`() async throws {
        let sides = try Sides()
        try await sides.add("ada", "Ada", "Lovelace", "555 0001")
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001")
        let account = try await sides.sync()
        #expect(account.here.isEmpty && account.there.isEmpty && account.pairCount == 1)
        try await expectQuiet(sides)
    }

    @Test func `both have the same person with other texts`() async throws {
        let sides = try Sides()
        try await sides.add("ada", "Ada", "Lovelace", "555 0001")
        sides.book.store("ada", "Ada", "Byron", "TEL:555 0002", "EMAIL:ada@example.org", "X-PET:Rex")
        try await sides.sync()
        let details = try await sides.friend("ada").details
        let texts = [details.lastName, details.phoneNumber] + details.lines.map(\.value)
        for text in ["Lovelace", "555 0001", "Ada Byron", "555 0002", "ada@example.org"] {
            #expect(texts.contains(text))
        }
        let card = try #require(sides.book.details("ada.vcf"))
        #expect(card.saysSame(as: details))
        #expect(try #require(sides.book.text("ada.vcf")).contains("X-PET:Rex"))
        try await expectQuiet(sides)
    }

    @Test func `an edit here changes only its lines`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace", "TEL;TYPE=CELL:555 0001", "X-PET:Rex", "item1.URL:https://a.example")
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0009" }
        let before = try #require(sides.book.text("ada.vcf"))
        let account = try await sides.sync()
        #expect(account.there.map(\.kind) == [.changed] && account.here.isEmpty)
        #expect(sides.book.text("ada.vcf") == before.replacing("555 0001", with: "555 0009"))
        try await expectQuiet(sides)
    }

    @Test func `an edit there comes here`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001")
        try await sides.sync()
        sides.book.store("ada", "Ada", "King", "TEL:555 0001", "EMAIL:ada@example.org", "PHOTO;ENCODING=b:QUJD")
        let account = try await sides.sync()
        #expect(account.here.map(\.kind) == [.changed] && account.there.isEmpty)
        let details = try await sides.friend("ada").details
        #expect(details.fullName == "Ada King" && details.values(of: .email) == ["ada@example.org"])
        #expect(try await sides.list.rest(of: Friend.ID("ada")) == sides.book.cards["ada.vcf"]?.bytes)
        try await expectQuiet(sides)
    }

    @Test func `different fields of one person are merged`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001", "NOTE:old")
        try await sides.sync()
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001", "NOTE:new", "X-PET:Rex")
        try await sides.edit("ada") { $0.phoneNumber = "555 0009" }
        let account = try await sides.sync()
        #expect(account.conflicts.isEmpty)
        let details = try await sides.friend("ada").details
        #expect(details.phoneNumber == "555 0009" && details.values(of: .note) == ["new"])
        let text = try #require(sides.book.text("ada.vcf"))
        #expect(text.contains("TEL:555 0009") && text.contains("NOTE:new") && text.contains("X-PET:Rex"))
        try await expectQuiet(sides)
    }

    @Test func `the same field keeps both values and is reported`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001")
        try await sides.sync()
        sides.book.store("ada", "Ada", "King", "TEL:555 0002")
        try await sides.edit("ada") { ($0.lastName, $0.phoneNumber) = ("Byron", "555 0009") }
        let account = try await sides.sync()
        #expect(account.conflicts.map(\.conflict.theirs) == ["King", "555 0002"])
        #expect(account.conflicts.map(\.conflict.ours) == ["Byron", "555 0009"])
        // It stays known until a person decides.
        #expect(try sides.state.overview().conflicts == [Friend.ID("ada"): account.conflicts.map(\.conflict)])
        let details = try await sides.friend("ada").details
        #expect(details.lastName == "King" && details.phoneNumber == "555 0002")
        #expect(details.values(of: .phone) == ["555 0009"])
        #expect(details.lines.first { $0.kind == .note }?.value == "Byron")
        #expect(sides.book.details("ada.vcf")?.saysSame(as: details) == true)
        try await expectQuiet(sides)
    }

    /// Servers keep no ids of lines, and tables and JSON need not have them: a changed line is another one.
    @Test(arguments: [false, true])
    func `a line that both sides have changed is one conflict`(hasNewIDHere: Bool) async throws {
        let sides = try Sides()
        let property = hasNewIDHere ? "EMAIL;X-FRIENDS-ID=kept" : "EMAIL"
        sides.book.store("ada", "Ada", "", "\(property):a@old.example")
        try await sides.sync()
        sides.book.store("ada", "Ada", "", "\(property):a@server.example")
        try await sides.edit("ada") { details in
            details.lines[0].value = "a@here.example"
            if hasNewIDHere { details.lines = [.email("a@here.example")] }
        }
        let conflict = try #require(try await sides.sync().conflicts.first?.conflict)
        #expect(conflict.ours == "a@here.example" && conflict.theirs == "a@server.example")
        let details = try await sides.friend("ada").details
        #expect(Set(details.values(of: .email)) == ["a@here.example", "a@server.example"])
        let values = [SyncConflict.Choice.ours, .theirs].map { conflict.deciding($0, in: details)?.values(of: .email) }
        #expect(values == [["a@here.example"], ["a@server.example"]])
        try await expectQuiet(sides)
    }

    @Test func `a conflict is forgotten when a person has decided in the list`() async throws {
        let sides = try Sides()
        for id in ["ada", "eve"] { sides.book.store(id, id, "", "TEL:555 0001") }
        try await sides.sync()
        for id in ["ada", "eve"] {
            sides.book.store(id, id, "", "TEL:555 0002")
            try await sides.edit(id) { $0.phoneNumber = "555 0009" }
        }
        let conflicts = try await sides.sync().conflicts
        try #require(conflicts.count == 2)
        let ada = try await sides.friend("ada")
        let conflict = try #require(conflicts.first { $0.id == ada.id }?.conflict)
        let decided = try #require(conflict.deciding(.ours, in: ada.details))
        try await sides.edit("ada") { $0 = decided }
        // It could be undone for a day.
        try await sides.sync()
        #expect(try sides.state.overview().conflicts.count == 2)
        try await sides.sync(at: 1_000_000 + 86_400)
        #expect(try sides.state.overview().conflicts.keys.map(\.rawValue) == ["eve"])
        #expect(try await sides.friend("ada").details == decided)
    }

    @Test func `deletions go both ways`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        try await sides.sync()
        try await sides.delete("ada")
        sides.book.remove("bob.vcf")
        let account = try await sides.sync()
        #expect(account.there.map(\.kind) == [.deleted] && account.here.map(\.kind) == [.deleted])
        #expect(try await sides.friends().map(\.id.rawValue) == ["eve"])
        #expect(sides.book.cards.keys.sorted() == ["eve.vcf"])
        // With its card.
        #expect(try await sides.trash().map(\.id.rawValue).sorted() == ["ada", "bob"])
        try await expectQuiet(sides)
    }

    @Test func `an edit wins over a deletion`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob"] { sides.book.store(id, id, "X", "X-PET:Rex") }
        try await sides.sync()
        try await sides.delete("ada")
        sides.book.store("ada", "ada", "Y")
        sides.book.remove("bob.vcf")
        try await sides.edit("bob") { $0.lastName = "Z" }
        try await sides.sync()
        #expect(try await sides.friends().map(\.details.fullName) == ["ada Y", "bob Z"])
        #expect(sides.book.details("bob.vcf")?.fullName == "bob Z")
        #expect(sides.book.text("bob.vcf")?.contains("X-PET:Rex") == true)
        try await expectQuiet(sides)
    }

    @Test func `both have deleted it`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        try await sides.sync()
        try await sides.delete("ada")
        sides.book.remove("ada.vcf")
        let account = try await sides.sync()
        #expect(account.here.isEmpty && account.there.isEmpty && account.isComplete)
        #expect(try sides.state.overview().cards.isEmpty)
        try await expectQuiet(sides)
    }

    @Test func `a friend from the trash goes there again`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        try await sides.sync()
        try await sides.delete("ada")
        try await sides.sync()
        #expect(sides.book.cards.isEmpty)
        _ = try await sides.list.restore(Friend.ID("ada"), details: try await sides.trash()[0].details)
        try await sides.sync()
        #expect(sides.book.cards.keys.sorted() == ["ada.vcf"])
        try await expectQuiet(sides)
    }

    @Test func `an emptied book deletes nothing unasked`() async throws {
        let sides = try Sides()
        for number in 0..<12 { sides.book.store("id\(number)", "Name \(number)") }
        try await sides.sync()
        for number in 0..<12 { sides.book.remove("id\(number).vcf") }
        for _ in 0..<2 {
            await #expect(throws: SyncError.manyDeletions(.here, count: 12, total: 12)) { try await sides.sync() }
            #expect(try await sides.friends().count == 12)
        }
        // What a person has agreed to is one side, and no more than was said.
        for confirmed in [(SyncError.Side.there, 99), (.here, 1)] {
            await #expect(throws: SyncError.self) { try await sides.sync { $0.confirmedDeletions = confirmed } }
        }
        #expect(try await sides.trash().isEmpty)
        try await sides.sync { $0.confirmedDeletions = (.here, 12) }
        #expect(try await sides.friends().isEmpty)
        #expect(try await sides.trash().count == 12)
    }

    @Test func `an emptied list deletes nothing unasked`() async throws {
        let sides = try Sides()
        for number in 0..<12 { try await sides.add("id\(number)", "Name \(number)") }
        try await sides.sync()
        for number in 0..<12 { try await sides.delete("id\(number)") }
        await #expect(throws: SyncError.manyDeletions(.there, count: 12, total: 12)) { try await sides.sync() }
        #expect(sides.book.cards.count == 12)
    }

    @Test func `a lost state only adds`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id, "X", "X-PET:Rex") }
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        sides.book.remove("bob.vcf")
        try await sides.delete("eve")
        try sides.state.apply([.clear])
        try await sides.sync()
        #expect(try await sides.friends().map(\.id.rawValue) == ["ada", "bob", "eve"])
        #expect(sides.book.cards.keys.sorted() == ["ada.vcf", "bob.vcf", "eve.vcf"])
        #expect(sides.book.text("ada.vcf")?.contains("555 0001") == true)
        for name in ["ada.vcf", "bob.vcf"] { #expect(sides.book.text(name)?.contains("X-PET:Rex") == true) }
        try await expectQuiet(sides)
    }

    @Test func `a card with another name is the same person`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace")
        try await sides.sync()
        let text = try #require(sides.book.text("ada.vcf"))
        sides.book.remove("ada.vcf")
        sides.book.put(text, "other.vcf")
        let account = try await sides.sync()
        #expect(account.here.isEmpty && account.there.isEmpty)
        #expect(try await sides.friends().count == 1)
        try await sides.edit("ada") { $0.lastName = "King" }
        try await sides.sync()
        #expect(sides.book.cards.keys.sorted() == ["other.vcf"])
        #expect(sides.book.details("other.vcf")?.lastName == "King")
        try await expectQuiet(sides)
    }

    @Test func `two cards with one UID are two friends`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace")
        let text = try #require(sides.book.text("ada.vcf"))
        sides.book.put(text.replacing("Ada", with: "Bob"), "other.vcf")
        try await sides.sync()
        #expect(try await sides.friends().map(\.details.firstName).sorted() == ["Ada", "Bob"])
        try await sides.edit(try await sides.friends().first { $0.details.firstName == "Bob" }?.id.rawValue ?? "") {
            $0.lastName = "King"
        }
        try await sides.sync()
        #expect(sides.book.text("other.vcf")?.contains("UID:ada\n") == true)
        #expect(sides.book.details("other.vcf")?.fullName == "Bob King")
        try await expectQuiet(sides)
    }

    @Test func `empty groups and damaged cards stay as they are`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.put("BEGIN:VCARD\nVERSION:4.0\nKIND:group\nUID:g\nFN:Family\nEND:VCARD\n", "g.vcf")
        sides.book.put("BEGIN:VCARD\nVERSION:3.0\nUID:n\nNOTE:nobody\nEND:VCARD\n", "n.vcf")
        let before = sides.book.cards
        let account = try await sides.sync()
        #expect(account.groupCount == 1)
        #expect(account.leftAlone.map(\.name) == ["n.vcf"] && account.problems.isEmpty)
        #expect(sides.book.cards == before)
        let again = try await sides.sync { $0.comparesAll = true }
        #expect(again.groupCount == 1 && again.leftAlone.map(\.name) == ["n.vcf"])
        sides.book.remove("n.vcf")
        #expect(try await sides.sync().isComplete)
    }
}
