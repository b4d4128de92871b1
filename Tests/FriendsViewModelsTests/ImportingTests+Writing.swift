import FriendsExchange
import FriendsFormats
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What an import writes, and how it is undone.
extension ImportingTests {
    @Test func `an import is one step that can be undone`() async throws {
        try await open()
        await send(.importRecords)
        #expect(app.page == nil && status?.offer == .undo)
        #expect(status?.text == "Imported 2 friends: 1 added, 1 changed, 2 not imported")
        #expect(written.count == 2)
        let linus = Friend.ID("linus")
        #expect(
            written[0]
                == .add(
                    FriendDetails(firstName: "Linus", lastName: "Torvalds", phoneNumber: "34"), id: linus,
                    rest: Array("card".utf8)))
        guard case .update(_, let changes, let rest, _) = written[1] else {
            Issue.record("no update")
            return
        }
        #expect(changes == FriendChanges([.lastName: "King"]) && rest?.count == Self.card.utf8.count - 4)
        await app.list.send(.undo)
        #expect(status?.text == "Undid import of 2 friends")
        guard case .update(_, let back, let oldRest, _) = written[2] else {
            Issue.record("no update")
            return
        }
        #expect(back == FriendChanges([.lastName: "Lovelace"]) && oldRest == Array(Self.card.utf8))
        #expect(written[3] == .erase(linus, at: .init("1")))
        #expect(!app.list.state.history.canUndo)
        await app.list.send(.redo)
        guard case .update(_, let again, let newRest, _) = written.last else {
            Issue.record("no update")
            return
        }
        #expect(again == changes && newRest == rest)
    }

    @Test func `a cancelled import keeps whole batches as one step`() async throws {
        let records = (0..<1_200).map { Self.record($0, "\($0)", "A\($0)", "B\($0)", "") }
        try await open([records])
        client.automatic = nil
        let count = client.calls.count
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await client.called(count + 1)
        guard case .write(let writes) = client.calls.last else {
            Issue.record("no batch")
            return
        }
        client.answer(.results(writes.map { .success(Self.made($0)) }))
        try await client.called(count + 2)
        #expect(app.state.activity.titles == ["Importing 1200 friends\u{2026} 500 of 1200"])
        await app.send(.cancelActivity)
        client.automatic = Self.answer
        await task?.value
        #expect(app.list.state.history.next(.undo)?.count == 500)
        #expect(status?.text.hasPrefix("Imported 500 friends: 500 added, ") == true)
    }

    @Test func `a refused write does not stop the others`() async throws {
        try await open()
        client.automatic = { call in
            guard case .write(let writes) = call else { return Self.answer(call) }
            return .results(
                writes.map {
                    if case .update = $0 { .failure(.conflict(current: Self.grace)) } else { .success(Self.made($0)) }
                })
        }
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.press)
        await task?.value
        #expect(status?.text == "Imported 1 friend: 1 added, 2 not imported, 1 refused")
        #expect(app.list.state.history.next(.undo)?.count == 1)
    }

    @Test func `an import that was not begun keeps the page`() async throws {
        try await open()
        client.automatic = { call in
            if case .write = call { .failure(.unreachable(reason: "no")) } else { Self.answer(call) }
        }
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        await task?.value
        #expect(records != nil && !app.list.state.history.canUndo)
    }

    @Test func `a friend without a rest is not brought back from the trash`() async throws {
        try await open([[Self.record(1, "x", "X", "Y", "77")]])
        await send(.importRecords)
        let details = FriendDetails(firstName: "X", lastName: "Y", phoneNumber: "77")
        #expect(written == [.add(details, id: Friend.ID("x"))])
        await app.list.send(.undo)
        #expect(status?.text == "Undid import of X Y")
    }

    @Test func `undoing a single change brings its card back`() async throws {
        try await open([[Self.records[2]]])
        await send(.importRecords)
        await app.list.send(.undo)
        guard case .update(_, _, let rest, _) = written.last else {
            Issue.record("no update")
            return
        }
        #expect(rest == Array(Self.card.utf8) && status?.text == "Undid update of Ada King")
    }

    /// Their cards come one after the other, in any order.
    @Test func `undoing a merge with one of several who look alike brings its card back`() async throws {
        let twins = (0..<8).map { Friend.friend("\($0)", "Ada", "Lovelace", "") }
        let cards = twins.map { twin in
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(twin.id.rawValue)\r\nFN:Ada Lovelace\r\nX-TITLE:\(twin.id.rawValue)\r\nEND:VCARD\r\n"
        }
        client.rests = Dictionary(uniqueKeysWithValues: zip(twins.map(\.id), cards.map { Array($0.utf8) }))
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: twins))
            case .friend(let id): twins.first { $0.id == id }.map { .friend($0) }
            default: Self.answer(call)
            }
        }
        await app.list.store.load()
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:r\r\nFN:Ada Lovelace\r\nX-NICK:Bee\r\nEND:VCARD\r\n"
        try await open([[Self.record(1, "r", "Ada", "Lovelace", "", rest: card)]])
        await send(.merge)
        await send(.importRecords)
        guard case .update(let id, _, let new, _) = written.last else {
            Issue.record("no update")
            return
        }
        #expect(String(decoding: new ?? [], as: UTF8.self).contains("X-NICK:Bee"))
        await app.list.send(.undo)
        guard case .update(id, _, let old, _) = written.last else {
            Issue.record("no update")
            return
        }
        #expect(old == client.rests[id])
    }

    @Test func `a server that takes one write at a time gets the cards, too`() async throws {
        client.offersBatches = false
        client.automatic = { call in
            switch call {
            case .add(let details, let id): .friend(Friend(id: id, version: .init("1"), details: details))
            case .update(let id, let changes, _):
                .friend(Friend(id: id, version: .init("2"), details: changes.applied(to: Self.ada.details)))
            default: Self.answer(call)
            }
        }
        try await open()
        await send(.importRecords)
        #expect(status?.text == "Imported 2 friends: 1 added, 1 changed, 2 not imported")
        #expect(client.writtenRests[Friend.ID("linus")] == Array("card".utf8) && client.writtenRests.count == 2)
    }

    /// The batch was written, and its answer was lost: the list shows it later.
    @Test func `undo brings old cards back that were replaced without an answer`() async throws {
        try await open()
        var isWritten = false
        client.automatic = { call in
            switch call {
            case .write where !isWritten:
                isWritten = true
                return .failure(.connectionLost(reason: "cut"))
            case .friends where isWritten:
                let king = Self.ada.changed({ $0.lastName = "King" }, version: "2")
                let linus = Friend.friend("linus", "Linus", "Torvalds", "34", version: "1")
                return .page(FriendPage(friends: [Self.grace, king, linus]))
            default: return Self.answer(call)
            }
        }
        let task: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.cancel))
        await task?.value
        #expect(app.list.state.history.next(.undo)?.count == 2)
        await app.list.send(.undo)
        let updates = written.compactMap { if case .update(_, _, let rest, _) = $0 { rest } else { nil } }
        #expect(updates.last == Array(Self.card.utf8))
    }

    @Test func `a friend that changes while its card is read is compared as it is then`() async throws {
        let newer = Self.card.replacing("TEL:12", with: "TEL:13")
        let changed = Self.ada.changed({ $0.phoneNumber = "13" }, version: "2")
        client.automatic = { [client] call in
            guard case .friend = call else { return Self.answer(call) }
            client.rests = [Self.ada.id: Array(newer.utf8)]
            return .friend(changed)
        }
        try await open([[Self.record(1, "ada", "Ada", "Lovelace", "13", rest: newer)]])
        #expect(states == [.same], "the card is that of the friend's version")
    }

    // MARK: A part of a file

    @Test func `a part of a file is imported after a question only`() async throws {
        files.change { $0.readProblem = UserFileError("Can\u{2019}t read a.vcf: Input/output error") }
        try await open([Array(Self.records.prefix(1))])
        #expect(records?.problem == "Can\u{2019}t read a.vcf: Input/output error")
        let declined: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.heading == "The file was not read to its end. Import 1 record?")
        #expect(app.desk.prompts.state.focus == .no)
        app.desk.prompts.send(.press)
        await declined?.value
        #expect(written.isEmpty && records != nil)
        let accepted: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.yes))
        await accepted?.value
        #expect(written.count == 1 && app.page == nil)
    }

    /// What follows the damage is not even a row.
    @Test func `a file that ends in damage is imported after a question only`() async throws {
        let end = RecordProblem("This is not JSON, and what follows it was not read", endsFile: true)
        try await open([Array(Self.records.prefix(1)), [FriendRecord(row: 9, content: .failure(end))]])
        #expect(records?.problem == end.message && records?.progress == .complete)
        #expect(status == .init(kind: .problem, text: end.message))
        let importing: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.heading == "The file was not read to its end. Import 1 record?")
        app.desk.prompts.send(.answer(.yes))
        await importing?.value
        #expect(written.count == 1 && app.page == nil)
        #expect(app.desk.messages.first?.text.contains("Linus Torvalds") == true, "also a single friend is named")
    }

    @Test func `the filter finds why a record is refused`() async throws {
        try await open()
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.insert("no end"))))
        #expect(app.state.page?.table.entries.count == 1)
    }

    @Test func `comparing again happens once at a time`() async throws {
        client.automatic = { call in
            if case .friend = call { .failure(.unreachable(reason: "no")) } else { Self.answer(call) }
        }
        files.change { $0.records["a.vcf"] = [Self.records] }
        app.pathField.send(.beginImport)
        app.pathField.send(.edit(.insert("a.vcf")))
        await app.pathField.send(.submit)?.value
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.cancel))
        try await eventually { records?.progress == .notCompared && app.page?.isLoading == false }
        let count = client.calls.count
        client.automatic = nil
        let first: Task<Void, Never>? = app.importing?.send(.importRecords)
        try await client.called(count + 1)
        await send(.importRecords)
        #expect(client.calls.count == count + 1 && status?.text == "Still comparing")
        client.automatic = Self.answer
        client.answer(.friend(Self.ada))
        await first?.value
        #expect(records?.progress == .complete && states == [.new, .same, .changed, .refused, .duplicate])
    }
}
