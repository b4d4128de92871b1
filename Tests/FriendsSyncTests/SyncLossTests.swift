import FriendsCardDAV
import FriendsModel
import FriendsVCard
import Testing

@testable import FriendsSync

/// What no friend shows, what servers drop, and what looks like someone else.
@Suite(.timeLimit(.minutes(10)))
struct SyncLossTests {
    @Test func `two cards with one UID stay two, also when the list has both already`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace")
        let text = try #require(sides.book.text("ada.vcf"))
        sides.book.put(text.replacing("Ada", with: "Bob"), "b.vcf")
        try await sides.sync()
        let (friends, cards) = (try await sides.friends(), sides.book.cards)
        try sides.state.apply([.clear])
        for _ in 0..<3 { try await sides.sync { $0.comparesAll = true } }
        #expect(try await sides.friends().map(\.details) == friends.map(\.details))
        #expect(sides.book.cards == cards)
        #expect(try sides.state.overview().cards.count == 2)
    }

    @Test func `two copies of a card stay two cards`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "Lovelace")
        sides.book.put(try #require(sides.book.text("ada.vcf")), "copy.vcf")
        for _ in 0..<3 { try await sides.sync { $0.comparesAll = true } }
        #expect(sides.book.cards.count == 2 && sides.book.writes.isEmpty)
        #expect(try sides.state.overview().cards.count == 2)
        #expect(try await sides.friends().count == 2)
    }

    @Test func `a photo that was imported here stays when the server changes something else`() async throws {
        let sides = try Sides()
        sides.book.store("ada", "Ada", "", "TEL:555 0001")
        try await sides.sync()
        let friend = try await sides.friend("ada")
        let card = try #require(sides.book.text("ada.vcf"))
            .replacing("END:VCARD", with: "PHOTO;ENCODING=b:QUJD\nEND:VCARD").replacing("\n", with: "\r\n")
        _ = try await sides.list.update(
            friend.id, with: FriendChanges(), rest: Array(card.utf8), from: friend.version)
        sides.book.put(try #require(sides.book.text("ada.vcf")).replacing("0001", with: "0002"), "ada.vcf")
        try await sides.sync()
        #expect(try await sides.friend("ada").details.phoneNumber == "555 0002")
        #expect(try await sides.friend("ada").keptText.lowercased().contains("photo"))
        #expect(sides.book.text("ada.vcf")?.contains("QUJD") == true)
    }

    @Test func `what a server drops without a word stays here`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { card in
                Array(String(decoding: card, as: UTF8.self).replacing("X-PET:Rex\r\n", with: "").utf8)
            }
        }
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nN:;Ada;;;\r\nFN:Ada\r\nX-PET:Rex\r\nEND:VCARD\r\n"
        _ = try await sides.list.add(
            FriendDetails(firstName: "Ada"), id: Friend.ID("ada"), rest: Array(card.utf8))
        #expect(try await sides.sync().shortened == ["Ada"])
        for number in 1...3 {
            sides.book.put(
                try #require(sides.book.text("ada.vcf")).replacing(/TEL:.*\n/, with: "")
                    .replacing("END:VCARD", with: "TEL:555 000\(number)\nEND:VCARD"), "ada.vcf")
            try await sides.sync()
            #expect(try await sides.friend("ada").details.phoneNumber == "555 000\(number)")
            #expect(try await sides.friend("ada").keptText.contains("Rex"))
        }
        let writes = sides.book.writes.count
        try await sides.sync()
        #expect(sides.book.writes.count == writes)
    }

    @Test func `a middle name that the server does not have is not lost`() async throws {
        let sides = try Sides()
        let card =
            "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nN:Lovelace;Ada;Augusta;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"
        _ = try await sides.list.add(
            FriendDetails(firstName: "Ada", lastName: "Lovelace"), id: Friend.ID("ada"), rest: Array(card.utf8))
        sides.book.store("ada", "Ada", "Lovelace", "TEL:555 0001", "PHOTO;ENCODING=b:QUJD")
        for _ in 0..<2 { try await sides.sync() }
        let friend = try await sides.friend("ada")
        #expect((friend.details.line + friend.keptText).contains("Augusta"))
        #expect(friend.keptText.lowercased().contains("photo") && friend.details.phoneNumber == "555 0001")
        #expect(sides.book.text("ada.vcf")?.contains("Augusta") == true)
    }

    @Test func `a server that drops the ids of lines brings no old value back`() async throws {
        let sides = try Sides()
        sides.book.set { behaviour in
            behaviour.stores = { card in
                Array(String(decoding: card, as: UTF8.self).replacing(/;X-FRIENDS-ID=[^:;]*/, with: "").utf8)
            }
        }
        try await sides.add(
            "ada", "Ada", lines: [FriendLine(id: FriendLine.ID("l1"), kind: .note, label: "", value: "one")])
        try await sides.sync()
        sides.book.put(try #require(sides.book.text("ada.vcf")).replacing("NOTE:one", with: "NOTE:two"), "ada.vcf")
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.sync()
        #expect(try await sides.friend("ada").details.values(of: .note) == ["two"])
        #expect(sides.book.text("ada.vcf")?.contains("NOTE:one") == false)
    }

    @Test func `a friend whose name another card has gets another name`() async throws {
        let sides = try Sides()
        sides.book.put(
            "BEGIN:VCARD\nVERSION:4.0\nKIND:group\nUID:g\nFN:Family\nMEMBER:urn:uuid:x\nEND:VCARD\n", "ada.vcf")
        try await sides.add("ada", "Ada")
        let account = try await sides.sync()
        #expect(account.waitingCount == 0 && account.there.map(\.name) == ["Ada"])
        #expect(sides.book.cards.count == 2 && sides.book.text("ada.vcf")?.contains("Family") == true)
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        #expect(try await sides.sync().isComplete)
        #expect(sides.book.cards.count == 2)
    }

    @Test func `a card that breaks the connection does not stop the others`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { try await sides.add(id, id) }
        sides.book.set { behaviour in
            behaviour.fails = { call, number in
                call == .create && number == 3 ? .noAnswer(.connectionLost(reason: "too large")) : nil
            }
        }
        let account = try await sides.sync()
        #expect(account.there.count == 2 && account.stop == nil && account.problems.map(\.name) == ["bob"])
    }

    @Test func `a duplicate is deleted there only when the server has the merged friend`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob"] { sides.book.store(id, id) }
        try await sides.sync()
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        try await sides.delete("bob")
        sides.book.set { $0.fails = { call, _ in call == .replace ? .refused(reason: "too large") : nil } }
        try await sides.sync()
        #expect(sides.book.cards.keys.sorted() == ["ada.vcf", "bob.vcf"])
        sides.book.set { $0.fails = { _, _ in nil } }
        #expect(try await sides.sync().isComplete)
        #expect(sides.book.cards.keys.sorted() == ["ada.vcf"])
    }

    @Test func `new cards do not hide how many are gone`() async throws {
        let sides = try Sides()
        for number in 0..<12 { sides.book.store("old\(number)", "Old \(number)") }
        try await sides.sync()
        for number in 0..<12 { sides.book.remove("old\(number).vcf") }
        for number in 0..<60 { sides.book.store("new\(number)", "New \(number)") }
        await #expect(throws: SyncError.manyDeletions(.here, count: 12, total: 12)) { try await sides.sync() }
        #expect(try await sides.friends().count == 72)
    }

    @Test func `all of a few are not deleted unasked either`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob", "eve"] { sides.book.store(id, id) }
        try await sides.sync()
        for id in ["ada", "bob", "eve"] { sides.book.remove("\(id).vcf") }
        await #expect(throws: SyncError.manyDeletions(.here, count: 3, total: 3)) { try await sides.sync() }
        #expect(try await sides.friends().count == 3)
    }

    /// A list that is restored from a copy of its files lacks friends whom nobody has deleted.
    @Test func `a friend whom neither the list nor its trash has comes back`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob"] { sides.book.store(id, id) }
        try await sides.sync()
        let version = try await sides.friend("ada").version
        _ = try await sides.list.write([.erase(Friend.ID("ada"), at: version)])
        // The history of the restored list does not have the position of the last synchronisation.
        var positions = try sides.state.overview().positions
        positions.list = nil
        try sides.state.apply([.positions(positions)])
        try await sides.sync()
        #expect(sides.book.cards.count == 2)
        #expect(try await sides.friends().map(\.id.rawValue) == ["ada", "bob"])
    }

    @Test func `a friend edited at the moment of its deletion is not said to be deleted`() async throws {
        let sides = try Sides()
        for id in ["ada", "bob"] { sides.book.store(id, id) }
        try await sides.sync()
        sides.book.remove("ada.vcf")
        try await sides.edit("ada") { $0.phoneNumber = "555 0001" }
        let account = try await sides.sync()
        #expect(account.here.isEmpty && account.there.map(\.kind) == [.added])
        #expect(sides.book.details("ada.vcf")?.phoneNumber == "555 0001")
    }
}
