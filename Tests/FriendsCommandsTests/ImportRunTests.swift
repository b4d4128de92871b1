import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

/// Imports into a server in memory.
@Suite(.timeLimit(.minutes(10)))
struct ImportRunTests {
    private func record(_ row: Int, _ id: String, _ name: String, rest: [UInt8]? = nil) -> FriendRecord {
        FriendRecord(
            row: row,
            content: .success(
                RecordedFriend(id: Friend.ID(id), details: FriendDetails(firstName: name), rest: rest)))
    }

    /// Imports files, each as one input.
    private func run(
        _ files: [[FriendRecord]], into server: ImportServer, onDuplicate: DuplicateChoice = .add,
        isDryRun: Bool = false
    ) async throws -> (ImportRun, [ImportRun.Outcome]) {
        var series = ImportRun(server, friends: server.friends, onDuplicate: onDuplicate, isDryRun: isDryRun)
        var outcomes: [ImportRun.Outcome] = []
        for (number, records) in files.enumerated() {
            try await series.add(records, file: number)
            try await series.end()
            outcomes += series.takeOutcomes()
        }
        return (series, outcomes)
    }

    @Test func `records are written in batches, and again nothing is`() async throws {
        let server = ImportServer()
        let records = (0..<1_200).map { record($0, "\($0)", "Friend \($0)", rest: [UInt8]("\($0)".utf8)) }
        let (series, outcomes) = try await run([records], into: server)
        #expect(series.account == ImportAccount(Array(repeating: .added, count: 1_200)))
        #expect(outcomes.map(\.row.row) == Array(0..<1_200))
        // They are sent at once, in any order.
        #expect(server.batches.sorted() == [200, 500, 500] && server.rests.count == 1_200)
        let (again, _) = try await run([records], into: server)
        #expect(again.account == ImportAccount(Array(repeating: .same, count: 1_200)))
        // The rests of many friends are read page by page, and the rests of few one by one.
        #expect(server.batches.count == 3 && server.pageReads == 1 && server.singleReads == 0)
        _ = try await run([Array(records.prefix(3))], into: server)
        #expect(server.pageReads == 1 && server.singleReads == 3)
    }

    @Test func `whole batches are written before the end of the file`() async throws {
        let server = ImportServer()
        var series = ImportRun(server, friends: [], onDuplicate: .add, isDryRun: false)
        try await series.add((0..<700).map { record($0, "\($0)", "F") }, file: 0)
        try await series.endSending()
        #expect(server.batches == [500] && series.account[.added] == 500)
    }

    @Test func `three batches are sent at once, and no fourth one`() async throws {
        let gate = Gate()
        let server = ImportServer(gate: gate)
        let records = (0..<1_700).map { record($0, "\($0)", "F") }
        let importing = Task { try await run([records], into: server) }
        try await eventually("three batches to be sent") { server.sendingCount == 3 }
        gate.open()
        let (series, _) = try await importing.value
        #expect(series.account[.added] == 1_700 && server.maximumSendingCount == 3)
    }

    @Test func `a lost server ends the import, and the next one goes on`() async throws {
        let server = ImportServer()
        server.losesAfter(batches: 1)
        let records = (0..<1_200).map { record($0, "\($0)", "F") }
        var series = ImportRun(server, friends: [], onDuplicate: .add, isDryRun: false)
        await #expect(throws: FriendsClientError.timedOut(.connect)) {
            try await series.add(records, file: 0)
            try await series.end()
        }
        // One of the batches that were sent at once is written.
        try? await series.endSending()
        #expect(series.account == ImportAccount(Array(repeating: .added, count: 500)))
        server.losesAfter(batches: .max)
        let (again, _) = try await run([records], into: server)
        #expect(again.account[.added] == 700 && again.account[.same] == 500 && server.friends.count == 1_200)
    }

    @Test func `a refused record is named, and the others are written`() async throws {
        let server = ImportServer(refused: ["1": .rejected([], reason: "Not this one"), "2": .conflict(current: nil)])
        let damaged = FriendRecord(row: 9, content: .failure(RecordProblem("No card")))
        let (series, outcomes) = try await run(
            [[record(0, "0", "A"), record(3, "1", "B"), damaged, record(5, "2", "C")]], into: server)
        #expect(series.account == ImportAccount([.added, .refused, .refused, .refused]))
        let reasons = outcomes.filter { $0.result == .refused }.map { "\($0.row.row): \($0.refusal?.reason ?? "")" }
        #expect(
            reasons.sorted() == [
                "3: Not this one", "5: Someone else changed this friend in the meantime. Import the file again",
                "9: No card",
            ])
    }

    @Test(arguments: [false, true])
    func `a later file can have newer records`(isDryRun: Bool) async throws {
        let server = ImportServer()
        let files = [
            [record(1, "a", "Ada", rest: [1]), record(2, "b", "Grace")],
            [record(1, "a", "Ada", rest: [1]), record(2, "b", "Gracie")], [record(1, "c", "Linus", rest: [2])],
        ]
        let (series, outcomes) = try await run(files, into: server, isDryRun: isDryRun)
        #expect(outcomes.filter { $0.row.file == 1 }.map(\.result).map(\.rawValue).sorted() == ["changed", "same"])
        #expect(series.account == ImportAccount([.added, .added, .same, .changed, .added]))
        #expect(server.friends.map(\.details.firstName) == (isDryRun ? [] : ["Ada", "Grace", "Linus"]))
        #expect(server.friends.flatMap { $0.details.values(of: .note) } == (isDryRun ? [] : ["Gracie"]))
        #expect(server.batches.isEmpty == isDryRun)
    }

    @Test(arguments: [(DuplicateChoice.add, 2, 1), (.skip, 1, 0), (.merge, 1, 0)])
    func `likely duplicates are added, skipped or merged`(
        choice: DuplicateChoice, count: Int, duplicates: Int
    ) async throws {
        let server = ImportServer([.friend("x", "Ada", "", "")])
        let (series, _) = try await run([[record(1, "new", "Ada", rest: [5])]], into: server, onDuplicate: choice)
        #expect(server.friends.count == count && series.duplicateCount == duplicates)
        // The friend had no rest.
        #expect(server.rests[Friend.ID("x")] == (choice == .merge ? [5] : nil))
    }

    @Test func `a server without rests is imported into`() async throws {
        let server = ImportServer([.friend("a", "Ada", "", "")], hasRests: false)
        let (series, _) = try await run([[record(1, "a", "Augusta", rest: [1])]], into: server)
        #expect(series.account[.changed] == 1 && server.friends[0].details.values(of: .note) == ["Augusta"])
        let (again, _) = try await run([[record(1, "a", "Augusta", rest: [1])]], into: server)
        #expect(again.account == ImportAccount([.same]))
    }

    private static func card(_ row: String) -> [UInt8] {
        ["BEGIN:VCARD", "VERSION:4.0", "FN:Ada", row, "END:VCARD", ""].joined(separator: "\r\n").utf8.map(\.self)
    }

    @Test(arguments: [nil, card("X-TITLE:Countess")])
    func `a merge waits for the friend's own record`(rest: [UInt8]?) async throws {
        let merged = Self.card("X-NICK:Bee")
        let server = ImportServer([.friend("f", "Ada", "", "")])
        let others = (0..<600).map { record($0 + 2, "\($0)", "Friend \($0)") }
        let (series, outcomes) = try await run(
            [[record(1, "r", "Ada", rest: merged)] + others + [record(700, "f", "Ada", rest: rest)]], into: server,
            onDuplicate: .merge)
        #expect(series.account[.merged] == 1 && outcomes.last?.row.friend?.id == Friend.ID("r"))
        let stored = String(decoding: server.rests[Friend.ID("f")] ?? [], as: UTF8.self)
        #expect(stored.contains("X-NICK:Bee") && stored.contains("X-TITLE:Countess") == (rest != nil))
    }

    @Test func `a merge waits again if its friend is gone`() async throws {
        let other = Friend.friend("y", "Ada", "", "")
        let server = ImportServer([other])
        var series = ImportRun(
            server, friends: [.friend("x", "Ada", "", ""), other], onDuplicate: .merge, isDryRun: false)
        try await series.add([record(1, "new", "Ada", rest: [5])], file: 0)
        try await series.end()
        #expect(series.account == ImportAccount([.merged]))
        #expect(server.friends.map(\.id) == [other.id] && server.rests == [other.id: [5]])
    }

    /// The trash may have more of it.
    @Test func `a friend that was deleted meanwhile is refused`() async throws {
        let server = ImportServer()
        var series = ImportRun(
            server, friends: [.friend("a", "Ada", "", "")], onDuplicate: .add, isDryRun: false)
        try await series.add([record(1, "a", "Ada", rest: [1])], file: 0)
        try await series.end()
        #expect(series.account == ImportAccount([.refused]) && server.friends.isEmpty)
        #expect(series.takeOutcomes().first?.refusal?.reason.hasSuffix("Import the file again") == true)
    }

    @Test(arguments: [
        (80, 1_000, "[############            ] 50% 500 added"),
        (40, 1_000, "[###########            ] 50% 500 added"),
        (30, 1_000, "[######       ] 50% 500 added"), (20, 1_000, "50% 500 added"), (10, 1_000, "50% 500 a"),
        (80, 400, "[########################] 100% 500 added"), (80, nil, "500 added"), (6, nil, "500 a"),
    ])
    func `a progress bar fits into the terminal`(columns: Int, total: Int?, line: String) {
        let result = ProgressText.line("500 added", done: 500, total: total, columns: columns)
        #expect(result == line && result.count < columns)
    }

    @Test func `a group without members is named, and is no failure`() {
        var text = ImportText(files: ["a.vcf"], isDryRun: false, isJSON: false)
        let problem = RecordProblem("The group has no members", isNoPerson: true)
        let row = ImportRow(row: 7, friend: nil, action: .refuse(problem))
        #expect(row.result == .skipped)
        let outcome = ImportRun.Outcome(row: row, result: .skipped, refusal: .problem(problem))
        #expect(text.lines([outcome]) == ["a.vcf:7: warning: The group has no members."])
        #expect(text.lastLines(duplicateCount: 0, trashedCount: 0).isEmpty)
    }

    @Test func `a report names records, and counts more than ten notes`() {
        var text = ImportText(files: ["a.vcf", "b.vcf"], isDryRun: false, isJSON: true)
        let refused = ImportRun.Outcome(
            row: ImportRow(row: 7, friend: nil, action: .refuse(RecordProblem("No card")), file: 1), result: .refused,
            refusal: .problem(RecordProblem("No card")))
        let friend = RecordedFriend(
            id: Friend.ID("x"), details: FriendDetails(firstName: "\u{1B}[2J"), issues: ["A photo is too large", "B"])
        let added = ImportRun.Outcome(
            row: ImportRow(row: 1, friend: friend, action: .add), result: .added)
        let same = ImportRun.Outcome(
            row: ImportRow(row: 1, friend: friend, action: .same), result: .same)
        let note = "a.vcf:1: warning: A photo is too large. B."
        #expect(text.lines([refused, added, same]) == ["b.vcf:7: No card.", note])
        #expect(text.lines(Array(repeating: added, count: 11)) == Array(repeating: note, count: 9))
        #expect(
            text.lastLines(duplicateCount: 1, trashedCount: 2) == [
                "2 more records have something that is not shown.",
                "1 new friend looks like one that was there. See friends duplicates, or --on-duplicate.",
                "2 new friends were in the trash, and came back.",
            ])
        let json = text.json([refused, added]) + text.jsonEnd(ImportAccount([.refused, .added]))
        #expect(
            String(decoding: json, as: UTF8.self) == """
                {"records":[
                {"action":"refused","file":"b.vcf","reason":"No card","row":7},
                {"action":"added","file":"a.vcf","id":"x","issues":["A photo is too large","B"],"name":"\\u001b[2J","row":1}
                ],"added":1,"changed":0,"merged":0,"same":0,"skipped":0,"refused":1}

                """)
        #expect(
            String(
                decoding: ImportText(files: [], isDryRun: true, isJSON: true).jsonEnd(ImportAccount()), as: UTF8.self)
                == "{\"records\":[],\"added\":0,\"changed\":0,\"merged\":0,\"same\":0,\"skipped\":0,\"refused\":0,\"dryrun\":true}\n"
        )
    }
}
