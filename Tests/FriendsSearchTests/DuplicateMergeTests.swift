import FriendsModel
import TestSupport
import Testing

@testable import FriendsSearch

/// What two friends become as one.
@Suite(.timeLimit(.minutes(10)))
struct DuplicateMergeTests {
    private typealias Choice = DuplicateMerge.Choice

    private func friend(
        _ id: String, _ first: String = "", _ last: String = "", _ phone: String = "", _ lines: [FriendLine] = []
    ) -> Friend {
        .friend(id, first, last, phone, lines: lines)
    }

    /// The lines as kind, label and value.
    private func words(_ details: FriendDetails) -> [String] {
        details.lines.map { "\($0.kind.key) \($0.label): \($0.value)" }
    }

    private func merged(_ one: Friend, _ other: Friend) -> FriendDetails {
        DuplicateMerge(first: one, second: other).details()
    }

    @Test(
        arguments: [
            (("Ada", "Lovelace", "1 23"), ("Ada", "Lovelace", "1 23"), ("Ada", "Lovelace", "1 23"), []),
            (("Ada", "", ""), ("", "King", "45"), ("Ada", "King", "45"), []),
            (("Ada", "King", "12"), ("Augusta", "Lovelace", "34"), ("Ada", "King", "12"), ["phone : 34"]),
            (("Ada", "", "+44 20 1"), ("Ada", "", "0044 201"), ("Ada", "", "+44 20 1"), []),
            (("Ada", "", "+44 20 1"), ("Ada", "", "020 1"), ("Ada", "", "+44 20 1"), ["phone : 020 1"]),
        ] as [((String, String, String), (String, String, String), (String, String, String), [String])])
    func `the fields of both are suggested`(
        one: (String, String, String), other: (String, String, String), result: (String, String, String),
        lines: [String]
    ) {
        let details = merged(friend("1", one.0, one.1, one.2), friend("2", other.0, other.1, other.2))
        #expect((details.firstName, details.lastName, details.phoneNumber) == result)
        #expect(words(details) == lines)
    }

    @Test func `lines are joined without repeats, and keep their labels`() {
        let one = friend(
            "1", "Ada", "", "12",
            [
                .line(.email, "Ada@Example.org", id: "a"), .line(.tag, "work", id: "b"),
                .line(.note, "One", id: "c"), .line(.phone, "34", label: "home", id: "d"),
            ])
        let other = friend(
            "2", "Ada", "", "3 4",
            [
                .line(.phone, "1-2", id: "x"), .line(.email, "ada@example.org", label: "work", id: "a"),
                .line(.tag, "Work", id: "y"), .line(.note, "Two", id: "c"), .line(.email, "b@example.org", id: "z"),
            ])
        let details = merged(one, other)
        #expect(
            words(details) == [
                "email work: ada@example.org", "tag : work", "note : One", "phone home: 34", "note : Two",
                "email : b@example.org",
            ])
        #expect(Set(details.lines.map(\.id)).count == 6, "each line has an id of its own")
        #expect(details.lines.first?.id == FriendLine.ID("a"))
    }

    @Test(arguments: [
        ("1815-12-10", "1815-12-11", "1815-12-10"), ("--12-10", "1815-12-10", "1815-12-10"),
        ("1815-12-10", "--12-10", "1815-12-10"),
    ])
    func `there is one birthday`(one: String, other: String, result: String) {
        let details = merged(
            friend("1", "A", "", "", [.line(.birthday, one)]), friend("2", "A", "", "", [.line(.birthday, other)]))
        #expect(details.values(of: .birthday) == [result])
    }

    @Test func `two anniversaries are both kept`() {
        let details = merged(
            friend("1", "A", "", "", [.line(.anniversary, "2001-02-03"), .line(.anniversary, "2003-02-01", id: "c")]),
            friend("2", "A", "", "", [.line(.anniversary, "2005-06-07", id: "b")]))
        #expect(details.values(of: .anniversary) == ["2001-02-03", "2003-02-01", "2005-06-07"])
    }

    @Test func `the one with more texts stays, else the first one`() {
        let (small, large) = (friend("1", "Ada"), friend("2", "Ada", "King", "", [.line(.tag, "x")]))
        #expect(DuplicateMerge(suggesting: small, large).first.id == large.id)
        #expect(DuplicateMerge(suggesting: large, small).first.id == large.id)
        #expect(DuplicateMerge(suggesting: small, friend("3", "Eva")).first.id == small.id)
    }

    @Test func `each part has the choices that make sense`() {
        let one = friend(
            "1", "Ada", "King", "12",
            [.line(.email, "a@b.c", label: "home", id: "e"), .line(.tag, "x", id: "t"), .line(.birthday, "1815-12-10")])
        let other = friend(
            "2", "Eva", "King", "34",
            [.line(.email, "a@b.c", label: "work", id: "f"), .line(.birthday, "--12-10"), .line(.note, "n", id: "n")])
        let merge = DuplicateMerge(first: one, second: other)
        let options = merge.parts.indices.map(merge.options)
        #expect(
            options == [
                [.first, .second], [], [.first, .second, .both], [.first, .second, .both, .none], [.first, .none],
                [.first, .second, .none], [.second, .none],
            ])
        #expect(merge.parts.indices.map(merge.choice) == [.first, .first, .both, .first, .first, .first, .second])
    }

    @Test func `what is chosen is in the result`() {
        let one = friend(
            "1", "Ada", "King", "12", [.line(.email, "a@b.c", label: "home", id: "e"), .line(.tag, "x", id: "t")])
        let other = friend(
            "2", "Eva", "King", "34", [.line(.email, "a@b.c", label: "work", id: "f"), .line(.note, "n", id: "n")])
        var merge = DuplicateMerge(first: one, second: other)
        func choose(_ choice: DuplicateMerge.Choice, _ index: Int, _ isTaken: Bool = true) {
            #expect(merge.choose(choice, at: index) == isTaken)
        }
        choose(.second, 0)
        choose(.both, 0, false)
        choose(.none, 0, false)
        choose(.second, 1, false)
        choose(.second, 2)
        #expect(words(merge.details()) == ["email home: a@b.c", "tag : x", "note : n"], "12 was not wanted")
        choose(.both, 3)
        choose(.second, 4)
        choose(.first, 5)
        #expect(merge.details().firstName == "Eva" && merge.details().phoneNumber == "34")
        #expect(words(merge.details()) == ["email home: a@b.c", "email work: a@b.c"])
        choose(.second, 3)
        #expect(merge.details().lines.map(\.id) == [FriendLine.ID("e")], "it takes the place of the line")
        #expect(words(merge.details()) == ["email work: a@b.c"])
        merge.chooseNext(at: 3)
        #expect(merge.choice(at: 3) == .both)
        merge.chooseNext(at: 3)
        #expect(merge.choice(at: 3) == .none)
    }

    /// A number that is left out of the field comes back as a line.
    @Test func `suggestions follow what was chosen`() {
        let one = friend("1", "Ada", "", "12")
        let other = friend("2", "Ada", "", "34", [.line(.phone, "12", id: "p")])
        var merge = DuplicateMerge(first: one, second: other)
        #expect(merge.details().phoneNumber == "12" && words(merge.details()) == ["phone : 34"])
        merge.choose(.second, at: 1)
        #expect(merge.details().phoneNumber == "34" && words(merge.details()) == ["phone : 12"])
    }

    @Test func `the other one can stay, and choices remain`() {
        var merge = DuplicateMerge(
            first: friend("1", "Ada", "King", "12", [.line(.tag, "x", id: "t")]),
            second: friend("2", "Eva", "Byron", "34"))
        merge.choose(.second, at: 1)
        merge.choose(.none, at: 3)
        merge.swap()
        #expect(merge.first.id.rawValue == "2" && merge.second.id.rawValue == "1")
        let details = merge.details()
        #expect((details.firstName, details.lastName, details.phoneNumber) == ("Eva", "Byron", "34"))
        #expect(words(details) == ["phone : 12"])
        merge.swap()
        #expect(merge.details().firstName == "Ada" && merge.details().lastName == "Byron")
    }

    @Test func `a change of a friend keeps the other choices`() {
        let one = friend("1", "Ada", "King", "12")
        let other = friend("2", "Eva", "Byron", "34")
        var merge = DuplicateMerge(first: one, second: other)
        merge.choose(.second, at: 0)
        merge.choose(.second, at: 1)
        merge.update(other.changed { $0.lastName = "Noel" })
        #expect(merge.details().firstName == "Eva" && merge.details().lastName == "King")
        #expect(merge.second.version.rawValue == "2")
    }

    /// Every text of both is in the union, once.
    @Test func `the union of any two friends loses nothing`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            func text() -> String { ["", "a", "b", "1 2", "34", "+1 2"].randomElement(using: &random) ?? "" }
            func anyone(_ id: String) -> Friend {
                let lines = (0..<Int.random(in: 0...4, using: &random)).map { index in
                    let kind = [LineKind.phone, .email, .tag, .note].randomElement(using: &random) ?? .tag
                    return FriendLine(id: .init("\(index)"), kind: kind, label: text(), value: "\(text())5")
                }
                return friend(id, text(), text(), text() + "6", lines)
            }
            let (one, other) = (anyone("1"), anyone("2"))
            let details = merged(one, other)
            func contents(_ details: FriendDetails) -> Set<[UInt8]> {
                var keys = ValueKeys()
                var found: Set<[UInt8]> = []
                keys.forEach(of: details) { key, _ in if key.bytes.first != 0 { found.insert(key.bytes) } }
                for line in details.lines where line.kind == .note { found.insert(Array(line.value.utf8)) }
                return found
            }
            #expect(contents(details) == contents(one.details).union(contents(other.details)), "\(one) \(other)")
            #expect(Set(details.lines.map(\.id)).count == details.lines.count)
            #expect(merged(one, one).lines.count <= one.details.lines.count, "\(one)")
        }
    }
}
