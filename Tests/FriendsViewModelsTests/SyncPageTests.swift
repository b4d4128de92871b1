import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The page of the synchronisation, and the decisions on it.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SyncPageTests {
    private let client = StubFriendsClient()
    private let service = StubSyncService("phone")
    private let app: AppViewModel

    /// Ada after a synchronisation: the number of the server is in its place, and ours is a line.
    private static let ada = Friend(
        id: Friend.ada.id, version: .init("5"),
        details: FriendDetails(firstName: "Ada", phoneNumber: "2", lines: [kept]))
    private static let kept = FriendLine(id: .init("k"), kind: .phone, value: "1")
    private static let conflict = SyncReport.Conflict(
        friend: ada.id,
        conflict: SyncConflict(
            place: .field(.phoneNumber), part: "Phone number", ours: "1", theirs: "2", kept: kept))

    init() async {
        app = AppViewModel(Desk(client, isShared: false, sync: service))
        var ada = Self.ada
        client.automatic = { call in
            switch call {
            case .friends: return .page(FriendPage(friends: [ada, .grace]))
            case .update(let id, let changes, let version):
                ada = Friend(
                    id: id, version: .init(version.rawValue + "+"), details: changes.applied(to: ada.details))
                return .friend(ada)
            default: return nil
            }
        }
        await app.list.store.load()
    }

    private func open(_ change: (inout SyncReport) -> Void) async {
        var report = SyncReport(address: "https://a.example/book/")
        change(&report)
        service.set(report)
        await app.send(.openPage(.sync))
    }

    private var texts: [[String]] {
        guard let page = app.state.page, case .sync(let entries) = page.table.all else { return [] }
        return entries.map(\.texts)
    }

    private func decide(_ choice: SyncConflict.Choice?) async {
        await app.page?.send(.select(index: 1))
        await app.page?.send(.decide(choice))
    }

    private var written: [FriendDetails] {
        client.calls.compactMap { call in
            if case .update(_, let changes, _) = call { changes.applied(to: Self.ada.details) } else { nil }
        }
    }

    @Test func `everything that is left is listed`() async {
        await open { report in
            report.endedAt = 1_000 - 300
            report.conflicts = [Self.conflict]
            report.refusals = [
                .init(friend: Friend.grace.id, reason: "too large"), .init(friend: Friend.ID("gone"), reason: "No"),
            ]
            report.shortened = [
                .init(friend: Friend.grace.id, version: .init("other"), stored: FriendDetails(firstName: "Gr")),
                .init(
                    friend: Self.ada.id, version: Self.ada.version,
                    stored: FriendDetails(firstName: "Ad", phoneNumber: "2")),
            ]
            report.leftAlone = [.init(name: "x.vcf", reason: "It is not a card")]
        }
        #expect(
            texts == [
                ["Account", "phone", "synced 5 min ago"],
                ["Conflict", "Ada", "Phone number: 1 here, 2 on the server"],
                ["Not sent", "Grace Hopper", "Too large."], ["Not sent", "someone who is not in the list", "No."],
                ["Shortened", "Grace Hopper", "The server did not store everything."],
                ["Shortened", "Ada", "First name: Ada, Phone: 1"],
                ["No friend", "x.vcf", "It is not a card."],
            ])
        #expect(app.page?.state.table.all.page.emptyTexts.isEmpty == false)
    }

    @Test func `our value takes its place again`() async {
        await open { $0.conflicts = [Self.conflict] }
        await decide(.ours)
        #expect(written == [FriendDetails(firstName: "Ada", phoneNumber: "1")])
        #expect(app.desk.status?.text == "Kept yours for Ada: Phone number")
        #expect(app.desk.status?.offer == .undo)
        #expect(texts.map(\.first) == ["Account"])
        // Undone, it can be decided again.
        await app.page?.send(.undo)
        #expect(texts.map(\.first) == ["Account", "Conflict"])
        #expect(service.kept.isEmpty)
    }

    @Test func `the value of the server stays, and ours goes`() async {
        await open { $0.conflicts = [Self.conflict] }
        await decide(.theirs)
        #expect(written == [FriendDetails(firstName: "Ada", phoneNumber: "2")])
        #expect(texts.map(\.first) == ["Account"])
    }

    @Test func `both can stay, which is noted`() async {
        await open { $0.conflicts = [Self.conflict] }
        await decide(nil)
        #expect(written.isEmpty && service.kept == [Self.conflict])
        #expect(app.desk.status?.text == "Kept both for Ada: Phone number")
        #expect(texts.map(\.first) == ["Account"])
    }

    @Test(
        arguments: [
            (.keepOurs, [FriendDetails(firstName: "Ada", phoneNumber: "1")]),
            (.keepTheirs, [FriendDetails(firstName: "Ada", phoneNumber: "2")]), (.keepBoth, []), (.askLater, []),
        ] as [(Prompt.Answer, [FriendDetails])])
    func `a conflict can be decided where it is shown whole`(answer: Prompt.Answer, expected: [FriendDetails]) async {
        await open { $0.conflicts = [Self.conflict] }
        await app.page?.send(.select(index: 1))
        let asking = app.page?.send(.use) as Task<Void, Never>?
        #expect(app.state.prompts.focus == .askLater)
        app.desk.prompts.send(.answer(answer))
        await asking?.value
        #expect(written == expected && service.kept == (answer == .keepBoth ? [Self.conflict] : []))
        #expect(texts.map(\.first) == (answer == .askLater ? ["Account", "Conflict"] : ["Account"]))
    }

    @Test func `what could not be noted is said`() async {
        await open { $0.conflicts = [Self.conflict] }
        service.failToNote()
        await decide(nil)
        #expect(app.desk.status?.kind == .problem)
        #expect(texts.map(\.first) == ["Account", "Conflict"])
    }

    @Test func `of a line whose label both have changed, the labels are shown`() async {
        let work = FriendLine(id: .init("w"), kind: .phone, label: "work", value: "1")
        let found = SyncReport.Conflict(
            friend: Friend.grace.id,
            conflict: SyncConflict(
                place: .line(.init("h")), part: "Phone", ours: "1", theirs: "1", theirLabel: "home", kept: work))
        let home = FriendLine(id: .init("h"), kind: .phone, label: "home", value: "1")
        let friends = [Self.ada, Friend.grace.changed { $0.lines = [home, work] }]
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: friends)) } else { nil }
        }
        await app.list.store.load()
        await open { $0.conflicts = [found] }
        #expect(texts.last == ["Conflict", "Grace Hopper", "Phone: 1 (work) here, 1 (home) on the server"])
    }

    /// What was removed here stays as the server has it.
    @Test func `a choice that changes nothing is noted`() async {
        let removed = SyncReport.Conflict(
            friend: Self.ada.id,
            conflict: SyncConflict(place: .field(.phoneNumber), part: "Phone number", ours: "", theirs: "2", kept: nil))
        await open { $0.conflicts = [removed] }
        #expect(texts.last == ["Conflict", "Ada", "Phone number: removed here, 2 on the server"])
        await decide(.theirs)
        #expect(written.isEmpty && service.kept == [removed])
    }

    @Test func `what was changed since has nothing to decide`() async {
        let other = SyncConflict(place: .field(.phoneNumber), part: "P", ours: "1", theirs: "3", kept: nil)
        await open {
            $0.conflicts = [
                .init(friend: Self.ada.id, conflict: other), .init(friend: Friend.ID("gone"), conflict: other),
            ]
        }
        #expect(texts.map(\.first) == ["Account"])
    }

    @Test func `the page follows the synchronisations`() async throws {
        await open { _ in }
        #expect(texts == [["Account", "phone", "not synced yet"]])
        app.desk.sync?.start()
        try await service.called(1)
        service.answer(SyncOutcome(.offline("No answer."), waitingCount: 2))
        try await eventually("the end") { texts == [["Account", "phone", "2 waiting, offline: No answer."]] }
        await app.page?.send(.reload)
        try await service.called(2)
        service.answer(SyncOutcome(.done, waitingCount: 0))
        try await eventually("the end") { texts == [["Account", "phone", "synced"]] }
        await app.desk.sync?.stop()
    }

    @Test(arguments: [(true, Prompt.Answer.yes), (false, .yes), (true, .no)])
    func `many deletions are a question`(isHere: Bool, answer: Prompt.Answer) async throws {
        app.desk.sync?.start()
        try await service.called(1)
        let deletions = ManyDeletions(isHere: isHere, count: 12, total: 12)
        service.answer(SyncOutcome(.manyDeletions(deletions)))
        try await eventually("the problem") { app.desk.status?.kind == .problem }
        await open { _ in }
        let using = Task { await app.page?.send(.use) }
        let heading = isHere ? "Delete 12 friends here?" : "Delete 12 friends on the server?"
        try await eventually("the question") { app.state.prompts.current?.heading == heading }
        app.desk.prompts.send(.answer(answer))
        await using.value
        if answer == .yes {
            try await service.called(2)
            #expect(service.confirmed == [deletions])
            service.answer(SyncOutcome(.done))
            // What was said does not hold any more.
            try await eventually("the end of the problem") { app.desk.status == nil }
        } else {
            #expect(service.calls.count == 1)
        }
        await app.desk.sync?.stop()
    }

    @Test func `without an account the page says how to get one`() async {
        let app = AppViewModel(client: client, id: "new")
        await app.send(.openPage(.sync))
        #expect(app.state.page?.table.all == .sync([]) && app.state.page?.content == .loaded)
        await app.page?.send(.reload)
        await app.page?.send(.decide(.ours))
    }
}
