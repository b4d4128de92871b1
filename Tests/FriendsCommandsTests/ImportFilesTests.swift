import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

/// Imports of several files, and of files that end early.
@Suite(.timeLimit(.minutes(10)))
struct ImportFilesTests {
    private func record(_ row: Int, _ id: String, _ name: String, rest: [UInt8]? = nil) -> FriendRecord {
        FriendRecord(
            row: row,
            content: .success(
                RecordedFriend(id: Friend.ID(id), details: FriendDetails(firstName: name), rest: rest)))
    }

    /// What becomes of the records of files, of which duplicates are merged.
    private func outcomes(
        _ files: [[FriendRecord]], isDryRun: Bool
    ) async throws -> [ImportRun.Outcome] {
        var series = ImportRun(ImportServer(), friends: [], onDuplicate: .merge, isDryRun: isDryRun)
        for (number, records) in files.enumerated() {
            try await series.add(records, file: number)
            try await series.end()
        }
        return series.takeOutcomes()
    }

    /// A dry run keeps no rests, which can be large.
    @Test(arguments: [false, true])
    func `a dry run of several files knows what the earlier ones leave`(isDryRun: Bool) async throws {
        let files = [
            [card("TEL:+44 1", "EMAIL:a@example.org"), record(2, "b", "Grace")],
            [card("TEL:+44 2"), record(3, "c", "Grace", rest: [5])], [card("TEL:+44 2"), record(3, "b", "Grace")],
        ]
        let outcomes = try await outcomes(files, isDryRun: isDryRun)
        let results = outcomes.map { "\($0.row.file) \($0.row.friend?.id.rawValue ?? "") \($0.result.rawValue)" }
        #expect(results == ["0 ada added", "0 b added", "1 ada changed", "1 c merged", "2 b same", "2 ada same"])
        guard case .update(let update) = outcomes[2].row.action else { return }
        // What the newer card lacks was removed in it.
        #expect(update.details == FriendDetails(firstName: "Ada", phoneNumber: "+44 2"))
    }

    private func card(_ rows: String...) -> FriendRecord { .card(["UID:ada", "FN:Ada"] + rows) }

    @Test(arguments: [0, 1])
    func `the last step of an import ends between two batches`(batchCount: Int) async throws {
        let server = ImportServer((0..<2_500).map { .friend("\($0)", "Friend \($0)", "", "") })
        var series = ImportRun(
            server, friends: server.friends, onDuplicate: .add, isDryRun: false,
            isStopped: { server.batches.count >= batchCount })
        // They wait for rests.
        try await series.add((0..<2_500).map { record($0, "\($0)", "F", rest: [1]) }, file: 0)
        await #expect(throws: FriendsClientError.cancelled) { try await series.end() }
        // A batch that was sent before the stop can still be on its way.
        try await series.endSending()
        #expect(server.batches.isEmpty == (batchCount == 0) && server.batches.count < 5)
        #expect(server.pageReads == batchCount && series.account[.changed] == server.batches.reduce(0, +))
    }

    @Test(arguments: [
        (100, false, []), (101, false, ["1 more record was refused. --json names all of them."]),
        (250, true, ["150 more records were refused."]),
    ])
    func `100 refused records are named`(count: Int, isJSON: Bool, rest: [String]) async throws {
        var text = ImportText(files: ["a.csv"], isDryRun: true, isJSON: isJSON)
        let records = (1...count).map { FriendRecord(row: $0, content: .failure(RecordProblem("It is bad"))) }
        let outcomes = try await outcomes([records], isDryRun: true)
        #expect(text.lines(outcomes) == (1...100).map { "a.csv:\($0): It is bad." })
        #expect(text.lastLines(duplicateCount: 0, trashedCount: 0) == rest)
        let json = String(decoding: text.json(outcomes), as: UTF8.self)
        #expect(json.matches(of: /It is bad/).count == (isJSON ? count : 0))
    }
}
