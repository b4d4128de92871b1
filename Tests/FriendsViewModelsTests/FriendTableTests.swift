import FriendsList
import FriendsModel
import Testing

@testable import FriendsViewModels

/// The table alone: no list, no server.
@Suite(.timeLimit(.minutes(10)))
struct FriendTableTests {
    /// 100 friends on 10 lines, with one of them selected.
    private func table(selecting index: Int, top: Int) -> FriendTable {
        var table = FriendTable()
        table.rows = FriendRows(.numbered(100))
        table.resize(to: 10)
        table.go(to: index)
        table.scroll(to: top)
        return table
    }

    private func changed(
        _ table: FriendTable, staysFirst: Bool = false, _ change: (inout FriendRows) -> Void
    ) -> FriendTable {
        var table = table
        var rows = table.rows
        change(&rows)
        table.changeRows(staysFirst: staysFirst) { rows }
        return table
    }

    @Test func `the selected friend stays on its line when others come`() {
        let table = table(selecting: 45, top: 40)
        let more = changed(table) { rows in for number in 0..<3 { rows.upsert(.friend("new\(number)", "A", "0", "12")) }
        }
        #expect(more.selectedFriend == table.selectedFriend && more.selection?.index == 48)
        #expect(more.viewport.top == 43)
    }

    @Test func `the friend behind a deleted one is selected`() {
        let table = table(selecting: 45, top: 40)
        let fewer = changed(table) { $0.remove(table.shown(45).id) }
        #expect(fewer.selectedFriend == table.shown(46) && fewer.selection?.index == 45)
        #expect(fewer.viewport.top == 40)
    }

    @Test func `a selection at the beginning can stay there`() {
        var table = table(selecting: 0, top: 0)
        table.isSelectionChosen = false
        let first = Friend.friend("new", "A", "0", "12")
        #expect(changed(table, staysFirst: true) { $0.upsert(first) }.selectedFriend == first)
        #expect(changed(table) { $0.upsert(first) }.selection?.index == 1)
    }

    /// While the list is being loaded, friends come before the selected one.
    @Test func `a friend who was chosen stays selected whoever comes`() {
        let first = Friend.friend("new", "A", "0", "12")
        let choices: [(String, (inout FriendTable) -> Void)] = [
            ("movement", { $0.move(.first) }), ("click", { $0.go(to: 0) }), ("id", { $0.select($0.shown(0).id) }),
            ("mark", { $0.mark(.all) }), ("range", { $0.mark(.range) }),
            (
                "kept filter",
                { for action in [FilterAction.begin, .edit(.insert("7")), .keep] { $0.applyFilter(action) } }
            ),
            (
                "cleared filter",
                { for action in [FilterAction.begin, .edit(.insert("7")), .clear] { $0.applyFilter(action) } }
            ),
            (
                "left filter",
                {
                    for action in [FilterAction.begin, .edit(.insert("7"))] { $0.applyFilter(action) }; $0.endTyping()
                }
            ),
        ]
        for (name, choose) in choices {
            var table = table(selecting: 0, top: 0)
            table.isSelectionChosen = false
            choose(&table)
            #expect(table.selection?.index == 0)
            let friend = table.selectedFriend
            #expect(changed(table, staysFirst: true) { $0.upsert(first) }.selectedFriend == friend, "\(name)")
        }
    }

    @Test func `marking one closes an open range and moves nothing`() {
        var table = table(selecting: 2, top: 0)
        table.mark(.range)
        table.go(to: 4)
        table.mark(.toggle)
        #expect(table.marks.rangeStart == nil && table.selection?.index == 4)
        #expect(table.marks.ids == Set((2...4).map { table.shown($0).id }))
    }

    @Test func `a filter selects the next match, and the old friend when it ends`() {
        var table = table(selecting: 45, top: 40)
        let before = table
        table.applyFilter(.begin)
        table.applyFilter(.edit(.insert("105")))
        #expect(table.shownCount == 10 && table.selectedFriend == before.shown(50))
        table.applyFilter(.clear)
        #expect(table == before)
    }

    @Test func `an empty table has no selection, and takes every command`() {
        var table = FriendTable()
        table.resize(to: 10)
        for movement in [Movement.first, .last, .next, .previous, .pageDown, .halfPageUp, .lines(3)] {
            table.move(movement)
        }
        for marking in [Marking.toggle, .range, .drag(to: 3), .all, .invert, .none] { table.mark(marking) }
        table.scroll(by: 5)
        table.goToMatch(1)
        #expect(table.selection == nil && !table.hasMarks && table.viewport == Viewport(top: 0, height: 10))
    }
}
