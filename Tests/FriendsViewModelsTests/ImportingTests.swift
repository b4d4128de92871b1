import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ImportingTests {
    let client = StubFriendsClient()
    let files = StubFiles()
    let app: AppViewModel
    /// Ada with a card, and Grace.
    static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nN:Lovelace;Ada;;;\r\nTEL:12\r\nEND:VCARD\r\n"
    static let ada = Friend.friend("ada", "Ada", "Lovelace", "12")
    static let grace = Friend.friend("grace", "Grace", "Hopper", "+1 212 555 0199")

    init() async {
        app = AppViewModel(client: client, id: "new", files: files)
        client.rests = [Friend.ID("ada"): Array(Self.card.utf8)]
        client.offersBatches = true
        client.automatic = Self.answer
        await app.list.store.load()
    }

    static func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: return .page(FriendPage(friends: [grace, ada]))
        case .friend(let id): return [ada, grace].first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        case .write(let writes): return .results(writes.map { .success(made($0)) })
        case .update(let id, let changes, _):
            return .friend(Friend(id: id, version: .init("2"), details: changes.applied(to: ada.details)))
        case .delete, .purge: return .done
        case .deleted: return .failure(.notOffered)
        default: return nil
        }
    }

    static func made(_ write: FriendWrite) -> Friend? {
        switch write {
        case .add(let details, let id, _), .restore(let id, let details):
            Friend(id: id, version: .init("1"), details: details)
        case .update(let id, let changes, _, _):
            Friend(id: id, version: .init("2"), details: changes.applied(to: ada.details))
        case .addToTrash, .delete, .erase, .purge, .updateAndDelete: nil
        }
    }

    static func record(
        _ row: Int, _ id: String, _ first: String, _ last: String, _ phone: String, rest: String? = nil
    ) -> FriendRecord {
        let details = FriendDetails(firstName: first, lastName: last, phoneNumber: phone)
        return FriendRecord(
            row: row,
            content: .success(RecordedFriend(id: .init(id), details: details, rest: rest.map { Array($0.utf8) })))
    }

    /// One record of each state.
    static let records = [
        record(1, "linus", "Linus", "Torvalds", "34", rest: "card"),
        record(5, "grace", "Grace", "Hopper", "+1 212 555 0199"),
        record(9, "ada", "Ada", "King", "12", rest: card.replacing("Lovelace;Ada", with: "King;Ada")),
        FriendRecord(row: 13, content: .failure(RecordProblem("The card has no end"))),
        record(17, "twin", "Hopper", "Grace", "99"),
    ]

    func open(_ batches: [[FriendRecord]] = [records]) async throws {
        files.change { $0.records["a.vcf"] = batches }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await eventually("the preview") { records?.progress == .complete }
    }

    var records: ImportEntries? {
        guard case .records(let records) = app.state.page?.table.all else { return nil }
        return records
    }

    var states: [RecordState] { records?.all.map(\.state) ?? [] }
    var imported: [Bool] { records?.all.map(\.isImported) ?? [] }
    var status: StatusMessage? { app.desk.status }
    func send(_ action: ImportViewModel.Action) async { await app.importing?.send(action) }
    func select(_ index: Int) async { await app.page?.send(.select(index: index)) }

    var written: [FriendWrite] {
        client.calls.flatMap { call -> [FriendWrite] in if case .write(let writes) = call { writes } else { [] } }
    }

    // MARK: The preview

    @Test func `each record has its state, and what would change`() async throws {
        try await open()
        #expect(states == [.new, .same, .changed, .refused, .duplicate])
        #expect(imported == [true, false, true, false, false], "a likely duplicate changes nothing by itself")
        #expect(
            records?.all.map(\.summary) == [
                "34", "", "Last name: Lovelace \u{2192} King", "The card has no end",
                "skip, like Grace Hopper (same name)",
            ])
        #expect(records?.all.map(\.name) == ["Linus Torvalds", "Grace Hopper", "Ada King", "line 13", "Hopper Grace"])
        #expect(records?[.new] == 1 && records?.importedCount == 2 && records?.all.count == 5)
        #expect(app.state.page?.content == .loaded && app.state.pathField == nil)
    }

    @Test(arguments: ["1f3a9c2e", "0badcafe", nil])
    func `a version of another history replaces no text`(history: String?) async throws {
        client.automatic = { call in
            guard case .friends = call else { return Self.answer(call) }
            return .page(FriendPage(friends: [Self.grace, Self.ada], snapshot: .init("42-1f3a9c2e")))
        }
        await app.list.store.load()
        let details = FriendDetails(firstName: "Grace", lastName: "Murray")
        let version = RecordedVersion(Self.grace.version, history: history)
        let record = RecordedFriend(id: Self.grace.id, details: details, version: version)
        try await open([[FriendRecord(row: 1, content: .success(record))]])
        let isOwn = history == "1f3a9c2e"
        let summary = isOwn ? "Last name: Hopper \u{2192} Murray" : "+ Note (name): Grace Murray"
        #expect(records?.all.map(\.summary) == [summary])
    }

    @Test func `rows are there before the file is read`() async throws {
        let gate = files.holdReading(after: 1)
        files.change { $0.records["a.vcf"] = [Array(Self.records.prefix(1)), Array(Self.records.dropFirst())] }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await eventually { states == [.new] }
        #expect(records?.progress == .reading(0.5) && app.state.page?.table.selected == 0)
        await send(.importRecords)
        #expect(status?.text == "The file is still being read" && written.isEmpty)
        await send(.toggle)
        gate.open()
        try await eventually { records?.progress == .complete }
        #expect(states.count == 5 && imported[0] == false, "what was chosen stays")
    }

    @Test func `leaving the page ends the reading`() async throws {
        let gate = files.holdReading(after: 1)
        files.change { $0.records["a.vcf"] = [Array(Self.records.prefix(1)), Array(Self.records.dropFirst())] }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await eventually { states == [.new] }
        await app.send(.closePage)
        gate.open()
        try await eventually { files.content.withLock { $0.wasCancelled } }
        #expect(app.page == nil)
    }

    @Test func `a file that cannot be read stays in the field`() async {
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("b.vcf")))
        await app.pathField.send(.submit)?.value
        #expect(app.state.pathField?.problem == "There is no file b.vcf" && app.page == nil)
        #expect(app.state.pathField?.input.text == "b.vcf" && app.state.pathField?.isBusy == false)
    }

    @Test func `an error in the middle keeps what was read`() async throws {
        files.change { $0.readProblem = UserFileError("Can\u{2019}t read a.vcf: Input/output error") }
        try await open([Array(Self.records.prefix(1))])
        #expect(states == [.new] && status?.text == "Can\u{2019}t read a.vcf: Input/output error")
    }

    @Test func `a card that was imported before is the same`() async throws {
        try await open([[Self.record(1, "ada", "Ada", "Lovelace", "12", rest: Self.card)]])
        #expect(states == [.same] && records?.importedCount == 0)
        await send(.importRecords)
        #expect(status?.text == "Nothing to import" && app.page != nil)
    }

    @Test func `many cards are compared page by page`() async throws {
        let many = (0..<130).map { Friend.friend("\($0)", "A\($0)", "B\($0)", "") }
        client.rests = [:]
        client.automatic = { call in
            if case .deleted = call { return .failure(.notOffered) }
            guard case .friends = call else { return nil }
            return .page(FriendPage(friends: many))
        }
        await app.list.store.load()
        let records = (0..<130).map { Self.record($0, "\($0)", "A\($0)", "B\($0)", "", rest: "card") }
        try await open([records])
        #expect(states == Array(repeating: .changed, count: 130), "their cards are new")
        #expect(self.records?.all[0].summary == "card only")
    }

    @Test func `a failed comparison can be repeated`() async throws {
        client.automatic = { call in
            if case .friend = call { .failure(.unreachable(reason: "no")) } else { Self.answer(call) }
        }
        files.change { $0.records["a.vcf"] = [Self.records] }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await app.desk.prompts.asked()
        client.automatic = Self.answer
        app.desk.prompts.send(.answer(.retry))
        try await eventually { records?.progress == .complete }
        #expect(states == [.new, .same, .changed, .refused, .duplicate])
    }

    @Test(arguments: [Prompt.Answer.keepAsNotes, .leaveOut, nil])
    func `unknown columns are asked about first`(answer: Prompt.Answer?) async throws {
        files.change {
            $0.records["a.vcf"] = [Self.records]
            $0.unknownColumns = [FileColumn(header: "Spouse", sample: "Bob", isKnown: false)]
        }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        let task: Task<Void, Never>? = app.pathField.send(.submit)
        try await app.desk.prompts.asked()
        #expect(app.state.prompts.current?.lines.map(\.words) == ["Spouse: Bob"])
        #expect(app.state.prompts.focus == .keepAsNotes, "nothing is lost")
        app.desk.prompts.send(answer.map { .answer($0) } ?? .dismiss)
        await task?.value
        guard answer != nil else {
            #expect(app.page == nil && app.state.pathField?.input.text == "a.vcf")
            return
        }
        try await eventually { records?.progress == .complete }
        #expect(files.content.withLock { $0.columns?.others } == (answer == .leaveOut ? .skip : nil))
    }

    // MARK: Choosing

    @Test func `Space takes a record or leaves it out`() async throws {
        try await open()
        for _ in 0..<5 { await send(.toggle) }
        #expect(imported == [false, false, false, false, true] && records?.importedCount == 1)
        #expect(records?.all[4].row.choice == .merge && app.state.page?.table.selected == 4)
        await send(.toggle)
        #expect(records?.all[4].row.choice == .add)
        await send(.toggle)
        #expect(records?.all[4].row.choice == .skip)
        await select(0)
        await send(.toggle)
        #expect(imported[0])
    }

    @Test func `a duplicate is merged, added or skipped`() async throws {
        try await open()
        await select(4)
        await send(.merge)
        #expect(records?.all[4].summary == "merge with Grace Hopper (same name)")
        await send(.add)
        #expect(records?.all[4].summary == "add beside Grace Hopper (same name)")
        await send(.skip)
        #expect(!imported[4])
        await select(3)
        await send(.merge)
        #expect(states[3] == .refused && !imported[3])
    }

    @Test func `a choice holds for all shown in the same state`() async throws {
        let more = [Self.record(20, "x", "X", "Y", "77"), Self.record(21, "z", "Z", "Y", "78")]
        try await open([Self.records + more])
        await send(.toggle)
        await select(0)
        await send(.chooseForState)
        #expect(imported == [false, false, true, false, false, false, false])
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.insert("x"))))
        await app.page?.send(.filter(.keep))
        await send(.takeAll)
        await app.page?.send(.filter(.clear))
        #expect(imported == [false, false, true, false, false, true, false])
        await send(.leaveOutAll)
        #expect(records?.importedCount == 0)
        await send(.takeAll)
        #expect(imported == [true, false, true, false, false, true, true], "no duplicate is taken by the way")
    }

    @Test func `the filter finds states and texts`() async throws {
        try await open()
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.insert("changed king"))))
        #expect(app.state.page?.table.entries.count == 1 && records?.all.count == 5)
    }
}
