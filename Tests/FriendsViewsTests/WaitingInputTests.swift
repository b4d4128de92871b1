import FriendsModel
import TerminalUI
import Testing

@testable import FriendsViewModels
@testable import FriendsViews

/// Keys that are typed before the first list.
@Suite(.timeLimit(.minutes(3)))
struct WaitingInputTests {
    private static let loading = AppState(serverName: "local", isShared: false)

    private func events(_ text: String) -> [InputEvent] { text.map { .key(.character($0)) } }

    /// The events that wait after some input in a state that stays as it is.
    private func waiting(_ events: [InputEvent], in state: AppState = Self.loading) -> [InputEvent] {
        var waiting = WaitingInput()
        var rest = events[...]
        while !rest.isEmpty {
            if !waiting.keep(&rest, in: state, .standard) { rest.removeFirst() }
        }
        return Array(waiting.take())
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
        for content in [FriendListStore.Content.loaded, .failed(Failure(.notFound, during: .load))] {
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
