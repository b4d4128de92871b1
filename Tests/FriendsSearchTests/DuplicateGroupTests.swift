import FriendsModel
import TestSupport
import Testing

@testable import FriendsSearch

/// Which friends may be one person.
@Suite(.timeLimit(.minutes(10)))
struct DuplicateGroupTests {
    typealias Reason = DuplicateGroup.Reason

    /// The ids of each group.
    private func ids(_ friends: [Friend]) -> [[String]] {
        DuplicateGroup.groups(of: friends).map { $0.friends.map(\.id.rawValue) }
    }

    /// A friend that shares nothing but what is given.
    private func friend(_ id: String, _ name: String? = nil, _ phone: String = "", _ lines: [FriendLine] = []) -> Friend
    {
        .friend(id, name ?? "First\(id)", name == nil ? "Last\(id)" : "", phone, lines: lines)
    }

    @Test(arguments: [
        (("Ada", "Lovelace"), ("ada", "LOVELACE")), (("Ada", "Lovelace"), ("\u{C1}d\u{E4}", "Lovel\u{E1}ce")),
        (("Ada", "Lovelace"), ("Lovelace", "Ada")), (("Ada", "Lovelace"), ("Ada Lovelace", "")),
        (("Ada", "Lovelace"), ("", "Lovelace, Ada")), (("Mary-Ann", "Evans"), ("Mary Ann", "Evans")),
        (("J. R. R.", "Tolkien"), ("J.R.R.", "Tolkien")), (("Ada", ""), ("", "ada")),
        (("\u{738B}", ""), ("\u{738B}", "")),
        (("Wei\u{DF}", "A"), ("Weiss", "A")), (("\u{FF21}da", "B"), ("Ada", "B")),
        (("Ada\u{2003}King", "C"), ("Ada King", "C")),
    ])
    func `the same name is found in any order, case and accent`(one: (String, String), other: (String, String)) {
        let friends = [
            Friend.friend("1", one.0, one.1, ""), .friend("x", "Grace", "Hopper", ""),
            .friend("2", other.0, other.1, ""),
        ]
        let name = friends[0].details.fullName
        #expect(
            DuplicateGroup.groups(of: friends) == [.init(friends: [friends[0], friends[2]], reasons: [.name(name)])])
    }

    @Test(arguments: [
        (("Ada", "Lovelace"), ("Ada", "King")), (("Ada", ""), ("Ada", "Lovelace")), (("Ada", "Ada"), ("Ada", "")),
        (("Adal", "ovelace"), ("Ada", "Lovelace")), (("", ""), ("", "")), (("-", "."), (",", "")),
        (("Ada", "Lovelace"), ("Adam", "Lovelace")), (("12", ""), ("1", "2")),
    ])
    func `another name is not the same`(one: (String, String), other: (String, String)) {
        #expect(ids([.friend("1", one.0, one.1, ""), .friend("2", other.0, other.1, "")]).isEmpty)
    }

    @Test(arguments: [
        ("+44 20 7946 0001", "+44-20-7946-0001", true), ("+44 (0)20 7946 0001", "0044 20 7946 0001", true),
        ("020 7946 0001", "(020) 7946/0001", true), ("555 0199 ext. 12", "555-0199 x12", true),
        ("555 0199,12", "5550199;ext=12", true), ("\u{0661}\u{0662}\u{0663}45", "12345", true),
        ("\u{FF0B}44 123", "+44123", true), ("555 0199", "555 0199 ext. 12", false),
        ("12345;ext=5", "123455", false), ("12345 x5", "123455", false), ("12345p5", "12345w5", true),
        ("0044 20 7946 0001 x1", "+44 20 7946 0001,1", true), ("12345 x67", "123456 x7", false),
        ("12345;", "12345", true), ("1234 x5", "1234 x5", false),
        ("1-800-FLOWERS", "1 800 3569377", true), ("1-800-FLOWERS", "1800flowers", true),
        ("1-800-FLOWERS", "1-800-CONTACT", false), ("1-800-FLOWERS ext. 3", "18003569377,3", true),
        ("1-800-FLOWERS", "1800", false),
        // Nobody says in which country.
        ("020 7946 0001", "+44 20 7946 0001", false), ("44 20 7946 0001", "+44 20 7946 0001", false),
        ("12345", "123456", false), ("", "", false), ("00000", "00-000", false), ("0000000", "+00000", false),
        ("+000000", "+0-00000", false), ("77777", "(77777)", true), ("+77777", "(+) 77777", true),
        // Extensions and short codes.
        ("12", "12", false), ("112", "1-1-2", false), ("+49 10", "+4910", false), ("x1234", "1234", false),
    ])
    func `the same number has the same digits`(one: String, other: String, isSame: Bool) {
        let line = FriendLine.line(.phone, other)
        for other in [friend("2", nil, other), friend("2", nil, "", other.isEmpty ? [] : [line])] {
            let friends = [friend("1", nil, one), other, friend("3", nil, "987 654")]
            let group = DuplicateGroup(friends: Array(friends.prefix(2)), reasons: [.phoneNumber(one)])
            #expect(DuplicateGroup.groups(of: friends) == (isSame ? [group] : []))
        }
    }

    @Test(arguments: [
        ("ada@example.org", "Ada@Example.ORG", true), ("\u{D6}da@example.org", "\u{F6}da@example.org", true),
        ("oda@example.org", "\u{F6}da@example.org", false), ("ada@example.org", "ada@example.com", false),
        ("a.da@example.org", "ada@example.org", false),
    ])
    func `the same email has the same letters`(one: String, other: String, isSame: Bool) {
        let friends = [friend("1", nil, "", [.line(.email, one)]), friend("2", nil, "", [.line(.email, other)])]
        #expect(DuplicateGroup.groups(of: friends) == (isSame ? [.init(friends: friends, reasons: [.email(one)])] : []))
    }

    @Test func `only names, numbers and emails count`() {
        let lines: [FriendLine] = [
            .line(.address, "a"), .line(.birthday, "1815-12-10"), .line(.organization, "b"), .line(.website, "https:c"),
            .line(.tag, "d"), .line(.note, "e@f"), .line(LineKind(key: "of-a-newer-version"), "12345"),
        ]
        #expect(ids([friend("1", nil, "", lines), friend("2", nil, "", lines)]).isEmpty)
        // Nor what one friend has twice.
        #expect(ids([friend("1", nil, "12345", [.line(.phone, "1 2345"), .line(.phone, "12345", id: "x")])]).isEmpty)
        #expect(ids([]).isEmpty)
    }

    @Test func `a group has all its reasons`() {
        let friends = [
            friend("1", "Ada", "12 345", [.line(.email, "a@b")]), friend("2", "ada", "12345", [.line(.email, "A@B")]),
        ]
        #expect(
            DuplicateGroup.groups(of: friends) == [
                .init(friends: friends, reasons: [.name("Ada"), .phoneNumber("12 345"), .email("a@b")])
            ])
    }

    @Test func `values with a friend in common make one group`() {
        let friends = [
            friend("1", "Ada", "11111"), friend("x"), friend("2", "Ada", "22222"), friend("3", "Augusta", "2-2222"),
            friend("4", "Bob", "33333"), friend("5", "Bob", "44444"),
        ]
        #expect(ids(friends) == [["1", "2", "3"], ["4", "5"]])
        let reasons = DuplicateGroup.groups(of: friends).map(\.reasons)
        #expect(reasons == [[.name("Ada"), .phoneNumber("22222")], [.name("Bob")]])
    }

    @Test func `the number of an office does not swallow its people`() {
        let people = (0..<400).map { number in
            // Each twice, and each with the number and the email of the office.
            friend("\(number)", "Person \(number / 2)", "555 0100", [.line(.email, "office@example.org")])
        }
        let groups = DuplicateGroup.groups(of: [friend("alone", "Ada", "1")] + people)
        #expect(groups.count == 201)
        #expect(groups.prefix(200).map(\.friends) == (0..<200).map { Array(people[2 * $0...2 * $0 + 1]) })
        #expect(groups.prefix(200).allSatisfy { $0.reasons.count == 1 })
        #expect(
            groups.last == .init(friends: people, reasons: [.phoneNumber("555 0100"), .email("office@example.org")]))
    }

    @Test(arguments: [9, 10, 11])
    func `a value that more than ten friends share links nothing`(count: Int) {
        let family = (0..<count).map { friend("\($0)", nil, "555 55") }
        let all = family.map(\.id.rawValue)
        let expected =
            switch count {
            case 9: [all + ["other"]]
            case 10: [all, ["0", "other"]]
            default: [["0", "other"], all]
            }
        #expect(ids(family + [friend("other", "First0 Last0", "1")]) == expected)
    }

    @Test func `a long chain falls apart into its values`() {
        // Each shares a number with the next one.
        let chain = (0..<12).map { number in
            friend("\(number)", nil, "1000 \(number / 2)", [.line(.phone, "2000 \((number + 1) / 2)")])
        }
        let short = Array(chain.prefix(10))
        #expect(ids(short) == [short.map(\.id.rawValue)])
        let pairs = (0..<11).map { ["\($0)", "\($0 + 1)"] }
        #expect(ids(chain) == pairs)
    }

    @Test func `the order of the list is that of the groups`() {
        let friends = ["b", "a", "c", "a", "c", "b"].enumerated().map { friend("\($0.offset)", $0.element) }
        #expect(ids(friends) == [["0", "5"], ["1", "3"], ["2", "4"]])
        #expect(ids(friends.reversed()) == [["5", "0"], ["4", "2"], ["3", "1"]])
    }

    /// Against the definition: two friends are in a group together exactly if a chain of shared values leads from one to the
    /// other.
    @Test func `random friends are grouped as by the definition`() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let friends = (0..<9).map { index in
                friend(
                    "\(index)", "N\(Int.random(in: 0..<9, using: &numbers))",
                    "9999 \(Int.random(in: 0..<12, using: &numbers))",
                    [.line(.email, "e@\(Int.random(in: 0..<12, using: &numbers))")])
            }
            var groups: [Set<String>] = friends.map { [$0.id.rawValue] }
            for one in friends {
                for other in friends
                where one.details.firstName == other.details.firstName
                    || one.details.phoneNumber == other.details.phoneNumber
                    || one.details.lines[0].value == other.details.lines[0].value
                {
                    let joined = groups.filter { $0.contains(one.id.rawValue) || $0.contains(other.id.rawValue) }
                    groups.removeAll { joined.contains($0) }
                    groups.append(joined.reduce(into: []) { $0.formUnion($1) })
                }
            }
            #expect(Set(ids(friends).map(Set.init)) == Set(groups.filter { $0.count > 1 }))
        }
    }
}
