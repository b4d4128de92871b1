/// A client that writes friends of its own, and knows what must have become of each.
struct Author: Sendable {
    private(set) var friends: [String: StoredFriend] = [:]
    private(set) var deleted: Set<String> = []
    /// The versions that the answers have told.
    private(set) var versions: [String] = []

    private let name: String
    private var generator: Seed.Generator
    private var count = 0
    /// What was asked last, when its answer did not come.
    private var unanswered: (id: String, action: FriendOperation.Action)?

    init(name: String, generator: Seed.Generator) {
        self.name = name
        self.generator = generator
    }

    /// Writes until the server is gone.
    mutating func write(to port: Int, until end: SuddenEnd) async throws {
        try await FriendsConnection.with(port: port) { connection in
            while true {
                let (id, action) = next()
                unanswered = (id, action)
                guard let outcome = try await connection.ask(action, of: id) else { return }
                // Nobody else writes these friends, so nothing is refused.
                guard outcome.isDone else { throw Refusal(action: action, outcome: outcome) }
                unanswered = nil
                keep(id, outcome.friend)
                try await end.countAnswer()
            }
        }
    }

    struct Refusal: Error {
        let action: FriendOperation.Action
        let outcome: FriendOperation.Outcome
    }

    /// Finds out what has become of the write that was not answered; everything else is taken as the answers said.
    mutating func settle(found: [String: StoredFriend], deleted: Set<String>) {
        guard let (id, action) = unanswered else { return }
        unanswered = nil
        switch action {
        case .create(let new), .change(let new, _):
            if let stored = found[id], stored.version != friends[id]?.version, stored.matches(new) { keep(id, stored) }
        case .delete:
            if deleted.contains(id) { keep(id, nil) }
        case .read: break
        }
    }

    private mutating func keep(_ id: String, _ friend: StoredFriend?) {
        friends[id] = friend
        if friend == nil { deleted.insert(id) }
        if let version = friend?.version { versions.append(version) }
    }

    private mutating func next() -> (id: String, action: FriendOperation.Action) {
        count += 1
        // In a fixed order, for the order of a dictionary is another one in every process.
        let old = friends.keys.sorted().randomElement(using: &generator).flatMap { friends[$0] }
        let choice = Int.random(in: 0..<10, using: &generator)
        guard let old, let version = old.version, choice < 6 else {
            let id = "\(name)-\(count)"
            return (id, .create(details(of: id)))
        }
        return (old.id, choice < 2 ? .delete(at: version) : .change(to: details(of: old.id), from: version))
    }

    private mutating func details(of id: String) -> StoredFriend {
        let names = ["Ada", "Zoë", "李", "O'Brien", "👩‍👩‍👧", "%00\"\\"]
        return StoredFriend(
            id: id, firstname: "\(names.randomElement(using: &generator) ?? "") \(count)",
            lastname: names.randomElement(using: &generator) ?? "", phonenumber: "+44 20 \(count) (7946)")
    }
}
