import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsExchange
@testable import FriendsVCard

/// An export of a list that is imported into the same list changes nothing.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ExportAgainTests {
    private static let formats = [ExportText.Format.vcard, .vcard3]

    private static func records(_ stored: StoredFriends, in format: ExportText.Format) -> [FriendRecord] {
        .cards(exported(stored, in: format))
    }

    private static func exported(_ stored: StoredFriends, in format: ExportText.Format) -> String {
        var text = ExportText(format)
        let bytes = text.text(of: stored.friends, rests: stored.rests, history: StoredFriends.history) + text.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let typed = Friend.friend(
        "typed", "Mia", "Beispiel", "0170 1",
        lines: [.line(.address, "Road 7, Town", id: "1"), .line(.tag, "work", id: "2")])

    /// Friends who were imported and merged in any order, on the command line and on the screen, and edited if that is wanted.
    private func friends(_ numbers: inout Numbers, areEdited: Bool = false) throws -> StoredFriends {
        var stored = StoredFriends([Self.typed])
        for revision in 2020..<Int.random(in: 2022...2027, using: &numbers) {
            let index = Int.random(in: stored.friends.indices, using: &numbers)
            switch numbers.next() % 5 {
            case 0 where stored.friends.count > 1: stored.merge(index, (index + 1) % stored.friends.count)
            case 1 where areEdited: edit(&stored, index, &numbers)
            default:
                let card = try PersonCard(
                    Int.random(in: 1...4, using: &numbers), "REV:\(revision)0101T000000Z", &numbers)
                stored.import([card.record], onDuplicate: numbers.next() % 3 == 0 ? .add : .merge)
            }
        }
        return stored
    }

    private func edit(_ stored: inout StoredFriends, _ index: Int, _ numbers: inout Numbers) {
        let (number, place) = (numbers.next(), Int.random(in: 0..<9, using: &numbers))
        stored.edit(index) { details in
            switch number % 7 {
            case 0: details.firstName = "Maria"
            case 1: details.phoneNumber = "112"
            case 2: details.lines = []
            case 3: details.lines.reverse()
            case 4 where place < details.lines.count: details.lines.remove(at: place)
            case 5 where place < details.lines.count && details.lines[place].kind.format != .date:
                let old = details.lines[place]
                details.lines[place] = FriendLine(id: old.id, kind: old.kind, label: "boat", value: old.value)
            default:
                details.lines.insert(
                    FriendLine(id: .init("x\(number)"), kind: .note, value: "Likes tea"),
                    at: min(place, details.lines.count))
            }
        }
    }

    @Test(arguments: formats)
    func `an export of merged friends is already there`(format: ExportText.Format) async throws {
        for await seed in Seeds(12) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = try friends(&numbers)
            let before = stored
            let file = Self.exported(stored, in: format)
            let account = stored.import(.cards(file))
            let isSame = stored == before && account == ImportAccount(before.friends.map { _ in .same })
            let rests = before.rests.values.map { String(decoding: $0, as: UTF8.self) }.joined()
            #expect(isSame, "seed \(seed): \(account.text)\n\(rests) →\n\(file)")
        }
    }

    /// The card of a friend that was edited here is another one: it becomes what later cards are compared with.
    @Test(arguments: formats)
    func `an export of edited friends changes no text`(format: ExportText.Format) async throws {
        for await seed in Seeds(12) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = try friends(&numbers, areEdited: true)
            let before = stored
            let file = [FriendRecord].cards(Self.exported(stored, in: format))
            let account = stored.import(file)
            #expect(stored.friends.map(\.details) == before.friends.map(\.details), "seed \(seed): \(account.text)")
            let imported = stored
            #expect(stored.import(file) == ImportAccount(file.map { _ in .same }) && stored == imported, "seed \(seed)")
        }
    }

    /// Each content line of an export counts, also if no friend shows it.
    @Test(arguments: formats)
    func `an export with another text is not already there`(format: ExportText.Format) async throws {
        let ends = ["BEGIN", "END", "VERSION", "UID", "REV", "X-FRIENDS-MERGED", "X-FRIENDS-UNNAMED"]
        for await seed in Seeds(12) {
            var numbers = Numbers(state: UInt64(seed))
            let stored = try friends(&numbers)
            // Without a card nothing tells that a label is newer than the friend's.
            for friend in stored.friends where stored.rests[friend.id] != nil {
                let card = FriendCard(id: friend.id, details: friend.details, rest: stored.rests[friend.id])
                let lines = try #require(VCard(card.bytes(in: format == .vcard3 ? .v3 : nil))).lines
                // Another label of a card that only adds is named unless other lines have the old one.
                let labels = lines.filter { $0.name.uppercased() == "X-ABLABEL" }.map(\.value)
                let indices = lines.indices.filter { index in
                    !ends.contains(lines[index].name.uppercased()) && labels.count { $0 == lines[index].value } < 2
                }
                let index = try #require(indices.randomElement(using: &numbers))
                let changed = lines.indices.map { number in
                    String(decoding: lines[number].raw, as: UTF8.self) + (number == index ? "7" : "") + "\r\n"
                }.joined()
                let rows = stored.plan(.cards(changed)).rows
                // A card with the date of the friend's only adds; another label is named.
                let isNamed = rows.contains { $0.ageMessage != nil }
                #expect(rows.map(\.result) != [.same] || isNamed, "seed \(seed): \(changed)")
            }
        }
    }

    private static func merged() -> StoredFriends {
        var stored = StoredFriends()
        stored.import([.card("UID:1", "FN:Mia Beispiel", "TEL:0170 1", "X-TITLE:Boss")])
        stored.import(
            [.card("UID:2", "FN:Mia Beispiel", "TEL:0170 1", "EMAIL;TYPE=work;X-Y=z:a@example.org", "CATEGORIES:x,y")],
            onDuplicate: .merge)
        return stored
    }

    @Test(arguments: formats)
    func `an old export of a merged friend takes nothing back`(format: ExportText.Format) {
        var stored = Self.merged()
        let file = Self.records(stored, in: format)
        stored.edit(0) { $0.lines.removeLast() }
        stored.edit(0) { $0.phoneNumber = "112" }
        let before = stored
        #expect(stored.import(file) == ImportAccount([.same]) && stored == before)
    }

    @Test func `a text that was merged is changed by an edited export`() throws {
        var stored = Self.merged()
        let file = Self.exported(stored, in: .vcard)
        #expect(file.contains("X-FRIENDS-MERGED:\r\nEMAIL;TYPE=work;X-Y=z:a@example.org\r\nCATEGORIES:x,y\r\n"))
        let edited = file.replacing("a@example.org", with: "b@example.org").replacing("x,y", with: "x")
        #expect(stored.import(.cards(edited)) == ImportAccount([.changed]))
        let lines = stored.friends[0].details.lines
        #expect(lines.map(\.value) == ["b@example.org", "x"] && lines.map(\.label) == ["work", ""])
    }

    /// This is why such an export counts as a change, although nobody sees one: without it, both would be the other way round.
    @Test func `later files are compared with the export of an edited friend`() {
        var stored = StoredFriends()
        stored.import([.card("UID:1", "FN:Mia Beispiel", "TEL:0170 1", "X-TITLE:Boss")])
        stored.edit(0) { $0.phoneNumber = "112" }
        let file = Self.exported(stored, in: .vcard)
        #expect(stored.import(.cards(file)) == ImportAccount([.changed]))
        stored.edit(0) { $0.phoneNumber = "0170 1" }
        #expect(stored.import(.cards(file)) == ImportAccount([.same]))
        #expect(stored.friends[0].details.phoneNumber == "0170 1", "it was taken back here")
        stored.edit(0) { $0.phoneNumber = "112" }
        stored.import(.cards(file.replacing("112", with: "113")))
        #expect(stored.friends[0].details.phoneNumber == "113", "it was changed in the file")
    }

    /// The friend's card has what the import has left out of the export.
    @Test func `an export without its largest lines is already there`() throws {
        let photo = "PHOTO:data:" + String(repeating: "A", count: Friend.maximumRestSize - 200)
        var stored = StoredFriends()
        stored.import([.card("UID:1", "FN:Mia Beispiel", photo)])
        stored.edit(0) { $0.lines = [.line(.note, String(repeating: "n", count: 1_000), id: "1")] }
        let before = stored
        let file = Self.records(stored, in: .vcard)
        #expect(try file[0].content.get().rest?.count ?? 0 < 2_000)
        #expect(stored.import(file) == ImportAccount([.same]) && stored == before)
    }

    /// What version 3.0 cannot say stays.
    @Test(arguments: ["2.1", "4.0", ""])
    func `an export in version 3.0 of an edited friend does not replace its card`(version: String) throws {
        let rows = [
            "UID:1", "N:Beispiel;Mia;;;", "FN:Mia Beispiel", "TEL;HOME;X-A=1:0170 1",
            "PHOTO:data:image/png;base64,AAAA",
            "NOTE:one", "X-B;CHARSET=ANSI:b",
        ]
        let versions = version.isEmpty ? [] : ["VERSION:\(version)"]
        let card = (["BEGIN:VCARD"] + versions + rows + ["END:VCARD", ""]).joined(separator: "\n")
        for isEdited in [false, true] {
            var stored = StoredFriends()
            stored.import(.cards(card))
            let original = try #require(stored.rests[Friend.ID("1")])
            if isEdited { stored.edit(0) { $0.lines[0].value = "two" } }
            let before = stored
            let file = Self.records(stored, in: .vcard3)
            #expect(stored.import(file) == ImportAccount([isEdited ? .changed : .same]))
            #expect(stored.friends.map(\.details) == before.friends.map(\.details))
            let rest = try #require(stored.rests[Friend.ID("1")])
            #expect(
                VCard(rest)?.lines.first { $0.property == .version }.map { String(decoding: $0.value, as: UTF8.self) }
                    ?? "" == version)
            let friend = FriendCard(id: Friend.ID("1"), details: before.friends[0].details, rest: original)
            #expect(rest == friend.bytes())
            let imported = stored
            #expect(stored.import(file) == ImportAccount([.same]) && stored == imported)
        }
    }
}
