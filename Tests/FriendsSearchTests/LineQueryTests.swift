import FriendsModel
import TestSupport
import Testing

@testable import FriendsSearch

/// Which friends a query finds by their lines, and where.
@Suite(.timeLimit(.minutes(10)))
struct LineQueryTests {
    private static let lines: [FriendLine] = .lines(
        (.email, "ada@example.org"), (.phone, "+44 (0)20 7946 0002"), (.phone, "555-0199"), (.tag, "old friends"),
        (.tag, "maths"), (.birthday, "1815-12-10"), (.note, "Likes\nnumb\u{E9}rs 358"),
        (.website, "https://example.org/~ada"), (LineKind(key: "of-a-newer-version"), "some thing"))
    private static let ada = Friend.friend("1", "Ada", "King", "12", lines: lines)

    private func finds(_ query: String, in friend: Friend = ada) -> Bool {
        var index = SearchIndex()
        // Neighbours, so that nothing is found across the edges of a row.
        index.append(contentsOf: [
            .friend("0", "x", "x", "99", lines: .lines((.tag, "xx"))), friend,
            .friend("2", "z", "z", "88", lines: .lines((.email, "z@z"))), .friend("3", "y", "y", "77"),
        ])
        return index.rows(matching: FriendQuery(query)).contains(1)
    }

    @Test(arguments: [
        "ada@", "example", "old", "friends maths", "numbers", "likes numbers", "s numb", "king maths", "some thing",
        "1815-12", "12-10", "https://example", "358",
    ])
    func `a word is found in every line`(query: String) {
        #expect(finds(query))
        #expect(finds(query + " king"))
    }

    @Test(arguments: [
        ("rex", true), ("pet", true), ("x-pet rex", true), ("#rex", false), ("note:rex", false), ("last:rex", false),
        ("5551", true), ("phone:5551", false), ("photo mia", true), ("rexgender", false), ("rex f king", true),
        ("rexx", false),
    ])
    func `a word is found in what the card says beyond the details`(query: String, isFound: Bool) {
        let friend = Friend(
            id: Self.ada.id, version: Self.ada.version,
            details: FriendDetails(firstName: "Mia", lastName: "King", lines: Self.lines),
            keptText: "X-PET Rex\nGENDER F\nphoto\nX-CODE 5551")
        #expect(finds(query, in: friend) == isFound)
    }

    @Test(arguments: [
        "5550199", "555 01", "0199 555", "+44 20 7946", "020 7946 0002", "004420", "phone:7946", "phone:12",
        "phone:+44 20 79", "PHONE: 555",
    ])
    func `a phone number of a line is found by its digits`(query: String) {
        #expect(finds(query))
    }

    @Test(arguments: [
        ("email:ada", true), ("email:maths", false), ("tag:maths", true), ("tag: MATHS", true), ("tag:ada", false),
        ("note:numbers", true), ("note:358", true), ("phone:358", false), ("phone:1815", false), ("last:maths", false),
        ("birthday:12-10", true), ("birthday:+44", false), ("website:https://example", true), ("address:a", false),
        ("organization:a", false), ("email:ada tag:friends note:likes", true), ("email:ada tag:email", false),
        ("skype:thing", false), ("of-a-newer-version:thing", false), ("tag:old tag:maths", true),
        ("email:ada@example.org old", true), ("note:555", false), ("email:5550199", false),
    ])
    func `a prefix limits a word to the lines of a kind`(query: String, isFound: Bool) {
        #expect(finds(query) == isFound)
    }

    @Test(arguments: [
        ("#maths", true), ("#MA", true), ("#friends", true), ("#fri king", true), ("#iends", false), ("#ada", false),
        ("#king", false), ("#old #maths", true), ("#old #x", false), ("#12", true), ("#98", false),
    ])
    func `a hash finds tags by the start of a word`(query: String, isFound: Bool) {
        #expect(finds(query) == isFound)
    }

    /// Tags that begin alike, consist of digits, or have quotes; names and numbers with the same characters.
    private static let tagged: [Friend] = [
        .friend("work", "Ada", "Lovelace", "+44 20 7946 0001", lines: .lines((.tag, "work"))),
        .friend("workshop", "Work", "Shop", "12", lines: .lines((.tag, "Workshop"), (.tag, "home work"))),
        .friend("2024", "Grace", "#1 Hopper", "555 2024", lines: .lines((.tag, "Höme"))),
        .friend("year", "Linus", "T", "12", lines: .lines((.tag, "class 2024"), (.phone, "020 7946 0001"))),
        .friend("quote", "Ada King", "L", "0044 20 7946 0001", lines: .lines((.tag, "6\" pipe"))),
        .friend("plain", "Wörk \"Tag\"", "L", "+44 20 7946 00012", lines: .lines((.note, "work\nhome"))),
        .friend("note", "Alan", "T", "99", lines: .lines((.note, "since 2024"))),
    ]

    @Test(arguments: [
        (#"tag:"work""#, ["work"]), (#"TAG: "WÖRK""#, ["work"]), (#"tag:" work ""#, ["work"]),
        (#"tag:"home work""#, ["workshop"]), (#"tag:"home""#, ["2024"]), (#"tag:"2024""#, []),
        (#"tag:"class 2024""#, ["year"]), (#"tag:"6"" pipe""#, ["quote"]), (#"tag:"6" pipe"#, []),
        (#"tag:"work" lovelace"#, ["work"]), (#"tag:"work" shop"#, []), (#"tag:"work"first:ada"#, ["work"]),
        (#"tag:"home work" tag:"workshop""#, ["workshop"]), (#"first:"ada""#, ["work"]),
        (#"first:"ada king""#, ["quote"]), (#"last:"l" first:ada"#, ["quote"]), (#"note:"work""#, []),
        (#"phone:"+44 (0)20 79460001""#, ["work", "quote"]), (#"phone:"02079460001""#, ["year"]),
        (#"phone:"12""#, ["workshop", "year"]), (#"phone:"none""#, []), (#""Tag""#, ["plain"]), (#"tag"work"#, []),
    ])
    func `a text in quotes is the whole text of a column`(query: String, found: [String]) {
        #expect(Self.found(query) == found)
    }

    @Test(arguments: [
        (#"tag:"wor"#, ["work", "workshop"]), (#"tag:"home w"#, ["workshop"]), (#"tag:"ork"#, []),
        (#"first:"ada"#, ["work", "quote"]), (#"phone:"+44 20 7946 0001"#, ["work", "quote", "plain"]),
        (#"phone:"0207"#, ["year"]), (#"last:"#, tagged.map(\.id.rawValue)),
        (#"tag:""#, tagged.map(\.id.rawValue)),
        (#"tag:"""#, tagged.map(\.id.rawValue)),
    ])
    func `a text whose quote is open is the start of a text`(query: String, found: [String]) {
        #expect(Self.found(query) == found)
    }

    @Test(arguments: [
        ("#2024", ["2024", "year"]), ("#20", ["work", "2024", "year", "quote", "plain"]), ("tag:2024", ["year"]),
        ("#1", ["workshop", "2024", "year", "quote", "plain", "work"]), ("#6", ["work", "year", "quote", "plain"]),
        ("#6\"", ["quote"]), ("#", ["work", "workshop", "2024", "year", "quote"]), ("555 #2024", ["2024"]),
        ("#class #2024", ["year"]), ("#h", ["workshop", "2024"]),
    ])
    func `a hash with digits finds tags, numbers and texts`(query: String, found: [String]) {
        #expect(Set(Self.found(query)) == Set(found))
    }

    @Test(arguments: ["work", "Workshop", "home work", "6\" pipe", "\"", "a\"\"b", "class 2024", "x:\"y\" z"])
    func `the query for a text finds exactly it`(tag: String) {
        let others = [tag + "s", "a " + tag, tag + " b", "\"" + tag]
        let friends = ([tag] + others).enumerated().map { index, tag in
            Friend.friend("\(index)", tag, "L", "12", lines: .lines((.tag, tag)))
        }
        var index = SearchIndex()
        index.append(contentsOf: friends)
        let query = FriendQuery.text(for: tag, in: .kind(.tag))
        #expect(index.rows(matching: FriendQuery(query)) == [0], "\(query)")
        #expect(FriendQuery(query).matches(in: friends[0].details, .kind(.tag)) == [0..<tag.count])
    }

    private static func found(_ query: String) -> [String] {
        var index = SearchIndex()
        index.append(contentsOf: tagged)
        return index.rows(matching: FriendQuery(query)).map { tagged[Int($0)].id.rawValue }
    }

    /// The marks of the index are bytes below the blank.
    @Test(arguments: ["\u{4}555", "\u{5}ada", "ada@example.org\u{1F}", "orgold", "mathsold", "7946000255"])
    func `nothing is found across lines`(query: String) {
        #expect(!finds(query))
    }

    @Test(arguments: [
        ("flowers", true), ("1-800-flowers", true), ("flow 800", true), ("18003569377", true), ("phone:flowers", true),
        ("phone:\"1-800-FLOWERS\"", true), ("phone:\"1-800-FLOW", true), ("phone:\"FLOWERS\"", false),
        ("phone:\"18003569377\"", true), ("phone:\"1800356937\"", false),
        ("email:flowers", false), ("phone:\"12 x7\"", true), ("phone:\"12 ext. 7\"", true), ("phone:\"12 x8\"", false),
        ("ext.", true), ("12 ext. 7", true),
        ("flowers3", false), ("phone:owerst", false), ("wers 12", true), ("\u{202D}1-800\u{202C}", true),
        ("exten", false),
    ])
    func `a number in which letters are dialled is found by both`(query: String, isFound: Bool) {
        for friend in [
            Friend.friend("f", "A", "B", "1-800-FLOWERS", lines: .lines((.phone, "12 ext. 7"))),
            .friend("f", "A", "B", "12 ext. 7", lines: .lines((.phone, "1-800-FLOWERS"))),
        ] {
            #expect(finds(query, in: friend) == isFound)
        }
    }

    @Test func `letters that are dialled are marked where they are found`() {
        let friend = FriendDetails(phoneNumber: "1-800-FLOWERS")
        #expect(FriendQuery("flow").matches(in: friend, .field(.phoneNumber)) == [6..<10])
        #expect(FriendQuery("800356").matches(in: friend, .field(.phoneNumber)) == [2..<9])
        #expect(FriendQuery("x5").matches(in: FriendDetails(phoneNumber: "12 x5"), .field(.phoneNumber)) == [3..<5])
    }

    @Test func `digits of a phone number are no text`() {
        // Typed with a prefix: these digits are in the number, but not after its country code.
        #expect(!finds("+7946"))
        #expect(!finds("007946"))
        #expect(!finds("last:555"))
        #expect(!finds("5550199x"))
    }

    @Test func `a changed index finds lines as a new one does`() {
        let friends = (0..<6).map { number in
            Friend.friend(
                "\(number)", "A", "B", "1\(number)",
                lines: number.isMultiple(of: 2) ? .lines((.tag, "tag\(number)"), (.phone, "7\(number)")) : [])
        }
        var index = SearchIndex()
        for (place, number) in [3, 0, 5, 2, 4, 1].enumerated() {
            index.insert(friends[number], at: [3, 0, 5, 2, 4, 1].prefix(place).filter { $0 < number }.count)
        }
        index.remove(at: 2)
        let left = friends.filter { $0.id != Friend.ID("2") }
        var (new, copied) = (SearchIndex(), SearchIndex())
        new.append(contentsOf: left)
        for row in left.indices { copied.append(row, of: index) }
        for query in ["tag", "tag:tag4", "phone:70", "#tag0", "7", "phone:13 a"].map(FriendQuery.init) {
            #expect(index.rows(matching: query) == new.rows(matching: query))
            #expect(copied.rows(matching: query) == new.rows(matching: query))
        }
        #expect(new.rows(matching: FriendQuery("#tag4")) == [3])
    }

    @Test(arguments: [
        ("maths", FriendColumn.kind(.tag), [13..<18]), ("#ma", .kind(.tag), [13..<15]), ("#fr", .kind(.tag), [4..<6]),
        ("#iends", .kind(.tag), []), ("#o", .kind(.tag), [0..<1]), ("s", .kind(.tag), [10..<11, 17..<18]),
        ("5550199", .kind(.phone), [21..<29]), ("+44 20", .kind(.phone), [1..<9]), ("tag:a", .kind(.email), []),
        ("phone:0199", .kind(.phone), [25..<29]), ("numbers", .kind(.note), [6..<13]), ("ada", .kind(.email), [0..<3]),
        ("ada", .field(.firstName), [0..<3]), ("#ada", .field(.firstName), []),
        (#"tag:"maths""#, .kind(.tag), [13..<18]), (#"tag:"mat"#, .kind(.tag), [13..<16]),
        (#"tag:"math""#, .kind(.tag), []), (#"phone:"555"#, .kind(.phone), [21..<24]),
        (#"first:"ad""#, .field(.firstName), []), (#"first:"ad"#, .field(.firstName), [0..<2]),
    ])
    func `matches in lines are highlighted`(query: String, column: FriendColumn, ranges: [Range<Int>]) {
        #expect(FriendQuery(query).matches(in: Self.ada.details, column) == ranges)
    }

    @Test func `only what is shown of a long note is searched for highlights`() {
        let note = FriendDetails(lines: .lines((.note, "ada" + String(repeating: " x", count: 100) + " ada")))
        #expect(FriendQuery("ada").matches(in: note, .kind(.note), limit: 50) == [0..<3])
    }
}
