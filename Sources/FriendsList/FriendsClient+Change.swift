import FriendsModel

extension FriendsClient {
    /// Gives a friend other details. A server that does not say what it has made of the friend is asked for it: the next
    /// change, undoing this one too, needs the version.
    /// - Returns: the friend as it is now; at the old version where that is not to be known.
    package func change(
        _ old: Friend, to details: FriendDetails, rest: [UInt8]? = nil
    ) async throws(FriendsClientError) -> Friend {
        let changes = FriendChanges(from: old.details, to: details)
        if let friend = try await update(old.id, with: changes, rest: rest, from: old.version) { return friend }
        return await changed(old, to: details, rest: rest)
    }

    /// Reads a friend after an update whose response did not have it.
    /// - Parameter rest: the rest that it got with the update, if it got one.
    /// - Returns: as ``change(_:to:rest:)``.
    func changed(_ old: Friend, to details: FriendDetails, rest: [UInt8]? = nil) async -> Friend {
        let changes = FriendChanges(from: old.details, to: details)
        // The change was made, even if this request fails. A version at which others have changed one of the
        // same fields, or the rest, is not adopted: with it undo would overwrite what nobody here has seen.
        if let now = try? await friend(old.id), changes.applied(to: now.details) == now.details,
            (try? await has(rest, old.id)) == true
        {
            return now
        }
        return old.with(details)
    }

    /// Whether a friend has a rest that was to be written; true if none was.
    /// - Parameter rest: empty for a rest that was to be removed.
    fileprivate func has(_ rest: [UInt8]?, _ id: Friend.ID) async throws(FriendsClientError) -> Bool {
        guard let rest else { return true }
        do throws(FriendsClientError) {
            return try await self.rest(of: id) ?? [] == rest
        } catch .notOffered {
            // The server has no rests: only the details tell.
            return true
        }
    }
}

extension UndoHistory.Step {
    /// Makes the change on the server. A refusal that comes without the friend as it is now does not tell whose change is
    /// in the way: the friend is asked for, as what is in the way can be an earlier attempt at the same step.
    /// - Parameters:
    ///   - rest: the new rest of the friend, if it gets one.
    ///   - isRepeated: whether it may have been made already, by a call whose outcome is not known.
    /// - Returns: the friend as it is now; nil when it was deleted.
    package func make(
        on client: any FriendsClient, rest: [UInt8]? = nil, isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        let answer: Result<Friend?, FriendsClientError>
        do throws(FriendsClientError) {
            answer = .success(try await made(on: client, rest))
        } catch {
            answer = .failure(error)
        }
        return try await resolve(answer, on: client, rest: rest, isRepeated: isRepeated)
    }

    private func made(on client: any FriendsClient, _ rest: [UInt8]?) async throws(FriendsClientError) -> Friend? {
        switch self {
        case .imported: return try await client.make(write(rest: rest))
        case .added where rest != nil: return try await client.make(write(rest: rest))
        case .added(let friend), .restored(let friend):
            return try await client.restore(friend.id, details: friend.details)
        // Its rest is not known here, so it has to come from the trash.
        case .restoredWithChanges(let old, let new) where rest == nil:
            let restored = try await client.restore(old.id, details: old.details)
            return try await client.change(restored, to: new.details)
        case .restoredWithChanges, .deletedWithChanges, .erased:
            let write = write(rest: rest)
            do throws(FriendsClientError) {
                // One transaction, unless the server takes one write at a time.
                guard let result = try await client.write([write]).first else { return nil }
                return try result.get()
            } catch .notOffered {
                return try await client.make(write)
            }
        case .updated(let old, let new): return try await client.change(old, to: new.details, rest: rest)
        case .deleted(let friend):
            try await client.delete(friend.id, at: friend.version)
            return nil
        }
    }

    /// The change as one of several writes that are sent together.
    /// - Parameter rest: the new rest of the friend, if it gets one. Without one, a friend that was added comes back from the trash.
    package func write(rest: [UInt8]?) -> FriendWrite {
        switch self {
        case .restoredWithChanges(_, let friend):
            .add(friend.details, id: friend.id, rest: rest?.isEmpty == true ? nil : rest)
        case .deletedWithChanges(let old, let new):
            .updateAndDelete(
                old.id, FriendChanges(from: old.details, to: new.details), rest: rest, from: old.version)
        case .added(let friend) where rest == nil: .restore(friend.id, details: friend.details)
        case .added(let friend), .imported(let friend):
            .add(friend.details, id: friend.id, rest: rest?.isEmpty == true ? nil : rest)
        case .restored(let friend): .restore(friend.id, details: friend.details)
        case .updated(let old, let new):
            .update(old.id, FriendChanges(from: old.details, to: new.details), rest: rest, from: old.version)
        case .deleted(let friend): .delete(friend.id, at: friend.version)
        case .erased(let friend): .erase(friend.id, at: friend.version)
        }
    }

    /// Returns the friend according to the result of a write, as ``make(on:rest:isRepeated:)`` does.
    package func resolve(
        _ answer: Result<Friend?, FriendsClientError>, on client: any FriendsClient, rest: [UInt8]? = nil,
        isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        switch answer {
        case .success(nil):
            guard case .updated(let old, let new) = self else { return nil }
            return await client.changed(old, to: new.details, rest: rest)
        case .success(let friend): return friend
        case .failure(.conflict(let current)):
            return try await outcome(current, on: client, rest: rest, isRepeated: isRepeated)
        // The first attempt did it, and only its answer was lost.
        case .failure(.notFound) where result == nil && isRepeated: return nil
        case .failure(let error): throw error
        }
    }

    /// What there is to say when something is in the way of the step.
    private func outcome(
        _ current: Friend?, on client: any FriendsClient, rest: [UInt8]?, isRepeated: Bool
    ) async throws(FriendsClientError) -> Friend? {
        let now: Friend
        // Cancelling ends the reads of all conflicts of a batch.
        if current == nil, Task.isCancelled { throw .cancelled }
        do {
            if let current { now = current } else { now = try await client.friend(id) }
        } catch .notFound where result == nil && isRepeated {
            return nil
        }
        // It is as the step would leave it: an earlier attempt did it, and only its answer was lost.
        guard let result, hasMade(now.details, like: result.details, isRepeated: isRepeated),
            try await client.has(checkedRest(rest), now.id)
        else {
            throw .conflict(current: now)
        }
        return now
    }

    /// Whether details are those that the step would leave. What was tried before may have made its new lines with other ids:
    /// a series of new tags has other ids in each try.
    private func hasMade(_ details: FriendDetails, like result: FriendDetails, isRepeated: Bool) -> Bool {
        if details == result { return true }
        guard isRepeated, details.lines.count == result.lines.count else { return false }
        let old = Set(original?.details.lines.map(\.id) ?? [])
        return FriendField.allCases.allSatisfy { details[$0].isIdentical(to: result[$0]) }
            && zip(details.lines, result.lines).allSatisfy { line, wanted in
                line.hasSameContent(as: wanted) && (line.id == wanted.id || !old.contains(wanted.id))
            }
    }

    /// The rest that the friend must have if the step was made. A friend that is added without one may have any
    /// (``FriendsClient/add(_:id:rest:)``).
    private func checkedRest(_ rest: [UInt8]?) -> [UInt8]? {
        switch self {
        case .added, .imported, .restoredWithChanges: rest?.isEmpty == true ? nil : rest
        default: rest
        }
    }
}
