import FriendsModel
import TerminalUI
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

/// Keys that are typed while something is being written.
@Suite(.timeLimit(.minutes(10)))
struct TypedAheadTests {
    /// A list with a selection, and a write under way.
    private static let writing: AppState = {
        var state = AppState(serverName: "local", isShared: false)
        state.list.store.content = .loaded
        state.list.table.changeRows(staysFirst: false) { FriendRows([.ada, .grace]) }
        state.list.writer.isWriting = true
        return state
    }()

    private static let idle: AppState = {
        var state = writing
        state.list.writer.isWriting = false
        return state
    }()

    private static let sending: AppState = {
        var state = idle
        state.form = FriendForm(mode: .update(.ada))
        state.form?.isSending = true
        return state
    }()

    private func events(_ text: String) -> [InputEvent] { text.map { .key(.character($0)) } }

    /// The input that waits after some events in a state, and the commands of the others.
    private func type(
        _ events: [InputEvent], in state: AppState
    ) -> (waiting: WaitingInput, commands: [Command?]) {
        var waiting = WaitingInput()
        var (rest, commands) = (events[...], [Command?]())
        while !rest.isEmpty {
            if waiting.keep(&rest, in: state, .standard) { continue }
            let command = KeyBindings.standard.takeCommand(from: &rest, in: state)
            if let command { waiting.note(command) }
            commands.append(command)
        }
        return (waiting, commands)
    }

    private func page(_ entries: PageEntries) -> AppState {
        var state = Self.writing
        state.page = .init(content: .loaded, table: PageTable(entries, height: 8), time: 0)
        return state
    }

    @Test func `what is typed while a form is sent is for the list`() {
        let typed = events("/david q") + [.paste("x"), .key(Key(.tab)), .key(Key(.enter))]
        var (waiting, commands) = type(typed, in: Self.sending)
        #expect(commands.isEmpty)
        #expect(waiting.take(in: Self.sending) == .waiting)
        #expect(waiting.take(in: Self.idle) == .handled(typed[...]))
        #expect(!waiting.isDue(in: Self.idle), "once")
    }

    @Test func `a form that is sent can be cancelled, and asked for once more`() {
        let now: [(Key, Command)] = [
            (Key(.enter), .form(.press)), (Key(.escape), .form(.cancel)), (Key(.function(10)), .form(.cancel)),
            (Key(.function(1)), .app(.showHelp)), (.control("c"), .app(.interrupt)), (.control("l"), .redraw),
        ]
        for (key, command) in now {
            #expect(type([.key(key)], in: Self.sending).commands == [command], "\(key.name)")
        }
        let behind: [Key] = [Key(.escape), .control("c"), .control("l")]
        for key in behind {
            #expect(type(events("/d") + [.key(key)], in: Self.sending).commands.count == 1, "\(key.name)")
        }
    }

    @Test func `what waits is dropped when the form stays or an alert comes`() {
        var failed = Self.sending
        failed.prompts.queue = [.retryAlert("", [])]
        var refused = Self.sending
        refused.form?.isSending = false
        var other = Self.idle
        other.page = page(.messages([])).page
        for state in [failed, refused, other] {
            var (waiting, _) = type(events("/d"), in: Self.sending)
            #expect(waiting.isDue(in: state))
            #expect(waiting.take(in: state) == .ignored(.field))
        }
    }

    @Test func `what waits is dropped when the save is cancelled`() {
        var (waiting, _) = type(events("/d") + [.key(Key(.escape))], in: Self.sending)
        #expect(waiting.take(in: Self.sending) == .ignored(.field))
    }

    @Test func `what is typed for another new friend does not wait`() {
        var state = Self.sending
        state.form?.addsAnother = true
        #expect(type(events("B"), in: state).commands == [.form(.edit(.insert("B")))])
    }

    @Test func `a path that is used lets what follows wait`() {
        var state = Self.idle
        state.pathField = PathField(.importFriends)
        state.pathField?.isBusy = true
        var (waiting, commands) = type(events("/d"), in: state)
        #expect(commands.isEmpty)
        #expect(waiting.take(in: Self.idle) == .handled(events("/d")[...]))
        #expect(type([.key(Key(.escape))], in: state).commands == [.path(.cancel)])
    }

    @Test func `a key that needs the end of a write waits with what follows`() {
        let keys = [Key.character("d"), .character("T"), .alt("t"), .character("u"), .control("r"), Key(.delete)]
        for key in keys {
            let typed = [.key(key)] + events("friend") + [.key(Key(.enter))]
            var (waiting, commands) = type(typed, in: Self.writing)
            #expect(commands.isEmpty, "\(key.name)")
            #expect(waiting.take(in: Self.writing) == .waiting)
            #expect(waiting.take(in: Self.idle) == .handled(typed[...]))
        }
        var deleting = Self.writing
        deleting.list.writer.pending = Friend.ada.id
        #expect(type(events("ex"), in: deleting).commands.isEmpty)
    }

    @Test func `keys that a write leaves alone act at once`() {
        #expect(type(events("ja?/"), in: Self.writing).commands.count == 4)
        #expect(type(events("d"), in: Self.idle).commands == [.list(.delete)])
    }

    @Test func `pages let keys wait for the end of a write`() {
        let trash = page(.trash(Trash(friends: [DeletedFriend(friend: .ada, deletedAt: 0)])))
        var (waiting, commands) = type(events("u"), in: trash)
        #expect(commands.isEmpty)
        var idle = trash
        idle.list.writer.isWriting = false
        var other = page(.messages([]))
        other.list.writer.isWriting = false
        for state in [other, Self.idle, Self.sending] {
            var waiting = waiting
            #expect(waiting.take(in: state) == .ignored(.write(.page(.trash))))
        }
        #expect(waiting.take(in: idle) == .handled(events("u")[...]))
    }

    @Test func `keys that wait for a write never reach a menu or a field`() {
        var finding = Self.idle
        finding.list.table.applyFilter(.begin)
        var help = Self.idle
        help.help = .init()
        var (waiting, _) = type(events("dd"), in: Self.writing)
        #expect(waiting.take(in: help) == .waiting, "it is closed again")
        #expect(waiting.take(in: finding) == .ignored(.write(.list)))
    }

    @Test func `Esc drops what waits for a write at once`() {
        var (waiting, commands) = type(events("dd") + [.key(Key(.escape))], in: Self.writing)
        #expect(commands.isEmpty)
        #expect(waiting.take(in: Self.writing) == .ignored(.write(.list)))
        var visible = Self.writing
        visible.activity.isVisible = true
        (waiting, commands) = type(events("dd") + [.key(Key(.escape))], in: visible)
        #expect(commands == [.app(.cancelActivity)])
        #expect(waiting.take(in: visible) == .ignored(.write(.list)))
    }

    /// They are for the shell.
    @Test func `keys after the one that quits do nothing`() {
        var leaving = Self.writing
        leaving.isLeaving = true
        var (waiting, commands) = type(events("cd src/") + [.key(Key(.enter)), .paste("x")], in: leaving)
        #expect(commands.allSatisfy { $0 == nil } && waiting.take(in: leaving) == .waiting)
        // What waited before.
        (waiting, _) = type(events("dd"), in: Self.writing)
        #expect(waiting.take(in: leaving) == .ignored(.write(.list)))
        #expect(KeyBindings.standard.command(for: .key(.control("c")), in: leaving) == .app(.interrupt))
        // What still fails is answered.
        leaving.prompts.queue = [.retryAlert("", [])]
        #expect(KeyBindings.standard.command(for: .key(Key(.enter)), in: leaving) != nil)
    }

    @Test func `keys before the mouse are ignored`() {
        var (waiting, _) = type(events("d"), in: Self.writing)
        waiting.noteMouse()
        #expect(waiting.take(in: Self.idle) == .ignored(.write(.list)))
    }
}
