import FoundationEssentials
import FriendsModel
import FriendsRepository

/// The writes, by the rules of a server: what it would refuse is refused, and nothing is stored of it.
extension RepositoryClient {
    func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend {
        try await friend(madeBy: .add(details, id: id, rest: rest))
    }

    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await made(.update(id, changes, rest: rest, from: version))
    }

    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        _ = try await made(.delete(id, at: version))
    }

    func purge(_ id: Friend.ID, at version: Friend.Version?) async throws(FriendsClientError) {
        _ = try await made(.purge(id, at: version))
    }

    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        try await friend(madeBy: .restore(id, details: details))
    }

    private func friend(madeBy write: FriendWrite) async throws(FriendsClientError) -> Friend {
        guard let friend = try await made(write) else { throw .notFound }
        return friend
    }

    private func made(_ write: FriendWrite) async throws(FriendsClientError) -> Friend? {
        guard let result = try await answer(to: [write], isAtomic: false).results.first else { throw .notFound }
        return try result.get()
    }

    func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await writeAndFindExisting(writes).results
    }

    func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        try await answer(to: writes, isAtomic: false)
    }

    func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        try await answer(to: writes, isAtomic: true).results
    }

    private func answer(to writes: [FriendWrite], isAtomic: Bool) async throws(FriendsClientError) -> WriteAnswer {
        let prepared = writes.map { write in Result { () throws(FriendsClientError) in try RepositoryWrite(write) } }
        let valid = prepared.compactMap { try? $0.get() }
        // If a value is refused, writes that belong together are not tried.
        let isTried = !isAtomic || valid.count == writes.count
        let made =
            isTried
            ? try await perform(isWrite: true) { (repository) throws(FriendRepositoryError) in
                try await repository.write(valid, isAtomic: isAtomic)
            } : []
        var remaining = made.makeIterator()
        var results: [Result<Friend?, FriendsClientError>] = []
        var existing: Set<Friend.ID> = []
        for (write, prepared) in zip(writes, prepared) {
            if case .failure(let error) = prepared {
                results.append(.failure(error))
                continue
            }
            let result = remaining.next() ?? .undone
            if case .creation(.alreadyThere(let friend)) = result { existing.insert(friend.id) }
            results.append(await outcome(of: write, result, isAtomic: isAtomic))
        }
        return WriteAnswer(results, existing: existing)
    }

    private func outcome(
        of write: FriendWrite, _ result: RepositoryWriteResult, isAtomic: Bool
    ) async -> Result<Friend?, FriendsClientError> {
        switch (result, write) {
        // The batch had no room for it.
        case (.notTried, _) where !isAtomic: await single(write)
        // Without a friend in the trash, the friend is added.
        case (.restoration(.notFound), .restore(let id, let details)) where !isAtomic:
            await single(.add(details, id: id))
        case (.restoration(.alreadyThere(let friend)), .restore(_, let details)) where friend.details == details:
            .success(friend)
        default: result.outcome
        }
    }

    private func single(_ write: FriendWrite) async -> Result<Friend?, FriendsClientError> {
        do throws(FriendsClientError) {
            return .success(try await made(write))
        } catch {
            return .failure(error)
        }
    }
}

extension RepositoryWriteResult {
    fileprivate var outcome: Result<Friend?, FriendsClientError> {
        switch self {
        case .creation(.created(let friend)), .creation(.alreadyThere(let friend)), .update(.done(let friend)),
            .restoration(.done(let friend)):
            .success(friend)
        case .deletion(.done): .success(nil)
        case .creation(.taken(let current)), .update(.versionMismatch(let current)),
            .deletion(.versionMismatch(let current)), .restoration(.alreadyThere(let current)):
            .failure(.conflict(current: current))
        case .outdated: .failure(.conflict(current: nil))
        case .update(.notFound), .deletion(.notFound), .restoration(.notFound): .failure(.notFound)
        case .update(.invalid(let problem)):
            .failure(.rejected([.init(part: .whole, reason: problem.message)], reason: nil))
        // It could have been made, but others could not.
        case .undone, .notTried: .failure(.notDone(.conflict(current: nil)))
        }
    }
}

extension RepositoryWrite {
    /// - Throws: the refusal of a write with values that cannot be stored.
    fileprivate init(_ write: FriendWrite) throws(FriendsClientError) {
        switch write {
        case .add(let details, let id, let rest):
            self = .create(
                try Self.checked(details, rest, of: id), rest: RestChange(rest).content, id: id)
        case .addToTrash(let details, let id, let rest):
            self = .createInTrash(
                try Self.checked(details, rest, of: id), rest: RestChange(rest).content, id: id)
        case .update(let id, let changes, let rest, let version):
            self = .update(
                id, try Self.checked(changes, rest), rest: RestChange(rest), ifVersion: [version])
        case .delete(let id, let version): self = .delete(id, ifVersion: [version])
        case .erase(let id, let version): self = .erase(id, ifVersion: [version])
        case .purge(let id, let version): self = .purge(id, ifVersion: version.map { [$0] })
        case .updateAndDelete(let id, let changes, let rest, let version):
            self = .updateAndDelete(
                id, try Self.checked(changes, rest), rest: RestChange(rest), ifVersion: [version])
        case .restore(let id, _): self = .restore(id)
        }
    }

    /// The details of a new friend.
    private static func checked(
        _ details: FriendDetails, _ rest: [UInt8]?, of id: Friend.ID
    ) throws(FriendsClientError) -> FriendDetails {
        guard Friend.ID(validating: id.rawValue) != nil else { throw .rejected([], reason: Friend.ID.rule) }
        return try checked(details, rest, isWhole: true)
    }

    private static func checked(
        _ changes: FriendChanges, _ rest: [UInt8]?
    ) throws(FriendsClientError) -> FriendChanges {
        // What else the friend has may tell who it is.
        let trimmed = try checked(changes.applied(to: FriendDetails()), rest, isWhole: false)
        return FriendChanges(
            changes.values.keys.reduce(into: [:]) { $0[$1] = trimmed[$1] },
            lines: changes.lines == nil ? nil : trimmed.lines)
    }

    /// The trimmed details, as a server stores them.
    private static func checked(
        _ details: FriendDetails, _ rest: [UInt8]?, isWhole: Bool
    ) throws(FriendsClientError) -> FriendDetails {
        let draft = FriendDraft(details)
        var parts: [FriendsClientError.RejectedPart] = FriendField.allCases.compactMap { field in
            draft.problem(in: field).map { problem in
                let problem = DraftProblem(part: .field(field), label: field.label, problem: problem)
                return .init(part: .field(field), reason: problem.message)
            }
        }
        let trimmed = draft.trimmed
        if let problem = draft.wholeProblem, problem.problem == .tooManyLines {
            parts.append(.init(part: .whole, reason: problem.message))
        } else {
            var ids: Set<FriendLine.ID> = []
            for (index, line) in trimmed.lines.enumerated() {
                parts += line.reasons(besides: &ids).map { .init(part: .line(index), reason: $0) }
            }
        }
        if let rest, rest.count > Friend.maximumRestSize {
            parts.append(.init(part: .whole, reason: "A card has at most \(Friend.maximumRestSize) bytes"))
        }
        if parts.isEmpty, isWhole, let problem = draft.wholeProblem {
            parts.append(.init(part: .whole, reason: problem.message))
        }
        guard parts.isEmpty else { throw .rejected(parts, reason: nil) }
        return trimmed
    }
}

extension FriendLine {
    /// Why a server does not store it.
    /// - Parameter ids: the ids of the lines before it.
    fileprivate func reasons(besides ids: inout Set<FriendLine.ID>) -> [String] {
        var reasons: [String] = []
        if FriendLine.ID(validating: id.rawValue) == nil {
            reasons.append(Friend.ID.rule)
        } else if !ids.insert(id).inserted {
            reasons.append(FriendLine.repeatedID)
        }
        if !kind.isKnown { reasons.append(LineKind.rule) }
        if let problem = labelProblem { reasons.append(problem.message) }
        if kind.isKnown, let problem = valueProblem { reasons.append(problem.message) }
        return reasons
    }
}

extension RestChange {
    /// - Parameter rest: nil leaves the rest as it is, and an empty one removes it.
    fileprivate init(_ rest: [UInt8]?) {
        self = rest.map { .replaced($0.isEmpty ? nil : Data($0)) } ?? .unchanged
    }
}
