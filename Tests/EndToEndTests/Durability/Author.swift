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
    private var unanswered: [(id: String, action: FriendOperation.Action)] = []

    init(name: String, generator: Seed.Generator) {
        self.name = name
        self.generator = generator
    }

    /// Writes until the server is gone.
    mutating func write(to port: Int, until end: SuddenEnd) async throws {
        try await FriendsConnection.with(port: port) { connection in
            while true {
                unanswered = next()
                guard let outcomes = try await ask(unanswered, on: &connection) else { return }
                for (write, outcome) in zip(unanswered, outcomes) {
                    // Nobody else writes these friends, so nothing is refused.
                    guard outcome.isDone else { throw Refusal(action: write.action, outcome: outcome) }
                    keep(write.id, outcome.friend)
                }
                keep(outcomes.map(\.friend))
                unanswered = []
                try await end.countAnswer()
            }
        }
    }

    private func ask(
        _ writes: [(id: String, action: FriendOperation.Action)], on connection: inout FriendsConnection
    ) async throws -> [FriendOperation.Outcome]? {
        guard writes.count == 1 else { return try await connection.ask(writes, atomic: count.isMultiple(of: 2)) }
        return try await connection.ask(writes[0].action, of: writes[0].id).map { [$0] }
    }

    struct Refusal: Error {
        let action: FriendOperation.Action
        let outcome: FriendOperation.Outcome
    }

    /// Finds out what has become of the writes that were not answered: all of them were made, or none. Everything else is
    /// taken as the answers said.
    mutating func settle(found: [String: StoredFriend], deleted: Set<String>) throws {
        var made: [(id: String, friend: StoredFriend?)] = []
        for (id, action) in unanswered {
            switch action {
            case .create(let new), .change(let new, _):
                if let stored = found[id], stored.version != friends[id]?.version, stored.matches(new) {
                    made.append((id, stored))
                }
            case .delete, .deleteInBatch: if deleted.contains(id) { made.append((id, nil)) }
            case .read: break
            }
        }
        guard made.isEmpty || made.count == unanswered.count else { throw Torn(batch: unanswered.map(\.id)) }
        unanswered = []
        for (id, friend) in made { keep(id, friend) }
        keep(made.map(\.friend))
    }

    /// A part of a batch was made.
    struct Torn: Error {
        let batch: [String]
    }

    private mutating func keep(_ id: String, _ friend: StoredFriend?) {
        friends[id] = friend
        if friend == nil { deleted.insert(id) }
    }

    /// Records the version of friends that were written together.
    private mutating func keep(_ written: [StoredFriend?]) {
        versions += Set(written.compactMap { $0?.version })
    }

    /// A write, or several of different friends.
    private mutating func next() -> [(id: String, action: FriendOperation.Action)] {
        let size = Int.random(in: 0..<3, using: &generator) == 0 ? Int.random(in: 2...20, using: &generator) : 1
        // In a fixed order, for the order of a dictionary is another one in every process.
        var left = friends.keys.sorted()
        return (0..<size).map { _ in
            count += 1
            let index = left.indices.randomElement(using: &generator)
            let choice = Int.random(in: 0..<10, using: &generator)
            guard let index, choice < 6, let old = friends[left[index]], let version = old.version else {
                let id = "\(name)-\(count)"
                return (id, .create(details(of: id)))
            }
            left.remove(at: index)
            return (old.id, choice < 2 ? .delete(at: version) : .change(to: details(of: old.id), from: version))
        }
    }

    private mutating func details(of id: String) -> StoredFriend {
        let names = ["Ada", "Zoë", "李", "O'Brien", "👩‍👩‍👧", "%00\"\\"]
        return StoredFriend(
            id: id, firstname: "\(names.randomElement(using: &generator) ?? "") \(count)",
            lastname: names.randomElement(using: &generator) ?? "", phonenumber: "+44 20 \(count) (7946)",
            lines: (0..<Int.random(in: 0..<4, using: &generator)).map { index in
                StoredFriend.Line(
                    id: "line-\(index)", kind: "note", label: index == 0 ? "work" : nil, value: "\(count)\nrow \(index)"
                )
            })
    }
}
