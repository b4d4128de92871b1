import FriendsFormats
import FriendsModel

/// Which friends are exported.
package enum ExportSelection: Equatable, Sendable {
    /// The marked ones that are shown.
    case marked([Friend])
    /// What the filter shows.
    case shown([Friend])
    /// All on the server: as many are in the list.
    case all(Int)

    /// What a table offers; nil if there is nothing.
    init?(_ table: FriendTable) {
        if table.hasMarks {
            self = .marked(table.markedFriends)
        } else if table.isNarrowed {
            self = .shown((0..<table.shownCount).map(table.shown))
        } else {
            self = .all(table.rows.count)
        }
        if count == 0 { return nil }
    }

    package var count: Int {
        switch self {
        case .marked(let friends), .shown(let friends): friends.count
        case .all(let count): count
        }
    }

    /// The friends, unless these are all.
    fileprivate var friends: [Friend]? {
        switch self {
        case .marked(let friends), .shown(let friends): friends
        case .all: nil
        }
    }
}

/// What was exported.
struct ExportResult: Sendable {
    var count = 0
    /// The number of entries of the list that could not be read.
    var unreadableCount = 0
    /// What the format cannot hold.
    var losses = ExportLosses()
}

extension ExportSelection {
    /// The maximum number of friends that are read one by one; for more the whole list is read.
    private static let maximumSingleReads = 50

    /// Writes the friends as they are on the server, with their rests.
    ///
    /// Runs off the main actor: there can be 100,000 friends.
    /// - Parameter progress: called with the number of friends that are written.
    /// - Throws: ``FriendsClientError``, what `write` throws, or `CancellationError`.
    @concurrent
    func export(
        as format: ExportText.Format, from client: any FriendsClient, to write: ([UInt8]) throws -> Void,
        progress: (Int) -> Void
    ) async throws -> ExportResult {
        var text = ExportText(format)
        var result = ExportResult()
        func pass(_ friends: [Friend], _ rests: [Friend.ID: [UInt8]], _ history: String?) throws {
            try Task.checkCancellation()
            try write(text.text(of: friends, rests: rests, history: history))
            result.count += friends.count
            progress(result.count)
        }
        if let friends, friends.count <= Self.maximumSingleReads {
            // Only a page of the list says in which history the versions of its friends are.
            let snapshot = format.hasVersions ? try await client.friends(after: nil).snapshot : nil
            let history = snapshot.flatMap { client.history(of: $0) }
            for friend in friends {
                // Who was deleted in the meantime is left out.
                guard let whole = try await client.whole(friend.id) else { continue }
                try pass([whole.friend], whole.rest.map { [friend.id: $0] } ?? [:], history)
            }
        } else {
            let ids = friends.map { Set($0.map(\.id)) }
            result.unreadableCount = try await client.streamFriends(withRests: true) { friends, rests, history in
                try pass(ids.map { ids in friends.filter { ids.contains($0.id) } } ?? friends, rests, history)
            }
        }
        try write(text.end())
        result.losses = text.losses
        return result
    }
}

extension FriendsClient {
    /// A friend with its rest; nil if it was deleted.
    fileprivate func whole(_ id: Friend.ID) async throws(FriendsClientError) -> (friend: Friend, rest: [UInt8]?)? {
        do throws(FriendsClientError) {
            return (try await friend(id), try await rest(of: id))
        } catch .notFound {
            return nil
        }
    }
}
