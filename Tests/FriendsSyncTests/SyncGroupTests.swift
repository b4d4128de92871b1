import FriendsCardDAV
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsSync

/// The groups on the server are tags here, and are never written.
@Suite(.timeLimit(.minutes(10)))
struct SyncGroupTests {
    /// Nothing on the server has changed, nor says something about groups that it did not say.
    private func expectUntouched(_ sides: Sides, _ cards: [String: MemoryBook.Stored]) {
        #expect(sides.book.cards == cards)
        #expect(sides.book.writes == [])
    }

    @Test(arguments: ["a-group", "z-group"])
    func `members have the name of their group as a tag`(name: String) async throws {
        let sides = try Sides()
        // More than are read at once.
        for number in 0..<120 { sides.book.store("id\(number)", "Name\(number)") }
        sides.book.group(name, "Family", ["id0", "id119", "nobody"])
        let cards = sides.book.cards
        let account = try await sides.sync()
        #expect(account.groupCount == 1 && account.isComplete)
        for id in ["id0", "id119"] { #expect(try await sides.tags(id) == ["Family"]) }
        #expect(try await sides.friends().count { !$0.details.lines.isEmpty } == 2)
        expectUntouched(sides, cards)
        try await expectQuiet(sides)
    }

    /// The lines of groups from a file, or of another account, stay in the list.
    @Test(arguments: [[], ["id0"]])
    func `what the list knows of groups is no line of a card`(members: [String]) async throws {
        let sides = try Sides()
        for number in 1..<120 { sides.book.store("id\(number)", "Name\(number)") }
        let known = FriendDetails(firstName: "Name0", lines: [FriendLine(id: .init("t"), kind: .tag, value: "Family")])
        let rest = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:id0", "N:;Name0;;;", "FN:Name0 ",
            "X-FRIENDS-GROUP;X-FRIENDS-ID=t:Family;g;QkVHSU46VkNBUkQ=", "END:VCARD", "",
        ].joined(separator: "\r\n")
        _ = try await sides.list.add(known, id: Friend.ID("id0"), rest: Array(rest.utf8))
        if members.isEmpty {
            try await sides.sync()
            let text = try #require(sides.book.text("id0.vcf"))
            #expect(text.contains("CATEGORIES;X-FRIENDS-ID=t:Family\n") && !text.contains("GROUP"), "\(text)")
        } else {
            sides.book.store("id0", "Name0")
            sides.book.group("z-group", "Family", members)
            let cards = sides.book.cards
            try await sides.sync()
            expectUntouched(sides, cards)
            sides.book.remove("z-group.vcf")
        }
        #expect(try await sides.tags("id0") == ["Family"])
        try await sides.sync()
        #expect(try await sides.tags("id0") == (members.isEmpty ? ["Family"] : []))
        try await expectQuiet(sides)
    }

    @Test func `a line of a group in a card of the server is not believed`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "", "X-FRIENDS-GROUP:Family;g;", "X-FRIENDS-GROUP:Chess;c;")
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        #expect(try await sides.tags("ada").sorted() == ["Chess", "Family"])
        sides.book.group("g", "Family", [])
        try await sides.sync()
        sides.book.put(try #require(sides.book.text("ada.vcf")).replacing("END:", with: "TITLE:T\nEND:"), "ada.vcf")
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Chess"])
        try await expectQuiet(sides)
    }

    @Test func `members follow their groups`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        sides.book.group("g", "Family", ["ada", "bob"])
        sides.book.group("h", "Choir", ["ada"])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family", "Choir"])

        sides.book.group("g", "Family", ["ada", "eve"])
        let account = try await sides.sync()
        #expect(account.here.map(\.id.rawValue).sorted() == ["bob", "eve"] && account.there.isEmpty)
        #expect(try await sides.tags("bob") == [])
        #expect(try await sides.tags("eve") == ["Family"])

        sides.book.group("h", "Choir, Alto", ["ada"])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family", "Choir Alto"])

        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Choir Alto"])
        #expect(try await sides.tags("eve") == [])
        #expect(sides.book.writes == [])
        try await expectQuiet(sides)
    }

    @Test(arguments: [false, true])
    func `an edit of a member says nothing about groups to the server`(canConvert: Bool) async throws {
        let sides = try Sides()
        sides.book.set { $0.canConvert = canConvert }
        sides.book.store("ada", "Ada", "", "X-PET:Rex", "CATEGORIES:Old")
        sides.book.group("g", "Family", ["ada"])
        let before = try #require(sides.book.text("ada.vcf"))
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Old", "Family"])
        try await sides.edit("ada") { $0.lastName = "Lovelace" }
        let account = try await sides.sync()
        #expect(account.there.count == 1 && account.here.isEmpty && account.isComplete)
        #expect(
            sides.book.text("ada.vcf")
                == before.replacing("N:;Ada", with: "N:Lovelace;Ada").replacing("FN:Ada ", with: "FN:Ada Lovelace"))
        #expect(try await sides.tags("ada") == ["Old", "Family"])
        try await expectQuiet(sides)
    }

    @Test func `a tag that is removed here does not come back`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        let cards = sides.book.cards
        try await sides.edit("ada") { $0.lines = [] }
        let account = try await sides.sync()
        #expect(account.isComplete && account.there.isEmpty)
        expectUntouched(sides, cards)
        try await expectQuiet(sides)

        // Neither with an edit here nor with one there.
        try await sides.edit("ada") { $0.lastName = "Lovelace" }
        #expect(try await sides.sync().shortened == [])
        sides.book.put(
            try #require(sides.book.text("ada.vcf")).replacing("END:", with: "NICKNAME:Al\nEND:"), "ada.vcf")
        #expect(try await sides.sync { $0.isPullOnly = true }.waitingCount == 0)
        #expect(try await sides.friend("ada").details.lines.map(\.value) == ["Al"])
        #expect(sides.book.text("ada.vcf")?.contains("GROUP") == false)
        try await expectQuiet(sides)

        // Who joins it again has it again.
        sides.book.group("g", "Family", [])
        try await sides.sync()
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family"])
        try await expectQuiet(sides)
    }

    @Test func `a tag of one's own outlives the group`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.store("bob", "Bob", "", "CATEGORIES:family")
        try await sides.sync()
        try await sides.edit("ada") { $0.lines = [FriendLine(id: .init("t"), kind: .tag, value: "Family")] }
        try await sides.sync()
        sides.book.group("g", "Family", ["ada", "bob"])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family"])
        #expect(try await sides.tags("bob") == ["family"])
        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family"])
        #expect(try await sides.tags("bob") == ["family"])
        #expect(sides.book.text("ada.vcf")?.contains("CATEGORIES;X-FRIENDS-ID=t:Family") == true)
        try await expectQuiet(sides)
    }

    @Test func `a member is edited on both sides while the group changes`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.group("g", "Family", [])
        try await sides.sync()
        sides.book.group("g", "Family", ["ada"])
        try await sides.edit("ada") { $0.lines.append(.email("ada@example.org")) }
        let text = try #require(sides.book.text("ada.vcf"))
        sides.book.put(text.replacing("END:", with: "TITLE:Countess\nEND:"), "ada.vcf")
        try await sides.sync()
        let lines = try await sides.friend("ada").details.lines
        #expect(lines.map(\.value).sorted() == ["Countess", "Family", "ada@example.org"])
        #expect(sides.book.text("ada.vcf")?.contains("ada@example.org") == true)
        #expect(sides.book.text("ada.vcf")?.contains("Family") == false)
        try await expectQuiet(sides)
    }

    @Test func `a deleted friend does not come back because of a group`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        try await sides.sync()
        try await sides.delete("ada")
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        #expect(try await sides.friends().map(\.id.rawValue) == ["bob", "eve"])
        #expect(sides.book.cards["ada.vcf"] == nil)
        try await expectQuiet(sides)
    }

    @Test func `a restored friend is in its groups again`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        try await sides.delete("ada")
        try await sides.sync()
        #expect(sides.book.cards["ada.vcf"] == nil)
        let deleted = try #require(try await sides.trash().first)
        _ = try await sides.list.make(.restore(deleted.id, details: deleted.details))
        let account = try await sides.sync()
        #expect(account.shortened == [] && account.isComplete)
        #expect(sides.book.text("ada.vcf")?.contains("Family") == false)
        #expect(try await sides.tags("ada") == ["Family"])
        try await expectQuiet(sides)
    }

    @Test func `a group that cannot be read keeps its tags`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        sides.book.set { $0.leavesOut = ["g.vcf"] }
        sides.book.group("g", "Kin", ["ada"])
        #expect(try await sides.sync().problems.map(\.name) == ["g.vcf"])
        #expect(try await sides.tags("ada") == ["Family"])
        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await sides.tags("ada") == [])
        sides.book.set { $0.leavesOut = [] }
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        sides.book.put("BEGIN:VCARD\nVERSION:3.0\nUID:g\nNOTE:damaged\nEND:VCARD\n", "g.vcf")
        // A damaged one, too.
        #expect(try await sides.sync().leftAlone.map(\.name) == ["g.vcf"])
        #expect(try await sides.tags("ada") == ["Family"])
        sides.book.group("g", "Kin", ["ada"])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Kin"])
        // The card of a group is one of a person now.
        sides.book.store("g", "Gus")
        try await sides.sync()
        #expect(try await sides.tags("ada") == [])
        #expect(try await sides.friend("g").details.firstName == "Gus")
        try await expectQuiet(sides)
    }

    @Test func `a second card with one UID is a member, too`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        sides.book.put(try #require(sides.book.text("ada.vcf")), "copy.vcf")
        try await sides.sync()
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        let friends = try await sides.friends()
        #expect(friends.count == 2 && friends.allSatisfy { $0.details.lines.map(\.value) == ["Family"] })
        try await expectQuiet(sides)
    }

    @Test func `a rehearsal tells of the members, and gives them no tags`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada")
        try await sides.sync()
        sides.book.group("g", "Family", ["ada"])
        let account = try await sides.sync { $0.isDryRun = true }
        #expect(account.here.map(\.name) == ["Ada"] && account.there.isEmpty)
        #expect(try await sides.tags("ada") == [])
        try await sides.sync()
        #expect(try await sides.tags("ada") == ["Family"])
    }
}

extension MemoryBook {
    /// Stores the card of a group as Apple's programs do.
    func group(_ id: String, _ name: String, _ members: [String]) {
        let rows = members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
        let start = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:\(id)", "N:\(name.replacing(",", with: "\\,"))",
            "FN:\(name.replacing(",", with: "\\,"))", "X-ADDRESSBOOKSERVER-KIND:group",
        ]
        put((start + rows + ["END:VCARD", ""]).joined(separator: "\n"), "\(id).vcf")
    }
}

extension Sides {
    func tags(_ id: String) async throws -> [String] {
        try await friend(id).details.lines.filter { $0.kind == .tag }.map(\.value)
    }
}
