import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

@Suite(.timeLimit(.minutes(10)))
struct FriendRowsTests {
    private func friends(_ count: Int) -> [Friend] {
        (0..<count).map { Friend.friend("\($0)", "F", "L\($0 + 1_000)", "12") }
    }

    @Test func `labels in use are those of one kind, the most frequent first`() async {
        let lines: [FriendLine] = [
            .line(.email, "1", label: "work"), .line(.email, "2", label: "home"), .line(.email, "3", label: "work"),
            .line(.email, "4"), .line(.phone, "5", label: "mobile"), .line(.email, "6", label: "club"),
        ]
        let friends = lines.map { line in Friend.ada.changed { $0.lines = [line] } }
        #expect(await FriendRows.labels(of: .email, in: friends) == ["work", "club", "home"])
    }

    @Test func `any number of changes gives the rows of a load`() async {
        var random = SystemRandomNumberGenerator()
        for count in [0, 1, 3, 4, 5, 40, 200] {
            var list = friends(100)
            var changed: [Friend] = []
            var deleted: [Friend.ID] = []
            for number in (0..<count).shuffled(using: &random) {
                let id = Friend.ID("\(number)")
                list.removeAll { $0.id == id }
                if number.isMultiple(of: 3) {
                    deleted.append(id)
                } else {
                    let name = "L\(Int.random(in: 0..<3_000, using: &random))"
                    changed.append(Friend.friend("\(number)", "New", name, "1234", version: "2"))
                }
            }
            let changes = ListChanges(changed: changed, deleted: deleted, snapshot: .init("s"))
            let rows = await FriendRows(friends(100)).applying(changes)
            let loaded = FriendRows(list + changed)
            #expect(rows == loaded)
            #expect(rows.longest[.field(.firstName)] == (changed.isEmpty ? "F" : "New"))
            // The order is kept as well as it looks: what comes next finds its place.
            var (one, other) = (rows, loaded)
            one.upsert(.ada)
            other.upsert(.ada)
            #expect(one == other)
        }
    }

    @Test(arguments: [
        (["Ada", "Grace"], "Grace"), (["👨‍👩‍👧‍👦", "Alan", "👩🏽‍🚀x"], "Alan"), (["王小明", "Linus"], "王小明"),
        (["Åsa", "Agnes"], "Agnes"),
        (["Zoe\u{308}\u{323}", "Niels"], "Niels"), (["🇫🇮", "Eva"], "Eva"), (["한글", "Ada"], "한글"), (["", ""], ""),
    ])
    func `the longest text is the one that looks longest`(names: [String], longest: String) {
        let friends = names.enumerated().map { Friend.friend("\($0)", $1, "L", "12") }
        #expect(FriendRows(friends).longest[.field(.firstName)] == longest)
        var rows = FriendRows()
        for friend in friends.reversed() { rows.upsert(friend) }
        #expect(rows.longest[.field(.firstName)] == longest)
    }

    @Test func `the longest text of a column of lines is all of them`() {
        let long = FriendDetails(lines: .lines((.tag, "a"), (.email, "a@x.org"), (.tag, "bcd")))
        let short = FriendDetails(lines: .lines((.tag, "abcdef"), (LineKind(key: "new"), "x"), (.note, "a\nb")))
        for details in [[long, short], [short, long]] {
            let longest = LongestTexts(details)
            #expect(longest[.kind(.tag)] == "a, bcd" && details[0] == long || longest[.kind(.tag)] == "abcdef")
            #expect(longest[.kind(.email)] == "a@x.org" && longest[.kind(.note)] == "a b")
            #expect(longest[.kind(.address)].isEmpty && longest[.kind(LineKind(key: "new"))].isEmpty)
        }
    }

    @Test func aFriendIsFoundNearItsOldPlaceAndFarFromIt() {
        let rows = FriendRows(friends(5_000))
        for (index, place) in [(0, 0), (4_999, 0), (0, 4_999), (10, 900), (4_000, 9_999), (7, -3)] {
            #expect(rows.index(of: rows[index].id, near: place) == index)
        }
        #expect(rows.index(of: Friend.ada.id, near: 17) == nil)
        #expect(FriendRows().index(of: Friend.ada.id, near: 17) == nil)
    }

    @Test func `consecutive changes merge into the last state`() {
        func changes(_ changed: [Friend], _ deleted: [Friend.ID], _ snapshot: String) -> ListChanges {
            ListChanges(changed: changed, deleted: deleted, snapshot: .init(snapshot))
        }
        let newer = Friend.ada.changed { $0.firstName = "Adah" }
        #expect(ListChanges(merging: []) == nil)
        #expect(
            ListChanges(merging: [changes([.ada], [], "1"), changes([newer], [], "2")]) == changes([newer], [], "2"))
        #expect(
            ListChanges(merging: [changes([.ada], [], "1"), changes([], [Friend.ada.id], "2")])
                == changes([], [Friend.ada.id], "2"))
        #expect(
            ListChanges(merging: [changes([], [Friend.ada.id], "1"), changes([newer], [], "2")])
                == changes([newer], [], "2"))
    }
}
