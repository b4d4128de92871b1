import FriendsFormats
import FriendsModel
import Testing

@Suite("records of vCards", .timeLimit(.minutes(10)))
struct CardRecordTests {
    private static let file = """
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:ada\r
        FN:Ada Lovelace\r
        END:VCARD\r
        no card\r
        BEGIN:VCARD\r
        VERSION:4.0\r
        KIND:group\r
        FN:Mathematicians\r
        END:VCARD\r

        """

    private static func records(chunkSize: Int) throws -> [FriendRecord] {
        var rest = Array(file.utf8)[...]
        var records: [FriendRecord] = []
        try RecordReader(.vcard).read({
            if rest.isEmpty { return nil }
            defer { rest = rest.dropFirst(chunkSize) }
            return Array(rest.prefix(chunkSize))
        }) { records += $0 }
        return records
    }

    @Test("a file has friends, and rows that are none", arguments: [1, 7, 10_000])
    func friendsAndProblems(chunkSize: Int) throws {
        let records = try Self.records(chunkSize: chunkSize)

        #expect(records.map(\.row) == [1, 6, 7])
        let friend = try #require(try records.first?.content.get())
        #expect(friend.id == Friend.ID("ada"))
        #expect(friend.details.fullName == "Ada Lovelace")
        #expect(friend.rest == Array(Self.file.utf8).firstCard)
        #expect(
            records.dropFirst().map(\.content) == [
                .failure(RecordProblem("This is not a vCard")),
                .failure(
                    RecordProblem(
                        "The group \u{201C}Mathematicians\u{201D} has no members in what is imported", isNoPerson: true)
                ),
            ])
    }

    @Test("nothing is read after the receiver throws")
    func receiverThrows() {
        struct Stop: Error {}
        var chunkCount = 0
        #expect(throws: Stop.self) {
            try RecordReader(.vcard).read({
                chunkCount += 1
                return Array(Self.file.utf8)
            }) { _ in throw Stop() }
        }
        #expect(chunkCount == 1)
    }
}

extension [UInt8] {
    /// The bytes up to the end of the first card.
    fileprivate var firstCard: [UInt8] {
        Array(String(decoding: self, as: UTF8.self).split(separator: "no card")[0].utf8)
    }
}
