import Foundation
import FriendsModel
import FriendsVCard
import Testing

/// What old and careless programs write.
@Suite(.timeLimit(.minutes(10)))
struct OddRowsTests {
    /// Old programs write the rows of a note without any mark.
    @Test func `a note whose rows are not indented is one note`() throws {
        let card =
            "BEGIN:VCARD\r\nVERSION:2.1\r\nN:B;A\r\nNOTE:one\r\ntwo\r\n\r\nthree; four\r\n folded\r\n\r\nTEL:12\r\nX-A:b\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.lines.map(\.value) == ["one\ntwo\n\nthree; fourfolded"])
        #expect(friend.details.phoneNumber == "12" && friend.rest == Array(card.utf8))
        func export(_ version: VCard.Version? = nil, _ change: (inout FriendDetails) -> Void = { _ in }) throws
            -> String
        {
            var details = friend.details
            change(&details)
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
            #expect(try read(bytes).details == details)
            return text(bytes)
        }
        #expect(try export() == card)
        #expect(try export { $0.phoneNumber = "34" }.contains("NOTE:one\r\ntwo\r\n"))
        #expect(try !export { $0.lines = [] }.contains("two"))
        #expect(try !export { $0.lines[0].value = "1\n2" }.contains("two"))
        #expect(try export(.v3).contains("\r\nNOTE:one\\ntwo\\n\\nthree\\; fourfolded\r\n"))
        // What has a colon is another line, and nothing else is taken for a note.
        #expect(
            try read(Array("BEGIN:VCARD\r\nFN:A\r\nNOTE:one\r\nX:two\r\nthree\r\nEND:VCARD\r\n".utf8)).details.lines
                .count == 1)
    }

    @Test func `a content line that is folded before its colon is no row of the note before it`() throws {
        let long =
            "EMAIL;TYPE=INTERNET,WORK,PREF;X-EVOLUTION-UI-SLOT=1;X-SOMETHING-LONG=abcdef\r\n ghijk:eve@example.org"
        for (rows, note) in [("NOTE:hello", "hello"), ("NOTE:one\r\ntwo; three", "one\ntwo; three")] {
            let card =
                "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:eve\r\nFN:Eve\r\nN:;Eve;;;\r\n\(rows)\r\n\(long)\r\nEND:VCARD\r\n"
            let friend = try read(Array(card.utf8))
            #expect(friend.details.lines.map(\.value) == [note, "eve@example.org"])
            #expect(text(friend.bytes()) == card)
            // An edit of the note leaves the email alone.
            var details = friend.details
            details.lines[0].value = "other"
            let edited = text(FriendCard(id: friend.id, details: details, rest: friend.rest).bytes())
            let kept = edited.components(separatedBy: "\r\n").filter { !$0.hasPrefix("NOTE") }
            #expect(kept == card.replacing("\(rows)\r\n", with: "").components(separatedBy: "\r\n"))
        }
    }

    @Test func `a row of a note may look like the beginning of a content line`() throws {
        let table = [
            ("one\r\nA;b", "one\nA;b"), ("one\r\nA;b\r\n c", "one\nA;bc"), ("one\r\nA;\r\nB;c\r\nd", "one\nA;\nB;c\nd"),
            ("one\r\nA; b\r\n  c: d", "one\nA; b c: d"), ("one\r\nA b;c\r\n :d", "one\nA b;c:d"),
        ]
        for (rows, note) in table {
            for end in ["", "TEL:12\r\n"] {
                let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nNOTE:\(rows)\r\n\(end)END:VCARD\r\n"
                let friend = try read(Array(card.utf8))
                #expect(friend.details.lines.map(\.value) == [note], "\(rows)")
                #expect(friend.details.phoneNumber == (end.isEmpty ? "" : "12"))
                #expect(text(friend.bytes()) == card)
            }
        }
    }

    /// The ids of five tags make a header that is folded.
    @Test func `a line with a long header behind a note is the only one that an edit changes`() throws {
        let card = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:bob", "FN:Bob", "N:;Bob;;;", "NOTE:hello",
            "CATEGORIES:one,two,three,four",
            "PHOTO;ENCODING=b;TYPE=JPEG:QUJD", "X-KEY:secret", "END:VCARD", "",
        ]
        var friend = try read(Array(card.joined(separator: "\r\n").utf8))
        for (number, id) in ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"].enumerated() {
            var details = friend.details
            details.lines.append(FriendLine(id: .init(id), kind: .tag, value: "tag \(number)"))
            friend = FriendCard(id: friend.id, details: details, rest: friend.rest)
            let exported = friend.bytes()
            let rows = text(exported).replacing("\r\n ", with: "").components(separatedBy: "\r\n")
            #expect(rows.filter { !$0.hasPrefix("CATEGORIES") } == card.filter { !$0.hasPrefix("CATEGORIES") })
            #expect(rows.count == card.count)
            friend = try read(exported)
            #expect(friend.details == details)
        }
    }

    /// They would become a part of the note.
    @Test func `rows without a colon are never behind a note that was not before them`() throws {
        let card = [
            "BEGIN:VCARD", "VERSION:3.0", "UID:a", "FN:A", "NOTE:n", "TEL:12", "junk", "ADR:;;Main Street", "5;Town;;;",
            "PHOTO;ENCODING=b:AAAA", "END:VCARD", "",
        ].joined(separator: "\r\n")
        let friend = try read(Array(card.utf8))
        let note = FriendLine(id: FriendLine.ID("x"), kind: .note, value: "x")
        for version in [nil, VCard.Version.v3, .v4] {
            for change in [{ $0.lines.append(note) }, { $0.phoneNumber = "" }] as [(inout FriendDetails) -> Void] {
                var details = friend.details
                change(&details)
                let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes(in: version)
                #expect(try read(bytes).details == details)
                #expect(text(bytes).contains("PHOTO") && !text(bytes).contains("X-FRIENDS-REST"), "\(text(bytes))")
            }
        }
    }

    @Test func `an untouched card with marks and empty rows keeps its bytes`() throws {
        for row in ["TEL:1\r\nTEL;TYPE=home:\u{202D} 0170 23\u{202C}", "NOTE:hi\r\n", "NOTE:hi\r\n\r\n\r\nTEL:12"] {
            let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nTEL:99\r\n\(row)\r\nEND:VCARD\r\n"
            let friend = try read(Array(card.utf8))
            #expect(
                text(FriendCard(id: friend.id, details: FriendDraft(friend.details).trimmed, rest: friend.rest).bytes())
                    == card)
        }
        // The id is as it was when each row was a line.
        for rows in [["NOTE:hi", ""], ["NOTE:hi", "", "a", "b", ""]] {
            let rows = ["BEGIN:VCARD", "VERSION:3.0", "FN:A"] + rows + ["END:VCARD"]
            let expected = Friend.ID.derived("card-") { hash in
                for row in rows {
                    hash.add(row.utf8)
                    hash.add(CollectionOfOne(0x0A))
                }
            }
            #expect(try read(Array((rows + [""]).joined(separator: "\r\n").utf8)).id == expected)
        }
    }

    /// Some programs escape the commas between tags, and no tag has a comma.
    @Test func `tags between escaped commas are edited in their line`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:A\r\nCATEGORIES:a,x\\,y,b\\\\\r\nX-A:b\r\nEND:VCARD\r\n"
        let friend = try read(Array(card.utf8))
        #expect(friend.details.lines.map(\.value) == ["a", "x", "y", "b\\"])
        func export(_ change: (inout [FriendLine]) -> Void) throws -> String {
            var details = friend.details
            change(&details.lines)
            let bytes = FriendCard(id: friend.id, details: details, rest: friend.rest).bytes()
            #expect(try read(bytes).details == details)
            return text(bytes).components(separatedBy: "\r\n").first { $0.hasPrefix("CATEGORIES") } ?? ""
        }
        #expect(try export { _ in } == "CATEGORIES:a,x\\,y,b\\\\")
        #expect(try export { $0.remove(at: 1) } == "CATEGORIES:a,y,b\\\\")
        #expect(try export { $0.removeLast(2) } == "CATEGORIES:a,x")
        for version in [VCard.Version.v2, .v3, .v4] {
            let bytes = FriendCard(id: friend.id, details: friend.details, rest: friend.rest).bytes(in: version)
            #expect(try read(bytes).details == friend.details, "\(version): \(text(bytes))")
        }
    }
}
