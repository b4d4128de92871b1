import FriendsModel
import FriendsSearch
import TestSupport
import Testing

@testable import FriendsViewModels

/// Two friends of the page of duplicates are merged.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MergingTests {
    let client = StubFriendsClient()
    let app: AppViewModel
    let server: MergeServer
    nonisolated static let ada = Friend.friend(
        "ada", "Ada", "Lovelace", "12", lines: [.line(.email, "ada@example.org"), .line(.tag, "work")])
    nonisolated static let other = Friend.friend(
        "other", "Lovelace", "Ada", "34", lines: [.line(.note, "Likes engines")])
    nonisolated static let third = Friend.friend("third", "ada", "lovelace", "56")

    init() async {
        app = AppViewModel(client: client, id: "new")
        server = MergeServer([Self.ada, Self.other, .grace])
        client.automatic = { [server] in server.answer($0) }
        client.offersBatches = true
        await app.list.store.load()
    }

    var merging: Merging? { app.state.merging }
    var status: String { app.desk.status?.text ?? "" }

    func open() async throws {
        await app.send(.openPage(.duplicates))
        await app.page?.send(.use)
        try #require(merging != nil)
    }

    func submit() async { await app.merging.send(.submit)?.value }

    /// The calls that change something.
    var writes: [StubFriendsClient.Call] {
        client.calls.filter { call in
            switch call {
            case .update, .delete, .add, .restore, .write, .writeAll: true
            default: false
            }
        }
    }

    // MARK: The view

    @Test func `the selected friend is beside another one of its group`() async throws {
        try await open()
        #expect(merging?.merge.first.id == Self.ada.id, "it has more texts")
        #expect(merging?.merge.second.id == Self.other.id)
        #expect(merging?.reasons.words == "name")
        app.merging.send(.swap)
        #expect(merging?.merge.first.id == Self.other.id)
        app.merging.send(.cancel)
        #expect(merging == nil && app.page != nil && writes.isEmpty, "Esc goes back without a change")
    }

    @Test func `parts are selected and chosen`() async throws {
        try await open()
        app.merging.send(.choose(.second))
        #expect(merging?.merge.details().firstName == "Lovelace")
        app.merging.send(.choose(.both))
        #expect(status == "Choose one of the two")
        app.merging.send(.move(.next))
        #expect(merging?.selected == 1 && app.desk.status == nil)
        app.merging.send(.chooseNext)
        #expect(merging?.merge.details().lastName == "Ada")
        app.merging.send(.move(.last))
        #expect(merging?.selected == 5)
        app.merging.send(.choose(.none))
        #expect(merging?.merge.details().values(of: .note) == [])
        app.merging.send(.select(3, .first))
        #expect(merging?.selected == 3)
        app.merging.send(.move(.pageUp))
        #expect(merging?.selected == 0)
        #expect(writes.isEmpty, "nothing is merged without Enter")
    }

    @Test func `of a group of three, two are merged at a time`() async throws {
        server.friends.append(Self.third)
        await app.list.store.load()
        try await open()
        #expect(merging?.group.count == 3)
        let shown = merging?.friends.map(\.id.rawValue)
        app.merging.send(.nextFriend)
        #expect(merging?.friends.map(\.id.rawValue) != shown)
        #expect(merging?.friends.contains { $0.id == Self.third.id || $0.id == Self.other.id } == true)
        app.merging.send(.nextFriend)
        #expect(merging?.friends.map(\.id.rawValue) == shown, "after the last one comes the first")
        await submit()
        #expect(app.list.state.table.rows.count == 3)
        try await eventually { app.state.page?.table.entries.count == 2 }
    }

    @Test func `a group of two has no other friend`() async throws {
        try await open()
        app.merging.send(.nextFriend)
        #expect(status == "There is no other friend in this group")
        #expect(merging?.merge.first.id == Self.ada.id)
    }

    // MARK: Leaving

    @Test(arguments: [true, false])
    func `choices are not lost unasked`(isKept: Bool) async throws {
        try await open()
        app.merging.send(.choose(.second))
        let leaving = app.merging.send(.cancel)
        app.merging.send(.cancel)
        #expect(app.desk.prompts.state.queue.map(\.heading) == ["Discard your choices?"], "it is asked once")
        #expect(app.desk.prompts.state.focus == .no)
        app.desk.prompts.send(.answer(isKept ? .no : .yes))
        await leaving?.value
        #expect((merging != nil) == isKept && writes.isEmpty)
        guard isKept else { return }
        #expect(merging?.merge.details().firstName == "Lovelace")
        app.merging.send(.choose(.first))
        app.merging.send(.cancel)
        #expect(merging == nil, "the suggestion is no choice")
    }

    @Test(arguments: [AppViewModel.Action.closePage, .openPage(.trash), .interrupt])
    func `other ways out ask, too`(action: AppViewModel.Action) async throws {
        try await open()
        app.merging.send(.choose(.second))
        let leaving: Task<Void, Never>? = app.send(action)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.no))
        await leaving?.value
        #expect(merging != nil && app.page?.state.kind == .duplicates && !app.isFinished)
    }

    @Test func `choices come back with their friend`() async throws {
        server.friends.append(Self.third)
        await app.list.store.load()
        try await open()
        let shown = merging?.merge.second.id
        app.merging.send(.choose(.second))
        let chosen = merging?.merge.details().firstName
        app.merging.send(.nextFriend)
        #expect(merging?.merge.second.id != shown && merging?.merge.hasChoices == false)
        let leaving = app.merging.send(.cancel)
        #expect(app.desk.prompts.state.current?.heading == "Discard your choices?", "of the pair before")
        app.desk.prompts.send(.dismiss)
        await leaving?.value
        server.friends[0] = Self.ada.changed({ $0.lines = [] }, version: "9")
        await app.list.store.load()
        app.merging.send(.nextFriend)
        #expect(merging?.merge.second.id == shown && merging?.merge.details().firstName == chosen)
        #expect(merging?.merge.first.version.rawValue == "9", "with the friends as they are now")
    }

    @Test func `a friend that is gone is passed over`() async throws {
        server.friends += [Self.third, .friend("fourth", "Ada", "Lovelace", "78")]
        await app.list.store.load()
        try await open()
        let shown = try #require(merging?.friends.map(\.id))
        let second = shown.first { $0 != merging?.anchor }
        let gone = merging?.group.first { !shown.contains($0) }
        server.friends.removeAll { $0.id == gone }
        await app.list.store.load()
        app.merging.send(.nextFriend)
        #expect(merging?.friends.contains { $0.id == gone || $0.id == second } == false)
    }

    @Test func `a merge that is being sent keeps its page`() async throws {
        try await open()
        client.automatic = nil
        let merge = app.merging.send(.submit)
        try await eventually { !writes.isEmpty }
        let leaving = Task {
            await app.send(.closePage)
            await app.send(.openPage(.trash))
        }
        try await leaving.ended()
        #expect(merging != nil && app.page?.state.kind == .duplicates && status == "The merge is still being sent")
        client.automatic = { [server] in server.answer($0) }
        client.answer(.failure(.unreachable(reason: "no")))
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.retry))
        await merge?.value
        #expect(merging == nil && server.friends.count == 2)
    }

    // MARK: Merging

    private static let union = FriendDetails(
        firstName: "Ada", lastName: "Lovelace", phoneNumber: "12",
        lines: [
            .line(.email, "ada@example.org"), .line(.tag, "work"), .line(.phone, "34"), .line(.note, "Likes engines"),
        ])

    private func hasUnion(_ details: FriendDetails?) -> Bool {
        details?.firstName == "Ada" && details?.phoneNumber == "12"
            && details?.lines.map(\.value) == Self.union.lines.map(\.value)
    }

    @Test(arguments: [true, false])
    func `a merge is one step, and undo brings both back exactly`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        try await open()
        await submit()
        #expect(merging == nil && status == "Merged Ada Lovelace")
        #expect(server.friends.map(\.id.rawValue) == ["ada", "grace"])
        #expect(hasUnion(server.friends.first?.details) && server.trash.map(\.details) == [Self.other.details])
        #expect(app.state.page?.table.entries.count == 0, "the page is up to date")
        #expect(app.list.state.table.selectedFriend?.id == Self.ada.id)
        #expect(app.list.state.history.done.count == 2 && app.list.state.history.next(.undo)?.isMerge == true)
        await app.page?.send(.undo)
        #expect(status == "Undid merge of Ada Lovelace")
        #expect(Set(server.friends.map(\.details.fullName)) == ["Ada Lovelace", "Lovelace Ada", "Grace Hopper"])
        #expect(server.friends.first { $0.id == Self.ada.id }?.details == Self.ada.details)
        #expect(server.friends.first { $0.id == Self.other.id }?.details == Self.other.details)
        #expect(app.state.page?.table.entries.count == 2)
        await app.page?.send(.redo)
        #expect(status == "Redid merge of Ada Lovelace")
        #expect(server.friends.map(\.id.rawValue).sorted() == ["ada", "grace"])
        #expect(hasUnion(server.friends.first { $0.id == Self.ada.id }?.details))
        await app.page?.send(.undo)
        #expect(server.friends.count == 3)
    }

    @Test func `both writes are one call`() async throws {
        try await open()
        await submit()
        guard case .writeAll(let writes)? = self.writes.first, self.writes.count == 1 else {
            Issue.record("\(self.writes)")
            return
        }
        #expect(writes.map(\.id) == [Self.ada.id, Self.other.id])
    }

    /// The other one has nothing that is not there already.
    @Test func `a friend that stays as it is can be merged`() async throws {
        server.friends = [Self.ada, .friend("copy", "Ada", "Lovelace", "12")]
        await app.list.store.load()
        try await open()
        await submit()
        #expect(server.friends.map(\.details) == [Self.ada.details])
        await app.page?.send(.undo)
        #expect(server.friends.count == 2)
    }

    @Test func `the messages say what a merge has added`() async throws {
        try await open()
        await submit()
        let message = try #require(app.desk.messages.first)
        #expect(message.heading == "Merged Ada Lovelace" && message.lines == ["+ Phone: 34", "+ Note: Likes engines"])
    }

    // MARK: Cards

    /// The new rest of Ada in the calls from a place on; nil if none of them writes one.
    func restOfAda(from start: Int) -> [UInt8]? {
        writes[start...].lazy.flatMap { call -> [FriendWrite] in
            switch call {
            case .write(let writes), .writeAll(let writes): writes
            default: []
            }
        }.compactMap { write -> [UInt8]? in
            if case .update(Self.ada.id, _, let rest, _) = write { rest } else { nil }
        }.first
    }

    @Test func `the card of the other one stays if there is no other card`() async throws {
        client.rests = [Self.other.id: [1, 2]]
        try await open()
        await submit()
        #expect(restOfAda(from: 0) == [1, 2] && status == "Merged Ada Lovelace")
        let merged = writes.count
        await app.page?.send(.undo)
        #expect(restOfAda(from: merged) == [], "undo takes it back")
        let undone = writes.count
        await app.page?.send(.redo)
        #expect(restOfAda(from: undone) == [1, 2])
    }

    @Test func `of two cards one has the lines of both`() async throws {
        func card(_ row: String) -> [UInt8] {
            Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Lovelace\r\n\(row)\r\nEND:VCARD\r\n".utf8)
        }
        client.rests = [Self.ada.id: card("X-TITLE:Countess"), Self.other.id: card("X-NICK:Enchantress")]
        try await open()
        await submit()
        let text = String(decoding: restOfAda(from: 0) ?? [], as: UTF8.self)
        #expect(text.contains("X-TITLE:Countess") && text.contains("X-NICK:Enchantress"))
        #expect(status == "Merged Ada Lovelace")
        let merged = writes.count
        await app.page?.send(.undo)
        #expect(restOfAda(from: merged) == card("X-TITLE:Countess"), "undo brings the own card back")
    }

    @Test func `a phone number keeps the type of its card as a line`() async throws {
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Lovelace Ada\r\nTEL;TYPE=home:34\r\nEND:VCARD\r\n"
        client.rests = [Self.other.id: Array(card.utf8)]
        try await open()
        await submit()
        let lines = server.friends.first { $0.id == Self.ada.id }?.details.lines ?? []
        #expect(lines.contains { $0.kind == .phone && $0.label == "home" && $0.value == "34" })
    }

    @Test func `an address of the other one comes with its parts`() async throws {
        func card(_ row: String) -> [UInt8] {
            Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Lovelace\r\n\(row)\r\nEND:VCARD\r\n".utf8)
        }
        let other = Friend.friend("other", "Ada", "Lovelace", "34", lines: [.line(.address, "Road 1, Town", id: "1")])
        let server = MergeServer([Self.ada, other])
        client.automatic = { server.answer($0) }
        client.rests = [Self.ada.id: card("X-TITLE:Countess"), other.id: card("ADR;TYPE=dom:;;Road 1;Town;;;")]
        await app.list.store.load()
        try await open()
        await submit()
        let text = String(decoding: restOfAda(from: 0) ?? [], as: UTF8.self)
        #expect(text.contains("ADR;TYPE=dom;X-FRIENDS-ID=1:;;Road 1;Town;;;\r\n"), "\(text)")
    }

    @Test func `what a card has once and both have is named`() async throws {
        func card(_ row: String, _ name: String) -> [UInt8] {
            let rows = [
                "BEGIN:VCARD", "VERSION:4.0", "N:Lovelace;Ada;\(name);;", "FN:Ada Lovelace", row, "END:VCARD", "",
            ]
            return Array(rows.joined(separator: "\r\n").utf8)
        }
        client.rests = [Self.ada.id: card("GENDER:F", "King"), Self.other.id: card("GENDER:O", "Byron")]
        try await open()
        await submit()
        #expect(status == "Merged Ada Lovelace; only in the trash: gender, name")
    }

    @Test(arguments: [[UInt8]([3]), [1, 2]])
    func `of two cards the own one stays`(own: [UInt8]) async throws {
        client.rests = [Self.ada.id: own, Self.other.id: [1, 2]]
        try await open()
        await submit()
        #expect(restOfAda(from: 0) == nil)
        let isLost = own != [1, 2]
        #expect(status == "Merged Ada Lovelace" + (isLost ? "; only in the trash: the other card" : ""))
    }
}
