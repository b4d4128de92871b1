/// A client that asks for the same few friends as others do, and writes down what it heard and when.
struct Contender: Sendable {
    /// What was asked of each friend.
    private(set) var history: [String: [FriendOperation]] = [:]

    private let name: String
    private let ids: [String]
    private var generator: Seed.Generator
    private var count = 0
    /// The newest version that this client has heard of, also when the friend is not there any more.
    private var versions: [String: String] = [:]

    init(name: String, ids: [String], generator: Seed.Generator) {
        self.name = name
        self.ids = ids
        self.generator = generator
    }

    /// Reads and writes until the server is gone.
    mutating func contend(at port: Int, until end: SuddenEnd) async throws {
        try await FriendsConnection.with(port: port) { connection in
            while try await ask(on: &connection) { try await end.countAnswer() }
        }
    }

    /// Asks for one friend, or for several in a batch.
    private mutating func ask(on connection: inout FriendsConnection) async throws -> Bool {
        guard Int.random(in: 0..<4, using: &generator) == 0 else {
            guard let id = ids.randomElement(using: &generator) else { return false }
            return try await ask(next(id), of: id, on: &connection)
        }
        let batch = ids.shuffled(using: &generator).prefix(Int.random(in: 1...ids.count, using: &generator))
            .compactMap { id -> (id: String, action: FriendOperation.Action)? in
                switch next(id) {
                case .read: nil
                case .delete(let version): (id, .deleteInBatch(at: version))
                case let action: (id, action)
                }
            }
        let start = ContinuousClock.now
        let outcomes = try await connection.ask(batch, atomic: false)
        for (index, write) in batch.enumerated() { note(write.action, of: write.id, outcomes?[index], since: start) }
        return outcomes != nil
    }

    private mutating func note(
        _ action: FriendOperation.Action, of id: String, _ outcome: FriendOperation.Outcome?,
        since start: ContinuousClock.Instant
    ) {
        history[id, default: []].append(FriendOperation(action: action, outcome: outcome, time: start ... .now))
        if let version = outcome?.friend?.version { versions[id] = version }
    }

    /// Reads every friend once.
    mutating func readAll(at port: Int) async throws {
        try await FriendsConnection.with(port: port) { connection in
            for id in ids { _ = try await ask(.read, of: id, on: &connection) }
        }
    }

    /// - Returns: false when the answer was lost. That is known when the process has ended, and nothing happens later.
    private mutating func ask(
        _ action: FriendOperation.Action, of id: String, on connection: inout FriendsConnection
    ) async throws -> Bool {
        let start = ContinuousClock.now
        let outcome = try await connection.ask(action, of: id)
        note(action, of: id, outcome, since: start)
        return outcome != nil
    }

    private mutating func next(_ id: String) -> FriendOperation.Action {
        count += 1
        // Every text is another one, so that each friend that is read tells who has written it.
        let lines = [StoredFriend.Line(id: "a", kind: "tag", value: "\(name) \(count)")]
        let new = StoredFriend(id: id, firstname: name, lastname: "\(count)", phonenumber: "12", lines: lines)
        guard let version = versions[id] else { return .create(new) }
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0..<3: .read
        case 3..<5: .create(new)
        case 5..<8: .change(to: new, from: version)
        default: .delete(at: version)
        }
    }
}
