import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsViewModels

/// Drags, and what is left of one without a release.
extension MouseReaderTests {
    @Test func `a drag marks a range at its end`() {
        func selected(_ index: Int) -> AppState {
            var state = MouseStates.list(of: 100, selected: index, top: 0)
            state.list.table.marks.rangeStart = index == 4 ? nil : .init(id: state.list.table.rows[4].id, index: 4)
            return state
        }
        let result = commands([
            (at(5, 6, .press(.left)), 0, selected(0)), (at(9, 6, .drag(.left)), 10, selected(4)),
            (at(9, 7, .drag(.left)), 20, selected(4)), (at(9, 30, .drag(.left)), 30, selected(5)),
            (at(9, 0, .drag(.left)), 40, selected(28)), (at(9, 0, .release(.left)), 50, selected(0)),
            (at(9, 9, .drag(.left)), 60, selected(0)),
        ])
        #expect(
            result == [
                .list(.select(index: 4)), nil, .list(.mark(.drag(to: 5))), .list(.mark(.drag(to: 28))),
                .list(.mark(.drag(to: 0))), .list(.mark(.range)), nil,
            ])
    }

    @Test func `a drag ends with any modifier held`() {
        var dragged = MouseStates.list(of: 100, selected: 5)
        dragged.list.table.marks.rangeStart = .init(id: dragged.list.table.rows[4].id, index: 4)
        for modifiers: Key.Modifiers in [.shift, .alt, .control] {
            let result = commands([
                (at(5, 6, .press(.left)), 0, MouseStates.list(of: 100)),
                (at(5, 9, .drag(.left)), 10, MouseStates.list(of: 100, selected: 4)),
                (at(5, 9, .release(.left), modifiers), 20, dragged),
                (at(5, 12, .drag(.left)), 30, dragged),
            ])
            #expect(
                result == [.list(.select(index: 4)), .list(.mark(.drag(to: 7))), .list(.mark(.range)), nil])
        }
    }

    /// Some terminals keep a release outside of their window to themselves.
    @Test func `a drag without a release marks nothing later`() {
        let list = MouseStates.list(of: 100, selected: 4)
        var dragged = MouseStates.list(of: 100, selected: 7)
        dragged.list.table.marks.rangeStart = .init(id: dragged.list.table.rows[4].id, index: 4)
        let press = at(5, 20, .press(.left)), release = at(5, 20, .release(.left))
        let begin = [(at(5, 6, .press(.left)), 0, list), (at(5, 9, .drag(.left)), 10, list)]
        #expect(
            commands(begin + [(press, 1_000, dragged), (release, 1_050, MouseStates.list(of: 100, selected: 7))])
                .suffix(2) == [.list(.mark(.cancelRange)), nil])
        #expect(
            commands(begin + [(press, 1_000, dragged), (at(5, 3, .drag(.left)), 1_010, list), (press, 2_000, list)])
                .suffix(3) == [.list(.mark(.cancelRange)), nil, .list(.select(index: 18))],
            "the press after that is one as any other")
        #expect(
            commands(begin + [(press, 1_000, list), (release, 1_050, list)]).suffix(2)
                == [.list(.select(index: 18)), nil], "the range is gone already")
    }

    @Test func `a lost drag does not block a button`() throws {
        var dragged = MouseStates.list(of: 100, selected: 7)
        dragged.list.table.marks.rangeStart = .init(id: dragged.list.table.rows[4].id, index: 4)
        let asked = MouseStates.asking(.alert("Failed", []), in: dragged)
        let frame = AppView.frame(asked, size: size, keys: .standard, symbols: .unicode)
        let place = frame.position(try #require(frame.place(of: "[ OK ]")).lowerBound)
        let list = MouseStates.list(of: 100, selected: 4)
        let result = commands([
            (at(5, 6, .press(.left)), 0, list), (at(5, 9, .drag(.left)), 10, list),
            (MouseEvent(.press(.left), at: place), 1_000, asked),
            (MouseEvent(.release(.left), at: place), 1_050, dragged),
            (at(5, 20, .press(.left)), 2_000, dragged),
        ])
        #expect(result.suffix(3) == [.prompt(.answer(.ok)), nil, .list(.mark(.cancelRange))])
    }

    @Test func `a drag from elsewhere or below a layer does nothing`() {
        let list = MouseStates.list(of: 100)
        #expect(commands([(at(5, 0, .press(.left)), 0, list), (at(5, 9, .drag(.left)), 10, list)]) == [nil, nil])
        let asked = MouseStates.asking(.alert("Failed", []), in: list)
        #expect(commands([(at(5, 2, .press(.left)), 0, list), (at(5, 9, .drag(.left)), 10, asked)]) == [nil, nil])
    }
}
