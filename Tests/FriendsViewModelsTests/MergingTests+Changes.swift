import FriendsModel
import FriendsSearch
import TestSupport
import Testing

@testable import FriendsViewModels

/// Merges that meet changes of others, refusals, and answers that are lost.
extension MergingTests {
    @Test(arguments: [true, false], [Self.ada.id, Self.other.id])
    func `a friend that someone changed is not merged with what was seen`(
        offersBatches: Bool, id: Friend.ID
    ) async throws {
        client.offersBatches = offersBatches
        try await open()
        let index = try #require(server.friends.firstIndex { $0.id == id })
        server.friends[index] = server.friends[index].changed(
            { $0.lines.append(.line(.website, "https://a.b")) }, version: "7")
        await submit()
        #expect(server.friends.count == 3 && server.trash.isEmpty, "nothing was deleted")
        #expect(server.friends.first { $0.id == Self.ada.id }?.details.phoneNumber == "12")
        #expect(server.friends.count { $0.details.lines.contains { $0.kind == .website } } == 1)
        #expect(status == "Nothing was merged: someone changed one of the two in the meantime")
        #expect(merging?.friends.contains { $0.version.rawValue == "7" } == true, "the current ones are shown")
        #expect(!app.list.state.history.canUndo)
        await submit()
        #expect(server.friends.count == 2)
        #expect(server.friends[0].details.values(of: .website) == ["https://a.b"])
    }

    @Test func `a change by someone else is shown at once`() async throws {
        try await open()
        app.merging.send(.choose(.second))
        server.friends[1] = Self.other.changed({ $0.phoneNumber = "99" }, version: "8")
        await app.list.store.load()
        #expect(merging?.merge.second.details.phoneNumber == "99")
        #expect(status == "Someone changed Lovelace Ada in the meantime")
        #expect(merging?.merge.details().firstName == "Lovelace", "other choices stay")
    }

    @Test func `a friend that someone deleted is not merged`() async throws {
        try await open()
        server.friends.remove(at: 1)
        await submit()
        #expect(merging == nil && server.friends.map(\.details) == [Self.ada.details, Friend.grace.details])
        #expect(status == "Nothing was merged: someone deleted Lovelace Ada")
        #expect(!app.list.state.history.canUndo)
    }

    @Test(arguments: [true, false])
    func `the other one is not deleted when the server rejects the details`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        server.rejection = .rejected([.init(part: .whole, reason: "Too much")], reason: nil)
        try await open()
        await submit()
        #expect(server.friends.count == 3 && server.trash.isEmpty)
        #expect(status == "Nothing was merged: Too much" && merging != nil)
    }

    @Test func `a friend of more than 100 lines is not sent`() async throws {
        let lines = (0..<60).map { FriendLine.line(.tag, "a\($0)", id: "a\($0)") }
        let more = (0..<60).map { FriendLine.line(.tag, "b\($0)", id: "b\($0)") }
        server.friends = [.friend("1", "Ada", "", "1", lines: lines), .friend("2", "Ada", "", "1", lines: more)]
        await app.list.store.load()
        try await open()
        await submit()
        #expect(writes.isEmpty && app.desk.status?.kind == .problem && merging != nil)
        for index in 62..<82 { app.merging.send(.select(index, DuplicateMerge.Choice.none)) }
        await submit()
        #expect(server.friends.map(\.details.lines.count) == [100])
    }

    @Test func `a lost answer is found out, and the merge can be undone`() async throws {
        try await open()
        server.losesAnswer = true
        let merge = app.merging.send(.submit)
        try await app.desk.prompts.asked()
        #expect(merging?.isSending == true)
        app.merging.send(.choose(.second))
        #expect(merging?.merge.details().firstName == "Ada", "what is sent holds still")
        app.desk.prompts.send(.answer(.retry))
        await merge?.value
        #expect(status == "Merged Ada Lovelace" && server.friends.count == 2)
        await app.list.send(.undo)
        #expect(server.friends.count == 3)
        #expect(server.friends.first { $0.id == Self.ada.id }?.details == Self.ada.details)
    }

    @Test func `a merge that was given up without an answer can be undone`() async throws {
        try await open()
        server.losesAnswer = true
        let merge = app.merging.send(.submit)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.cancel))
        await merge?.value
        #expect(merging == nil && status == "Merged Ada Lovelace")
        #expect(app.list.state.history.next(.undo)?.isMerge == true)
        await app.list.send(.undo)
        #expect(server.friends.count == 3)
    }

    /// The list cannot be loaded, so only another try finds out that the first one has merged them.
    @Test(arguments: [true, false])
    func `another try of a merge without an answer is the same merge`(hasCard: Bool) async throws {
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Lovelace Ada\r\nTEL;TYPE=home:34\r\nEND:VCARD\r\n"
        if hasCard { client.rests[Self.other.id] = Array(card.utf8) }
        try await open()
        client.automatic = { [server] call in
            if case .friends = call { .failure(.unreachable(reason: "no")) } else { server.answer(call) }
        }
        server.losesAnswer = true
        let merge = app.merging.send(.submit)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.cancel))
        await merge?.value
        #expect(merging != nil && server.friends.count == 2)
        // The card of the other one is in the trash now.
        client.rests = hasCard ? [Self.ada.id: Array(card.utf8)] : [:]
        await submit()
        #expect(merging == nil && app.list.state.history.next(.undo)?.isMerge == true)
        await app.list.send(.select(index: 1))
        await app.list.send(.delete)
        client.automatic = { [server] in server.answer($0) }
        await app.list.store.load()
        #expect(app.list.state.history.done.count == 3, "the merge is there once")
        await app.list.send(.undo)
        let undone = writes.count
        await app.list.send(.undo)
        #expect(server.friends.count == 3 && restOfAda(from: undone) == (hasCard ? [] : nil))
    }

    /// A merge that is made again in parts would delete what is nowhere else.
    @Test(arguments: [true, false])
    func `redo makes no part of a merge alone`(offersBatches: Bool) async throws {
        client.offersBatches = offersBatches
        try await open()
        await submit()
        await app.page?.send(.undo)
        let index = try #require(server.friends.firstIndex { $0.id == Self.ada.id })
        server.friends[index] = server.friends[index].changed({ $0.lines = [] }, version: "70")
        let redo: Task<Void, Never>? = app.list.send(.redo)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.press)
        await redo?.value
        #expect(server.friends.count == 3, "the other one is still there")
        #expect(!app.list.state.history.canRedo)
    }

    @Test func `a merge that was undone in part is not redone in part`() async throws {
        try await open()
        await submit()
        let index = try #require(server.friends.firstIndex { $0.id == Self.ada.id })
        server.friends[index] = server.friends[index].changed({ $0.lines = [] }, version: "70")
        let undo: Task<Void, Never>? = app.list.send(.undo)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.press)
        await undo?.value
        #expect(server.friends.count == 3 && !app.list.state.history.canRedo, "the other one is back")
        await app.list.send(.redo)
        #expect(server.friends.count == 3)
    }

    /// The restoration was made, and the connection was lost before the update.
    @Test func `a merge that was undone halfway is undone by another try`() async throws {
        client.offersBatches = false
        try await open()
        await submit()
        let answer = client.automatic
        client.automatic = { call in
            if case .update = call { .failure(.unreachable(reason: "no")) } else { answer?(call) }
        }
        let undo: Task<Void, Never>? = app.list.send(.undo)
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.cancel))
        await undo?.value
        #expect(server.friends.count == 3 && !app.list.state.history.canRedo)
        client.automatic = answer
        await app.list.send(.undo)
        #expect(server.friends.first { $0.id == Self.ada.id }?.details == Self.ada.details && server.friends.count == 3)
        await app.list.send(.redo)
        #expect(server.friends.count == 2 && server.trash.map(\.id) == [Self.other.id], "redo makes both parts")
    }

    @Test func `choices for another pair outlive a merge`() async throws {
        server.friends += [Self.third, .friend("fourth", "Ada", "Lovelace", "78")]
        await app.list.store.load()
        try await open()
        if merging?.merge.first.id != merging?.anchor { app.merging.send(.swap) }
        let shown = merging?.merge.second.id
        app.merging.send(.choose(.second))
        let chosen = merging?.merge.details().firstName
        app.merging.send(.nextFriend)
        if merging?.merge.first.id != merging?.anchor { app.merging.send(.swap) }
        await submit()
        #expect(merging == nil && server.friends.count == 4)
        let leaving: Task<Void, Never>? = app.send(.closePage)
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.lines.map(\.words) == ["They are for other pairs."])
        app.desk.prompts.send(.answer(.no))
        await leaving?.value
        await app.page?.send(.use)
        for _ in 0..<2 where merging?.friends.contains(where: { $0.id == shown }) == false {
            app.merging.send(.nextFriend)
        }
        #expect(merging?.merge.second.id == shown && merging?.merge.details().firstName == chosen)
        #expect(merging?.merge.hasChoices == true)
    }

    @Test func `Esc cancels a merge that is being sent`() async throws {
        try await open()
        client.automatic = nil
        let merge = app.merging.send(.submit)
        try await eventually { !writes.isEmpty }
        client.automatic = { [server] in server.answer($0) }
        app.merging.send(.cancel)
        await merge?.value
        #expect(merging != nil && server.friends.count == 3)
        #expect(status == "Cancelled \u{2013} it may have been done anyway")
    }
}
