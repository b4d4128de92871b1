import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ColumnChooserTests {
    private let list: FriendListViewModel
    private let chosen = Chosen()

    @MainActor
    private final class Chosen {
        var columns: [[String]] = []
    }

    init() {
        list = FriendListViewModel(
            Desk(StubFriendsClient(), now: { 0 }),
            choices: TableChoices(
                columns: [.lastName, .field(.firstName), .kind(.tag)],
                keepColumns: { [chosen] in chosen.columns.append($0.map(\.settingsName)) }))
        list.send(.chooseColumns)
    }

    private var columns: [String] { list.state.columns.map(\.settingsName) }
    private var selected: String? {
        list.state.columnChooser.map { $0.entries[$0.selected].settingsName }
    }

    @Test func `the columns of the table come first`() {
        let entries = list.state.columnChooser?.entries ?? []
        #expect(entries.prefix(4).map(\.settingsName) == ["last-name", "first-name", "tag", "phone"])
        #expect(Set(entries) == Set(FriendColumn.all) && entries.count == FriendColumn.all.count)
        #expect(selected == "last-name" && chosen.columns.isEmpty)
    }

    @Test func `a column is shown, hidden and kept at once`() {
        list.send(.column(.toggleColumn(.kind(.email))))
        #expect(columns == ["last-name", "first-name", "tag", "email"] && selected == "email")
        list.send(.column(.toggleColumn(.kind(.tag))))
        #expect(columns == ["last-name", "first-name", "email"])
        list.send(.column(.select(index: 1)))
        list.send(.column(.toggle))
        #expect(columns == ["last-name", "email"])
        #expect(chosen.columns.map(\.count) == [4, 3, 2] && chosen.columns.last == columns)
        list.send(.column(.close))
        #expect(list.state.columnChooser == nil && columns == ["last-name", "email"] && chosen.columns.count == 3)
    }

    @Test func `the last name column stays`() {
        list.send(.column(.toggleColumn(.field(.firstName))))
        list.send(.column(.toggleColumn(.lastName)))
        #expect(columns == ["last-name", "tag"] && chosen.columns.count == 1)
        #expect(list.desk.status?.kind == .information)
        list.send(.column(.next))
        #expect(list.desk.status == nil)
    }

    @Test func `a shown column moves past those that are shown`() {
        list.send(.column(.toggleColumn(.kind(.note))))
        list.send(.column(.moveLeft))
        #expect(columns == ["last-name", "first-name", "note", "tag"] && selected == "note")
        list.send(.column(.moveLeft))
        list.send(.column(.moveLeft))
        list.send(.column(.moveLeft))
        #expect(columns == ["note", "last-name", "first-name", "tag"] && selected == "note")
        list.send(.column(.moveRight))
        #expect(columns == ["last-name", "note", "first-name", "tag"])
        for _ in 0..<5 { list.send(.column(.moveRight)) }
        #expect(columns == ["last-name", "first-name", "tag", "note"] && selected == "note")
        let count = chosen.columns.count
        list.send(.column(.select(index: 100)))
        list.send(.column(.moveLeft))
        #expect(chosen.columns.count == count, "a hidden column has no place in the table")
    }

    @Test func `the selection moves within the columns`() {
        list.send(.column(.previous))
        #expect(selected == "last-name")
        list.send(.column(.next))
        #expect(selected == "first-name")
        list.send(.column(.select(index: 100)))
        #expect(selected == list.state.columnChooser?.entries.last?.settingsName)
    }

    @Test func `the standard columns come back`() {
        list.send(.column(.next))
        list.send(.column(.reset))
        #expect(columns == ["first-name", "last-name", "phone"] && selected == "first-name")
        #expect(chosen.columns == [columns])
    }

    @Test func `opening something else closes the chooser`() {
        list.leave()
        #expect(list.state.columnChooser == nil)
        list.send(.column(.toggle))
        #expect(columns.count == 3 && chosen.columns.isEmpty)
    }
}
