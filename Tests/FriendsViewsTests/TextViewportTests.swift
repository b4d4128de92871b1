import FriendsModel
import TerminalUI
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// The help and the prompts scroll to the end of their text and no further.
@Suite(.timeLimit(.minutes(10)))
struct TextViewportTests {
    static let sizes = [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24), Size(columns: 200, rows: 20)]

    static let help: AppState = {
        var state = AppState(serverName: "local", isShared: false)
        state.help = .init()
        return state
    }()
    static let alert: AppState = {
        var state = help
        state.prompts.queue = [.alert("Heading", (1...100).map { "line \($0)" })]
        state.prompts.focus = .ok
        return state
    }()

    /// The first visible line after a movement.
    private func scroll(_ movement: Movement, _ state: inout AppState, _ size: Size) -> Int? {
        switch AppView.scroll(movement, in: state, size: size, keys: .standard) {
        case .prompt(.scroll(to: let line)):
            state.prompts.top = line
            return line
        case .app(.scrollHelp(to: let line)):
            state.help?.top = line
            return line
        default: return nil
        }
    }

    private func frame(_ state: AppState, _ size: Size) -> Frame {
        AppView.frame(state, size: size, keys: .standard, symbols: .unicode)
    }

    @Test(arguments: [help, alert], sizes)
    func `one line up moves at once after too many down`(state: AppState, size: Size) throws {
        var state = state
        #expect(scroll(.previous, &state, size) == 0)
        let end = try #require(scroll(.last, &state, size))
        let (top, bottom) = (state, frame(state, size))
        #expect(end > 0)
        for _ in 0..<100 { #expect(scroll(.next, &state, size) == end) }
        #expect(scroll(.pageDown, &state, size) == end)
        #expect(scroll(.lines(3), &state, size) == end)
        #expect(state == top)
        #expect(scroll(.previous, &state, size) == end - 1)
        #expect(frame(state, size) != bottom)
        #expect(scroll(.lines(-3), &state, size) == end - 4)
        #expect(scroll(.first, &state, size) == 0)
    }

    @Test(arguments: [help, alert])
    func `a larger screen continues at what it shows`(state: AppState) throws {
        let (small, large) = (Self.sizes[0], Self.sizes[1])
        var (state, other) = (state, state)
        let smallEnd = try #require(scroll(.last, &state, small))
        let largeEnd = try #require(scroll(.last, &other, large))
        #expect(smallEnd > largeEnd)
        #expect(frame(state, large) == frame(other, large))
        #expect(scroll(.previous, &state, large) == largeEnd - 1)
    }

    @Test func `a filter shortens the help`() throws {
        var state = Self.help
        state.help = .init(top: 50, filter: TextInput("undo"), isTyped: true)
        #expect(scroll(.next, &state, Self.sizes[2]) == 0)
        state.help = .init(top: 50, filter: TextInput("frobnicate"), isTyped: true)
        #expect(scroll(.last, &state, Self.sizes[0]) == 0)
    }

    @Test func `nothing scrolls without a text, nor on too small a screen`() {
        var list = Self.help
        list.help = nil
        #expect(AppView.scroll(.next, in: list, size: Self.sizes[1], keys: .standard) == nil)
        for state in [Self.help, Self.alert] {
            for size in [Size(columns: 0, rows: 0), Size(columns: 3, rows: 50), Size(columns: 200, rows: 2)] {
                #expect(AppView.scroll(.next, in: state, size: size, keys: .standard) == nil)
            }
        }
    }

    @Test func `a page of text is as high as its room`() {
        let viewport = TextViewport(lineCount: 25, height: 10, top: 100)
        #expect(viewport.top == 15)
        #expect(viewport.top(after: .pageUp) == 5)
        #expect(viewport.top(after: .halfPageUp) == 10)
        #expect(TextViewport(lineCount: 25, height: 10, top: 3).top(after: .pageDown) == 13)
        let short = TextViewport(lineCount: 3, height: 10, top: 2)
        #expect(short.top == 0 && !short.isMoreAbove && !short.isMoreBelow)
    }
}
