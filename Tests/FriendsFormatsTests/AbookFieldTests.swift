import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// What does not fit into the fields of abook.
@Suite(.timeLimit(.minutes(10)))
struct AbookFieldTests {
    private func rows(_ lines: [FriendLine]) -> [String] {
        var text = AbookText()
        text.append(FriendDetails(firstName: "Ada", lines: lines))
        return String(decoding: text.take(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a second address is in the notes`() {
        let rows = rows([
            .line(.address, "1 Road"), .line(.address, "2 Road"), .line(.address, "3 Road", label: "work"),
        ])
        #expect(
            rows == [
                "[0]", "name=Ada", "address=1 Road", "notes=address: 2 Road | address work: 3 Road",
            ])
    }

    @Test func `what has no field is counted once for each friend`() {
        var text = AbookText()
        text.append(FriendDetails(firstName: "Ada", lines: [.line(.address, "1 Road")]))
        #expect(text.losses == ExportLosses() && text.losses.list.isEmpty)
        text.append(FriendDetails(firstName: "Bob", lines: [.line(.address, "1"), .line(.address, "2")]))
        text.append(FriendDetails(firstName: "Cy"), others: ["photo", "address"])
        #expect(text.losses.count == 2 && text.losses.list == "address, photo")
        let lines = [
            FriendLine.line(.email, "a@b", label: "x"), .line(.note, "a\nb"), .line(.role, "r"), .line(.title, "t"),
        ]
        text.append(FriendDetails(firstName: "Di", lines: lines), others: ["KEY", "X-A"])
        #expect(text.losses.count == 3 && text.losses.list == "address, KEY, X-A, labels, photo and 3 more")
    }

    /// The row of a name does not count, and neither does what follows the entry that is too large.
    @Test(arguments: [1 << 10, 1 << 16, 1 << 22])
    func `an entry that is too large takes no other with it`(chunkSize: Int) {
        let row = "notes=\(String(repeating: "x", count: 2 << 20))\n"
        let reader = RecordReader(.abook)
        let records = reader.records(in: Array("[0]\n\(row)\(row)email=a@b\n[1]\nname=B\n".utf8), chunkSize: chunkSize)
        #expect(records.map(\.text) == ["1! This entry has more than 1048576 bytes", "5: B||"])
    }

    /// Time in proportion to the size: reading all of a row again with each chunk would take minutes.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `a long row in small chunks is read once`(isTooLong: Bool) {
        let row = "notes=\(String(repeating: "x", count: isTooLong ? 4 << 20 : 1_000_000))\n"
        let records = RecordReader(.abook).records(in: Array("[0]\nname=A\n\(row)[1]\nname=B\n".utf8), chunkSize: 64)
        #expect(records.count == 2 && records.last?.text == "4: B||")
    }

    /// As in a table. What is no address after all stays whole.
    @Test func `the name before an email is its label`() throws {
        let files: [(format: FileFormat, text: String)] = [
            (.abook, "[0]\nname=B\nemail=Ada C <a@b>\nemail=ask Ada <office>\nemail=B <b@b>\n"),
            (
                .json,
                #"[{"firstname":"B","lines":[{"kind":"email","value":"Ada C <a@b>"},{"kind":"email","label":"work","value":"B B <b@b>"}]}]"#
            ),
        ]
        let lines = try files.map { file in
            try #require(try RecordReader(file.format).records(in: file.text).first?.content.get()).details.lines.map {
                "\($0.kind.key) \($0.label): \($0.value)"
            }
        }
        #expect(lines[0] == ["email Ada C: a@b", "note email: ask Ada <office>", "email : b@b"])
        #expect(lines[1] == ["email Ada C: a@b", "email work B B: b@b"])
    }
}
