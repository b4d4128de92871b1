import FriendsList
import FriendsModel

/// The field for a tag, which the marked friends get, or lose, as one step.
@MainActor
package final class TaggingViewModel {
    /// What can be done with the field.
    package enum Action: Equatable, Sendable {
        case begin(Tagging.Change)
        case edit(TextEdit)
        /// Takes the suggested tag.
        case complete
        case submit
        case cancel
    }

    /// Nil while the field is closed.
    package private(set) var state: Tagging? { didSet { desk.onChange() } }
    private let desk: Desk
    private let list: FriendListViewModel

    init(desk: Desk, list: FriendListViewModel) {
        self.desk = desk
        self.list = list
    }

    /// Performs the action. What needs no response of the server is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .begin(let change): return .immediate { await self.begin(change) }
        case .submit: return .immediate { await self.submit() }
        case .edit(let edit): state?.apply(edit)
        case .complete: state?.complete()
        case .cancel: state = nil
        }
        return nil
    }

    private func begin(_ change: Tagging.Change) async {
        let table = list.state.table
        let friends = table.chosenFriends
        guard !friends.isEmpty else {
            if table.hasMarks { desk.say(.hiddenMarks) }
            return
        }
        desk.clearStatus()
        let opened = Tagging(change, of: friends)
        state = opened
        // A tag to be removed is one of theirs.
        let tags = await TagCount.all(of: change == .add ? table.rows.friends : friends)
        if state?.change == change, state?.friends == opened.friends { state?.tags = tags }
    }

    private func submit() async {
        guard let tagging = state, !list.state.isWriting else { return }
        let tag = tagging.input.text.trimmed
        guard !tag.isEmpty else { return state = nil }
        if let problem = FriendLine(id: .random(), kind: .tag, value: tag).problem {
            state?.problem = problem.message
            return
        }
        state = nil
        // The selection may be another one by now.
        let now = list.state.table.rows.friends(with: Set(tagging.friends))
        let goneCount = tagging.friends.count - now.count
        guard !now.isEmpty else { return desk.say(.problem, tagging.nobodyText) }
        let gone = goneCount > 0 ? Tagging.goneText(goneCount) : ""
        var changes: [(friend: Friend, details: FriendDetails)] = []
        let result = await list.writer.update {
            changes = await tagging.changes(of: tagging.friends.compactMap { now[$0] })
            return changes.contains { $0.details.lines.count > FriendLine.maximumCount } ? [] : changes
        }
        guard let first = changes.first else { return desk.say(.information, tagging.nothingText + gone) }
        if let full = changes.first(where: { $0.details.lines.count > FriendLine.maximumCount }) {
            return desk.say(.tooManyLines(full.friend.details.shortName))
        }
        guard let result else { return }
        let name = changes.count == 1 ? first.friend.details.shortName : result.made.count.friends
        await list.changed(result, .step(tagging.doneText(name) + gone))
    }
}
