import FriendsModel

/// What has changed in the list since the last synchronisation.
struct LocalChanges {
    /// The friends that may have changed; all of them if the list was read whole.
    var friends: [Friend.ID: Friend] = [:]
    /// The friends that are known to be gone.
    var gone: Set<Friend.ID> = []
    let isWhole: Bool
    /// The state of the list before the friends were read: what changes meanwhile is read next time.
    let snapshot: FriendPage.Snapshot?

    /// The changes since the last synchronisation; nil if the list does not know them.
    static func since(
        _ overview: SyncOverview, of list: any FriendsClient
    ) async throws(FriendsClientError) -> LocalChanges? {
        guard let snapshot = overview.positions.list else { return nil }
        do throws(FriendsClientError) {
            let changes = try await list.changes(since: snapshot)
            var result = LocalChanges(isWhole: false, snapshot: changes.snapshot)
            for friend in changes.changed { result.friends[friend.id] = friend }
            result.gone = Set(changes.deleted)
            for id in overview.waiting.keys where result.friends[id] == nil && !result.gone.contains(id) {
                if let friend = try await list.friendIfThere(id) {
                    result.friends[id] = friend
                } else {
                    result.gone.insert(id)
                }
            }
            return result
        } catch {
            if error == .snapshotTooOld || error == .notOffered { return nil }
            throw error
        }
    }

    /// How often the list is loaded again if it changes meanwhile.
    private static let maximumAttempts = 5

    /// The whole list of one snapshot: of pages of several ones, a friend could be missing that was moved between them.
    /// - Throws: ``FriendsClientError/snapshotTooOld`` if the list keeps changing.
    static func whole(of list: any FriendsClient) async throws(FriendsClientError) -> LocalChanges {
        for _ in 0..<maximumAttempts {
            var page = try await list.friends(after: nil)
            var result = LocalChanges(isWhole: true, snapshot: page.snapshot)
            while page.snapshot == result.snapshot {
                for friend in page.friends { result.friends[friend.id] = friend }
                guard let next = page.next else { return result }
                page = try await list.friends(after: next)
            }
        }
        throw .snapshotTooOld
    }

    private init(isWhole: Bool, snapshot: FriendPage.Snapshot?) {
        (self.isWhole, self.snapshot) = (isWhole, snapshot)
    }
}

extension SyncOverview {
    /// The number of friends whose change in the list the address book does not have.
    package func waitingCount(in list: any FriendsClient) async throws(FriendsClientError) -> Int {
        let versions = Dictionary(cards.values.map { ($0.friend, $0.version) }) { first, _ in first }
        let changes: LocalChanges
        if let known = try await LocalChanges.since(self, of: list) {
            changes = known
        } else {
            changes = try await LocalChanges.whole(of: list)
        }
        let goneCount =
            changes.isWhole
            ? versions.keys.count { changes.friends[$0] == nil } : changes.gone.count { versions[$0] != nil }
        return goneCount + changes.friends.values.count { versions[$0.id] != $0.version }
    }
}

extension FriendsClient {
    /// A friend; nil if the list does not have it.
    func friendIfThere(_ id: Friend.ID) async throws(FriendsClientError) -> Friend? {
        do throws(FriendsClientError) {
            return try await friend(id)
        } catch {
            if error == .notFound { return nil }
            throw error
        }
    }

    /// The friends in the trash; nil if the server keeps none.
    func deletedIfOffered() async throws(FriendsClientError) -> [Friend]? {
        do throws(FriendsClientError) {
            return try await deleted().friends.map(\.friend)
        } catch {
            if error == .notOffered { return nil }
            throw error
        }
    }

    /// The rest of a friend in the trash; nil without one, and from a server that does not tell.
    func restInTrash(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        var position: FriendPage.Position?
        do throws(FriendsClientError) {
            repeat {
                let page = try await deletedFriends(after: position, withRests: true)
                if page.friends.contains(where: { $0.id == id }) { return page.rests[id] }
                position = page.next
            } while position != nil
        } catch {
            if error != .notOffered { throw error }
        }
        return nil
    }

    /// The rest of a friend; nil without one, and from a server that keeps none.
    func restIfOffered(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        do throws(FriendsClientError) {
            return try await rest(of: id)
        } catch {
            if error == .notOffered || error == .notFound { return nil }
            throw error
        }
    }
}
