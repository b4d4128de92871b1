import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

/// Keys that are typed before the first list.
@Suite(.timeLimit(.minutes(10)))
struct WaitingInputTests {
    private static let loading = AppState(serverName: "local", isShared: false)

    private func events(_ text: String) -> [InputEvent] { text.map { .key(.character($0)) } }

    /// The events that wait after some input in a state that stays as it is.
    private func waiting(_ events: [InputEvent], in state: AppState = Self.loading) -> [InputEvent] {
        var loaded = state
        loaded.list.store.content = .loaded
        var waiting = WaitingInput()
        var rest = events[...]
        while !rest.isEmpty {
            if !waiting.keep(&rest, in: state, .standard) { rest.removeFirst() }
        }
        guard case .handled(let kept) = waiting.take(in: loaded) else { return [] }
        return Array(kept)
    }

    @Test func `keys about friends wait with all that follow`() {
        for key in "jkgGdesSCyY vi+*nNRT" {
            let typed = events("\(key)/ted")
            #expect(waiting(typed) == typed, "\(key)")
        }
        let edit: [InputEvent] = [.key(Key(.enter)), .paste("x"), .key(.character("q"))]
        #expect(waiting(edit) == edit)
    }

    @Test func `the find field opens before there is a list`() {
        #expect(waiting(events("/")).isEmpty)
        #expect(KeyBindings.standard.command(for: .key(.character("/")), in: Self.loading) == .list(.find(.begin)))
        var find = Self.loading
        find.list.table.applyFilter(.begin)
        #expect(waiting(events("david"), in: find).isEmpty)
        let down: [InputEvent] = [.key(Key(.down))] + events("x")
        #expect(waiting(down, in: find) == down)
    }

    @Test func `nothing waits once there is a list, or a failure`() {
        for content in [FriendListStore.Content.loaded, .failed(.notFound)] {
            var state = Self.loading
            state.list.store.content = content
            #expect(waiting(events("jd/ted"), in: state).isEmpty)
        }
    }

    @Test func `what needs no list does not wait`() {
        #expect(waiting(events("a?tmq:u-") + [.key(Key(.escape))]).isEmpty)
    }

    @Test func `cancelling and leaving do not wait behind keys`() {
        var state = Self.loading
        state.activity.isVisible = true
        let keys: [InputEvent] = [.key(Key(.escape)), .key(.control("c")), .key(.control("l"))]
        #expect(waiting(events("j") + keys, in: state) == events("j"))
    }

    @Test func `after movements q leaves at once`() {
        #expect(waiting(events("jkq")) == events("jk"))
        #expect(waiting(events("j/q")) == events("j/q"), "it is text in the find field")
        #expect(waiting(events("sq")) == events("sq"), "it is a key of the menu")
    }

    /// The mouse and the offer of a draft open them, whatever waits.
    @Test func `keys that wait never reach a form or a page`() {
        var form = Self.loading
        form.form = FriendForm(mode: .add(Friend.ID("new")))
        var page = Self.loading
        page.page = .init(content: .loading, table: PageTable(.messages([]), height: 8), time: 0)
        for opened in [form, page] {
            var waiting = WaitingInput()
            var first = events("j")[...]
            #expect(waiting.keep(&first, in: Self.loading, .standard))
            var typed = events("Ada")[...]
            #expect(!waiting.keep(&typed, in: opened, .standard))
            #expect(waiting.isDue(in: opened))
            #expect(waiting.take(in: opened) == .ignored(.firstList))
            #expect(!waiting.isDue(in: opened))
        }
    }

    @Test func `what waits is handled with the list, and ignored without`() {
        func outcome(_ change: (inout AppState) -> Void) -> WaitingInput.Outcome {
            var waiting = WaitingInput()
            var first = events("j")[...]
            _ = waiting.keep(&first, in: Self.loading, .standard)
            var state = Self.loading
            change(&state)
            return waiting.take(in: state)
        }
        #expect(outcome { _ in } == .waiting)
        #expect(outcome { $0.list.store.content = .loaded } == .handled(events("j")[...]))
        #expect(outcome { $0.list.store.content = .failed(.notFound) } == .ignored(.firstList))
        #expect(
            outcome {
                $0.list.store.content = .loaded
                $0.prompts.queue = [.question("?")]
            } == .waiting)
    }

    @Test func `a question is answered at once`() {
        var state = Self.loading
        var waiting = WaitingInput()
        var first = events("j")[...]
        #expect(waiting.keep(&first, in: state, .standard))
        state.prompts.queue = [.question("?")]
        var answer = events("y")[...]
        #expect(!waiting.keep(&answer, in: state, .standard))
    }
}
