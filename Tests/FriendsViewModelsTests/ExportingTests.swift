import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ExportingTests {
    private let client = StubFriendsClient()
    private let files = StubFiles()
    private let app: AppViewModel
    private static let card =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:grace\r\nN:Hopper;Grace;;;\r\nX-NAVY:yes\r\nEND:VCARD\r\n"
    private static let friends = [Friend.ada, .friend("grace", "Grace", "Hopper", ""), .linus]

    init() async {
        app = AppViewModel(client: client, id: "new", files: files)
        client.rests = [Friend.ID("grace"): Array(Self.card.utf8)]
        client.automatic = Self.answer
        await app.list.store.load()
    }

    private static func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: .page(FriendPage(friends: friends))
        case .friend(let id): friends.first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        default: nil
        }
    }

    private var field: PathField? { app.state.pathField }
    private var status: StatusMessage? { app.desk.status }

    private func begin(typing path: String = "") {
        app.pathField.send(.beginExport)
        app.pathField.send(.edit(.insert(path)))
    }

    private func submit() async { await app.pathField.send(.submit)?.value }

    private func names(in path: String) -> [String] {
        let text = files.text(of: path) ?? ""
        return text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("N:") }.map(String.init)
    }

    // MARK: What is exported

    @Test func `all friends are exported with their rests`() async {
        begin(typing: "a.vcf")
        #expect(field?.purpose == .export(.all(3)))
        await submit()
        #expect(field == nil && status?.text == "Exported 3 friends to a.vcf" && status?.kind == .success)
        #expect(names(in: "a.vcf").count == 3 && files.text(of: "a.vcf")?.contains(Self.card) == true)
    }

    @Test func `only what the filter shows is exported`() async {
        await app.list.send(.find(.begin))
        await app.list.send(.find(.edit(.insert("hopper"))))
        await app.list.send(.find(.keep))
        begin(typing: "a.json")
        #expect(field?.purpose == .export(.shown([Self.friends[1]])))
        await submit()
        let text = files.text(of: "a.json") ?? ""
        #expect(text.contains("\"grace\"") && !text.contains("\"ada\"") && text.contains("\"rest\":"))
    }

    @Test func `the marked friends go before the filter`() async {
        await app.list.send(.mark(.all))
        await app.list.send(.mark(.toggle))
        begin(typing: "a.vcf")
        guard case .export(.marked(let friends)) = field?.purpose else {
            Issue.record("\(String(describing: field?.purpose))")
            return
        }
        await submit()
        #expect(friends.count == 2 && names(in: "a.vcf").count == 2)
        #expect(status?.text == "Exported 2 friends to a.vcf")
    }

    @Test func `hidden marks are not exported`() async {
        app.list.select(Friend.ada.id)
        await app.list.send(.mark(.toggle))
        await app.list.send(.find(.begin))
        await app.list.send(.find(.edit(.insert("hopper"))))
        app.pathField.send(.beginExport)
        #expect(field == nil && status == .hiddenMarks)
    }

    @Test func `an empty list is not exported`() async {
        client.automatic = { _ in .page(FriendPage(friends: [])) }
        await app.list.store.load()
        begin()
        #expect(field == nil && status?.text == "No friends to export")
    }

    @Test func `more than a few friends are read page by page`() async {
        let many = (0..<60).map { Friend.friend("\($0)", "A\($0)", "B", "12") }
        client.automatic = { call in
            guard case .friends = call else { return nil }
            return .page(FriendPage(friends: many + [.ada]))
        }
        await app.list.store.load()
        await app.list.send(.mark(.all))
        app.list.select(Friend.ada.id)
        await app.list.send(.mark(.toggle))
        begin(typing: "a.vcf")
        await submit()
        #expect(names(in: "a.vcf").count == 60 && !names(in: "a.vcf").contains { $0.contains("Lovelace") })
    }

    @Test func `what a table cannot hold is said`() async {
        begin(typing: "a.csv")
        await submit()
        #expect(status?.text == "Exported 3 friends to a.csv, 1 not whole (X-NAVY)")
        #expect(status?.kind == .problem && files.text(of: "a.csv")?.contains("Hopper") == true)
    }

    /// A few friends are read one by one, and many with the list.
    @Test(arguments: [false, true], ["a.json", "a.csv", "a.vcf"])
    func `versions are written with their history`(isMarked: Bool, path: String) async {
        client.automatic = { call in
            guard case .friends = call else { return Self.answer(call) }
            return .page(FriendPage(friends: Self.friends, snapshot: .init("42-1f3a9c2e")))
        }
        if isMarked { await app.list.send(.mark(.all)) }
        begin(typing: path)
        let count = client.calls.count { $0 == .friends(after: nil) }
        await submit()
        let history = path == "a.csv" ? ",1-1f3a9c2e\r\n" : #"{"version":1,"history":"1f3a9c2e","friends":["#
        #expect(files.text(of: path)?.contains(history) == (path != "a.vcf"))
        let reads = client.calls.count { $0 == .friends(after: nil) } - count
        #expect(reads == (isMarked && path == "a.vcf" ? 0 : 1))
    }

    @Test func `deleted friends are left out`() async {
        await app.list.send(.mark(.all))
        client.automatic = { call in
            if case .friend(Friend.ada.id) = call { .failure(.notFound) } else { Self.answer(call) }
        }
        begin(typing: "a.vcf")
        await submit()
        #expect(status?.text == "Exported 2 friends to a.vcf")
    }

    // MARK: Problems

    @Test(arguments: [
        ("a.txt", "The name must end in .vcf, .json, .csv, .abook or .ldif"), ("folder/", "Add a file name"),
        ("none/a.vcf", "The folder none doesn\u{2019}t exist"),
    ])
    func `a path that cannot be used stays with its problem`(path: String, problem: String) async {
        begin(typing: path)
        await submit()
        #expect(field?.problem == problem && field?.isBusy == false && files.content.withLock { $0.begun.isEmpty })
        app.pathField.send(.edit(.insert("x")))
        #expect(field?.problem == nil && field?.input.text == path + "x")
    }

    @Test func `a full disk leaves the field with the reason`() async {
        files.change { $0.problem = UserFileError("Can\u{2019}t write there: No space left on device") }
        begin(typing: "a.vcf")
        await submit()
        #expect(field?.problem == "Can\u{2019}t write there: No space left on device" && field?.input.text == "a.vcf")
        #expect(files.text(of: "a.vcf") == nil)
        files.change { $0.problem = nil }
        await submit()
        #expect(field == nil && files.text(of: "a.vcf") != nil)
    }

    @Test(arguments: [Prompt.Answer.no, .yes])
    func `a file is replaced only after a question`(answer: Prompt.Answer) async throws {
        files.change { $0.files["b/a.vcf"] = Array("mine".utf8) }
        begin(typing: "b/a.vcf")
        let task: Task<Void, Never>? = app.pathField.send(.submit)
        try await app.desk.prompts.asked()
        #expect(app.state.prompts.current?.heading == "Replace a.vcf?")
        #expect(app.state.prompts.focus == .no)
        app.desk.prompts.send(.answer(answer))
        await task?.value
        #expect((files.text(of: "b/a.vcf") == "mine") == (answer == .no))
        #expect((field == nil) == (answer == .yes), "another name can be typed")
    }

    @Test func `a failed server offers a retry`() async throws {
        client.automatic = { _ in .failure(.unreachable(reason: "no")) }
        begin(typing: "a.vcf")
        let task: Task<Void, Never>? = app.pathField.send(.submit)
        try await app.desk.prompts.asked()
        #expect(app.state.prompts.current?.lines.contains("Nothing was exported.") == true)
        client.automatic = Self.answer
        app.desk.prompts.send(.answer(.retry))
        await task?.value
        #expect(status?.text == "Exported 3 friends to a.vcf")
    }

    // MARK: Cancelling

    @Test func `a cancelled export leaves no file`() async throws {
        client.automatic = nil
        let calls = client.calls.count
        begin(typing: "a.vcf")
        let task: Task<Void, Never>? = app.pathField.send(.submit)
        try await client.called(calls + 1)
        #expect(field?.isBusy == true && app.state.activity.titles == ["Exporting 3 friends\u{2026}"])
        app.pathField.send(.edit(.insert("x")))
        #expect(field?.input.text == "a.vcf")
        app.pathField.send(.cancel)
        await task?.value
        #expect(field == nil && files.text(of: "a.vcf") == nil && !app.state.activity.isBusy)
        #expect(status?.text == "Export cancelled \u{2013} nothing was written")
        begin()
        #expect(field != nil)
    }

    @Test func `quitting ends an export first`() async throws {
        client.automatic = nil
        let calls = client.calls.count
        begin(typing: "a.vcf")
        app.pathField.send(.submit)
        try await client.called(calls + 1)
        await app.send(.interrupt)
        #expect(app.isFinished && !app.state.activity.isBusy && files.text(of: "a.vcf") == nil)
    }

    @Test func `an empty path closes the field`() async {
        begin()
        await submit()
        #expect(field == nil)
    }
}

/// Completion of a path.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PathCompletionTests {
    private static let names = [
        FileName("notes.vcf", isFolder: false), FileName("new", isFolder: true), FileName("news.json", isFolder: false),
        FileName(".hidden", isFolder: false), FileName("\u{E9}t\u{E9}", isFolder: true),
    ]

    private static func field(_ text: String) -> PathField {
        var field = PathField(.export(.all(1)))
        field.apply(.insert(text))
        return field
    }

    @Test(
        arguments: [
            ("no", "notes.vcf", nil), ("n", "n", ["new/", "news.json", "notes.vcf"]),
            ("ne", "new", ["new/", "news.json"]),
            ("a/ne", "a/new", ["new/", "news.json"]), ("/x/y/\u{E9}", "/x/y/\u{E9}t\u{E9}/", nil),
            (".", ".hidden", nil), ("", "", ["new/", "news.json", "notes.vcf", "\u{E9}t\u{E9}/"]),
        ] as [(String, String, [String]?)])
    func `a name is completed as far as it is unambiguous`(typed: String, text: String, names: [String]?) {
        var field = Self.field(typed)
        field.complete(from: Self.names)
        #expect(field.input.text == text && field.completion?.names.map(\.path) == names && field.problem == nil)
        #expect(field.input.cursor == text.count)
    }

    @Test func `the names follow each other, and typing ends that`() {
        var field = Self.field("a/ne")
        field.complete(from: Self.names)
        let texts = [1, 1, 1, -1].map { step in
            _ = field.choose(step)
            return field.input.text
        }
        #expect(texts == ["a/new/", "a/news.json", "a/new/", "a/news.json"])
        field.apply(.moveLeft)
        #expect(field.completion != nil)
        field.apply(.insert("x"))
        #expect(field.completion == nil && !field.choose(1))
    }

    @Test(arguments: [("x", "No file begins with that"), ("", "No files there")])
    func `no name is a problem`(typed: String, problem: String) {
        var field = Self.field(typed)
        field.complete(from: [])
        #expect(field.problem == problem && field.input.text == typed)
    }

    @Test func `Tab lists the folder that was typed`() async {
        let (client, files) = (StubFriendsClient(), StubFiles())
        let app = AppViewModel(client: client, id: "new", files: files)
        client.automatic = { _ in .page(FriendPage(friends: [.ada])) }
        await app.list.store.load()
        files.change {
            $0.folders = ["": [FileName("work", isFolder: true)], "~/": [FileName("x.vcf", isFolder: false)]]
        }
        app.pathField.send(.beginExport)
        await app.pathField.send(.complete)?.value
        #expect(app.state.pathField?.input.text == "work/")
        app.pathField.send(.edit(.killToStart))
        app.pathField.send(.edit(.insert("~")))
        await app.pathField.send(.complete)?.value
        #expect(app.state.pathField?.input.text == "~/")
        await app.pathField.send(.complete)?.value
        #expect(app.state.pathField?.input.text == "~/x.vcf")
    }
}
