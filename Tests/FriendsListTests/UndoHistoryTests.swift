import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

@Suite(.timeLimit(.minutes(10)))
struct UndoHistoryTests {
    private static func ada(_ name: String, _ version: String) -> Friend {
        Friend.friend("ada", name, "Lovelace", "12", version: version)
    }

    private func history(_ steps: UndoHistory.Step...) -> UndoHistory {
        var history = UndoHistory()
        for step in steps { history.record(step) }
        return history
    }

    @Test func theLastStepIsTheFirstToBeUndone() {
        let history = history(.added(.ada), .deleted(.grace))
        #expect(history.next(.undo) == [.deleted(.grace)])
        #expect(history.next(.redo) == nil)
    }

    @Test(arguments: [
        (UndoHistory.Step.added(.ada), UndoHistory.Step.deleted(.ada)),
        (.deleted(.ada), .added(.ada)), (.imported(.ada), .erased(.ada)), (.erased(.ada), .imported(.ada)),
        (.updated(from: .ada, to: .grace), .updated(from: .grace, to: .ada)),
    ])
    func `a step is undone by its inverse`(step: UndoHistory.Step, opposite: UndoHistory.Step) {
        #expect(step.change(for: .undo) == opposite)
        #expect(step.change(for: .redo) == step)
        #expect(opposite.change(for: .undo) == step)
    }

    @Test func `only the rests of friends that were changed are kept`() {
        var history = UndoHistory()
        let rest = RestStep(old: [1], new: [2])
        history.record([.added(.ada), .deleted(.grace)], rests: [Friend.grace.id: rest, Friend.linus.id: rest])
        #expect(history.nextRests(.undo) == [Friend.grace.id: [1]])
    }

    @Test func `the oldest go when the rests are too large, and the newest stays`() {
        func rest(_ friend: Friend, _ size: Int) -> [Friend.ID: RestStep] {
            [friend.id: RestStep(old: Array(repeating: 0, count: size), new: [])]
        }
        var history = UndoHistory()
        let half = UndoHistory.maximumSize / 2
        history.record([.added(.linus)])
        for friend in [Friend.ada, .grace] { history.record([.added(friend)], rests: rest(friend, half)) }
        #expect(history.done == [.added(.linus), .added(.ada), .added(.grace)])
        history.record([.added(.wang)], rests: rest(.wang, 1))
        #expect(history.done == [.added(.grace), .added(.wang)])
        history.record([.added(.ada)], rests: rest(.ada, UndoHistory.maximumSize + 1))
        #expect(history.done == [.added(.ada)] && history.nextRests(.undo)[Friend.ada.id]?.count == half * 2 + 1)
    }

    // MARK: Merges

    private static let merge: [UndoHistory.Step] = [.updated(from: ada("A", "1"), to: ada("B", "2")), .deleted(.grace)]

    /// Redo would delete a friend whose content is nowhere else.
    @Test(arguments: [0, 1])
    func `a merge of which only a part was undone is not redone`(place: Int) {
        var history = UndoHistory()
        history.record(Self.merge)
        let step = Self.merge[place]
        history.move(Self.merge, .undo, made: [.init(step: step, result: step.original)], left: [])
        #expect(!history.canRedo && !history.canUndo)
    }

    @Test(arguments: [0, 1])
    func `a merge stays whole while its other part can be undone`(place: Int) {
        var history = UndoHistory()
        history.record([.added(.linus)])
        history.record(Self.merge)
        let step = Self.merge[place]
        history.move(
            Self.merge, .undo, made: [.init(step: step, result: step.original)], left: [Self.merge[1 - place]])
        #expect(!history.canRedo && history.next(.undo) == Self.merge)
        history.move(
            Self.merge, .undo, made: Self.merge.map { .init(step: $0, result: $0.original) }, left: [])
        #expect(history.next(.redo)?.isMerge == true && history.next(.undo) == [.added(.linus)])
    }

    @Test func `a recorded change clears the redo steps`() {
        var history = history(.added(.ada), .added(.grace))
        history.move(.added(.grace), .undo, result: nil)
        #expect(history.canRedo)
        history.record(.deleted(.linus))
        #expect(!history.canRedo)
        #expect(history.done == [.added(.ada), .deleted(.linus)])
    }

    @Test func `the cards of a large import are left to the trash`() {
        var history = UndoHistory()
        let large = RestStep(old: [], new: Array(repeating: 0, count: UndoHistory.maximumSize))
        let small = RestStep(old: [1], new: [2])
        history.record([.imported(.ada)], rests: [Friend.ada.id: large])
        #expect(history.done == [.imported(.ada)] && history.nextRestSteps(.undo) == [Friend.ada.id: large])
        let update = UndoHistory.Step.updated(from: .grace, to: .grace)
        let rests = [Friend.ada.id: large, Friend.linus.id: small, Friend.grace.id: small]
        history.record([.imported(.ada), .imported(.linus), update], rests: rests)
        #expect(history.done == [.added(.ada), .added(.linus), update], "the older one is forgotten")
        #expect(history.nextRestSteps(.undo) == [Friend.grace.id: small])
    }

    /// A friend that was added, changed twice and deleted, all of it undone and redone: every step finds the
    /// friend at the version that the step before it has left.
    @Test func `a step starts from the version of the step before`() {
        var history = history(
            .added(Self.ada("A", "1")), .updated(from: Self.ada("A", "1"), to: Self.ada("B", "2")),
            .updated(from: Self.ada("B", "2"), to: Self.ada("C", "3")), .deleted(Self.ada("C", "3")))
        var stored: Friend?
        var version = 3
        func go(_ direction: UndoHistory.Direction) {
            guard let step = history.next(direction)?.first else {
                Issue.record("no step")
                return
            }
            version += 1
            switch step.change(for: direction) {
            case .added(let friend), .imported(let friend), .restored(let friend), .restoredWithChanges(_, let friend):
                #expect(stored == nil)
                stored = Self.ada(friend.details.firstName, "\(version)")
            case .updated(let from, let to):
                #expect(stored == from)
                stored = Self.ada(to.details.firstName, "\(version)")
            case .deleted(let friend), .erased(let friend), .deletedWithChanges(let friend, _):
                #expect(stored == friend)
                stored = nil
            }
            history.move(step, direction, result: stored)
        }
        for direction: UndoHistory.Direction in [.undo, .redo, .undo, .redo] {
            for _ in 0..<4 { go(direction) }
            #expect(history.next(direction) == nil)
        }
        for _ in 0..<3 { go(.undo) }
        for direction: UndoHistory.Direction in [.redo, .redo, .undo, .redo, .undo, .undo, .undo] { go(direction) }
        #expect(stored == nil)
        #expect(!history.canUndo)
    }

    @Test func `a step never takes over changes by others`() {
        let step = UndoHistory.Step.updated(from: Self.ada("A", "1"), to: Self.ada("B", "2"))
        var history = history(step)
        // The reply was lost, and what is there now has another phone number besides.
        history.move(step, .undo, result: .friend("ada", "A", "Lovelace", "112", version: "4"))
        #expect(history.next(.redo) == [.updated(from: Self.ada("A", "4"), to: Self.ada("B", "2"))])
    }

    @Test func `undo does not delete a friend that others changed`() {
        let update = UndoHistory.Step.updated(from: Self.ada("A", "1"), to: Self.ada("B", "2"))
        var history = history(.added(Self.ada("A", "1")), update)
        history.move(update, .undo, result: .friend("ada", "A", "Lovelace", "112", version: "4"))
        // At the version that it was added with, which the server refuses.
        #expect(history.next(.undo) == [.added(Self.ada("A", "1"))])
    }

    @Test func `undo does not revert a field that others changed`() {
        let phone = UndoHistory.Step.updated(
            from: .friend("ada", "A", "Lovelace", "12", version: "1"),
            to: .friend("ada", "A", "Lovelace", "13", version: "2"))
        let name = UndoHistory.Step.updated(
            from: .friend("ada", "A", "Lovelace", "13", version: "2"),
            to: .friend("ada", "B", "Lovelace", "13", version: "3"))
        var history = history(phone, name)
        // The reply was lost, and somebody else has changed the number before it was asked again.
        history.move(name, .undo, result: .friend("ada", "A", "Lovelace", "112", version: "5"))
        #expect(history.next(.undo) == [phone])
    }

    @Test func `redo does not delete a friend that others changed`() {
        let update = UndoHistory.Step.updated(from: Self.ada("A", "1"), to: Self.ada("B", "2"))
        let deletion = UndoHistory.Step.deleted(Self.ada("B", "2"))
        var history = history(update, deletion)
        history.move(deletion, .undo, result: Self.ada("B", "3"))
        let restored = UndoHistory.Step.updated(from: Self.ada("A", "1"), to: Self.ada("B", "3"))
        history.move(restored, .undo, result: Self.ada("A", "4"))
        let undone = UndoHistory.Step.updated(from: Self.ada("A", "4"), to: Self.ada("B", "3"))
        #expect(history.next(.redo) == [undone])
        history.move(undone, .redo, result: .friend("ada", "B", "Lovelace", "112", version: "6"))
        #expect(history.next(.redo) == [.deleted(Self.ada("B", "3"))])
    }

    @Test func `a rejected step is dropped, the others stay`() {
        var history = history(.added(.ada), .added(.grace))
        history.drop(.added(.grace), .undo)
        #expect(history == self.history(.added(.ada)))
        #expect(!history.canRedo)
    }

    @Test func `an unresolved change is one step`() {
        #expect(history(.deleted(.ada), .deleted(.ada)).done == [.deleted(.ada)])
    }

    @Test func `the oldest steps are dropped`() {
        var history = UndoHistory()
        for number in 0...UndoHistory.limit { history.record(.added(.friend("\(number)", "A", "B", "12"))) }
        #expect(history.done.count == UndoHistory.limit)
        #expect(history.done.first == .added(.friend("1", "A", "B", "12")))
    }

    /// Undoing the later step finds a line that someone else has added: the step before must not continue from there.
    @Test func `a step whose lines have changed since is not renewed`() {
        func ada(_ version: String, _ lines: FriendLine...) -> Friend {
            Friend.ada.changed({ $0.lines = lines }, version: version)
        }
        let (email, tag) = (FriendLine.line(.email, "a@b"), FriendLine.line(.tag, "theirs"))
        let first = UndoHistory.Step.updated(from: ada("1"), to: ada("2", email))
        let second = UndoHistory.Step.updated(from: ada("2", email), to: ada("3"))
        for (found, isRenewed) in [(ada("4", email), true), (ada("4", email, tag), false)] {
            var history = history(first, second)
            history.move(second, .undo, result: found)
            #expect((history.done == [.updated(from: ada("1"), to: ada("4", email))]) == isRenewed)
            #expect((history.done == [first]) == !isRenewed)
        }
    }
}
