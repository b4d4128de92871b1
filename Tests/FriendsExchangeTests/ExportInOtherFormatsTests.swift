import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

/// Exports in formats that cannot hold all of a friend, imported into the same list.
@Suite(.timeLimit(.minutes(10)), .onOwnThreads)
struct ExportInOtherFormatsTests {
    private static func file(_ stored: StoredFriends, _ format: ExportText.Format) throws -> [FriendRecord] {
        var text = ExportText(format)
        var chunk: [UInt8]? = text.text(of: stored.friends, rests: stored.rests, history: nil) + text.end()
        let reader = RecordReader(try #require(FileFormat(rawValue: "\(format)")))
        var records: [FriendRecord] = []
        try reader.read({
            defer { chunk = nil }
            return chunk
        }) { records += $0 }
        return records
    }

    private static func details(_ lines: FriendLine...) -> FriendDetails { FriendDetails(lines: lines) }

    /// Friends of whom these formats hold a part only.
    private static let odd: [FriendDetails] = [
        FriendDetails(firstName: "Cher"), FriendDetails(lastName: "Prince"), FriendDetails(phoneNumber: "0170 1"),
        FriendDetails(firstName: "Lovelace, Ada"), FriendDetails(firstName: "Ada", lastName: "van der Berg"),
        details(.line(.email, "a,b@example.org", id: "1")), details(.line(.email, "a@example.org", id: "1")),
        details(.line(.organization, "Pub, Bar", id: "1")), details(.line(.phone, "0170 2", label: "fax", id: "1")),
        FriendDetails(
            firstName: "Mia",
            lines: [
                .line(.address, "Weg 1, Berlin", label: "home", id: "1"), .line(.address, "Gasse 2", id: "2"),
                .line(.note, "one\n\ntwo | three", id: "3"), .line(.note, "# x", label: "custom1", id: "4"),
                .line(.email, "a@b", label: "work", id: "5"), .line(.birthday, "--02-29", id: "6"),
                .line(.tag, "a b", id: "7"), .line(.nickname, "Mimi", label: "old", id: "8"),
            ]),
    ]

    @Test(arguments: [ExportText.Format.abook, .ldif])
    func `an export of odd friends is already there`(format: ExportText.Format) throws {
        // What many friends share is no sign.
        let many = (0..<30).map {
            FriendDetails(firstName: "A", phoneNumber: "0170 9", lines: [.line(.note, "\($0)", id: "1")])
        }
        var stored = StoredFriends(
            (Self.odd + many).enumerated().map {
                Friend(id: Friend.ID("\($0)"), version: Friend.Version("1"), details: $1)
            })
        let before = stored
        let file = try Self.file(stored, format)
        #expect(stored.import(file) == ImportAccount(before.friends.map { _ in .same }) && stored == before)
    }

    @Test(arguments: [ExportText.Format.abook, .ldif])
    func `an export of any friends is already there`(format: ExportText.Format) async throws {
        for await seed in Seeds(60) {
            var numbers = Numbers(state: UInt64(seed))
            var stored = StoredFriends((0..<6).map { numbers.friend("id-\(seed)-\($0)") })
            let before = stored
            let file = try Self.file(stored, format)
            let account = stored.import(file)
            #expect(account.text == ImportAccount(file.map { _ in .same }).text && stored == before, "seed \(seed)")
            #expect(file.count == before.friends.count, "seed \(seed)")
        }
    }

    @Test func `a friend that was edited since is not in the export`() throws {
        var stored = StoredFriends([.friend("a", "Ada", "Lovelace", "0170 1", lines: [.line(.note, "one", id: "1")])])
        let file = try Self.file(stored, .abook)
        stored.edit(0) { $0.lines[0].value = "two" }
        #expect(stored.import(file, onDuplicate: .skip) == ImportAccount([.skipped]))
        var other = StoredFriends()
        #expect(other.import(file) == ImportAccount([.added]))
    }
}
