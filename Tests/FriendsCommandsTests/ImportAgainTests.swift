import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

/// Files that are imported again: after a merge, and after their friends were deleted.
@Suite(.timeLimit(.minutes(10)))
struct ImportAgainTests {
    private static let card = """
        BEGIN:VCARD\r
        VERSION:3.0\r
        FN:Marge Simpson\r
        N:Simpson;Marge;;;\r
        TEL:+1 555 7123\r
        EMAIL:marge@example.org\r
        X-TITLE:Painter\r
        END:VCARD\r

        """
    private static let table = """
        First Name,Last Name,Phone,Email\r
        Marge,Simpson,+1 555 7123,marge@example.org\r

        """

    private func records(_ text: String, _ format: FileFormat) -> [FriendRecord] {
        var chunk: [UInt8]? = [UInt8](text.utf8)
        var records: [FriendRecord] = []
        try? RecordReader(format).read({
            defer { chunk = nil }
            return chunk
        }) { records += $0 }
        return records
    }

    private func run(
        _ records: [FriendRecord], into server: ImportServer, history: String? = nil, deleted: [Friend] = [],
        _ choice: DuplicateChoice, isDryRun: Bool = false
    ) async throws -> ImportRun {
        var series = ImportRun(
            server, friends: server.friends, history: history, deleted: deleted, onDuplicate: choice,
            isDryRun: isDryRun)
        try await series.add(records, file: 0)
        try await series.end()
        return series
    }

    @Test(arguments: [(card, FileFormat.vcard), (table, .csv)])
    func `a file that was merged adds nobody`(text: String, format: FileFormat) async throws {
        let server = ImportServer([.friend("x", "Marge", "Simpson", "+1 555 7123")])
        let records = records(text, format)
        let merge = try await run(records, into: server, .merge)
        #expect(records.count == 1 && merge.account == ImportAccount([.merged]))
        let merged = server.friends
        for choice in DuplicateChoice.allCases {
            for isDryRun in [true, false] {
                let series = try await run(records, into: server, choice, isDryRun: isDryRun)
                #expect(series.account == ImportAccount([.same]) && series.duplicateCount == 0)
            }
        }
        #expect(server.friends == merged && server.rests.count == (format == .vcard ? 1 : 0))
    }

    /// Each has read the list before the others write.
    @Test(arguments: [1, 700]) func `four imports of one file at once add each friend once`(count: Int) async throws {
        let server = ImportServer()
        let file = (0..<count).map { "\(Self.card)".replacing("Marge", with: "Marge\($0)") }.joined()
        let records = records(file, .vcard)
        let accounts = try await withThrowingTaskGroup(of: ImportAccount.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var series = ImportRun(server, friends: [], onDuplicate: .add, isDryRun: false)
                    try await series.add(records, file: 0)
                    try await series.end()
                    return series.account
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(accounts.map { $0[.added] }.reduce(0, +) == count && server.friends.count == count)
        #expect(accounts.allSatisfy { $0[.added] + $0[.same] == count })
    }

    /// Each has read the list before the others write.
    @Test(arguments: [nil, [1]] as [[UInt8]?])
    func `imports of one edited file at once change each friend once`(rest: [UInt8]?) async throws {
        let friend = Friend.friend("x", "Marge", "", "", version: "1")
        let server = ImportServer([friend])
        let details = FriendDetails(firstName: "Marge", lastName: "Simpson")
        let record = FriendRecord(
            row: 1,
            content: .success(
                RecordedFriend(
                    id: friend.id, details: details, rest: rest,
                    version: RecordedVersion(friend.version, history: "here"))))
        var series = (0..<3).map { _ in
            ImportRun(server, friends: [friend], history: "here", onDuplicate: .add, isDryRun: false)
        }
        for index in series.indices { try await series[index].add([record], file: 0) }
        for index in series.indices { try await series[index].end() }
        #expect(series.map(\.account) == [.changed, .same, .same].map { ImportAccount([$0]) })
        #expect(server.friends.map(\.details) == [details] && server.rests[friend.id] == rest)
    }

    @Test func `a card is added beside a friend with another card`() async throws {
        let server = ImportServer()
        let records = records(Self.card, .vcard)
        _ = try await run(records, into: server, .add)
        let details = server.friends[0].details
        let other = ImportServer([Friend(id: Friend.ID("x"), version: Friend.Version("1"), details: details)])
        let series = try await run(records, into: other, .add)
        #expect(series.account == ImportAccount([.added]) && series.duplicateCount == 1 && other.friends.count == 2)
    }

    @Test(arguments: ["here", "elsewhere", nil], [ExportText.Format.csv, .json])
    func `an edited export replaces texts in its own history only`(
        history: String?, format: ExportText.Format
    ) async throws {
        let server = ImportServer([.friend("x", "Marge", "Simpson", "+1 555 7123", version: "7")])
        var text = ExportText(format)
        let bytes = text.text(of: server.friends, rests: [:], history: "here") + text.end()
        let edited = String(decoding: bytes, as: UTF8.self).replacing("Simpson", with: "Bouvier")
        let series = try await run(
            records(edited, format == .csv ? .csv : .json), into: server, history: history, .add)
        #expect(series.account == ImportAccount([.changed]))
        let details = server.friends[0].details
        #expect(details.lastName == (history == "here" ? "Bouvier" : "Simpson"))
        #expect(details.lines.map(\.value) == (history == "here" ? [] : ["Marge Bouvier"]))
    }

    @Test(arguments: [false, true]) func `friends who come out of the trash are counted`(isDryRun: Bool) async throws {
        let records = records(Self.table, .csv)
        let id = try #require(try records.first?.content.get().id)
        let deleted = [Friend(id: id, version: Friend.Version("1"), details: .ada)]
        let server = ImportServer(deleted: deleted, rests: [id: [1, 2]])
        let series = try await run(records, into: server, deleted: deleted, .add, isDryRun: isDryRun)
        #expect(series.account == ImportAccount([.added]) && series.trashedCount == 1)
        #expect(server.rests[id] == [1, 2])
        #expect(server.friends.map(\.details.phoneNumber) == (isDryRun ? [] : [FriendDetails.ada.phoneNumber]))
        let other = try await run(records, into: ImportServer(), .add, isDryRun: isDryRun)
        #expect(other.account == ImportAccount([.added]) && other.trashedCount == 0)
    }

    /// A command has no undo. A server of an earlier version gets a copy and its deletion.
    @Test(arguments: [false, true], [true, false])
    func `the trash keeps a copy of what an import replaces`(isDryRun: Bool, hasAdditions: Bool) async throws {
        let old = try #require(try records(Cards.grace, .vcard).first?.content.get())
        let card = Cards.grace.replacing("X-NAVY:yes", with: "X-NAVY:no")
        let deleted = [Friend(id: old.id, version: Friend.Version("1"), details: old.details)]
        let server = ImportServer(
            deleted: deleted, rests: [old.id: old.rest ?? []], hasAdditionsToTrash: hasAdditions)
        let series = try await run(records(card, .vcard), into: server, deleted: deleted, .add, isDryRun: isDryRun)
        #expect(series.trashedCount == 1 && series.copyCount == (isDryRun ? 0 : 1))
        #expect(server.friends.map(\.id) == (isDryRun ? [] : [old.id]))
        let kept = try #require(server.trash.first)
        #expect(server.trash.count == 1 && kept.details == old.details && server.rests[kept.id] == old.rest)
        #expect((kept.id == old.id) == isDryRun)
        #expect(isDryRun || server.rests[old.id] == Array(card.utf8))
        // The same card takes nothing away.
        let same = ImportServer(deleted: deleted, rests: [old.id: old.rest ?? []])
        let again = try await run(records(Cards.grace, .vcard), into: same, deleted: deleted, .add)
        #expect(again.trashedCount == 1 && again.copyCount == 0 && same.trash.isEmpty)
        let text = ImportText(files: ["a.vcf"], isDryRun: false, isJSON: false)
        let line = "A copy of what the import replaced is in the trash."
        #expect(text.lastLines(duplicateCount: 0, trashedCount: 0, copyCount: 1) == [line])
    }

    /// The connection breaks at a request, or the user ends the import before it.
    @Test(arguments: 0..<4, [false, true])
    func `an interrupted import leaves no copy in the list`(count: Int, isStopped: Bool) async throws {
        let old = try #require(try records(Cards.grace, .vcard).first?.content.get())
        let card = Cards.grace.replacing("X-NAVY:yes", with: "X-NAVY:no")
        let deleted = [Friend(id: old.id, version: Friend.Version("1"), details: old.details)]
        let server = ImportServer(deleted: deleted, rests: [old.id: old.rest ?? []])
        if !isStopped { server.losesAfter(batches: count) }
        var series = ImportRun(
            server, friends: [], deleted: deleted, onDuplicate: .add, isDryRun: false,
            isStopped: { isStopped && server.batches.count >= count })
        do {
            try await series.add(records(card, .vcard), file: 0)
            try await series.end()
        } catch {
            try? await series.endSending()
        }
        #expect(server.friends.allSatisfy { $0.id == old.id })
        #expect(server.trash.contains { $0.details == old.details && server.rests[$0.id] == old.rest })
    }

    @Test func `a friend whose copy is refused stays in the trash`() async throws {
        let old = try #require(try records(Cards.grace, .vcard).first?.content.get())
        let cards = records(Cards.grace.replacing("X-NAVY:yes", with: "X-NAVY:no") + Self.card, .vcard)
        let deleted = [Friend(id: old.id, version: Friend.Version("1"), details: old.details)]
        let server = ImportServer(
            deleted: deleted, rests: [old.id: old.rest ?? []], refusedCopy: .rejected([], reason: "Too large"))
        let series = try await run(cards, into: server, deleted: deleted, .add)
        #expect(series.account == ImportAccount([.refused, .added]) && series.copyCount == 0)
        #expect(server.friends.map(\.details.firstName) == ["Marge"])
        #expect(server.trash == deleted && server.rests[old.id] == old.rest)
    }

    @Test(arguments: [
        (1, false, "1 new friend was in the trash, and came back."),
        (2, true, "2 new friends are in the trash, and would come back."),
    ])
    func `the account says who was in the trash`(count: Int, isDryRun: Bool, line: String) {
        let text = ImportText(files: [], isDryRun: isDryRun, isJSON: false)
        #expect(text.lastLines(duplicateCount: 0, trashedCount: count) == [line])
        #expect(text.lastLines(duplicateCount: 0, trashedCount: 0).isEmpty)
    }
}
