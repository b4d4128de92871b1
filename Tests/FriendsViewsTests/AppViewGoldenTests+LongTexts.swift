import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Texts that are longer than there is room for: each can be read to its end, and says where it continues.
extension AppViewGoldenTests {
    /// As much as a server may have to say.
    private static let reason = (1...400).map { "word\($0)" }.joined(separator: " ")

    private func alert(top: Int) -> AppState {
        var state = three
        state.prompts.queue = [Failure(.rejected([], reason: Self.reason), during: .add(Self.ada.details)).prompt]
        state.prompts.focus = .ok
        state.prompts.top = top
        return state
    }

    @Test func `a long alert begins with its heading`() throws { try expectGolden(alert(top: 0), "alert-long") }
    @Test func `a long alert goes on at both edges`() throws { try expectGolden(alert(top: 7), "alert-long-middle") }
    @Test func `a long alert has an end`() throws { try expectGolden(alert(top: 1_000), "alert-long-end") }

    @Test func `a long question keeps its buttons`() throws {
        var state = three
        state.prompts.queue = [.question("Delete 1,000 friends?", [.text(Self.reason)])]
        state.prompts.focus = .no
        try expectGolden(state, "question-long", sizes: [Self.small])
    }

    /// Every word of a long alert is on the screen at some place of its text, at every size.
    @Test(arguments: [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24), Size(columns: 200, rows: 50)])
    func `every word of an alert can be read`(size: Size) throws {
        var maker = FrameMaker(keys: .standard, symbols: .unicode)
        let scroll = AppView.scroll(.last, in: alert(top: 0), size: size, keys: .standard)
        let end = try #require(scroll.flatMap { if case .prompt(.scroll(to: let line)) = $0 { line } else { nil } })
        var words: Set<Substring> = []
        for top in 0...end {
            let frame = maker.frame(alert(top: top), size: size)
            let rows = frame.rows.map { String(String.UnicodeScalarView($0.cells.map(\.base))) }
            #expect(rows.contains { $0.contains("[ OK ]") } && rows.last?.contains("Enter OK") == true)
            words.formUnion(rows.joined(separator: " ").split(separator: " "))
        }
        #expect(words.isSuperset(of: Self.reason.split(separator: " ")))
    }

    @Test func `a failed load shows where the reason continues`() throws {
        var state = AppState(serverName: "friends.example:8080", isShared: true)
        state.list.store.content = .failed(.failed(status: "500", reason: Self.reason))
        try expectGolden(state, "failed-long")
    }

    @Test func `a status that has no room loses whole words`() throws {
        var state = three
        state.status = .init(kind: .problem, text: "Offline, this is from 07:53. Loading failed, try it again")
        try expectGolden(state, "status-long", sizes: [Self.small])
    }

    // MARK: One over the other

    @Test func `the help hides the loading box`() throws {
        var state = three
        state.help = .init()
        let help = AppView.frame(state, size: Self.wide, keys: .standard, symbols: .unicode)
        state.activity.titles = ["Loading friends\u{2026}"]
        state.activity.shownTitle = "Loading friends\u{2026}"
        state.activity.isVisible = true
        #expect(AppView.frame(state, size: Self.wide, keys: .standard, symbols: .unicode) == help)
    }

    /// Neither the mark of the selected row nor a letter of what is under it.
    @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 200, rows: 50)])
    func `beside the help nothing remains of the list`(size: Size) {
        var state = three
        state.status = .init(kind: .success, text: "Added Ada Lovelace")
        state.help = .init()
        let frame = AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
        for row in 1..<size.rows - 2 {
            let edges = frame.rows[row].cells.prefix {
                $0.base != "\u{2502}" && $0.base != "\u{250C}" && $0.base != "\u{2514}"
            }
            #expect(edges.allSatisfy { $0.base == " " }, "row \(row)")
        }
        #expect(!picture(of: frame).contains("Added"))
    }
}
