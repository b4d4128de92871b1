import Testing

/// Streams that have everything, and some that have not.
@Suite(.timeLimit(.minutes(10)))
struct KnownChangesTests {
    /// Ada is created, deleted, and created again; before the last step, Grace is created.
    private static let known = KnownChanges(of: [
        "ada": [create("ada", 1, 0...1), delete("1", 2...3), create("ada", 4, 6...7)],
        "grace": [create("grace", 3, 4...5)],
    ])

    @Test(arguments: [
        [event(1, ["ada": 1]), event(2, deleted: "ada"), event(3, ["grace": 3]), event(4, ["ada": 4])],
        [event(1, ["ada": 1]), event(3, ["grace": 3], deleted: "ada"), event(4, ["ada": 4])],
        [event(1, ["ada": 1]), event(4, ["grace": 3, "ada": 4])],
        [event(2, deleted: "ada"), event(4, ["grace": 3, "ada": 4])],
        [event(4, ["grace": 3, "ada": 4]), event(5, deleted: "ada")],
        [event(4, ["grace": 3, "ada": 4]), event(5), event(6, ["ada": 6])],
    ])
    func `a stream can tell changes together`(events: [ReceivedEvent]) {
        #expect(Self.known.missed(by: events) == nil)
    }

    @Test(arguments: [
        [event(1, ["ada": 1]), event(2, deleted: "ada"), event(3, ["grace": 3])],
        [event(2, deleted: "ada"), event(3), event(4, ["ada": 4])],
        [event(1, ["ada": 1]), event(3, ["grace": 3]), event(4, ["ada": 4])],
        [event(1, ["ada": 1]), event(2), event(4, ["grace": 3, "ada": 4])],
        [],
    ])
    func `a stream that has missed a change is noticed`(events: [ReceivedEvent]) {
        #expect(Self.known.missed(by: events) != nil)
    }

    @Test(arguments: [
        ("event: reset\ndata: {}", "a reset after 1"),
        ("event: connected\nid: 2-a\ndata: {}", "a stream at 2 after 1"),
        ("event: changes\nid: 2-a\ndata: {}", "an unknown event after 1"),
        ("event: other\ndata: {}", "an unknown event after 1"),
        (changes(1, version: 1), "1 after 1"),
        (changes(2, version: 1), "2 after 1"),
        (changes(2, version: 3), "2 after 1"),
    ])
    func `a stream that tells what cannot be is noticed`(event: String, fault: String) {
        let follower = Follower(parser: EventParser())
        for text in ["event: connected\nid: 0-a\ndata: {}", Self.changes(1, version: 1), ":"] { follower.take(text) }
        #expect(follower.fault == nil && follower.position == 1)
        follower.take(event)
        #expect(follower.fault == fault)
    }

    private static func event(_ position: Int, _ changed: [String: Int] = [:], deleted: String...) -> ReceivedEvent {
        ReceivedEvent(position: position, changed: changed, deleted: Set(deleted))
    }

    private static func changes(_ position: Int, version: Int) -> String {
        let friend = #"{"id":"ada","version":"\#(version)","firstname":"Ada","lastname":"","phonenumber":""}"#
        return """
            event: changes
            id: \(position)-a
            data: {"changed":[\(friend)],"deleted":[],"position":"\(position)-a"}
            """
    }

    private static let origin = ContinuousClock.now

    private static func create(_ id: String, _ version: Int, _ time: ClosedRange<Int>) -> FriendOperation {
        let new = StoredFriend(id: id, firstname: id, lastname: "", phonenumber: "")
        var friend = new
        friend.version = "\(version)"
        return operation(.create(new), .init(isDone: true, friend: friend), time)
    }

    private static func delete(_ version: String, _ time: ClosedRange<Int>) -> FriendOperation {
        operation(.delete(at: version), .init(isDone: true, friend: nil), time)
    }

    private static func operation(
        _ action: FriendOperation.Action, _ outcome: FriendOperation.Outcome, _ time: ClosedRange<Int>
    ) -> FriendOperation {
        let start = origin + .seconds(time.lowerBound)
        return FriendOperation(action: action, outcome: outcome, time: start...start + .seconds(time.count - 1))
    }
}
