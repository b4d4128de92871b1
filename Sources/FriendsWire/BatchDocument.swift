import FriendsModel

/// The body of a batch, before validation: several changes in one request.
package struct BatchRequest: Codable, Equatable, Sendable {
    /// One change.
    package struct Change: Codable, Equatable, Sendable {
        /// Whether it is a JSON object.
        package let isObject: Bool
        package private(set) var operation: FriendRequest.Value = .absent
        package private(set) var id: FriendRequest.Value = .absent
        package private(set) var version: FriendRequest.Value = .absent
        /// The parts of the friend; nil if they are missing, or not an object.
        package private(set) var friend: FriendRequest?
        /// Whether there is a value for the parts of the friend, of any type.
        package private(set) var hasFriend = false

        private enum CodingKeys: String, CodingKey {
            case operation = "op"
            case id, version, friend
        }

        /// The change of one of the client's writes.
        init(_ write: FriendWrite) {
            isObject = true
            switch write {
            case .add(let details, let id, let rest):
                (operation, friend) = (.text(Operation.create.rawValue), FriendRequest(details, id: id, rest: rest))
            case .addToTrash(let details, let id, let rest):
                (operation, friend) = (.text(Operation.trash.rawValue), FriendRequest(details, id: id, rest: rest))
            case .update(let id, let changes, let rest, let version):
                (operation, self.id, self.version) = (
                    .text(Operation.update.rawValue), .text(id.rawValue), .text(version.rawValue)
                )
                friend = FriendRequest(changes, rest: rest)
            case .delete(let id, let version):
                (operation, self.id, self.version) = (
                    .text(Operation.delete.rawValue), .text(id.rawValue), .text(version.rawValue)
                )
            case .erase(let id, let version):
                (operation, self.id, self.version) = (
                    .text(Operation.erase.rawValue), .text(id.rawValue), .text(version.rawValue)
                )
            case .purge(let id, let version):
                (operation, self.id, self.version) = (
                    .text(Operation.purge.rawValue), .text(id.rawValue), .text(version?.rawValue ?? "*")
                )
            case .updateAndDelete(let id, let changes, let rest, let version):
                (operation, self.id, self.version) = (
                    .text(Operation.delete.rawValue), .text(id.rawValue), .text(version.rawValue)
                )
                friend = FriendRequest(changes, rest: rest)
            case .restore(let id, _):
                (operation, self.id) = (.text(Operation.restore.rawValue), .text(id.rawValue))
            }
        }

        package init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: CodingKeys.self) else {
                isObject = false
                return
            }
            isObject = true
            operation = try object.value(of: .operation)
            id = try object.value(of: .id)
            version = try object.value(of: .version)
            hasFriend = object.contains(.friend)
            friend = try? object.decode(FriendRequest.self, forKey: .friend)
        }

        package func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(operation, for: .operation)
            try object.encode(id, for: .id)
            try object.encode(version, for: .version)
            try object.encodeIfPresent(friend, forKey: .friend)
        }
    }

    /// What a change does.
    package enum Operation: String, CaseIterable, Sendable {
        case create, update, delete, restore, trash, erase, purge
    }

    /// Whether all changes are made or none; nil if it is not a boolean.
    package let isAtomic: Bool?
    /// The changes; of more than the maximum, the first ones and one more. Nil if they are not an array.
    package let changes: [Change]?

    private enum CodingKeys: String, CodingKey {
        case isAtomic = "atomic"
        case changes
    }

    /// - Parameter isAtomic: whether all changes are made or none; else each is made or fails for itself.
    package init(_ writes: [FriendWrite], isAtomic: Bool = false) {
        self.isAtomic = isAtomic
        changes = writes.map { Change($0) }
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        isAtomic = object.contains(.isAtomic) ? try? object.decode(Bool.self, forKey: .isAtomic) : false
        guard var array = try? object.nestedUnkeyedContainer(forKey: .changes) else {
            changes = nil
            return
        }
        var changes: [Change] = []
        while !array.isAtEnd, changes.count <= Interface.maximumBatch { changes.append(try array.decode(Change.self)) }
        self.changes = changes
    }
}

/// The response to a batch.
package struct BatchDocument: Codable, Equatable, Sendable {
    /// The result of each change, in their order.
    package let results: [BatchResult]

    package init(_ results: [BatchResult]) {
        self.results = results
    }
}

/// The result of a change in a batch: what the response to the single request would have.
package struct BatchResult: Codable, Equatable, Sendable {
    package let status: Int
    /// The friend after the change; nil if it was deleted, the change was not made, or the response is too large.
    package private(set) var friend: FriendDocument?
    /// The version of a friend that was created exactly as in the request, instead of the friend, if the client prefers that.
    package private(set) var version: String?
    /// Why the change was not made.
    package private(set) var problem: ProblemDocument?

    package init(status: Int, friend: Friend? = nil) {
        self.status = status
        self.friend = friend.map { FriendDocument($0) }
    }

    /// The result for a friend that was created exactly as in the request.
    package init(createdAt version: Friend.Version) {
        status = 201
        self.version = version.rawValue
    }

    package init(_ problem: ProblemDocument) {
        status = problem.status ?? 0
        self.problem = problem
    }

    /// The result without the friend, which the client has to read.
    package var withoutFriend: Self {
        var result = self
        result.friend = nil
        result.problem?.current = nil
        return result
    }
}
