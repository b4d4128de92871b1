import FriendsModel

/// Makes writes of different friends, many in one request if the server takes batches.
package struct WriteSeries: Sendable {
    /// What came of a series.
    package struct Outcome: Sendable {
        /// Of the writes that were answered, in their order. A friend that was deleted is nil.
        package fileprivate(set) var results: [Result<Friend?, FriendsClientError>] = []
        /// The friends of additions that someone else had added before (``WriteAnswer/existing``).
        package fileprivate(set) var existing: Set<Friend.ID> = []
        /// Why the others were not made, or it is not known whether they were.
        package fileprivate(set) var stop: FriendsClientError?
    }

    /// The maximum number of repetitions of a write: after that its conflict is the result.
    private static let maximumAttempts = 5

    private let client: any FriendsClient
    private let isForced: Bool
    private let hasReadList: Bool

    /// - Parameters:
    ///   - isForced: whether the last writer wins: a write is repeated at the version that is in its way.
    ///   - hasReadList: whether the client has read a page of the list.
    package init(_ client: any FriendsClient, isForced: Bool = false, hasReadList: Bool = false) {
        (self.client, self.isForced, self.hasReadList) = (client, isForced, hasReadList)
    }

    /// Makes the writes in their order.
    package func make(_ writes: [FriendWrite]) async -> Outcome {
        var outcome = Outcome()
        // The client learns from a page whether the server takes batches.
        if writes.count > 1, !hasReadList { _ = try? await client.friends(after: nil) }
        var batch = WriteBatch()
        for write in writes {
            if batch.append(write) { continue }
            await make(batch.writes, &outcome)
            if outcome.stop != nil { return outcome }
            batch = WriteBatch(write)
        }
        await make(batch.writes, &outcome)
        return outcome
    }

    private func make(_ writes: [FriendWrite], _ outcome: inout Outcome) async {
        // One write has an answer of its own without a batch, unless it has to say whether it has added the friend.
        guard writes.count > 1 || (hasReadList && writes.first?.isAddition == true) else {
            return await makeSingly(writes, &outcome)
        }
        do throws(FriendsClientError) {
            let answer = try await client.writeAndFindExisting(writes)
            outcome.existing.formUnion(answer.existing)
            for (write, result) in zip(writes, answer.results) {
                outcome.results.append(await settled(result, of: write))
            }
        } catch .notOffered {
            await makeSingly(writes, &outcome)
        } catch {
            outcome.stop = error
        }
    }

    private func makeSingly(_ writes: [FriendWrite], _ outcome: inout Outcome) async {
        for write in writes {
            let result = await settled(await made(write), of: write)
            if case .failure(let error) = result, !error.isOfOneFriend {
                outcome.stop = error
                return
            }
            outcome.results.append(result)
        }
    }

    private func made(_ write: FriendWrite) async -> Result<Friend?, FriendsClientError> {
        do throws(FriendsClientError) {
            return .success(try await client.make(write))
        } catch {
            return .failure(error)
        }
    }

    /// The result after forcing, with the friend if the response did not have it.
    private func settled(
        _ result: Result<Friend?, FriendsClientError>, of write: FriendWrite
    ) async -> Result<Friend?, FriendsClientError> {
        var result = result
        for _ in 1...Self.maximumAttempts {
            guard isForced, case .failure(.conflict(let current)) = result else { break }
            let known: Friend?
            if let current { known = current } else { known = try? await client.friend(write.id) }
            guard let version = known?.version, let next = write.at(version) else { break }
            result = await made(next)
        }
        if case .update = write, case .success(nil) = result {
            do throws(FriendsClientError) {
                return .success(try await client.friend(write.id))
            } catch {
                return .success(nil)
            }
        }
        return result
    }
}

extension FriendWrite {
    fileprivate var isAddition: Bool {
        if case .add = self { true } else { false }
    }

    /// The same write of another version; nil for one that has no version.
    fileprivate func at(_ version: Friend.Version) -> FriendWrite? {
        switch self {
        case .add, .restore: nil
        case .update(let id, let changes, let rest, _): .update(id, changes, rest: rest, from: version)
        case .delete(let id, _): .delete(id, at: version)
        case .updateAndDelete(let id, let changes, let rest, _):
            .updateAndDelete(id, changes, rest: rest, from: version)
        }
    }
}

extension FriendsClientError {
    /// Whether the error is about one friend, so that others can still be written.
    fileprivate var isOfOneFriend: Bool {
        switch self {
        case .notFound, .rejected, .conflict: true
        default: false
        }
    }
}
