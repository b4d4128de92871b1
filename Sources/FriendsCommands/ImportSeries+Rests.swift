import FriendsExchange
import FriendsModel

/// What is stored of the friends whose records wait for it.
extension ImportSeries {
    mutating func readRests() async throws(FriendsClientError) {
        guard !waiting.isEmpty else { return }
        // The friends are compared as they are after all writes so far.
        try await endSending()
        var rows = waiting
        (waiting, waitingSize) = ([], 0)
        try await readTrash(&rows)
        var indices: [Friend.ID: [Int]] = [:]
        for (index, place) in rows.enumerated() {
            let friends = place.row.friendsWithUnreadRests
            if friends.isEmpty, case .duplicate = place.row.action { comparison.complete(&rows[index].row, rest: nil) }
            for friend in friends {
                if isDryRun, let rest = plannedRests[friend.id] {
                    comparison.complete(&rows[index].row, of: friend.id, knownRest: rest)
                } else {
                    indices[friend.id, default: []].append(index)
                }
            }
        }
        var isOffered = true
        do throws(FriendsClientError) {
            try await reader.read(Array(indices.keys)) { page in
                for friend in page.friends {
                    guard let places = indices.removeValue(forKey: friend.id) else { continue }
                    comparison.note(friend)
                    for index in places {
                        comparison.complete(&rows[index].row, of: friend.id, rest: page.rests[friend.id])
                    }
                }
            }
            // The others are not there any more.
            for id in indices.keys { comparison.remove(id) }
        } catch .notOffered {
            isOffered = false
        }
        for (id, places) in indices {
            for index in places { comparison.complete(&rows[index].row, of: id, rest: nil, isOffered: isOffered) }
        }
        // Their friends are gone, and they look like others now.
        waiting = rows.filter { waitsAgain($0.row) }
        for isMerge in [false, true] {
            for place in rows where !waitsAgain(place.row) && (place.row.result == .merged) == isMerge { decide(place) }
        }
    }

    /// Reads the rests of the friends in the trash who are added again.
    private mutating func readTrash(_ rows: inout [Place]) async throws(FriendsClientError) {
        var indices: [Friend.ID: Int] = [:]
        for (index, place) in rows.enumerated() where place.row.waitsForTrash {
            if let id = place.row.friend?.id { indices[id] = index }
        }
        try await reader.readTrash(Array(indices.keys)) { page in
            for friend in page.friends {
                guard let index = indices.removeValue(forKey: friend.id) else { continue }
                comparison.completeDeleted(&rows[index].row, friend, rest: page.rests[friend.id])
            }
        }
        for index in indices.values { comparison.completeDeleted(&rows[index].row, nil, rest: nil) }
    }
}
