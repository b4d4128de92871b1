import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What is wrong with the lines of the form, and what a friend needs.
extension FriendFormLinesTests {
    // MARK: What is wrong

    @Test func `a line says what is wrong once it was left`() {
        var form = form(at: .email)
        type("ada at example.org", into: &form)
        #expect(form.message(at: .line(.init("email"))) == nil && !form.canSubmit)
        form.moveFocus(by: -1)
        #expect(form.message(at: .line(.init("email"))) == nil, "the label is in the same line")
        form.moveFocus(by: -1)
        #expect(form.message(at: .line(.init("email"))) == "Email can\u{2019}t contain spaces")
    }

    @Test func `trying to save shows all that is wrong`() {
        var form = form(at: .note)
        form.focus = Self.place(.birthday)
        type("12/10/1815", into: &form)
        form.focus = .submit
        form.showProblems()
        #expect(form.focus == Self.place(.birthday))
        #expect(form.message(at: .line(.init("birthday")))?.hasPrefix("Birthday must be a date") == true)
    }

    @Test func `the name before an email becomes its label`() {
        var form = form(at: .email)
        form.edit(.killToStart)
        type("Grace Hopper <g@example.org>", into: &form)
        #expect(form.lines[FriendLine.ID("email")]?.typed?.value == "g@example.org" && form.canSubmit)
        form.moveFocus(by: 1)
        let line = form.lines[FriendLine.ID("email")]
        #expect(line?.value.text == "g@example.org" && line?.label.text.hasSuffix("Grace Hopper") == true)
        #expect(line?.typed?.label == line?.label.text)
    }

    @Test func `a label alone is not enough`() {
        var form = form(at: .email)
        form.edit(.killToStart)
        #expect(!form.canSubmit)
        form.showProblems()
        #expect(form.message(at: .line(.init("email"))) == "Email is required")
    }

    @Test func `the server's reason is shown at the line that it names`() {
        var form = form(at: .birthday)
        type("1815-12-11", into: &form)
        let sent = form.mine.lines
        form.reject([.init(part: .line(1), reason: "No.")], sent: sent)
        #expect(form.message(at: .line(.init("birthday"))) == "No." && !form.canSubmit)
        type("1815-12-12", into: &form)
        #expect(form.canSubmit)
        form.reject([.init(part: .line(7), reason: "Who?")], sent: sent)
        #expect(form.message(at: .whole) == "Who?")
    }

    @Test func `a friend rejected as a whole can be sent again after any change`() {
        let changes: [(inout FriendForm) -> Void] = [
            { $0.removeLine() }, { $0.moveLine(by: 1) }, { $0.edit(.insert("!")) },
            {
                $0.focus = .field(.lastName)
                $0.edit(.insert("h"))
            },
        ]
        for change in changes {
            var form = form(at: .birthday)
            type("1815-12-11", into: &form)
            form.reject([.init(part: .whole, reason: "No.")], sent: form.mine.lines)
            #expect(form.message(at: .whole) == "No." && !form.canSubmit)
            form.focus = Self.place(.note)
            form.edit(.moveLeft)
            #expect(!form.canSubmit)
            form.focus = Self.place(.email, .label)
            change(&form)
            #expect(form.message(at: .whole) == nil && form.canSubmit)
        }
    }

    @Test func `text that a label has no room for is refused`() {
        var form = form(at: .email, .label)
        form.edit(.series([.paste(String(repeating: "1", count: 2_000)), .insert("a")]))
        #expect(form.lines[0].label.text == "worka")
        #expect(form.message(at: .line(.init("email"))) == "That text is too long for Label")
        form.edit(.series([.insert("b"), .insert("c")]))
        #expect(form.message(at: .line(.init("email"))) == nil)
    }

    @Test func `text beyond the capacity of a line is refused`() {
        var form = form(at: .birthday)
        form.edit(.insert(String(repeating: "1", count: 1_000)))
        #expect(form.message(at: .line(.init("birthday"))) == "That text is too long for Birthday")
        form.focus = Self.place(.note)
        form.edit(.paste(String(repeating: "1", count: 9_000)))
        #expect(form.overfull == nil && form.canSubmit)
    }

    // MARK: What is required

    private typealias RequiredCase = (required: Set<FriendField>, typed: String, isValid: Bool)

    private static let requiredCases: [RequiredCase] = [
        (FriendField.originals, "||12", false), (FriendField.originals, "A|B|12", true), ([], "||", false),
        ([], "||12", true), ([], "A||", true), ([.lastName], "A||12", false), ([.lastName], "|B|", true),
    ]

    @Test func `a new friend needs the required fields, and anything that identifies it`() {
        for (required, texts, isValid) in Self.requiredCases {
            let typed = texts.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let details = FriendDetails(firstName: typed[0], lastName: typed[1], phoneNumber: typed[2])
            let form = FriendForm(mode: .add(.init("new")), typed: details, required: required)
            #expect(form.canSubmit == isValid, "\(required) \(texts)")
        }
    }

    @Test func `a friend without anything that identifies it is refused with the reason`() {
        let typed = FriendDetails(lines: [.line(.note, "Met in the train")])
        var form = FriendForm(mode: .add(.init("new")), typed: typed, required: [])
        #expect(!form.canSubmit)
        form.showProblems()
        #expect(form.message(at: .whole) == "A friend needs a name, a phone number, an email or an organization")
        #expect(form.focus == .field(.firstName))
        form.choose(.open, newID: .init("x"))
        form.choose(.pick(.email), newID: .init("x"))
        form.edit(.insert("ada@example.org"))
        #expect(form.canSubmit && form.message(at: .whole) == nil)
    }

    @Test func `an incomplete friend is edited as it is, but no field is emptied`() {
        let incomplete = Friend.friend("a", "Ada", "", "")
        var form = FriendForm(mode: .update(incomplete), required: Set(FriendField.allCases))
        form.edit(.insert("h"))
        #expect(form.canSubmit)
        form.edit(.killToStart)
        #expect(!form.canSubmit)
        var other = FriendForm(mode: .update(.ada), required: [])
        other.focus = .field(.phoneNumber)
        other.edit(.killToStart)
        #expect(!other.canSubmit)
    }

    @Test func `what came from elsewhere and was not touched is not wrong`() {
        let foreign = Friend.ada.changed { $0.lines = [.line(.email, "not an email"), .line(.tag, "a")] }
        var form = FriendForm(mode: .update(foreign))
        form.edit(.insert("h"))
        #expect(form.canSubmit)
        form.focus = Self.place(.email)
        form.edit(.insert("!"))
        #expect(!form.canSubmit)
    }

    /// As another program has stored it.
    @Test func `a value that was not touched stays as it is`() {
        let foreign = Friend.ada.changed {
            $0.lines = [.line(.birthday, "1990-3-4"), .line(.email, "Ada C <ada@example.org>")]
        }
        var form = FriendForm(mode: .update(foreign))
        form.edit(.insert("h"))
        #expect(form.lines.compactMap(\.typed) == foreign.details.lines)
        form.focus = Self.place(.birthday)
        form.edit(.insert(" "))
        #expect(form.lines.compactMap(\.typed?.value) == ["1990-03-04", "Ada C <ada@example.org>"])
    }
}
