import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsViews
import TerminalUI
import TestSupport
import Testing

@testable import FriendsViewModels

/// Pictures of the preview of an import.
extension AppViewGoldenTests {
    private static let big = Size(columns: 200, rows: 50)

    private func row(_ number: Int, _ friend: Friend?, _ action: ImportAction) -> ImportRow {
        ImportRow(
            row: number, friend: friend.map { RecordedFriend(id: $0.id, details: $0.details) }, action: action)
    }

    private func preview(
        _ rows: [ImportRow], _ progress: ImportEntries.Progress = .complete, file: String? = nil,
        problem: String? = nil,
        _ change: (inout PageTable) -> Void = { _ in }
    ) -> AppState {
        let entries = rows.enumerated().map { ImportEntry($1, number: $0, file: file) }
        var page = PageViewModel.State(
            content: .loaded, table: PageTable(.records(ImportEntries()), height: 20), time: 0)
        var records = ImportEntries(entries, progress: progress)
        records.problem = problem
        page.table.show(.records(records))
        change(&page.table)
        var state = three
        state.page = page
        return state
    }

    /// One row of each state.
    private var rows: [ImportRow] {
        let king = Friend.friend("ada", "Ada", "King", "+44 20 7946 0001", lines: .lines((.email, "ada@example.org")))
        var twin = row(
            61, .friend("twin", "Hopper", "Grace", "99"),
            .duplicate(
                ImportDuplicate(
                    reasons: [.name("Grace Hopper")], merge: ImportUpdate(Self.grace, details: Self.grace.details))))
        twin.choice = .skip
        var other = row(70, .friend("new2", "Åse", "Zorn", "12"), .add)
        other.isLeftOut = true
        return [
            row(1, .friend("new", "Margaret", "Hamilton", "+1 617 555 0123"), .add), row(12, Self.linus, .same),
            row(23, king, .update(ImportUpdate(Self.ada, details: king.details))),
            row(51, nil, .refuse(RecordProblem("The card has no end"))), twin, other,
            row(80, .friend("w", "Wang", "Xiaoming", "34"), .waitForRest(of: Self.ada)),
            row(91, nil, .refuse(RecordProblem("The group has no members", isNoPerson: true))),
        ]
    }

    @Test func `the preview of an import`() throws {
        let state = preview(rows)
        try expectGolden(state, "import", sizes: [Self.wide, Self.small, Self.big])
        try expectGolden(preview(rows) { $0.go(to: 4) }, "import-duplicate")
        try expectGolden(preview(Array(rows.prefix(3)), .reading(0.356)), "import-reading")
        try expectGolden(
            preview(rows) {
                $0.filter = .init(input: TextInput("new"), isTyped: false)
                $0.show($0.all)
            }, "import-filter")
        try expectGolden(preview([]), "import-empty")
        let problem = "Can\u{2019}t read a.vcf: Input/output error"
        try expectGolden(preview(rows, problem: problem), "import-incomplete", sizes: [Self.wide, Self.small])
        try expectGolden(preview([], problem: problem), "import-unreadable", sizes: [Self.wide, Self.small])
        try expectGolden(preview(rows, .notCompared), "import-not-compared")
        let plain = preview(rows.filter { $0.friend?.details.firstName != "Åse" && $0.result != nil })
        try expectPlain(plain, "import")
    }

    @Test func `a preview of hostile texts`() throws {
        let long = String(repeating: "王", count: 100)
        try expectGolden(
            preview(
                [
                    row(1, .friend("1", "\u{1B}[31mRed\r", "Aa\u{202E}evil", "\u{7}12"), .add),
                    row(2, .friend("2", long, "👨‍👩‍👧‍👦 Family", "٠٥٠ 123"), .add),
                    row(
                        3, .friend("3", long, "", ""),
                        .update(ImportUpdate(Self.ada, details: FriendDetails(firstName: long, lastName: "\u{9B}2J")))),
                    row(4, nil, .refuse(RecordProblem("\u{1B}]0;x\u{7}\n" + String(repeating: "long ", count: 100)))),
                ], file: "\u{1B}[2J.vcf"), "import-hostile")
    }

    @Test func `a record is told from what is said about it`() throws {
        let details = FriendDetails(
            firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001",
            lines: .lines((.note, "Wrote the first program.\n\nWarning: her letters are lost."), (.note, "1815")))
        let friend = RecordedFriend(
            id: .init("ada"), details: details, issues: ["Birthday must be a date; it is kept as a note"])
        let entry = ImportEntry(
            ImportRow(row: 12, friend: friend, action: .update(ImportUpdate(Self.ada, details: details))), number: 0,
            file: nil)
        var state = preview([entry.row])
        state.prompts.queue = [.alert(entry.name, entry.lines)]
        state.prompts.focus = .ok
        try expectGolden(state, "import-record")
        try expectPlain(state, "import-record")
        state.prompts.top = 1_000
        try expectGolden(state, "import-record-end", sizes: [Self.small])
    }

    @Test func `unknown columns in a question`() throws {
        var state = three
        state.prompts.queue = [
            .unknownColumns([
                FileColumn(header: "Spouse", sample: "Bob \u{1B}[31m", isKnown: false),
                FileColumn(header: "王", sample: "", isKnown: false),
            ])
        ]
        state.prompts.focus = .keepAsNotes
        try expectGolden(state, "import-columns")
    }

    @Test func `a column is chosen in the field`() throws {
        let columns = [
            FileColumn(header: "Shoes", sample: "36", isKnown: false),
            FileColumn(header: "王", sample: "", isKnown: false),
        ]
        var state = three
        state.pathField = PathField(.columns(ColumnChoice(columns)))
        try expectGolden(state, "import-column")
        try expectPlain(state, "import-column")
    }

    @Test func `another encoding is typed over the preview`() throws {
        var state = preview([rows[0]])
        state.pathField = PathField(.encoding(ofFile: "friends.csv"))
        try expectGolden(state, "import-encoding")
        try expectPlain(state, "import-encoding")
    }
}
