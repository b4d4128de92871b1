import FriendsModel
import FriendsViews
import Glibc
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels

extension AppViewGoldenTests {
    @Test func addForm() throws { try expectGolden(adding(), "add") }
    @Test func updateForm() throws { try expectGolden(updating(Self.ada), "update") }

    @Test func addFormInAnEmptyList() throws {
        var state = state([])
        state.form = FriendForm(mode: .add(Friend.ID("new")))
        try expectGolden(state, "add-first")
    }

    @Test func changedForm() throws {
        try expectGolden(updating(Self.ada) { $0.inputs[.firstName]?.apply(.insert("h")) }, "update-changed")
    }

    @Test func formWithMessages() throws {
        let state = adding {
            $0.visited = Set(FriendField.allCases.map(FriendPart.field))
            $0.inputs[.phoneNumber] = TextInput("call me")
            $0.focus = .field(.phoneNumber)
        }
        try expectGolden(state, "add-messages")
    }

    @Test func formWithAMessageOnTheRight() throws {
        let state = updating(Self.ada) {
            $0.visited = [.field(.phoneNumber)]
            $0.inputs[.phoneNumber] = TextInput("1")
        }
        try expectGolden(state, "update-message", sizes: [Self.wide])
    }

    /// The last name was changed elsewhere, and nothing here.
    @Test func formWhoseFriendIsChangedElsewhere() throws {
        let state = updating(Self.adaKing) {
            $0.base = Self.ada.details
            $0.inputs[.lastName] = TextInput(Self.ada.details.lastName)
        }
        try expectGolden(state, "update-elsewhere")
    }

    @Test func formWhoseFriendIsDeletedElsewhere() throws {
        try expectGolden(updating(Self.ada) { $0.isDeletedElsewhere = true }, "update-deleted")
    }

    /// Both have changed the last name; what is typed here stands in the field.
    @Test func formWithAFieldToDecide() throws {
        let state = updating(Self.adaKing) {
            $0.base = Self.ada.details
            $0.inputs[.lastName] = TextInput("Byron")
            $0.focus = .field(.lastName)
            $0.choices = [.field(.lastName): .open]
        }
        try expectGolden(state, "update-decide", sizes: [Self.wide, Self.small, Size(columns: 60, rows: 10)])
    }

    @Test func formWithEveryFieldToDecide() throws {
        let theirs = Friend.friend("ada", "Augusta", "King", "+44 20 7946 0002")
        let state = updating(theirs) {
            $0.base = Self.ada.details
            for field in FriendField.allCases { $0.inputs[field] = TextInput("12 mine") }
            $0.choices = [.field(.firstName): .open, .field(.lastName): .open, .field(.phoneNumber): .open]
        }
        try expectGolden(state, "update-decide-all")
    }

    /// Mine was kept in one field and theirs taken in the other; all is ready to be sent.
    @Test func formWhereAllIsDecided() throws {
        let theirs = Friend.friend("ada", "Augusta", "King", "+44 20 7946 0001")
        let state = updating(theirs) {
            $0.inputs[.firstName] = TextInput("Adah")
            $0.choices = [.field(.firstName): .mine, .field(.lastName): .theirs(insteadOf: .text("Byron"))]
        }
        try expectGolden(state, "update-decided")
    }

    @Test func formBeingSent() throws {
        var state = updating(Self.ada) {
            $0.inputs[.firstName]?.apply(.insert("h"))
            $0.isSending = true
        }
        state.activity.titles = ["Saving Adah Lovelace\u{2026}"]
        state.activity.shownTitle = "Saving Adah Lovelace\u{2026}"
        state.activity.isVisible = true
        try expectGolden(state, "sending")
    }

    @Test func formWithTheFocusOnSubmit() throws {
        let state = updating(Self.ada) {
            $0.inputs[.firstName]?.apply(.insert("h"))
            $0.focus = .submit
        }
        try expectGolden(state, "update-submit")
    }

    @Test func longTextsScrollInTheirField() throws {
        let state = adding {
            $0.inputs[.firstName] = TextInput("abcdefghijklmnopqrstuvwxyz")
            $0.inputs[.lastName] = TextInput("王王王王王王王王王王王王王王王")
            $0.focus = .field(.lastName)
        }
        try expectGolden(state, "add-long")
    }

    private static let sizes = [wide, small, Size(columns: 120, rows: 24), Size(columns: 200, rows: 50)]

    @Test func `the fields use the width of the screen`() throws {
        var state = state([])
        state.form = FriendForm(mode: .add(Friend.ID("new")))
        try expectGolden(state, "add-first", sizes: Array(Self.sizes.dropFirst(2)))
    }

    @Test func `a field grows with a long name`() throws {
        let state = adding {
            $0.inputs[.firstName] = TextInput("Pablo Diego José Francisco de Paula Juan Nepomuceno María")
            $0.inputs[.lastName] = TextInput("王王王王王王王王王王王王王王王")
        }
        try expectGolden(state, "add-long-name", sizes: Self.sizes)
    }

    @Test func `a sign in a field tells of parts that are not shown`() throws {
        let state = updating(Friend.friend("ada", "Ada 👩‍👩‍👧 B.", "👋🏽 Lovelace ❤️", "+44 20 7946 0001")) {
            $0.inputs[.firstName]?.apply(.moveLeft)
            $0.inputs[.firstName]?.apply(.moveLeft)
            $0.inputs[.firstName]?.apply(.moveLeft)
        }
        try expectGolden(state, "update-joined-emoji", sizes: Array(Self.sizes.prefix(2)))
    }

    @Test func formAtTheEndOfTheList() throws {
        let friends = (0..<30).map { Friend.friend("\($0)", "First", "Last" + String($0 + 100), "555") }
        var state = state(friends, selected: 19)
        state.form = FriendForm(mode: .update(friends[19]))
        try expectGolden(state, "update-at-the-end", sizes: [Self.wide])
    }
}
