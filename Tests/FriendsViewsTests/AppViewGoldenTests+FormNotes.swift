import FriendsModel
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
        form.visited = Set(FriendField.allCases)
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

    @Test func `a reason that is longer than the screen ends in a sign`() throws {
        var state = form(focus: .lastName)
        state.form?.inputs[.lastName] = TextInput("King")
        state.form?.rejections[.lastName] = .init(text: "King", reason: Self.reason)
        try expectGolden(state, "form-long-reason")
    }
}
