import FriendsModel
import TerminalUI
import Testing

@testable import FriendsList
@testable import FriendsViewModels
@testable import FriendsViews

/// What comes in one read: all edits of a text that follow each other are one command, so that the text is filtered and
/// drawn once.
@Suite(.timeLimit(.minutes(10)))
struct TypingBurstTests {
    private static var list: AppState {
        var state = AppState(serverName: "local", isShared: false)
        let friend = Friend(
            id: Friend.ID("1"), version: Friend.Version("1"),
            details: FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "12"))
        state.list.table.rows = FriendRows([friend])
        state.list.table.selection = .init(id: friend.id, index: 0)
        state.list.store.content = .loaded
        return state
    }

    /// Every place where text is typed.
    private static var fields: [(AppState, KeyContext)] {
        var form = list
        form.form = .init(mode: .add(Friend.ID("new")))
        var find = list
        find.list.table.filter = FriendFilter(origin: nil, top: 0)
        var help = list
        help.help = .init(isTyped: true)
        var palette = list
        palette.palette = .init(KeyBindings.standard.paletteEntries(in: list))
        var page = list
        page.page = .init(content: .loaded, table: PageTable(.messages([]), height: 10), time: 0)
        page.page?.table.filter = .init()
        var tag = list
        tag.tagging = Tagging(.add, of: [])
        var path = list
        path.pathField = PathField(.export(.all(1)))
        return [
            (form, .form), (find, .find), (tag, .tag), (path, .path), (help, .helpFilter), (palette, .palette),
            (page, .pageFilter),
        ]
    }

    /// What some events ask for, one after the other, in a state that stays as it is.
    private func commands(_ events: [InputEvent], in state: AppState) -> [Command?] {
        var rest = events[...]
        var commands: [Command?] = []
        while !rest.isEmpty { commands.append(KeyBindings.standard.takeCommand(from: &rest, in: state)) }
        return commands
    }

    private func keys(_ text: String) -> [InputEvent] { text.map { .key(.character($0)) } }

    @Test func `a thousand keys of one read are one edit`() {
        let text = String(String.UnicodeScalarView((0..<1_000).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        for (state, context) in Self.fields {
            let commands = commands(keys(text), in: state)
            #expect(commands.count == 1, "\(context)")
            #expect(commands.first == context.command(for: .series(text.map { .insert(String($0)) })), "\(context)")
        }
    }

    @Test func `every place that takes text joins its edits`() {
        let fields = Set(Self.fields.map(\.1))
        for context in KeyContext.allCases {
            let command = context.command(for: .moveLeft)
            #expect(command?.edit == command.map { _ in .moveLeft }, "\(context)")
            #expect(fields.contains(context) == (command != nil), "\(context) is tried by these tests")
        }
    }

    @Test func `deletions, movements and pastes join the edit`() {
        let events = keys("ab") + [.key(Key(.backspace)), .key(Key(.left)), .paste("x\ny"), .key(.control("w"))]
        let edits: [TextEdit] = [
            .insert("a"), .insert("b"), .deleteBackward, .moveLeft, .paste("x\ny"), .killWordBackward,
        ]
        for (state, context) in Self.fields {
            #expect(commands(events, in: state) == [context.command(for: .series(edits))], "\(context)")
        }
    }

    @Test func `a single key is a single edit`() {
        for (state, context) in Self.fields {
            #expect(commands(keys("a"), in: state) == [context.command(for: .insert("a"))], "\(context)")
        }
    }

    @Test func `keys that are no edit keep their place`() {
        let events = keys("ab") + [.key(Key(.enter))] + keys("c") + [.key(Key(.function(7)))] + keys("d")
        #expect(
            commands(events, in: Self.fields[1].0) == [
                .list(.find(.edit(.series([.insert("a"), .insert("b")])))), .list(.find(.keep)),
                .list(.find(.edit(.insert("c")))), nil, .list(.find(.edit(.insert("d")))),
            ])
    }

    @Test func `letters in the list are commands one by one`() {
        #expect(
            commands(keys("jjd"), in: Self.list) == [.list(.move(.next)), .list(.move(.next)), .list(.delete)])
    }

    @Test func `space on a button is no text`() {
        var state = Self.fields[0].0
        state.form?.focus = .cancel
        #expect(commands(keys("a "), in: state) == [.app(.refuseKey("a")), .form(.press)])
    }
}
