import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct FriendEditTests {
    private static let friend = FriendDetails(
        firstName: "Ada", lastName: "Lovelace", phoneNumber: "12",
        lines: [
            FriendLine(id: .init("1"), kind: .email, label: "work", value: "a@example.org"),
            FriendLine(id: .init("2"), kind: .email, label: "home", value: "b@example.org"),
            FriendLine(id: .init("3"), kind: .tag, value: "math"),
        ])

    @Test(arguments: [
        ("email=a@b", LineKind.email, String?.none, String?.some("a@b")), ("email:work=a=b", .email, "work", "a=b"),
        ("email=Grace Hopper <g@x>", .email, nil, "g@x"),
        ("email:work=Ada <a@b>", .email, "work", "a@b"),
        ("email=A <a@b>, B <c@d>", .email, nil, "A <a@b>, B <c@d>"),
        ("birthday=4.3.1990", .birthday, nil, "1990-03-04"),
        ("website:b:c=https://x:1/?a=b", .website, "b:c", "https://x:1/?a=b"),
        ("other-phone: mobile = 12 ", .phone, "mobile", "12"),
        ("phone=12", .phone, nil, "12"), ("note:=x", .note, "", "x"), ("tag=", .tag, nil, ""),
        ("birthday=1990-3-4", .birthday, nil, "1990-03-04"), ("birthday", .birthday, nil, nil),
        ("email:work", .email, "work", nil),
    ])
    func `a line has a kind, a label and a value`(text: String, kind: LineKind, label: String?, value: String?) throws {
        let line = try LineArgument(text)
        #expect(line.kind == kind && line.label == label && line.value == value)
    }

    @Test(arguments: ["", "mail=x", "=x", ":work=x", "Email=x"])
    func `another kind is refused`(text: String) {
        #expect(throws: LineArgument.Problem.self) { try LineArgument(text) }
    }

    @Test(arguments: ["email", "email:work"])
    func `a new line needs a value`(text: String) {
        #expect(throws: LineArgument.Problem(message: "“\(text)” has no value; example: email:work=ada@example.org")) {
            try LineArgument(withValue: text)
        }
    }

    /// - Returns: kind:label=value of each line.
    private func lines(_ change: (inout FriendEdit) throws -> Void) throws -> [String] {
        var edit = FriendEdit()
        try change(&edit)
        return try edit.applied(to: Self.friend).lines.map { "\($0.kind.key):\($0.label)=\($0.value)" }
    }

    private static let usual = ["email:work=a@example.org", "email:home=b@example.org", "tag:=math"]

    @Test(arguments: [
        (["tag=art"], usual + ["tag:=art"]), (["tag=math"], usual),
        (["tag=art", "tag=art"], usual + ["tag:=art"]), (["email=Ada C <a@b>"], usual + ["email:Ada C=a@b"]),
        (["email:work=a@example.org"], usual),
        (["email=a@example.org"], usual + ["email:=a@example.org"]),
    ])
    func `a line is added unless it is there`(added: [String], expected: [String]) throws {
        #expect(try lines { $0.added = try added.map { try LineArgument(withValue: $0) } } == expected)
    }

    @Test(arguments: [
        ("email:work=x@y", ["email:work=x@y"] + usual.dropFirst()), ("tag=art", Array(usual.dropLast()) + ["tag:=art"]),
        ("birthday=--12-10", usual + ["birthday:=--12-10"]), ("email:other=x@y", usual + ["email:other=x@y"]),
    ])
    func `the only line of a kind and label is replaced`(replaced: String, expected: [String]) throws {
        #expect(try lines { $0.replaced = [try LineArgument(withValue: replaced)] } == expected)
    }

    @Test func `a replaced line keeps its identity`() throws {
        var edit = FriendEdit()
        edit.replaced = [try LineArgument(withValue: "email:home=c@example.org")]
        edit.fields = [.lastName: " King "]
        let details = try edit.applied(to: Self.friend)
        #expect(details.lines.map(\.id) == Self.friend.lines.map(\.id) && details.lastName == "King")
    }

    @Test(arguments: [
        ("email", ["tag:=math"]), ("email:home", ["email:work=a@example.org", "tag:=math"]),
        ("email=b@example.org", ["email:work=a@example.org", "tag:=math"]), ("tag:", Array(usual.dropLast())),
    ])
    func `lines are removed by what they have`(removed: String, expected: [String]) throws {
        #expect(try lines { $0.removed = [try LineArgument(removed)] } == expected)
    }

    @Test func `what cannot be meant is refused`() throws {
        let missing = #expect(throws: CommandFailure.self) { try lines { $0.removed = [try LineArgument("email:x")] } }
        #expect(missing?.status == .nothingFound && missing?.message == "Ada Lovelace has no such line: email:x.")
        let several = #expect(throws: CommandFailure.self) {
            try lines { $0.replaced = [try LineArgument(withValue: "email=x@y")] }
        }
        #expect(several?.status == .ambiguous)
    }

    @Test func `only new problems of a change are refused`() throws {
        var old = Self.friend
        old.phoneNumber = "none"
        var new = old
        new.lastName = "King"
        try new.checked(after: old)
        new.lines[0].value = "x"
        let failure = #expect(throws: CommandFailure.self) { try new.checked(after: old) }
        #expect(failure == CommandFailure(.wrongUsage, "Email must look like ada@example.org."))
        #expect(
            throws: CommandFailure(
                .wrongUsage, "Friend 2: A friend needs a name, a phone number, an email or an organization.")
        ) {
            try FriendDetails().checked("Friend 2: ")
        }
    }
}
