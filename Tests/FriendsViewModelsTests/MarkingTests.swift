import FriendsModel
import Testing

@testable import FriendsViewModels

/// Marks, and what is done with many friends at once.
@MainActor
struct MarkingTests {
    let client = StubFriendsClient()
    let prompts = PromptViewModel()
    let activity: ActivityViewModel
    let list: FriendListViewModel

    init() async {
        activity = ActivityViewModel(clock: ManualClock())
        list = FriendListViewModel(client: client, activity: activity, prompts: prompts, now: { 1_000 })
        await load(.ada, .grace, .linus, .åse)
        await list.send(.resize(height: 10))
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.send(.load)
        client.automatic = nil
    }

    private func find(_ text: String) async {
        await list.send(.find(.begin))
        await list.send(.find(.paste(text)))
        await list.send(.find(.keep))
    }

    private var marked: [String] { list.state.markedFriends.map(\.details.firstName) }
    private var names: [String] { list.state.rows.friends.map(\.details.firstName) }
    private var selected: String? { list.state.selectedFriend?.details.firstName }

    /// Answers deletions as the server of this list would.
    private func serve(_ friends: [Friend], refusing refused: [Friend.ID: FriendsClientError] = [:]) {
        var stored = friends
        client.automatic = { call in
            switch call {
            case .delete(let id, _):
                if let error = refused[id] { return .failure(error) }
                stored.removeAll { $0.id == id }
                return .done
            case .restore(let id, let details):
                if let error = refused[id] { return .failure(error) }
                let friend = Friend(id: id, version: .init("9"), details: details)
                stored.append(friend)
                return .friend(friend)
            case .friends: return .page(FriendPage(friends: stored, totalCount: stored.count))
            default: return nil
            }
        }
    }

    // MARK: Marks

    @Test func spaceMarksAndGoesToTheNext() async {
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        #expect(marked == ["Grace", "Ada"] && selected == "Linus")
        await list.send(.move(.first))
        await list.send(.mark(.toggle))
        #expect(marked == ["Ada"] && selected == "Ada")
    }

    @Test func aRangeIsMarkedFromEndToEnd() async {
        await list.send(.move(.next))
        await list.send(.mark(.range))
        #expect(list.state.markCount == 1)
        await list.send(.move(.last))
        #expect(marked == ["Ada", "Linus", "Åse"] && list.state.marked.isEmpty && list.state.markCount == 3)
        await list.send(.move(.first))
        await list.send(.mark(.range))
        #expect(marked == ["Grace", "Ada"] && list.state.rangeStart == nil)
        await list.send(.mark(.range))
        await list.send(.move(.last))
        await list.send(.mark(.cancelRange))
        #expect(marked == ["Grace", "Ada"])
    }

    @Test func draggingIsARange() async {
        await list.send(.mark(.drag(to: 2)))
        await list.send(.mark(.drag(to: 1)))
        #expect(marked == ["Grace", "Ada"] && selected == "Ada")
    }

    @Test func allNoneAndTheOthersAreThoseThatAreShown() async {
        await find("ada")
        await list.send(.mark(.all))
        await list.send(.find(.clear))
        #expect(marked == ["Ada"])
        await find("l")
        await list.send(.mark(.invert))
        await list.send(.find(.clear))
        #expect(marked == ["Linus"])
        await list.send(.mark(.all))
        await find("grace")
        await list.send(.mark(.none))
        await list.send(.find(.clear))
        #expect(marked == ["Ada", "Linus", "Åse"])
    }

    @Test func aMarkStaysWithItsFriend() async {
        await list.send(.mark(.toggle))
        await list.send(.sort(.reverse))
        #expect(marked == ["Grace"])
        await load(.grace, .ada)
        #expect(marked == ["Grace"])
        await load(.ada)
        #expect(list.state.marked.isEmpty)
        await load(.grace, .ada)
        #expect(marked == [], "a mark of somebody who was gone is forgotten")
    }

    @Test func aRangeFollowsItsFriends() async {
        await list.send(.mark(.range))
        await list.send(.move(.next))
        list.changeRows { $0.upsert(.friend("new", "New", "Aaa", "12")) }
        #expect(marked == ["Grace", "Ada"])
        list.changeRows { $0.remove(Friend.grace.id) }
        #expect(list.state.rangeStart == nil, "it has no beginning any more")
    }

    // MARK: Deleting

    @Test func markedFriendsAreDeletedAndComeBackAsOne() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.toggle))
        await list.send(.move(.last))
        await list.send(.mark(.toggle))
        await list.send(.delete)
        #expect(names == ["Ada", "Linus"] && list.state.marked.isEmpty && !list.state.isWriting)
        #expect(list.state.status?.text == "Deleted 2 friends" && list.state.status?.offer == .undo)
        await list.send(.undo)
        #expect(names == ["Grace", "Ada", "Linus", "Åse"])
        #expect(list.state.status?.text == "Undid: deletion of 2 friends" && list.state.status?.offer == .redo)
        #expect(!list.state.history.canUndo && list.state.history.canRedo)
        await list.send(.redo)
        #expect(names == ["Ada", "Linus"])
        #expect(client.calls.contains(.delete(Friend.grace.id, .init("9"))), "at the version of its return")
        await list.send(.undo)
        #expect(names.count == 4)
    }

    @Test func whatAFilterHidesIsNotDeleted() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await find("ada")
        await list.send(.delete)
        #expect(names == ["Grace", "Linus", "Åse"])
        await list.send(.delete)
        #expect(names == ["Grace", "Linus", "Åse"])
        #expect(list.state.status?.kind == .information, "it says that none of the marked is shown")
        await list.send(.find(.clear))
        #expect(marked == ["Grace", "Linus", "Åse"])
    }

    @Test func whatIsRefusedIsAccountedForAndStaysMarked() async {
        serve(
            [.ada, .grace, .linus, .åse], refusing: [Friend.ada.id: .conflict(current: .ada), Friend.åse.id: .notFound])
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        while prompts.state.current == nil { await Task.yield() }
        #expect(
            prompts.state.current
                == .alert(
                    "2 of 4 were not done.",
                    [
                        "Ada Lovelace: somebody has changed this friend meanwhile.",
                        "Åse Ångström: somebody has deleted this friend already.",
                    ]))
        prompts.send(.press)
        await deletion.value
        #expect(names == ["Ada", "Åse"] && marked == ["Ada", "Åse"])
        #expect(list.state.status?.text == "Deleted 2 friends, 2 refused" && list.state.status?.offer == .undo)
        serve([.ada, .åse])
        await list.send(.undo)
        #expect(names == ["Grace", "Ada", "Linus", "Åse"])
    }

    @Test func aSeriesThatCannotGoOnIsTakenUpAgainWhereItWas() async {
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
        while prompts.state.current == nil { await Task.yield() }
        #expect(prompts.state.current?.answers == [.retry, .cancel])
        #expect(prompts.state.current?.lines.first == "2 of 4 are done, 2 are left.")
        #expect(names.count == 2, "what is done is to be seen")
        isAway = false
        prompts.send(.press)
        await deletion.value
        #expect(Set(deleted) == Set([Friend.ada, .grace, .linus, .åse].map(\.id)) && deleted.count == 4)
        #expect(list.state.history.next(.undo)?.count == 4)
    }

    @Test func givingUpKeepsWhatIsDoneAndWhatMayBeInTheHistory() async {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        await client.called(5)
        #expect(activity.state.titles == ["Deleting 4 friends…"])
        client.answer(.done)
        while activity.state.titles == ["Deleting 4 friends…"] { await Task.yield() }
        #expect(activity.state.titles == ["Deleting 4 friends… 1 of 4"])
        client.automatic = { _ in .page(.all(.ada, .linus)) }
        activity.cancel()
        await deletion.value
        #expect(names == ["Ada", "Linus"], "what has become of it was looked up")
        #expect(list.state.status?.text == "Deleted 1 friend, 3 in doubt")
        #expect(list.state.history.next(.undo)?.count == 4, "each of them may have been deleted")
    }

    /// Somebody else has taken one of the names back meanwhile: the others come back all the same.
    @Test func aStepThatIsRefusedIsForgottenAndTheOthersAreUndone() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await list.send(.delete)
        serve([], refusing: [Friend.ada.id: .conflict(current: .ada)])
        let undoing = Task { await list.send(.undo) }
        while prompts.state.current == nil { await Task.yield() }
        prompts.send(.press)
        await undoing.value
        #expect(names == ["Grace", "Linus", "Åse"])
        #expect(!list.state.history.canUndo)
        #expect(list.state.history.next(.redo)?.count == 3)
    }

    @Test func whoWasDoneIsNamedAndNotWhoWasRefused() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        await list.send(.delete)
        serve([], refusing: [Friend.grace.id: .conflict(current: nil)])
        let undoing = Task { await list.send(.undo) }
        while prompts.state.current == nil { await Task.yield() }
        prompts.send(.press)
        await undoing.value
        #expect(list.state.status?.text == "Undid: deletion of Ada Lovelace, 1 refused")
    }

    @Test func whereAllWasRefusedNothingWasDone() async {
        let refused = Dictionary(
            uniqueKeysWithValues: [Friend.ada, .grace].map { ($0.id, FriendsClientError.notFound) })
        serve([.linus, .åse], refusing: refused)
        await list.send(.mark(.toggle))
        await list.send(.mark(.toggle))
        let deletion = Task { await list.send(.delete) }
        while prompts.state.current == nil { await Task.yield() }
        prompts.send(.press)
        await deletion.value
        #expect(list.state.status?.text == "Nothing was done, 2 refused" && names == ["Linus", "Åse"])
    }

    @Test func whatWasRefusedIsNamedAfterGivingUp() async {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        await client.called(5)
        client.answer(.failure(.conflict(current: .grace)))
        while activity.state.titles == ["Deleting 4 friends…"] { await Task.yield() }
        client.automatic = { _ in .page(.all(.ada, .grace, .linus, .åse)) }
        activity.cancel()
        while prompts.state.current == nil { await Task.yield() }
        #expect(prompts.state.current?.heading == "1 of 4 was not done.")
        prompts.send(.press)
        await deletion.value
        #expect(list.state.status?.text == "Nothing is done for sure, 1 refused, 3 in doubt")
    }

    @Test func aDeletionThatDoesNothingLeavesWhatCanBeRedone() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.delete)
        await list.send(.undo)
        #expect(list.state.history.canRedo)
        client.automatic = { call in
            if case .delete = call { .failure(.unreachable(reason: "refused")) } else { nil }
        }
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        while prompts.state.current == nil { await Task.yield() }
        prompts.send(.dismiss)
        await deletion.value
        #expect(list.state.history.canRedo && marked.count == 4)
    }

    /// Whatever may have been deleted again can be brought back, also after something else was done.
    @Test func aDeletionThatMayHaveBeenMadeAgainStaysInTheHistory() async {
        serve([.ada, .grace, .linus, .åse])
        await list.send(.mark(.all))
        await list.send(.delete)
        await list.send(.undo)
        client.automatic = nil
        let count = client.calls.count
        let redoing = Task { await list.send(.redo) }
        await client.called(count + 4)
        client.automatic = { call in if case .friends = call { .page(.all()) } else { nil } }
        activity.cancel()
        await redoing.value
        #expect(list.state.history.next(.undo)?.count == 4 && !list.state.history.canRedo)
        serve([])
        await list.send(.undo)
        #expect(names.count == 4)
    }

    @Test func aRangeIsClosedBeforeAnythingButAMovementChangesItsEnd() async {
        func range() async {
            await list.send(.mark(.none))
            await list.send(.move(.first))
            await list.send(.mark(.range))
            await list.send(.move(.next))
        }
        await range()
        await list.send(.sort(.by(.phoneNumber)))
        #expect(marked.sorted() == ["Ada", "Grace"])
        await list.send(.sort(.by(.lastName)))
        await range()
        await list.send(.find(.begin))
        #expect(list.state.rangeStart == nil && marked == ["Grace", "Ada"])
        await list.send(.find(.clear))
        await range()
        list.state.select(Friend.åse.id)
        #expect(marked == ["Grace", "Ada"])
    }

    @Test func aHundredThousandAreAFewStepsEach() {
        let friends = (0..<100_000).map { Friend.friend("\($0)", "A", "B", "12") }
        var series = SeriesOfWrites(friends.map { .deleted($0) }, repeated: [])
        var calls = series.next(4)
        var count = 0
        while !calls.isEmpty {
            for call in calls {
                #expect(call.change.id == friends[count].id)
                series.end(.init(call: call, result: .success(nil)))
                count += 1
            }
            calls = series.next(1)
        }
        #expect(count == 100_000 && series.made.count == 100_000 && series.left.isEmpty)
    }

    @Test func aSecondDeletionWaitsForTheFirst() async {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        await client.called(5)
        await list.send(.delete)
        await list.send(.undo)
        #expect(client.calls.count == 5)
        client.automatic = { _ in .page(.all()) }
        for _ in 0..<4 { client.answer(.done) }
        await deletion.value
        #expect(names.isEmpty)
    }
}
