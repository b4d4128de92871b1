import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

@Suite(.timeLimit(.minutes(10)))
struct TextFormTests {
    private func edited(
        _ old: FriendDetails, _ change: (String) -> String = { $0 }
    ) throws(TextForm.Problem) -> FriendDetails {
        try TextForm.details(of: change(TextForm.text(of: old)), editing: old)
    }

    private static let ada = FriendDetails(
        firstName: "Ada", lastName: "", phoneNumber: "+44 20",
        lines: [
            FriendLine(id: .init("1"), kind: .email, label: "work", value: "a@example.org"),
            FriendLine(id: .init("2"), kind: .email, label: "work", value: "b@example.org"),
            FriendLine(id: .init("3"), kind: .note, label: "a (b) \\ c", value: "# one\n\n \n  two\nEmail: x"),
            FriendLine(id: .init("4"), kind: .phone, value: "12"),
            FriendLine(id: .init("5"), kind: LineKind(key: "x-hobby"), label: "):", value: ": chess"),
            FriendLine(id: .init("6"), kind: .website, value: "https://x:1/(a): b"),
        ])

    @Test func `a friend is the same after an editor that changes nothing`() throws {
        #expect(try edited(Self.ada) == Self.ada)
        #expect(try edited(FriendDetails()) == FriendDetails())
        let every = FriendDetails.ada.with(FriendLine.ofEveryKind)
        #expect(try edited(every) == every)
        // As editors do it: other ends of the rows, and nothing at the end of empty ones.
        #expect(try edited(Self.ada) { $0.replacing("\n", with: "\r\n") } == Self.ada)
        let trimmed = try edited(Self.ada) { $0.replacing("   \n", with: "\n").replacing("  \n", with: "\n") }
        #expect(trimmed.lines[2].value == "# one\n\n\n  two\nEmail: x" && trimmed.lines.count == Self.ada.lines.count)
    }

    /// Any friend that a server stores.
    @Test func `any friend is the same after an editor`() throws {
        var generator = SystemRandomNumberGenerator()
        // The last three form a character with the one before or after them.
        let parts = [
            "a", ":", "(", ")", "\\", "#", " ", "\n", "Email", "Note: ", "é", "王", "\t", "=", "\u{200B}", "\u{301}",
            "\u{200D}", "\u{600}",
        ]
        func text(rows: Bool) -> String {
            let text = (0..<Int.random(in: 1...8)).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            return (rows ? text : text.replacing("\n", with: "").replacing("\t", with: "")).trimmed
        }
        for _ in 0..<2_000 {
            var details = FriendDetails(
                firstName: text(rows: false), lastName: text(rows: false), phoneNumber: text(rows: false))
            for index in 0..<Int.random(in: 0...5) {
                let kind = LineKind.all.randomElement(using: &generator) ?? .note
                // No server stores a control character in a note.
                let value = text(rows: kind.allowsRows).replacing("\t", with: "")
                details.lines.append(
                    FriendLine(id: .init("\(index)"), kind: kind, label: text(rows: false), value: value.trimmed))
            }
            let result = try edited(details)
            #expect(result == details, "\(TextForm.text(of: details))")
            guard result == details else { break }
        }
    }

    /// A mark forms a character with the blank or parenthesis before it, and U+0600 with the one after it.
    @Test(arguments: ["\u{301}", "\u{200D}", "\u{600}"])
    func `texts that begin or end with a mark are the same after an editor`(mark: String) throws {
        let details = FriendDetails(
            firstName: "\(mark)Ada\(mark)", lastName: "\(mark)", phoneNumber: "\(mark)12",
            lines: [
                FriendLine(
                    id: .init("1"), kind: .note, label: "\(mark)(a)\(mark)",
                    value: "\(mark)one\n\(mark)two\n\(mark)\n \(mark)\n\n\(mark)# three\(mark)\n\(mark)"),
                FriendLine(id: .init("2"), kind: .email, label: "\(mark)", value: "\(mark)a@example.org\(mark)"),
                FriendLine(id: .init("3"), kind: LineKind(key: "x\(mark)"), label: "\\\(mark)", value: "\(mark)"),
            ])
        #expect(try edited(details) == details, "\(TextForm.text(of: details))")
    }

    @Test(arguments: [
        ("First name: Ada", "first NAME :Augusta", ["Augusta", ""]),
        ("Last name: ", "Last name: King", ["Ada", "King"]),
        ("First name: Ada\n", "", ["", ""]),
    ])
    func `fields are changed and removed`(old: String, new: String, names: [String]) throws {
        let details = try edited(Self.ada) { $0.replacing(old, with: new) }
        #expect([details.firstName, details.lastName] == names && details.lines == Self.ada.lines)
    }

    @Test func `a changed line keeps its id, a moved one as well`() throws {
        let changed = try edited(Self.ada) {
            $0.replacing("Email (work): b@example.org", with: "email(home) : c@example.org\nTag: new")
        }
        #expect(changed.lines.map(\.id).prefix(2) == [.init("1"), .init("2")])
        #expect(changed.lines[1].label == "home" && changed.lines[1].value == "c@example.org")
        #expect(changed.lines[2].kind == .tag && !Self.ada.lines.map(\.id).contains(changed.lines[2].id))
        let moved = try edited(Self.ada) {
            $0.replacing("Other phone: 12\n", with: "").replacing(
                "Email (work): a@", with: "Other phone: 12\nEmail (work): a@")
        }
        #expect(moved.lines.map(\.id.rawValue) == ["4", "1", "2", "3", "5", "6"])
        #expect(Set(moved.lines.map(\.value)) == Set(Self.ada.lines.map(\.value)))
        let phones = FriendDetails(
            firstName: "Ada",
            lines: ["12", "34"].map { FriendLine(id: .init("id\($0)"), kind: .phone, label: "", value: $0) })
        let swapped = try edited(phones) {
            $0.replacing("12", with: "-").replacing("34", with: "12").replacing("-", with: "34")
        }
        #expect(swapped.lines.map(\.id.rawValue) == ["id34", "id12"])
    }

    @Test(arguments: [
        ("Last name: ", "Last name: x\nlast name: y", 8, "Last name is there already"),
        ("Email (work): a@", "Mail: a@", 10, "it does not begin with a field"),
        ("Email (work): a@", "Email (work: a@", 10, "it does not begin with a field"),
        ("Email (work): a@", "Email a@", 10, "it does not begin with a field"),
        ("Email (work): a@", "  x\nEmail: a@", 10, "it does not begin with a field"),
    ])
    func `a mistake is named with its row`(old: String, new: String, row: Int, reason: String) {
        let problem = #expect(throws: TextForm.Problem.self) {
            try edited(Self.ada) { $0.replacing(old, with: new, maxReplacements: 1) }
        }
        #expect(problem?.row == row && problem?.reason.hasPrefix(reason) == true)
        #expect(problem?.message.hasPrefix("Line \(row): ") == true)
    }

    @Test(arguments: [
        ("", ["Ada Lovelace", "Grace Hopper", "Åse Vångström"]), ("ad", ["Ada Lovelace"]), ("ÅS", ["Åse Vångström"]),
        ("ase v", ["Åse Vångström"]), ("hopper", []),
    ])
    func `names complete a word`(prefix: String, names: [String]) {
        let hostile = Friend.friend("x", "\u{1B}[2J", "", "")
        #expect(FriendNames.completions(of: [.ada, .grace, hostile, .ada, .åse], prefix: prefix) == names)
    }

    @Test func `a name with a hyphen in front completes only behind --`() {
        let friends = [Friend.ada, .friend("x", "-v", "Doe", "")]
        #expect(FriendNames.completions(of: friends, prefix: "") == ["Ada Lovelace"])
        #expect(FriendNames.completions(of: friends, prefix: "-") == [])
        #expect(FriendNames.completions(of: friends, prefix: "", afterTerminator: true) == ["Ada Lovelace", "-v Doe"])
    }
}
