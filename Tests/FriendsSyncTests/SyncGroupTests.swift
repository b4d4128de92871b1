import FriendsCardDAV
import FriendsModel
import FriendsVCard
import TestSupport
import Testing

@testable import FriendsSync

/// The groups on the server are tags here, and are never written.
@Suite(.timeLimit(.minutes(10)))
struct SyncGroupTests {
    private func tags(_ sides: Sides, _ id: String) async throws -> [String] {
        try await sides.friend(id).details.lines.filter { $0.kind == .tag }.map(\.value)
    }

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
        for id in ["id0", "id119"] { #expect(try await tags(sides, id) == ["Family"]) }
        #expect(try await sides.friends().count { !$0.details.lines.isEmpty } == 2)
        expectUntouched(sides, cards)
        try await expectQuiet(sides)
    }

    /// The lines of friends from a file, or of another account, are none of this server.
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
        #expect(try await tags(sides, "id0") == ["Family"])
        try await sides.sync()
        #expect(try await tags(sides, "id0") == (members.isEmpty ? ["Family"] : []))
        try await expectQuiet(sides)
    }

    @Test func `a line of a group in a card of the server is not believed`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "", "X-FRIENDS-GROUP:Family;g;", "X-FRIENDS-GROUP:Chess;c;")
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        #expect(try await tags(sides, "ada").sorted() == ["Chess", "Family"])
        sides.book.group("g", "Family", [])
        try await sides.sync()
        sides.book.put(try #require(sides.book.text("ada.vcf")).replacing("END:", with: "TITLE:T\nEND:"), "ada.vcf")
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Chess"])
        try await expectQuiet(sides)
    }

    @Test func `members follow their groups`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        sides.book.group("g", "Family", ["ada", "bob"])
        sides.book.group("h", "Choir", ["ada"])
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Family", "Choir"])

        sides.book.group("g", "Family", ["ada", "eve"])
        let account = try await sides.sync()
        #expect(account.here.map(\.id.rawValue).sorted() == ["bob", "eve"] && account.there.isEmpty)
        #expect(try await tags(sides, "bob") == [])
        #expect(try await tags(sides, "eve") == ["Family"])

        sides.book.group("h", "Choir, Alto", ["ada"])
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Family", "Choir Alto"])

        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Choir Alto"])
        #expect(try await tags(sides, "eve") == [])
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
        #expect(try await tags(sides, "ada") == ["Old", "Family"])
        try await sides.edit("ada") { $0.lastName = "Lovelace" }
        let account = try await sides.sync()
        #expect(account.there.count == 1 && account.here.isEmpty && account.isComplete)
        #expect(
            sides.book.text("ada.vcf")
                == before.replacing("N:;Ada", with: "N:Lovelace;Ada").replacing("FN:Ada ", with: "FN:Ada Lovelace"))
        #expect(try await tags(sides, "ada") == ["Old", "Family"])
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
        #expect(try await tags(sides, "ada") == ["Family"])
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
        #expect(try await tags(sides, "ada") == ["Family"])
        #expect(try await tags(sides, "bob") == ["family"])
        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Family"])
        #expect(try await tags(sides, "bob") == ["family"])
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
        #expect(try await tags(sides, "ada") == ["Family"])
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
        #expect(try await tags(sides, "ada") == ["Family"])
        sides.book.remove("g.vcf")
        try await sides.sync()
        #expect(try await tags(sides, "ada") == [])
        sides.book.set { $0.leavesOut = [] }
        sides.book.group("g", "Family", ["ada"])
        try await sides.sync()
        sides.book.put("BEGIN:VCARD\nVERSION:3.0\nUID:g\nNOTE:damaged\nEND:VCARD\n", "g.vcf")
        // A damaged one, too.
        #expect(try await sides.sync().leftAlone.map(\.name) == ["g.vcf"])
        #expect(try await tags(sides, "ada") == ["Family"])
        sides.book.group("g", "Kin", ["ada"])
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Kin"])
        // The card of a group is one of a person now.
        sides.book.store("g", "Gus")
        try await sides.sync()
        #expect(try await tags(sides, "ada") == [])
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
        #expect(try await tags(sides, "ada") == [])
        try await sides.sync()
        #expect(try await tags(sides, "ada") == ["Family"])
    }

    /// A group whose members are noted, and which is not, changes back before the next synchronisation.
    @Test(arguments: [[], ["bob"], nil] as [[String]?])
    func `a group that changes back leaves no tag behind`(members: [String]?) async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        if let members { sides.book.group("g", "Family", members) }
        try await sides.sync()
        let before = (try await sides.friends()).map(\.details)
        sides.book.group("g", "Kin", ["ada"])
        // The group, the friends, the group, the position.
        let begun = sides.state.writeCount
        sides.state.fail { $0 == begun + 3 }
        await #expect(throws: SyncError.state(SyncStateError("no space left"))) { try await sides.sync() }
        #expect(try await tags(sides, "ada") == ["Kin"])
        sides.state.fail { _ in false }
        if let members { sides.book.group("g", "Family", members) } else { sides.book.remove("g.vcf") }
        try await sides.sync()
        #expect((try await sides.friends()).map(\.details) == before)
        try await expectQuiet(sides)
    }

    /// Whatever is changed on both sides, and wherever a synchronisation is cut off: in the end everybody has the tags of the groups.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `members have the tags of their groups in the end`(seed: UInt64) async throws {
        let sides = try Sides()
        var random = Numbers(state: seed)
        sides.book.set { $0.hasPositions = seed % 3 != 0 }
        let (ids, groups) = ((0..<5).map { "id\($0)" }, (0..<3).map { "g\($0)" })
        var members: [String: Set<String>] = [:]
        for step in 0..<30 {
            let id = ids.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                let group = groups.randomElement(using: &random) ?? ""
                members[group, default: []].formSymmetricDifference([id])
                let name = "\(group) \(Int.random(in: 0...1, using: &random))"
                sides.book.group(group, name, members[group, default: []].sorted())
            case 3:
                let group = groups.randomElement(using: &random) ?? ""
                members[group] = nil
                sides.book.remove("\(group).vcf")
            case 4:
                if sides.book.cards["\(id).vcf"] == nil {
                    sides.book.store(id, id)
                } else {
                    sides.book.put(
                        try #require(sides.book.text("\(id).vcf")).replacing("END:", with: "X-A:\(step)\nEND:"),
                        "\(id).vcf")
                }
            default:
                if let friend = try await sides.friends().randomElement(using: &random) {
                    try await sides.edit(friend.id.rawValue) { $0.lastName = "Name \(step)" }
                }
            }
            if Int.random(in: 0..<3, using: &random) > 0 { continue }
            let (writes, calls) = (sides.state.writeCount, sides.book.state.withLock(\.calls.count))
            let place = Int.random(in: 1...6, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: sides.state.fail { $0 >= writes + place }
            case 1: sides.book.set { $0.fails = { $1 >= calls + place ? .noAnswer(.timedOut(.read)) : nil } }
            default: break
            }
            let isStateCut: Bool
            do {
                try await sides.sync()
                isStateCut = false
            } catch {
                if case SyncError.state = error { isStateCut = true } else { isStateCut = false }
            }
            sides.state.fail { _ in false }
            sides.book.set { $0.fails = { _, _ in nil } }
            // A tag that was written and not noted would be one of the friend's own if the group lost the friend before.
            if isStateCut { try await sides.sync() }
        }
        for _ in 0..<2 { try await sides.sync() }
        for friend in try await sides.friends() {
            let expected = groups.filter { members[$0]?.contains(friend.id.rawValue) == true }
            let tags = try await tags(sides, friend.id.rawValue).map { String($0.prefix(2)) }
            #expect(tags.sorted() == expected, "\(friend.id)")
        }
        let texts = sides.book.cards.filter { $0.key.hasPrefix("id") }.keys.compactMap { sides.book.text($0) }
        #expect(!texts.contains { $0.contains("GROUP") || $0.contains("CATEGORIES") })
        try await expectQuiet(sides)
    }
}

extension MemoryBook {
    /// Stores the card of a group as Apple's programs do.
    fileprivate func group(_ id: String, _ name: String, _ members: [String]) {
        let rows = members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
        let start = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:\(id)", "N:\(name.replacing(",", with: "\\,"))",
            "FN:\(name.replacing(",", with: "\\,"))", "X-ADDRESSBOOKSERVER-KIND:group",
        ]
        put((start + rows + ["END:VCARD", ""]).joined(separator: "\n"), "\(id).vcf")
    }
}
