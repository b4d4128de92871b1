import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FriendDraftTests {
    @Test(arguments: [
        "Mary-Ann", "O'Neil", "Nguyễn", "王", "Åse", "👨‍👩‍👧‍👦", "D'Arcy % \"Q\"", String(repeating: "王", count: 100),
    ])
    func realNamesAreAccepted(name: String) {
        #expect(draft(firstName: name, lastName: name).problems.isEmpty)
    }

    @Test(arguments: [
        "0501234567", "+358 50 123 4567", "(212) 555-0199", "555.0199 x12", "555 0199 ext. 7", "555 0199;ext=7",
        "*100#", "12", "+44/20,7946;0001", "٠٥٠١٢٣", "1-800-FLOWERS", "1-800-flowers", "0800 REISEBANK",
        "1-800-GO-FEDEX",
        "1-800-FLOWERS ext. 3", "800-4-SCHWAB", "0170 5,,12p3", "+1 555 123,,12#", "+1 555 0199 w 12", "1234P5",
        "030 1234 Durchwahl 12", "030 1234 DW 12", "0171\u{2013}1234567", "03\u{FF0D}1234", "8 495 1234 доб. 12",
        "\u{202D}666 555 444\u{202C}", "\u{200E}+1 555\u{AD} 0199",
    ])
    func realPhoneNumbersAreAccepted(number: String) {
        #expect(draft(phoneNumber: number).problem(in: .phoneNumber) == nil)
    }

    @Test(arguments: [
        ("", FieldProblem.missing), ("  ", .missing), ("\u{3000}\n", .missing), ("1", .tooFewDigits),
        ("+-()", .tooFewDigits), ("call me", .notAPhoneNumber("c")), ("12x", .notAPhoneNumber("x")),
        ("12 Main Street", .notAPhoneNumber("M")), ("221b baker street", .notAPhoneNumber("b")),
        ("030 1234 Sekretariat", .notAPhoneNumber("S")), ("0171 1234567 Mama", .notAPhoneNumber("M")),
        ("030 1234 privat", .notAPhoneNumber("p")), ("123 Main St", .notAPhoneNumber("M")),
        ("123-abc", .notAPhoneNumber("a")),
        ("1800-ABCDEFGHIJKLM", .notAPhoneNumber("A")),
        ("0171 1234567 (Mama)", .notAPhoneNumber("M")),
        ("1234 Main Street", .notAPhoneNumber("M")), ("555 0199 ext 12, ext 13", .notAPhoneNumber("e")),
        ("FLOWERS 1800", .notAPhoneNumber("F")),
        ("1800 БАНК", .notAPhoneNumber("Б")), ("12 wow", .notAPhoneNumber("w")), ("p12", .notAPhoneNumber("p")),
        ("1\u{2067}", .tooFewDigits),
        ("1\u{0}2", .controlCharacter), (String(repeating: "1", count: 101), .tooLong(100)),
    ])
    func badPhoneNumbersAreRefusedWithTheirReason(number: String, problem: FieldProblem) {
        #expect(draft(phoneNumber: number).problem(in: .phoneNumber) == problem)
    }

    @Test(arguments: [
        ("", FieldProblem.missing), (" \t", .missing), (String(repeating: "a", count: 101), .tooLong(100)),
        ("a\u{1B}[31m", .controlCharacter), ("a\rb", .controlCharacter), ("a\u{85}b", .controlCharacter),
        ("a\u{2028}b", .controlCharacter), ("e" + String(repeating: "\u{301}", count: 1_001), .tooLong(100)),
    ])
    func badNamesAreRefusedWithTheirReason(name: String, problem: FieldProblem) {
        #expect(draft(firstName: name).problem(in: .firstName) == problem)
        #expect(draft(lastName: name).problem(in: .lastName) == problem)
    }

    @Test(arguments: [
        "\u{200B}", "\u{200B}\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{180E}", "\u{34F}", "\u{61C}", "\u{2800}",
        "\u{3164}", "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{17B4}", "\u{FE0F}", "\u{E0041}\u{E007F}", "\u{E0100}",
        "\u{1D159}", "\u{1D173}", "\u{13441}", "\u{13430}", "\u{FFF9}", " \u{200B} \u{2800}\u{A0}\u{200B} ",
    ])
    func `a text without a visible character is refused`(text: String) {
        let invisible = draft(firstName: text, lastName: text, phoneNumber: text)
        #expect(
            invisible.problems.map(\.message) == [
                "First name must have a visible character", "Last name must have a visible character",
                "Phone number must have a visible character",
            ])
    }

    @Test(arguments: ["\u{200B}A", "A\u{FE0F}", "\u{202B}أ", "❤\u{FE0F}", "\u{E000}", "\u{5D0}", " \u{301}"])
    func `one visible character is enough`(name: String) {
        #expect(draft(firstName: name, lastName: name).problems.isEmpty)
    }

    /// The truth table of the original's form: submit only with all three, and white space is nothing.
    @Test(arguments: [false, true], [false, true])
    func allThreeFieldsAreRequired(hasFirst: Bool, hasLast: Bool) {
        for hasPhone in [false, true] {
            let draft = FriendDraft(
                FriendDetails(
                    firstName: hasFirst ? "Jimmy" : " ", lastName: hasLast ? "Swift" : "",
                    phoneNumber: hasPhone ? "0501234567" : "\t"), required: FriendField.originals)
            #expect((draft.validated != nil) == (hasFirst && hasLast && hasPhone))
        }
    }

    @Test func `white space is trimmed around a text, not inside`() {
        let draft = draft(firstName: " Mary  Ann\u{A0}", phoneNumber: " +1 2 ")
        #expect(draft.validated?.firstName == "Mary  Ann")
        #expect(draft.validated?.phoneNumber == "+1 2")
    }

    @Test func `a mark on white space is not trimmed`() {
        #expect(draft(firstName: "Ada \u{301} ").validated?.firstName.unicodeScalars.last == "\u{301}")
    }

    @Test func aMessageNamesItsField() {
        #expect(
            FriendDraft(required: FriendField.originals).problems.map(\.message) == [
                "First name is required", "Last name is required", "Phone number is required",
            ])
    }

    private func draft(
        firstName: String = "Jimmy", lastName: String = "Swift", phoneNumber: String = "0501234567"
    ) -> FriendDraft {
        FriendDraft(
            FriendDetails(firstName: firstName, lastName: lastName, phoneNumber: phoneNumber),
            required: FriendField.originals)
    }
}
