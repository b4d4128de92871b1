import FriendsModel
import FriendsVCard
import Testing

/// What of a card the search finds, and no detail has.
@Suite(.timeLimit(.minutes(10)))
struct KeptTextTests {
    private func text(_ lines: [String], name: String = "N:Lovelace;Ada;;;", version: String = "4.0") -> String {
        let rows = ["BEGIN:VCARD", "VERSION:\(version)", "UID:a", name, "FN:Ada Lovelace"] + lines + ["END:VCARD", ""]
        return FriendCard.keptText(in: rows.joined(separator: "\r\n").utf8)
    }

    private static let rows: [(lines: [String], text: String)] = [
        ([], ""),
        (["REV:20260101T000000Z", "PRODID:x", "EMAIL:a@b", "NOTE:x", "BDAY:soon", "X-FRIENDS-REST:eA=="], ""),
        (["X-PET:Rex\\, the dog", "GENDER:F", "x-pet:Mia"], "X-PET: Rex, the dog\nGENDER: F\nX-PET: Mia"),
        (
            [
                "PHOTO;VALUE=uri:https://example.org/a", "KEY:data:application/pgp,x",
                "X-ICON:data:image/png;base64,eA==",
            ],
            "photo, key, X-ICON"
        ),
        (["X-PET:a", "X-PET:a", "PHOTO:x", "PHOTO:y"], "X-PET: a\nphoto"),
        (["X-PET:", "KIND:individual", "KIND:thing"], "kind: thing"),
        (
            [
                "item1.X-ABUID:5551", "item2.X-BOAT:Ada II", "item2.X-ABLabel:Moored", "item3.EMAIL:a@b",
                "item3.X-ABLabel:x",
            ],
            "X-BOAT: Ada II\nX-ABLABEL: Moored\nX-ABUID"
        ),
        (
            ["FN:Ada Lovelace", "FN;LANGUAGE=fr:Ada de Lovelace", "N:Byron;Ada;;;", "MEMBER:mailto:a@b"],
            "FN: Ada de Lovelace\nN: Byron, Ada\nMEMBER: mailto:a@b"
        ),
        (["X-\u{0}\u{1}P\u{8}ET:a\u{9B}"], "X-\u{2400}\u{2401}P\u{2408}ET: a\u{FFFD}"),
        (["X-PET:a\\nb\u{0}\u{7F}\u{1B}[1mc"], "X-PET: a b\u{2400}\u{2421}\u{241B}[1mc"),
    ]

    @Test(arguments: rows)
    func `a property that no friend shows is a row`(_ row: (lines: [String], text: String)) {
        #expect(text(row.lines) == row.text)
    }

    @Test func `a photo in Base64 is its name`() {
        #expect(text(["X-STAMP;ENCODING=b:AAAA"], version: "3.0") == "X-STAMP")
    }

    @Test func `middle names and titles come first`() {
        #expect(
            text(["GENDER:F"], name: "N:Lovelace;Ada;King,Byron;Countess;M.Sc.")
                == "other names: King,Byron, Countess, M.Sc.\nGENDER: F")
    }

    @Test func `data of another program are named`() {
        #expect(FriendCard.keptText(in: []) == "")
        for data in ["X-PET:Rex\r\n", "BEGIN:VCARD\r\nX-PET:Rex\r\n"] {
            #expect(FriendCard.keptText(in: data.utf8) == "data of another program")
        }
    }

    @Test func `a long text is cut between characters, and the names stay`() {
        let text = text(["X-PET:\(String(repeating: "🇩🇪", count: 300))", "X-OTHER:x", "PHOTO:x"])
        let rows = text.split(separator: "\n")
        #expect(text.utf8.count <= FriendCard.maximumKeptSize && rows.count == 2 && rows.last == "photo")
        #expect(rows[0].utf8.count > 1_500 && rows[0].dropFirst("X-PET: ".count).dropLast().allSatisfy { $0 == "🇩🇪" })
        #expect(rows[0].last == "…")
        // The cut ends with no blank row.
        let exact = self.text(["X-PET:\(String(repeating: "x", count: 1_591))", "X-OTHER:y"])
        #expect(!exact.contains("\n") && exact.hasSuffix("x…"))
    }

    @Test func `a very long text is its name`() {
        #expect(text(["X-LOG:\(String(repeating: "x", count: 4_001))", "X-PET:Rex"]) == "X-PET: Rex\nX-LOG")
    }

    @Test func `what a friend has no room for is in it, after the others`() {
        let emails = (1...FriendLine.maximumCount).map { "EMAIL:\($0)@example.org" }
        #expect(text(emails + ["TEL:12"]) == "")
        #expect(
            text(emails + ["NICKNAME:Mimi", "X-PET:Rex", "EMAIL:z@b.c"]) == "X-PET: Rex\nnickname: Mimi\nemail: z@b.c")
    }
}
