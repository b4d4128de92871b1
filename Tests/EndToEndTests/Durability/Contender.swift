import NIOCore
import NIOPosix
import TestSupport

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
    /// How long after its request a write can still be made whose answer was lost; nil if the process has ended by then.
    private let longestWrite: Duration?

    /// - Parameter longestWrite: how long after its request a write can still be made whose answer was lost; nil if that
    ///   is known when the connection breaks.
    init(name: String, ids: [String], generator: Seed.Generator, longestWrite: Duration? = nil) {
        self.name = name
        self.ids = ids
        self.generator = generator
        self.longestWrite = longestWrite
    }

    /// Reads and writes until the server is gone.
    mutating func contend(at port: Int, until end: SuddenEnd) async throws {
        try await FriendsConnection.with(port: port) { connection in
            while try await ask(on: &connection) { try await end.countAnswer() }
        }
    }

    /// Reads and writes through a proxy, also after failures, until `end` is open.
    /// - Parameters:
    ///   - pause: the time after each answer.
    ///   - isAnswered: called after each answer that tells what became of the request.
    mutating func contend(
        at port: Int, until end: Gate, pause: Duration, isAnswered: @Sendable () -> Void
    ) async throws {
        while !end.isOpen {
            do {
                try await FriendsConnection.with(port: port) { connection in
                    while !end.isOpen, try await ask(on: &connection) {
                        isAnswered()
                        try await Task.sleep(for: pause)
                    }
                }
            } catch let answer as FriendsConnection.UnexpectedAnswer where answer.status == .serviceUnavailable {
                // Nothing was done.
            } catch is NIOConnectionError {
            } catch is ChannelError {
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 50...250, using: &generator)))
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
        let outcomes = try await orLost { try await connection.ask(batch, atomic: false) }
        for (index, write) in batch.enumerated() { note(write.action, of: write.id, outcomes?[index], since: start) }
        return outcomes != nil
    }

    private mutating func note(
        _ action: FriendOperation.Action, of id: String, _ outcome: FriendOperation.Outcome?,
        since start: ContinuousClock.Instant
    ) {
        let end = outcome == nil ? longestWrite.map { start + $0 } : nil
        history[id, default: []].append(FriendOperation(action: action, outcome: outcome, time: start...(end ?? .now)))
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
        let outcome = try await orLost { try await connection.ask(action, of: id) }
        note(action, of: id, outcome, since: start)
        return outcome != nil
    }

    /// Nil also if the proxy or the node does not know what became of the request.
    private func orLost<Answer>(_ ask: () async throws -> Answer?) async throws -> Answer? {
        do {
            return try await ask()
        } catch let answer as FriendsConnection.UnexpectedAnswer
            where longestWrite != nil && [.badGateway, .gatewayTimeout].contains(answer.status)
        {
            return nil
        }
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
