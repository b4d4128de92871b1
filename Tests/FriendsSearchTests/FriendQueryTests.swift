import FriendsModel
import Testing

@testable import FriendsSearch

/// Which friends a query finds, and where.
@Suite(.timeLimit(.minutes(10)))
struct FriendQueryTests {
    private static func friend(_ first: String, _ last: String, _ phone: String) -> Friend {
        Friend(
            id: Friend.ID("\(first) \(last)"), version: Friend.Version("1"),
            details: FriendDetails(firstName: first, lastName: last, phoneNumber: phone))
    }

    private func finds(_ query: String, _ first: String, _ last: String, _ phone: String = "12") -> Bool {
        var index = SearchIndex()
        // Neighbours, so that nothing is found across the edges of a row.
        index.append(contentsOf: [
            Self.friend("\u{E6}", "x", "99"), Self.friend(first, last, phone), Self.friend("y", "z", "88"),
        ])
        return index.rows(matching: FriendQuery(query)).contains(1)
    }

    @Test(arguments: [
        ("ase", "\u{C5}se"), ("\u{C5}se", "Ase"), ("\u{E5}SE", "a\u{30A}se"), ("strasse", "Stra\u{DF}e"),
        ("stra\u{DF}e", "STRASSE"), ("\u{1E9E}", "ss"), ("soren", "S\u{F8}ren"), ("s\u{F8}ren", "Soren"),
        ("lukasz", "\u{141}ukasz"), ("aegir", "\u{C6}gir"), ("\u{C6}gir", "Aegir"), ("nguyen", "Nguy\u{1EC5}n"),
        ("nguy\u{1EC5}n", "Nguyen"), ("wide", "\u{FF37}\u{FF29}\u{FF24}\u{FF25}"), ("\u{FF57}ide", "Wide"),
        ("fi", "\u{FB01}"), ("o'neil", "O\u{2019}Neil"), ("o\u{2019}neil", "O'Neil"), ("mary-ann", "Mary\u{2010}Ann"),
        ("\u{3B1}\u{3C3}", "\u{391}\u{3A3}"), ("\u{3B1}\u{3C2}", "\u{391}\u{3A3}"), ("ilker", "\u{130}lker"),
        ("\u{131}l", "il"), ("\u{738B}", "\u{738B}\u{5C0F}"), ("dordevic", "\u{110}or\u{111}evi\u{107}"),
        ("ann", "Mary Ann"), ("y", "Mary"),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "A \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    ])
    func caseAccentsAndWidthAreFoldedBothWays(query: String, name: String) {
        #expect(finds(query, name, "Last"))
        #expect(finds(query, "First", name))
        #expect(finds("last:" + query, "First", name))
        #expect(!finds("first:" + query, "Qq", name))
        #expect(!finds("phone:" + query, name, name))
    }

    @Test(arguments: [
        ("ada love", true), ("love ada", true), ("lov ad", true), ("ada grace", false), ("adalove", false),
        ("a l", true), ("ada lovelace 5550199", true), ("ada 0199", true), ("", true), ("  ", true),
        ("first:ada last:lace", true), ("last:ada", false), ("LAST: love", true), ("first: love", false),
        ("phone:0199 ada", true), ("phone:ada", false), ("first:", true), ("zip:ada", false), ("a-d", false),
        ("\u{301}", false),
    ])
    func everyWordMustMatchInAnyOrderInItsColumn(query: String, isFound: Bool) {
        #expect(finds(query, "Ada", "Lovelace", "+1 212 555-0199") == isFound)
    }

    @Test(arguments: [
        ("+358 50", "050 123 4567", true), ("+358 50", "+358 50 123", true), ("+358 50", "+358-(0)50/123", true),
        ("+35850", "050 123 4567", true), ("050", "+358 50 123 4567", true), ("050 123", "+358 50 123 4567", true),
        ("0035850", "050 1234", true), ("0035850", "+358501", true), ("+358 50", "0035850 1", true),
        ("+358 50", "+44 50 123", false), ("+358 50", "123 050", false), ("+358", "050 123", false),
        ("+44 20 79", "+44 20) 7946 0001", true),
        ("+44 20 79", "(020) 7946 0001", true), ("020 7946", "+44 (0)20 7946 0001", true),
        ("+1 212", "(212) 555-0199", true), ("+1 212", "1-212-555-0199", true), ("212-555", "+1 212 555 0199", true),
        ("+7 495", "8 495 123", true), ("8495", "+7 495 123", true), ("555 0199", "+1 212 555 0199", true),
        ("0199 212", "+1 212 555 0199", true), ("5550199", "555-0199", true), ("555-0199", "5550199", true),
        ("555.0199", "(555) 0199", true), ("0199555", "555-0199", false), ("12 34", "12 3456", true),
        ("\u{0661}\u{0662}", "12 34", true), ("12", "\u{0661}\u{0662}\u{0663}", true), ("+", "12 34", true),
        ("+3", "+358 50", true), ("+3", "350", false), ("00", "1 00 2", true), ("phone:+358 50", "050 1", true),
        ("(0", "050 1", true), ("#", "12#34", false),
    ])
    func aNumberIsFoundByItsDigits(query: String, phone: String, isFound: Bool) {
        #expect(finds(query, "Ada", "Lovelace", phone) == isFound)
    }

    /// Control codes mark the columns and numbers of the index. Control codes of a text do not.
    @Test(arguments: [
        ("ada\u{1F}", false), ("ad\u{E1}\u{1F}", false), ("ada\u{1F}lovelace", false), ("\u{1}12", false),
        ("\u{2}4420", false), ("\u{1F}", false), ("\u{0}", false), ("ada", true),
    ])
    func `control codes find no mark of the index`(query: String, isFound: Bool) {
        #expect(finds(query, "Ada", "Lovelace", "+44 20 7946 0001") == isFound)
    }

    @Test func `a word that is typed again is not looked for again`() {
        let words = Array(repeating: "Ada  first:Ada 12 ADA", count: 200).joined(separator: " ")
        #expect(FriendQuery(words + " x") == FriendQuery("ada first:ada 12 x"))
        #expect(FoldedWords(words) == FoldedWords("ada first:ada 12"))
        let numbers = Array(repeating: "12 34", count: 200).joined(separator: " ")
        guard case .number(let parts, _) = FriendQuery(numbers).clauses.first else {
            Issue.record("no number")
            return
        }
        #expect(parts.count == 2)
        #expect(finds("12 34 12", "Ada", "Lovelace", "34 12") && !finds("12 34 12", "Ada", "Lovelace", "12"))
    }

    @Test func `control codes in a name are blanks`() {
        for name in ["Ada\u{1F}King", "Ad\u{E1}\u{1F}King", "Ada\u{0}King"] {
            #expect(finds("ada king", name, "x") && !finds("ada\u{1F}x", name, "x"))
        }
    }

    @Test func `a number in a name is found as written`() {
        #expect(finds("last2", "A", "Last2"))
        #expect(finds("2", "A", "Last2", "11"))
        #expect(finds("555-01", "A", "B 555-01", "11"))
        #expect(!finds("55501", "A", "B 555-01", "11"))
        #expect(!finds("last:12", "A", "B", "12"))
    }

    @Test func `a changed index finds what a new one finds`() {
        var random = SystemRandomNumberGenerator()
        let queries = ["a", "b 1", "+358", "050", "last:c", "first:\u{E4}", "12 3", "zz"].map(FriendQuery.init)
        func text(_ letters: String) -> String {
            String(
                (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
        for _ in 0..<50 {
            var friends: [Friend] = []
            var index = SearchIndex()
            for _ in 0..<40 {
                let row = Int.random(in: 0...friends.count, using: &random)
                if friends.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
                    let new = Self.friend(text("abc\u{C4}"), text("abcd"), "+" + text("358 0") + text("0123 "))
                    friends.insert(new, at: row)
                    index.insert(new, at: row)
                } else {
                    friends.remove(at: row % friends.count)
                    index.remove(at: row % (friends.count + 1))
                }
                #expect(index.count == friends.count)
            }
            let order = friends.indices.shuffled(using: &random)
            var moved = SearchIndex()
            for row in order { moved.append(row, of: index) }
            var (new, newMoved) = (SearchIndex(), SearchIndex())
            new.append(contentsOf: friends)
            newMoved.append(contentsOf: order.map { friends[$0] })
            for query in queries {
                #expect(index.rows(matching: query) == new.rows(matching: query))
                #expect(moved.rows(matching: query) == newMoved.rows(matching: query))
            }
        }
    }

    @Test(arguments: [
        ("ada", "Ada", FriendField.firstName, [0..<3]), ("a", "Ada", .firstName, [0..<1, 2..<3]),
        ("ss", "Stra\u{DF}e", .lastName, [4..<5]), ("s", "Stra\u{DF}e", .lastName, [0..<1, 4..<5]),
        ("ae", "\u{C6}gir", .firstName, [0..<1]), ("gir", "\u{C6}gir", .firstName, [1..<4]),
        ("555 01", "+1 (555)-0199", .phoneNumber, [4..<11]),
        ("01 555", "+1 (555)-0199", .phoneNumber, [4..<7, 9..<11]),
        ("+358 50", "050 123", .phoneNumber, [0..<3]), ("050", "+358 50 1", .phoneNumber, [5..<7]),
        ("+358 50", "+358 50 1", .phoneNumber, [1..<7]), ("last:a", "Ada", .firstName, []),
        ("phone:1", "11", .phoneNumber, [0..<2]), ("x", "Ada", .firstName, []), ("", "Ada", .firstName, []),
        ("lovelace", "Ada", .firstName, []),
        ("1", "Last1", .lastName, [4..<5]), ("ad da", "Ada", .firstName, [0..<3]),
    ])
    func `matches are highlighted`(query: String, text: String, field: FriendField, ranges: [Range<Int>]) {
        var details = FriendDetails()
        details[field] = text
        #expect(FriendQuery(query).matches(in: details, .field(field)) == ranges)
    }
}
