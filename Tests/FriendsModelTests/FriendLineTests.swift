import FoundationEssentials
import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendLineTests {
    @Test(arguments: [
        (LineKind.phone, "+358 50 123 4567"), (.phone, "555 0199 ext. 7"), (.email, "ada@example.org"),
        (.email, "王@例え.jp"), (.address, "12 St James\u{2019}s Square, London"), (.birthday, "1815-12-10"),
        (.birthday, "--12-10"), (.birthday, "--02-29"), (.birthday, "2000-02-29"), (.organization, "Åse & Söhne, Ltd."),
        (.website, "https://example.org/~ada?x=1#y"), (.website, "mailto:ada@example.org"), (.tag, "old friends"),
        (.tag, "王"), (.note, "two\nrows\n\nand a fourth"), (.note, String(repeating: "a", count: 10_000)),
        (.address, String(repeating: "王", count: 1_000)), (LineKind(key: "of-a-newer-version"), "any text"),
    ])
    func `a plausible value of a kind is accepted`(kind: LineKind, value: String) {
        #expect(line(kind, value).problem == nil)
    }

    @Test(arguments: [
        ("Ada C <a@b>", "", "Ada C", "a@b"), ("\"C, Ada\" <a@b>", "work", "work \"C, Ada\"", "a@b"),
        ("A <a@b>, B <c@d>", "", "", "A <a@b>, B <c@d>"), ("a@b <a@b>", "x", "x", "a@b"), ("<a@b>", "", "", "<a@b>"),
        (" a@b ", "", "", " a@b "), ("Ada <a@b", "", "", "Ada <a@b"),
    ])
    func `the name before an email becomes its label`(text: String, label: String, newLabel: String, value: String) {
        let line = FriendLine(id: FriendLine.ID("1"), kind: .email, label: label, value: text).normalized
        #expect(line.label == newLabel && line.value == value)
    }

    @Test(arguments: [
        (LineKind.phone, "", FieldProblem.missing), (.phone, " \u{3000}", .missing), (.phone, "1", .tooFewDigits),
        (.phone, "call me", .notAPhoneNumber("c")), (.email, "ada", .notAnEmail), (.email, "@example.org", .notAnEmail),
        (.email, "ada@", .notAnEmail), (.email, "a@b@c", .notAnEmail), (.email, "ada l@example.org", .space),
        (.email, "a\nb@c", .controlCharacter), (.birthday, "10.12.1815", .notADate), (.birthday, "1815-13", .notADate),
        (.birthday, "815", .notADate),
        (.birthday, "1815-13-01", .notADate),
        (.birthday, "1815-00-10", .notADate), (.birthday, "1815-12-32", .notADate),
        (.birthday, "1900-02-29", .notADate),
        (.birthday, "--02-30", .notADate), (.birthday, "-12-10", .notADate), (.birthday, "0000-12-10", .notADate),
        (.birthday, "1815-12-1", .notADate), (.birthday, "815-12-10", .notADate),
        (.birthday, "1815-12-10-1", .notADate),
        (.birthday, "+815-12-10", .notADate), (.birthday, "1815--2-10", .notADate),
        (.website, "example.org", .noScheme),
        (.website, "https:", .noScheme), (.website, ":x", .noScheme), (.website, "1x:y", .noScheme),
        (.website, "ht tp:x", .space), (.tag, "one,two", .forbidden(",")), (.note, "a\u{1B}b", .controlCharacter),
        (.note, "a\rb", .controlCharacter), (.address, "one\ntwo", .controlCharacter),
        (.organization, "\u{200B}", .invisible), (.note, "\u{200B}\n\u{2800}", .invisible),
        (.note, String(repeating: "a", count: 10_001), .tooLong(10_000)),
        (.address, String(repeating: "a", count: 1_001), .tooLong(1_000)),
        (.address, "e" + String(repeating: "\u{301}", count: 4_000), .tooLong(1_000)),
    ])
    func `a bad value of a kind is refused with its reason`(kind: LineKind, value: String, problem: FieldProblem) {
        let line = line(kind, value)
        #expect(line.problem == DraftProblem(part: .line(line.id), label: kind.label, problem: problem))
    }

    @Test func `a label may be empty, but not long or invisible`() {
        let problem = { (label: String) in line(.email, "a@b", label: label).problem?.problem }
        #expect(problem("") == nil)
        #expect(problem("work") == nil)
        #expect(problem(String(repeating: "a", count: 101)) == .tooLong(100))
        #expect(problem("\u{200B}") == .invisible)
        #expect(problem("a\nb") == .controlCharacter)
    }

    @Test func `a friend is stored with a name, a number, an email or an organization`() {
        func canBeStored(_ details: FriendDetails) -> Bool { FriendDraft(details).validated != nil }
        #expect(canBeStored(FriendDetails(firstName: "Ada")))
        #expect(canBeStored(FriendDetails(lastName: "Lovelace")))
        #expect(canBeStored(FriendDetails(phoneNumber: "112")))
        #expect(canBeStored(FriendDetails(lines: [line(.phone, "112")])))
        #expect(canBeStored(FriendDetails(lines: [line(.email, "a@b")])))
        #expect(canBeStored(FriendDetails(lines: [line(.organization, "ACME")])))
        #expect(!canBeStored(FriendDetails()))
        let others = FriendDetails(firstName: " ", lines: [line(.note, "who?"), line(.tag, "work")])
        #expect(FriendDraft(others).problems.map(\.problem) == [.unidentified])
        // Also when a part is invalid.
        let wrong = FriendDraft(FriendDetails(lines: [line(.website, "no scheme")]))
        #expect(wrong.problems.map(\.problem) == [.space] && wrong.wholeProblem?.problem == .unidentified)
    }

    @Test func `a friend has at most 100 lines`() {
        func draft(_ count: Int) -> FriendDraft {
            FriendDraft(
                FriendDetails(
                    firstName: "Ada",
                    lines: (0..<count).map { FriendLine(id: FriendLine.ID("\($0)"), kind: .tag, value: "t") }))
        }
        #expect(draft(100).problems.isEmpty)
        #expect(draft(101).problems.map(\.part) == [.whole])
    }

    @Test func `texts of a line are trimmed, rows of a note stay`() {
        let details = FriendDetails(firstName: "Ada", lines: [line(.note, " one\n two \n", label: " x ")])
        #expect(FriendDraft(details).validated?.lines == [line(.note, "one\n two", label: "x")])
    }

    @Test func `lines are compared by their bytes`() {
        #expect(line(.tag, "\u{E9}") != line(.tag, "e\u{301}"))
        #expect(line(.tag, "a", label: "\u{E9}") != line(.tag, "a", label: "e\u{301}"))
        #expect(FriendDetails(lines: [line(.tag, "a")]) != FriendDetails(lines: [line(.tag, "b")]))
        #expect(FriendDetails(lines: [line(.tag, "a")]) != FriendDetails())
    }

    @Test func `each kind has a key and a letter of its own`() {
        #expect(Set(LineKind.all.map(\.letter)).count == LineKind.all.count)
        #expect(Set(LineKind.all.map(\.key)).count == LineKind.all.count)
        #expect(LineKind.all.allSatisfy { $0.isKnown && $0.label.lowercased().contains($0.letter) })
        #expect(!LineKind(key: "of-a-newer-version").isKnown)
    }

    @Test func `random ids are valid and differ`() {
        let ids = (0..<100).map { _ in FriendLine.ID.random() }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { FriendLine.ID(validating: $0.rawValue) == $0 })
        #expect(FriendLine.ID(validating: "a b") == nil)
    }

    @Test func `details with lines survive JSON, without lines they have no such key`() throws {
        let details = FriendDetails(
            firstName: "Ada", lines: [line(.email, "a@b", label: "work"), line(LineKind(key: "new"), "x")])
        let json = try JSONEncoder().encode(details)
        #expect(try JSONDecoder().decode(FriendDetails.self, from: json) == details)
        let plain = String(decoding: try JSONEncoder().encode(FriendDetails(firstName: "Ada")), as: UTF8.self)
        #expect(!plain.contains("lines"))
    }

    @Test func `changes name the lines only when they differ`() {
        let old = FriendDetails(firstName: "Ada", lines: [line(.tag, "a")])
        var new = old
        new.firstName = "Augusta"
        #expect(FriendChanges(from: old, to: new) == FriendChanges([.firstName: "Augusta"]))
        new.lines = []
        let changes = FriendChanges(from: old, to: new)
        #expect(changes == FriendChanges([.firstName: "Augusta"], lines: []))
        #expect(changes.applied(to: old) == new)
        #expect(changes != FriendChanges([.firstName: "Augusta"]))
    }

    @Test func `a friend without a name is called by what identifies it`() {
        #expect(FriendDetails(firstName: "Ada").fullName == "Ada")
        let (email, acme) = (line(.email, "a@b"), line(.organization, "ACME"))
        #expect(FriendDetails(phoneNumber: "112", lines: [email]).fullName == "a@b")
        #expect(FriendDetails(phoneNumber: "112", lines: [email, acme]).fullName == "ACME")
        #expect(FriendDetails(lastName: "Turing", phoneNumber: "112", lines: [acme]).fullName == "Turing")
        #expect(FriendDetails(phoneNumber: "112").fullName == "112")
        #expect(FriendDetails(lines: [line(.note, "x"), line(.organization, "ACME")]).fullName == "ACME")
        #expect(
            FriendDetails(firstName: "Ada", phoneNumber: "112", lines: [line(.note, "a\nb")]).line == "Ada, 112, a b")
    }

    private func line(_ kind: LineKind, _ value: String, label: String = "") -> FriendLine {
        FriendLine(id: FriendLine.ID("a"), kind: kind, label: label, value: value)
    }
}
