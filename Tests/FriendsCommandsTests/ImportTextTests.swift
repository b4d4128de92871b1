import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsCommands

/// What `friends import` says about friends who change.
@Suite(.timeLimit(.minutes(10)))
struct ImportTextTests {
    private static let name = ["UID:b1", "N:Beispiel;Anna;;;", "FN:Anna Beispiel", "TEL:0170 1"]
    private static let stored = name + ["NOTE:tea", "PHOTO;ENCODING=b:AAAA", "X-NICK:Ann"]

    private func record(_ rows: [String]) -> FriendRecord { .card(rows, version: "3.0") }

    /// What an import of a card says.
    /// - Parameters:
    ///   - isDeleted: whether its friend is in the trash.
    ///   - onDuplicate: what becomes of it if it looks like the friend.
    private func texts(
        _ rows: [String], over stored: [String], isDeleted: Bool = false, onDuplicate: DuplicateChoice = .add,
        isDryRun: Bool = true
    ) async throws -> (lines: [String], json: String) {
        let old = try record(stored).content.get()
        let friends = [Friend(id: old.id, version: .init("1"), details: old.details)]
        let rests = old.rest.map { [old.id: $0] } ?? [:]
        let server = ImportServer(isDeleted ? [] : friends, deleted: isDeleted ? friends : [], rests: rests)
        var series = ImportRun(
            server, friends: server.friends, deleted: isDeleted ? friends : [], onDuplicate: onDuplicate,
            isDryRun: isDryRun)
        try await series.add([record(rows)], file: 0)
        try await series.end()
        var text = ImportText(files: ["b.vcf"], isDryRun: isDryRun, isJSON: true)
        let outcomes = series.takeOutcomes()
        return (text.lines(outcomes), String(decoding: text.json(outcomes), as: UTF8.self))
    }

    @Test(arguments: [false, true])
    func `what is replaced or changes unseen is named`(isDryRun: Bool) async throws {
        let (lines, json) = try await texts(
            Self.name + ["X-NICK:Anni", "X-SIZE:38", "EMAIL:a@example.org"], over: Self.stored, isDryRun: isDryRun)
        #expect(
            lines == ["b.vcf:1: Anna Beispiel: - Note: tea; X-NICK: Ann \u{2192} Anni; + X-SIZE: 38; - PHOTO"])
        let changes = #"["+ Email: a@example.org","- Note: tea","X-NICK: Ann → Anni","+ X-SIZE: 38","- PHOTO"]"#
        #expect(json.contains("{\"action\":\"changed\",\"changes\":\(changes),\"file\""))
        // What is new and shown in the list needs no line.
        #expect(try await texts(Self.stored + ["EMAIL:a@example.org"], over: Self.stored).lines == [])
    }

    @Test func `what a merge adds is named`() async throws {
        let other = ["UID:c1"] + Self.name.dropFirst() + ["EMAIL:a@example.org", "X-NICK:Ann"]
        let (lines, json) = try await texts(other, over: Self.name, onDuplicate: .merge)
        #expect(lines == ["b.vcf:1: Anna Beispiel: + Email: a@example.org; + X-NICK: Ann"])
        #expect(json.contains("\"action\":\"merged\",\"changes\":[\"+ Email: a@example.org\",\"+ X-NICK: Ann\"]"))
    }

    /// It is not written, so it is not merged each time.
    @Test func `what has no room is named each time, and no change`() async throws {
        let large = String(repeating: "x", count: Friend.maximumRestSize - 200)
        let stored = Self.name + ["X-LARGE:\(large)"]
        let other = ["UID:c1"] + Self.name.dropFirst() + ["X-B:\(large)"]
        for _ in 1...2 {
            let (lines, json) = try await texts(other, over: stored, onDuplicate: .merge, isDryRun: false)
            let reason = "it doesn\u{2019}t fit into the friend\u{2019}s card, which has at most 16 MiB"
            #expect(lines == ["b.vcf:1: warning: Anna Beispiel: X-B was left out: \(reason)."])
            #expect(json.contains("\"action\":\"same\""))
        }
    }

    @Test func `an older card is named with its friend`() async throws {
        let (lines, json) = try await texts(
            Self.name + ["REV:20200101T000000Z"], over: Self.stored + ["REV:20260101T000000Z"])
        let reason = "The card of 20200101T000000Z is older than the friend\u{2019}s, so it only adds"
        #expect(lines == ["b.vcf:1: warning: Anna Beispiel: \(reason)."])
        #expect(json.contains("\"action\":\"same\"") && json.contains(reason) && !json.contains("changes"))
    }

    @Test func `a friend who comes back from the trash is said to`() async throws {
        let (lines, json) = try await texts(Self.name + ["X-NICK:Anni"], over: Self.stored, isDeleted: true)
        #expect(lines == ["b.vcf:1: Anna Beispiel: - Note: tea; X-NICK: Ann \u{2192} Anni; - PHOTO"])
        #expect(
            json.contains("\"action\":\"added\",\"changes\":[\"- Note: tea\",") && json.contains(",\"trashed\":true}"))
        #expect(try await texts(Self.name, over: ["UID:x", "FN:X"]).json.contains("trashed") == false)
    }

    @Test func `more than ten changed friends are counted`() throws {
        let old = Friend.friend("x", "Mia", "", "1")
        let update = ImportUpdate(old, details: old.details, rest: [1], cardTexts: ["- PHOTO"])
        let row = ImportRow(row: 1, friend: nil, action: .update(update))
        let changed = ImportRun.Outcome(row: row, result: .changed)
        var text = ImportText(files: ["b.vcf"], isDryRun: false, isJSON: false)
        #expect(
            text.lines(Array(repeating: changed, count: 12)) == Array(repeating: "b.vcf:1: Mia: - PHOTO", count: 10))
        #expect(
            text.lastLines(duplicateCount: 0, trashedCount: 0) == [
                "2 more friends changed like these. --json names all of them."
            ])
    }
}
