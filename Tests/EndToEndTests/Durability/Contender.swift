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
            while let id = ids.randomElement(using: &generator),
                try await ask(next(id), of: id, on: &connection)
            {
                try await end.countAnswer()
            }
        }
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
        history[id, default: []].append(FriendOperation(action: action, outcome: outcome, time: start ... .now))
        if let version = outcome?.friend?.version { versions[id] = version }
        return outcome != nil
    }

    private mutating func next(_ id: String) -> FriendOperation.Action {
        count += 1
        // Every text is another one, so that each friend that is read tells who has written it.
        let new = StoredFriend(id: id, firstname: name, lastname: "\(count)", phonenumber: "12")
        guard let version = versions[id] else { return .create(new) }
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0..<3: .read
        case 3..<5: .create(new)
        case 5..<8: .change(to: new, from: version)
        default: .delete(at: version)
        }
    }
}
