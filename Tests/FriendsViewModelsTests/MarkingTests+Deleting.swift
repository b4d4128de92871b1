import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// What is done with many friends at once.
extension MarkingTests {
    @Test func `marked friends are deleted and restored as one step`() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.toggle))
        await list.send(.move(.last))
        await list.send(.mark(.toggle))
        await list.send(.delete)
        #expect(names == ["Ada", "Linus"] && list.state.table.marks.ids.isEmpty && !list.state.isWriting)
        #expect(list.desk.status?.text == "Deleted 2 friends" && list.desk.status?.offer == .undo)
        await list.send(.undo)
        #expect(names == ["Grace", "Ada", "Linus", "Åse"])
        #expect(list.desk.status?.text == "Undid deletion of 2 friends" && list.desk.status?.offer == .redo)
        #expect(!list.state.history.canUndo && list.state.history.canRedo)
        await list.send(.redo)
        #expect(names == ["Ada", "Linus"])
        #expect(client.calls.contains(.delete(Friend.grace.id, .init("9"))), "at the version of its return")
        await list.send(.undo)
        #expect(names.count == 4)
    }

    @Test func `hidden friends are not deleted`() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await find("ada")
        await list.send(.delete)
        #expect(names == ["Grace", "Linus", "Åse"])
        await list.send(.delete)
        #expect(names == ["Grace", "Linus", "Åse"])
        #expect(list.desk.status?.kind == .information, "it says that none of the marked is shown")
        await list.send(.find(.clear))
        #expect(marked == ["Grace", "Linus", "Åse"])
    }

    @Test func `refused friends are reported and stay marked`() async throws {
        serve(
            [.ada, .grace, .linus, .åse], refusing: [Friend.ada.id: .conflict(current: .ada), Friend.åse.id: .notFound])
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await prompts.asked()
        #expect(
            prompts.state.current
                == .alert(
                    "2 of 4 were not done.",
                    [
                        "Ada Lovelace: Someone else changed this friend in the meantime.",
                        "Åse Vångström: Someone else deleted this friend in the meantime.",
                    ]))
        prompts.send(.press)
        try await deletion.ended()
        #expect(names == ["Ada", "Åse"] && marked == ["Ada", "Åse"])
        #expect(list.desk.status?.text == "Deleted 2 friends, 2 refused" && list.desk.status?.offer == .undo)
        serve([.ada, .åse])
        await list.send(.undo)
        #expect(names == ["Grace", "Ada", "Linus", "Åse"])
    }

    @Test func `an interrupted series resumes where it stopped`() async throws {
        var isAway = true
        var deleted: [Friend.ID] = []
        client.automatic = { call in
            guard case .delete(let id, _) = call else { return .page(.all()) }
            if isAway, deleted.count == 2 { return .failure(.unreachable(reason: "refused")) }
            deleted.append(id)
            return .done
        }
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await prompts.asked()
        #expect(prompts.state.current?.answers == [.retry, .cancel])
        #expect(prompts.state.current?.lines.first == "2 of 4 done, 2 left.")
        #expect(names.count == 2, "what is done is to be seen")
        isAway = false
        prompts.send(.press)
        try await deletion.ended()
        #expect(Set(deleted) == Set([Friend.ada, .grace, .linus, .åse].map(\.id)) && deleted.count == 4)
        #expect(list.state.history.next(.undo)?.count == 4)
    }

    @Test func `cancelling keeps done and unresolved steps`() async throws {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await client.called(5)
        #expect(activity.state.titles == ["Deleting 4 friends…"])
        client.answer(.done)
        try await eventually("the first answer") { activity.state.titles != ["Deleting 4 friends…"] }
        #expect(activity.state.titles == ["Deleting 4 friends… 1 of 4"])
        client.automatic = { _ in .page(.all(.ada, .linus)) }
        activity.cancel()
        try await deletion.ended()
        #expect(names == ["Ada", "Linus"], "what has become of it was looked up")
        #expect(list.desk.status?.text == "Deleted 1 friend, 3 unconfirmed")
        #expect(list.state.history.next(.undo)?.count == 4, "each of them may have been deleted")
    }

    /// Somebody else has taken one of the names back meanwhile: the others come back all the same.
    @Test func `a rejected step is dropped, the others are undone`() async throws {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await list.send(.delete)
        serve([], refusing: [Friend.ada.id: .conflict(current: Friend.ada.changed { $0.firstName = "A." })])
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        prompts.send(.press)
        try await undoing.ended()
        #expect(names == ["Grace", "Linus", "Åse"])
        #expect(!list.state.history.canUndo)
        #expect(list.state.history.next(.redo)?.count == 3)
    }

    @Test func `done friends are named, refused ones are not`() async throws {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        await list.send(.delete)
        serve([], refusing: [Friend.grace.id: .conflict(current: Friend.grace.changed { $0.firstName = "G." })])
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        prompts.send(.press)
        try await undoing.ended()
        #expect(list.desk.status?.text == "Undid deletion of Ada Lovelace, 1 refused")
    }

    @Test func `nothing was done if all was refused`() async throws {
        let refused = Dictionary(
            uniqueKeysWithValues: [Friend.ada, .grace].map { ($0.id, FriendsClientError.notFound) })
        serve([.linus, .åse], refusing: refused)
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        let deletion = Task { await list.send(.delete) }
        try await prompts.asked()
        prompts.send(.press)
        try await deletion.ended()
        #expect(list.desk.status?.text == "Nothing was done, 2 refused" && names == ["Linus", "Åse"])
    }

    @Test func `refused friends are named after cancelling`() async throws {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await client.called(5)
        client.answer(.failure(.conflict(current: .grace)))
        try await eventually("the first answer") { activity.state.titles != ["Deleting 4 friends…"] }
        client.automatic = { _ in .page(.all(.ada, .grace, .linus, .åse)) }
        activity.cancel()
        try await prompts.asked()
        #expect(prompts.state.current?.heading == "1 of 4 was not done.")
        prompts.send(.press)
        try await deletion.ended()
        #expect(list.desk.status?.text == "Nothing was confirmed, 1 refused, 3 unconfirmed")
    }

    @Test func `a deletion that does nothing keeps the redo steps`() async throws {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.delete)
        await list.send(.undo)
        #expect(list.state.history.canRedo)
        client.automatic = { call in
            if case .delete = call { .failure(.unreachable(reason: "refused")) } else { nil }
        }
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await prompts.asked()
        prompts.send(.dismiss)
        try await deletion.ended()
        #expect(list.state.history.canRedo && marked.count == 4)
    }

    /// Whatever may have been deleted again can be brought back, also after something else was done.
    @Test func `an unresolved repeated deletion stays in the history`() async throws {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await list.send(.delete)
        await list.send(.undo)
        client.automatic = nil
        let count = client.calls.count
        let redoing = Task { await list.send(.redo) }
        try await client.called(count + 4)
        client.automatic = { call in if case .friends = call { .page(.all()) } else { nil } }
        activity.cancel()
        try await redoing.ended()
        #expect(list.state.history.next(.undo)?.count == 4 && !list.state.history.canRedo)
        serve([])
        await list.send(.undo)
        #expect(names.count == 4)
    }

    @Test func aSecondDeletionWaitsForTheFirst() async throws {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await client.called(5)
        await list.send(.delete)
        await list.send(.undo)
        #expect(client.calls.count == 5)
        client.automatic = { _ in .page(.all()) }
        for _ in 0..<4 { client.answer(.done) }
        try await deletion.ended()
        #expect(names.isEmpty)
    }

    @Test func `bulk delete selects the next friend`() async {
        let behind = list.state.table.rows[2]
        await list.send(.select(index: 1))
        let gone = list.state.table.rows.friends.prefix(2).map(\.id)
        list.store.replica.change { $0.apply(changed: [], deleted: gone) }
        #expect(list.state.table.selection == .init(id: behind.id, index: 0))
    }

    @Test func `bulk delete selects the next match`() async {
        await find("a")
        let found = (0..<list.state.table.shownCount).map { list.state.table.shown($0).id }
        #expect(found.count == 4)
        await list.send(.select(index: 1))
        list.store.replica.change { $0.apply(changed: [], deleted: Array(found.prefix(2))) }
        #expect(list.state.table.selection == .init(id: found[2], index: 0))
        list.store.replica.change { $0.apply(changed: [], deleted: [found[2], found[3]]) }
        #expect(list.state.table.selection == nil)
    }
}
