/// One of several writes that are sent together (``FriendsClient/write(_:)``). Each means what the single call does.
package enum FriendWrite: Equatable, Sendable {
    case add(FriendDetails, id: Friend.ID, rest: [UInt8]? = nil)
    /// Adds a friend to the trash, as an addition and a deletion would, but never to the list.
    case addToTrash(FriendDetails, id: Friend.ID, rest: [UInt8]? = nil)
    case update(Friend.ID, FriendChanges, rest: [UInt8]? = nil, from: Friend.Version)
    case delete(Friend.ID, at: Friend.Version)
    /// Deletes a friend of the list for good: the trash does not have it.
    case erase(Friend.ID, at: Friend.Version)
    /// Removes a deleted friend from the trash for good, at any version if it is nil.
    case purge(Friend.ID, at: Friend.Version?)
    /// Updates a friend and deletes it, so that the trash has it as it is after the update.
    case updateAndDelete(Friend.ID, FriendChanges, rest: [UInt8]? = nil, from: Friend.Version)
    /// The details are the deleted friend's.
    case restore(Friend.ID, details: FriendDetails)

    /// The details of a friend that is added; nil for other writes.
    package var addedDetails: FriendDetails? {
        switch self {
        case .add(let details, _, _), .addToTrash(let details, _, _): details
        case .update, .delete, .erase, .purge, .updateAndDelete, .restore: nil
        }
    }

    package var id: Friend.ID {
        switch self {
        case .add(_, let id, _), .addToTrash(_, let id, _), .update(let id, _, _, _), .delete(let id, _),
            .erase(let id, _), .purge(let id, _), .updateAndDelete(let id, _, _, _), .restore(let id, _):
            id
        }
    }
}

/// What came of several writes.
package struct WriteAnswer: Sendable {
    /// The result of each write, in their order.
    package let results: [Result<Friend?, FriendsClientError>]
    /// The friends of additions that someone else had added before, with the same details and the same rest. One whose addition
    /// was sent again after a lost response is not among them.
    package let existing: Set<Friend.ID>

    package init(_ results: [Result<Friend?, FriendsClientError>], existing: Set<Friend.ID> = []) {
        (self.results, self.existing) = (results, existing)
    }
}

extension FriendsClient {
    /// Makes one write with the single calls.
    /// - Returns: the friend; nil if it was deleted, or the response to an update does not contain it.
    package func make(_ write: FriendWrite) async throws(FriendsClientError) -> Friend? {
        switch write {
        case .add(let details, let id, let rest): return try await add(details, id: id, rest: rest)
        case .addToTrash(let details, let id, let rest):
            try await delete(id, at: add(details, id: id, rest: rest).version)
        case .update(let id, let changes, let rest, let version):
            return try await update(id, with: changes, rest: rest, from: version)
        case .delete(let id, let version): try await delete(id, at: version)
        case .erase(let id, let version):
            try await delete(id, at: version)
            do throws(FriendsClientError) {
                try await purge(id, at: version)
            } catch {
                // It is deleted. A server that purges nothing keeps it in the trash.
                guard error == .notOffered || error == .notFound else { throw error }
            }
        case .purge(let id, let version): try await purge(id, at: version)
        case .updateAndDelete(let id, let changes, let rest, let version):
            var friend = try await update(id, with: changes, rest: rest, from: version)
            if friend == nil { friend = try await self.friend(id) }
            try await delete(id, at: friend?.version ?? version)
        case .restore(let id, let details): return try await restore(id, details: details)
        }
        return nil
    }

    /// For clients of servers that take one write at a time.
    package func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        throw .notOffered
    }

    /// For clients that do not know.
    package func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer {
        WriteAnswer(try await write(writes))
    }

    /// For clients of servers that take one write at a time.
    package func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        throw .notOffered
    }
}
