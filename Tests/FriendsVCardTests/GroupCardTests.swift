import FriendsModel
import FriendsVCard
import TestSupport
import Testing

/// The groups of a file: their members have tags, and an export has their cards again.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct GroupCardTests {
    private static func text(_ rows: [String]) -> [UInt8] {
        Array((["BEGIN:VCARD"] + rows + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
    }

    private static func person(_ name: String, _ rows: String...) -> [UInt8] {
        text(["VERSION:3.0", "UID:\(name.lowercased())", "N:Beispiel;\(name);;;", "FN:\(name) Beispiel"] + rows)
    }

    private static let ida = person("Ida", "TEL:0170 1")
    private static let uwe = person("Uwe", "CATEGORIES:Nachbar")
    private static let choir = text([
        "VERSION:3.0", "N:Chor", "FN:Chor", "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ida", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:uwe", "UID:choir",
    ])

    /// The friends of a file, and whether its groups have members there.
    private static func friends(_ cards: [[UInt8]]) throws -> [FriendCard] {
        var reader = GroupCards.Reader()
        for card in cards { reader.read(card) }
        reader.endFile()
        let groups = reader.result
        return try cards.compactMap { bytes in
            let card = try #require(VCard(bytes))
            do throws(CardRefusal) {
                return try FriendCard.friend(of: groups.card(withGroupsOf: card)).friend
            } catch {
                #expect(error == .group)
                return nil
            }
        }
    }

    private static func tags(_ friend: FriendCard) -> [String] {
        friend.details.lines.filter { $0.kind == .tag }.map(\.value)
    }

    private static func export(_ friends: [FriendCard], _ version: VCard.Version? = nil) -> [UInt8] {
        var groups = GroupExport()
        var bytes: [UInt8] = []
        for friend in friends {
            let card = friend.bytes(in: version)
            groups.add(card)
            bytes += card
        }
        return bytes + groups.cards(in: version)
    }

    private static func cards(_ bytes: [UInt8]) throws -> [[UInt8]] {
        try VCardReader.records(in: bytes).map { try $0.card.get().bytes }
    }

    private static func changed(_ friend: FriendCard, _ change: (inout FriendDetails) -> Void) -> FriendCard {
        var details = friend.details
        change(&details)
        return FriendCard(id: friend.id, details: details, rest: friend.rest)
    }

    @Test(arguments: [[ida, uwe, choir], [choir, ida, uwe]])
    func `members have the name of the group as a tag, and the export has its card`(cards: [[UInt8]]) throws {
        let friends = try Self.friends(cards)
        #expect(friends.map(Self.tags) == [["Chor"], ["Nachbar", "Chor"]])
        let exported = try Self.cards(Self.export(friends))
        #expect(exported.count == 3 && exported.last == Self.choir)
        // Again it is the same.
        #expect(try Self.friends(exported) == friends)
        #expect(try Self.export(Self.friends(exported)) == Self.export(friends))
    }

    @Test func `who loses the tag leaves the group`() throws {
        for isTagAlso in [false, true] {
            let own = isTagAlso ? Self.person("Ida", "NOTE:x", "TEL:0170 1", "CATEGORIES:chor,Alt") : Self.ida
            let friends = try Self.friends([own, Self.uwe, Self.choir])
            #expect(Self.tags(friends[0]) == (isTagAlso ? ["chor", "Alt"] : ["Chor"]))
            let ida = Self.changed(friends[0]) { $0.lines.removeAll { $0.value.lowercased() == "chor" } }
            let text = String(decoding: Self.export([ida, friends[1]]), as: UTF8.self)
            #expect(!text.contains("urn:uuid:ida") && text.contains("urn:uuid:uwe"))
            let again = try Self.friends(Self.cards(Array(text.utf8)))
            #expect(again.map(\.details) == [ida.details, friends[1].details])
            let converted = String(decoding: ida.bytes(in: .v4), as: UTF8.self)
            #expect(!converted.contains("GROUP") && !converted.contains("X-FRIENDS-REST"), "\(converted)")
            // Its other lines keep their places.
            if isTagAlso { #expect(text.contains("\r\nNOTE:x\r\nTEL:0170 1\r\n"), "\(text)") }
        }
    }

    @Test func `edits leave the group as it is`() throws {
        let friends = try Self.friends([Self.ida, Self.uwe, Self.choir])
        let changes: [(inout FriendDetails) -> Void] = [
            { $0.firstName = "Ada" },
            { $0.lines.append(FriendLine(id: .init("new1"), kind: .email, value: "ada@example.org")) },
            { $0.lines.insert(FriendLine(id: .init("new1"), kind: .tag, value: "Neu"), at: 0) },
            { $0.lines.append(FriendLine(id: .init("new1"), kind: .tag, value: "Neu")) }, { $0.lines.reverse() },
        ]
        for change in changes {
            for friend in friends {
                let new = Self.changed(friend, change)
                for version in [nil, VCard.Version.v3, .v4] {
                    let cards = try Self.cards(Self.export([new], version))
                    try #require(cards.count == 2)
                    #expect(try Self.friends(cards).map(\.details) == [new.details])
                    let text = String(decoding: cards[1], as: UTF8.self)
                    #expect(text.contains("urn:uuid:\(friend.id.rawValue)\r\n"))
                }
            }
        }
    }

    @Test func `a renamed tag is a tag of its own`() throws {
        let ida = try #require(try Self.friends([Self.ida, Self.choir]).first)
        let new = Self.changed(ida) { $0.lines[0].value = "Singkreis" }
        let text = String(decoding: Self.export([new]), as: UTF8.self)
        #expect(text.contains(":Singkreis\r\n") && !text.contains("GROUP"))
    }

    @Test func `other versions have the names of their standard`() throws {
        let friends = try Self.friends([Self.ida, Self.uwe, Self.choir])
        let new = String(decoding: try #require(try Self.cards(Self.export(friends, .v4)).last), as: UTF8.self)
        #expect(new.contains("VERSION:4.0\r\n") && new.contains("\r\nKIND:group\r\n"))
        #expect(new.contains("\r\nMEMBER:urn:uuid:ida\r\nMEMBER:urn:uuid:uwe\r\n"))
        let standard = Self.text([
            "VERSION:4.0", "KIND:group", "FN:Chor, Alt", "UID:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
            "MEMBER:urn:uuid:ida", "MEMBER:mailto:uwe@example.org",
        ])
        let members = try Self.friends([Self.ida, standard])
        #expect(members.map(Self.tags) == [["Chor Alt"]])
        #expect(try Self.cards(Self.export(members)).last == standard)
        let old = String(decoding: try #require(try Self.cards(Self.export(members, .v3)).last), as: UTF8.self)
        #expect(old.contains("\r\nX-ADDRESSBOOKSERVER-KIND:group\r\n"))
        #expect(old.contains("\r\nX-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ida\r\nX-ADDRESSBOOKSERVER-MEMBER:mailto:"))
    }

    /// The card of the group is as long as a photo in it.
    @Test func `a large card of a group is kept with some members`() throws {
        let photo = "PHOTO;ENCODING=b:" + String(repeating: "A", count: 400_000)
        let names = ["a", "b", "c", "d", "e"]
        let group = Self.text(
            ["VERSION:3.0", "FN:Chor", "X-ADDRESSBOOKSERVER-KIND:group", "UID:choir"]
                + names.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" } + [photo])
        let friends = try Self.friends(names.map { Self.person($0) } + [group])
        #expect(friends.map(Self.tags) == Array(repeating: ["Chor"], count: 5))
        #expect(friends.map { $0.rest?.count ?? 0 > 400_000 } == [true, true, true, false, false])
        #expect(try Self.cards(Self.export(friends)).last == group)
        // Without these members, the group has its name and its id.
        let new = try #require(try Self.cards(Self.export([friends[4]])).last)
        #expect(try Self.friends([friends[4].bytes(), new]).map(Self.tags) == [["Chor"]])
    }

    @Test func `the card of a group takes no room of what the friend has`() throws {
        let photo = "PHOTO;ENCODING=b:" + String(repeating: "A", count: 2_600_000)
        let group = Self.text([
            "VERSION:3.0", "FN:Chor", "X-ADDRESSBOOKSERVER-KIND:group", "UID:choir",
            "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ida", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:uwe",
            "LOGO;ENCODING=b:" + String(repeating: "B", count: 1_600_000),
        ])
        let friends = try Self.friends([Self.person("Ida", photo), Self.uwe, group])
        #expect(friends.map(Self.tags) == [["Chor"], ["Nachbar", "Chor"]])
        #expect(friends[0].rest.map { $0.contains("AAAA".utf8) && !$0.contains("QUFB".utf8) } == true)
        #expect(try Self.cards(Self.export(friends)).last == group)
    }

    @Test func `groups with one UID or one name are told apart`() throws {
        func group(_ uid: String, _ name: String, _ member: String) -> [UInt8] {
            Self.text(["VERSION:4.0", "KIND:group", "FN:\(name)", "UID:\(uid)", "MEMBER:urn:uuid:\(member)"])
        }
        let cards = [group("g", "Chor", "ida"), group("g", "Band", "uwe"), group("h", "Chor", "uwe")]
        let friends = try Self.friends([Self.ida, Self.uwe] + cards)
        #expect(friends.map(Self.tags) == [["Chor"], ["Nachbar", "Band", "Chor"]])
        let exported = try Self.cards(Self.export(friends))
        #expect(Array(exported.dropFirst(2)) == cards)
        #expect(try Self.friends(exported) == friends)
    }

    @Test func `a member who came later is in the group once`() throws {
        let first = try Self.friends([Self.ida, Self.choir])
        let second = try Self.friends([Self.uwe, Self.choir])
        let exported = try Self.cards(Self.export(first + second))
        #expect(exported.last == Self.choir)
        #expect(try Self.friends(exported) == first + second)
    }

    @Test func `edits leave a group whose tag is not shown`() throws {
        let tags = (0..<100).map { "X-FRIENDS-LINE:note;;n\($0)" }
        let card = Self.text(["VERSION:3.0", "UID:ida", "N:Beispiel;Ida;;;", "FN:Ida Beispiel"] + tags)
        let ida = try #require(try Self.friends([card, Self.choir]).first)
        #expect(Self.tags(ida).isEmpty)
        let text = String(decoding: Self.export([Self.changed(ida) { $0.firstName = "Ada" }]), as: UTF8.self)
        #expect(text.contains("FN:Chor") && text.contains("MEMBER:urn:uuid:ida"))
    }

    @Test(arguments: ["item1.X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-KIND:gro\r\n up", "KIND: Group"])
    func `a group is known however its mark is written`(mark: String) throws {
        let rows = ["VERSION:3.0", "FN:Chor", mark, "MEMBER:urn:uuid:ida", "UID:choir"]
        let group = Self.text(rows)
        var search = GroupCards.Search()
        search.read(group)
        #expect(search.hasFound)
        #expect(try Self.friends([Self.ida, group]).map(Self.tags) == [["Chor"]])
        #expect(GroupCards().nameOfEmptyGroup(try #require(VCard(group))) == "Chor")
        #expect(GroupCards().nameOfEmptyGroup(try #require(VCard(Self.person("Ida", "KINDLE:group")))) == nil)
    }

    @Test func `a tag after a group of its name is shown once`() throws {
        let ida = try #require(try Self.friends([Self.ida, Self.choir]).first)
        let rest = String(decoding: try #require(ida.rest), as: UTF8.self)
        let card = Array(rest.replacing("END:VCARD", with: "CATEGORIES:Alt,chor\r\nEND:VCARD").utf8)
        let friend = try FriendCard.friend(of: #require(VCard(card))).friend
        #expect(Self.tags(friend) == ["Alt", "chor"] && friend.bytes() == card)
    }

    @Test func `a group of many is read and written in time`() throws {
        let names = (0..<5_000).map { "m\($0)" }
        let group = Self.text(
            ["VERSION:4.0", "KIND:group", "FN:Chor", "UID:choir"] + names.map { "MEMBER:urn:uuid:\($0)" })
        let friends = try Self.friends([Self.person("m7"), group])
        #expect(try Self.cards(Self.export(friends)).count == 2)
    }

    @Test func `a merged friend is in the groups of both`() throws {
        let friends = try Self.friends([Self.ida, Self.uwe, Self.choir])
        let own = try #require(friends[1].rest)
        let alone = FriendCard(id: friends[1].id, details: friends[1].details, rest: own)
        let first = try FriendCard.friend(of: #require(VCard(Self.person("Eva")))).friend
        let union = CardUnion(try #require(first.rest), adding: alone.rest)
        var details = first.details
        details.lines += alone.details.lines
        let merged = FriendCard(
            id: first.id, details: details, rest: union.bytes(showing: details, before: first.details))
        #expect(Self.tags(merged) == ["Nachbar", "Chor"])
        let text = String(decoding: Self.export([merged]), as: UTF8.self)
        #expect(text.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:eva"))
        // The friend has the tag already.
        let tagged = try FriendCard.friend(of: #require(VCard(Self.person("Eva", "CATEGORIES:chor")))).friend
        let again = CardUnion(try #require(tagged.rest), adding: alone.rest)
        let both = FriendCard(
            id: tagged.id, details: tagged.details, rest: again.bytes(showing: tagged.details, before: tagged.details))
        #expect(String(decoding: Self.export([both]), as: UTF8.self).contains("MEMBER:urn:uuid:eva"))
        #expect(both.details == tagged.details && again.leftOut.isEmpty)
    }

    @Test(arguments: [1, 7, 100, 10_000])
    func `a file with groups is found in chunks of any size`(size: Int) {
        func hasFound(_ text: String) -> Bool {
            var search = GroupCards.Search()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                search.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            return search.hasFound
        }
        let person = String(decoding: Self.person("Ida", "NOTE:KIND:group", "KIND:individual"), as: UTF8.self)
        #expect(!hasFound(person))
        for mark in ["KIND:group", "kind: Group ", "X-AddressBookServer-Kind:group"] {
            #expect(hasFound(person + "BEGIN:VCARD\n\(mark)\nEND:VCARD\n"))
        }
    }
}
