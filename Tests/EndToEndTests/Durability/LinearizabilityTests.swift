import Testing

/// Histories that are linearizable, and some that are not.
@Suite(.timeLimit(.minutes(10)))
struct LinearizabilityTests {
    @Test(arguments: [
        History("nothing"),
        History("one after the other", create("a", 1, 0...1), read("a", 1, 2...3), change("b", 1, to: 2, 4...5)),
        History("a read beside the write sees it", create("a", 1, 0...4), read("a", 1, 1...2)),
        History("a read beside the write does not see it yet", create("a", 1, 0...4), missing(1...2)),
        History(
            "of two changes one wins",
            create("a", 1, 0...1), change("b", 1, to: 2, 2...6), refusedChange("c", 1, by: "b", 2, 3...5)),
        History(
            "the later request happens first",
            create("a", 1, 0...1), refusedChange("c", 1, by: "b", 2, 2...9), change("b", 1, to: 2, 3...8)),
        History(
            "deleted, and created anew",
            create("a", 1, 0...1), delete(1, 2...3), missing(4...5), create("b", 3, 6...7), read("b", 3, 8...9)),
        History("a lost change is made", create("a", 1, 0...1), lostChange("b", 1, 2...3), read("b", 2, 4...5)),
        History("a lost change is not made", create("a", 1, 0...1), lostChange("b", 1, 2...3), read("a", 1, 4...5)),
        History("a lost creation is made late", lostCreation("a", 0...9), missing(1...2), read("a", 4, 3...4)),
        History("a lost deletion is made", create("a", 1, 0...1), lostDeletion(1, 2...3), missing(4...5)),
        History("a lost deletion is not made", create("a", 1, 0...1), lostDeletion(1, 2...3), read("a", 1, 4...5)),
        History(
            "a version is heard of from a refusal",
            lostCreation("a", 0...1), refusedChange("b", 7, by: "a", 1, 2...3), change("c", 1, to: 2, 4...5)),
        History(
            "two lost changes of one version, of which one is made",
            create("a", 1, 0...1), lostChange("b", 1, 2...5), lostChange("c", 1, 2...5), read("c", 2, 6...7)),
    ])
    func `a linearizable history is accepted`(_ history: History) {
        #expect(Linearizability.contradiction(in: history.operations) == nil)
        #expect(Linearizability.contradiction(in: history.operations.reversed()) == nil)
    }

    /// The last of the operations is the one that cannot be.
    @Test(arguments: [
        History("what was created is gone", create("a", 1, 0...1), missing(2...3)),
        History("what nobody wrote is read", create("a", 1, 0...1), read("b", 1, 2...3)),
        History("an old state is read", create("a", 1, 0...1), change("b", 1, to: 2, 2...3), read("a", 1, 4...5)),
        History(
            "a read goes back behind another",
            create("a", 1, 0...1), change("b", 1, to: 2, 2...9), read("b", 2, 3...4), read("a", 1, 5...6)),
        History(
            "two changes of one version win",
            create("a", 1, 0...1), change("b", 1, to: 2, 2...6), change("c", 1, to: 3, 3...5)),
        History("a change keeps the version", create("a", 1, 0...1), change("b", 1, to: 1, 2...3)),
        History(
            "a change is refused without a reason", create("a", 1, 0...1), refusedChange("b", 1, by: "a", 1, 2...3)),
        History("what is there is created again", create("a", 1, 0...1), create("b", 2, 2...3)),
        History("what is deleted is read", create("a", 1, 0...1), delete(1, 2...3), read("a", 1, 4...5)),
        History("two deletions of one friend win", create("a", 1, 0...1), delete(1, 2...6), delete(1, 3...5)),
        History(
            "a lost change is made, and not made",
            create("a", 1, 0...1), lostChange("b", 1, 2...3), read("b", 2, 4...5), read("a", 1, 6...7)),
        History(
            "a lost change is made after its end",
            create("a", 1, 0...1), lostChange("b", 1, 2...3), read("a", 1, 4...5), read("b", 2, 6...7)),
        History(
            "a lost change is made though its version is gone",
            create("a", 1, 0...1), change("b", 1, to: 2, 2...3), lostChange("c", 1, 4...5), read("c", 3, 6...7)),
        History(
            "two lost changes of one version are made",
            create("a", 1, 0...1), lostChange("b", 1, 2...9), lostChange("c", 1, 2...9), read("b", 2, 3...4),
            read("c", 3, 5...6)),
        History("a version is two", lostCreation("a", 0...1), read("a", 1, 2...3), read("a", 2, 4...5)),
    ])
    func `another history is rejected`(_ history: History) {
        #expect(Linearizability.contradiction(in: history.operations) == history.operations.last)
    }

    struct History: CustomTestStringConvertible {
        let testDescription: String
        let operations: [FriendOperation]

        init(_ name: String, _ operations: FriendOperation...) {
            testDescription = name
            self.operations = operations
        }
    }

    // MARK: - What happened, and from when to when

    private static let origin = ContinuousClock.now

    private static func friend(_ name: String, _ version: Int? = nil) -> StoredFriend {
        StoredFriend(id: "1", version: version.map(String.init), firstname: name, lastname: "", phonenumber: "")
    }

    private static func operation(
        _ action: FriendOperation.Action, _ outcome: FriendOperation.Outcome?, _ time: ClosedRange<Int>
    ) -> FriendOperation {
        let start = origin + .seconds(time.lowerBound)
        return FriendOperation(action: action, outcome: outcome, time: start...start + .seconds(time.count - 1))
    }

    private static func create(_ name: String, _ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.create(friend(name)), .init(isDone: true, friend: friend(name, version)), time)
    }

    private static func read(_ name: String, _ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.read, .init(isDone: true, friend: friend(name, version)), time)
    }

    private static func missing(_ time: ClosedRange<Int>) -> FriendOperation {
        operation(.read, .init(isDone: false, friend: nil), time)
    }

    private static func change(
        _ name: String, _ version: Int, to next: Int, _ time: ClosedRange<Int>
    ) -> FriendOperation {
        operation(
            .change(to: friend(name), from: "\(version)"), .init(isDone: true, friend: friend(name, next)), time)
    }

    private static func refusedChange(
        _ name: String, _ version: Int, by current: String, _ currentVersion: Int, _ time: ClosedRange<Int>
    ) -> FriendOperation {
        operation(
            .change(to: friend(name), from: "\(version)"),
            .init(isDone: false, friend: friend(current, currentVersion)), time)
    }

    private static func delete(_ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.delete(at: "\(version)"), .init(isDone: true, friend: nil), time)
    }

    private static func lostCreation(_ name: String, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.create(friend(name)), nil, time)
    }

    private static func lostChange(_ name: String, _ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.change(to: friend(name), from: "\(version)"), nil, time)
    }

    private static func lostDeletion(_ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.delete(at: "\(version)"), nil, time)
    }
}
