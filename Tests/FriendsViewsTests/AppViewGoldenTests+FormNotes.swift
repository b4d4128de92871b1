import FriendsModel
import FriendsViews
import TerminalUI
import Testing

@testable import FriendsViewModels

/// What is wrong with the fields of a form can be read, however much there is to say.
extension AppViewGoldenTests {
    /// As much as a server may have to say.
    private static let reason = (1...400).map { "word\($0)" }.joined(separator: " ")

    private func form(focus: FriendField) -> AppState {
        var state = three
        var form = FriendForm(mode: .add(Friend.ID("new")))
        form.visited = Set(FriendField.allCases.map(FriendPart.field))
        form.inputs[.firstName] = TextInput(String(repeating: "x", count: 120))
        form.inputs[.phoneNumber] = TextInput("1")
        form.focus = .field(focus)
        state.form = form
        return state
    }

    @Test func `every message of a form can be read`() throws {
        let sizes = [Self.wide, Size(columns: 60, rows: 10)]
        try expectGolden(form(focus: .firstName), "form-all-wrong", sizes: sizes)
    }

    @Test(arguments: [FriendField.firstName, .phoneNumber])
    func `the message of the field with the focus is whole`(field: FriendField) throws {
        try expectGolden(form(focus: field), "form-all-wrong-\(field)", sizes: [Self.small])
    }

    /// Pasted characters that no field takes: three long messages.
    @Test(arguments: FriendField.allCases)
    func `three long messages do not collide`(focus: FriendField) throws {
        var state = form(focus: focus)
        for field in FriendField.allCases { state.form?.inputs[field] = TextInput("a\u{1}b") }
        try expectGolden(state, "form-control-characters-\(focus)")
    }

    @Test func `messages in one row stand apart`() throws {
        var state = form(focus: .phoneNumber)
        state.form?.inputs[.firstName] = TextInput("")
        state.form?.inputs[.phoneNumber] = TextInput("call me")
        let frame = AppView.frame(state, size: Self.wide, keys: .standard, symbols: .unicode)
        let rows = picture(of: frame).split(separator: "\n")
        let messages = [
            "First name is required", "Last name is required", "Phone number can\u{2019}t contain \u{201C}c\u{201D}",
        ]
        for (message, next) in zip(messages, messages.dropFirst()) {
            #expect(!rows.contains { $0.contains("\(message) \(next)") })
        }
        for message in messages { #expect(rows.contains { $0.contains(message) }) }
    }

    @Test func `a reason that is longer than the screen ends in a sign`() throws {
        var state = form(focus: .lastName)
        state.form?.inputs[.lastName] = TextInput("King")
        state.form?.rejections[.field(.lastName)] = .init(
            details: FriendDetails(lastName: "King"), reason: Self.reason)
        try expectGolden(state, "form-long-reason")
    }
}
