/// What one event of a stream contains.
struct ReceivedEvent: Sendable {
    /// The number of the last change in it.
    let position: Int
    /// The friends that were changed, with their versions.
    let changed: [String: Int]
    let deleted: Set<String>
}

extension ReceivedEvent {
    init(position: Int, _ changes: Changes) {
        self.init(
            position: position, changed: changes.friends.compactMapValues { $0.version.flatMap(Int.init) },
            deleted: changes.deletedIDs)
    }
}

/// The changes of the list that clients know of, and that every stream must have.
struct KnownChanges {
    private struct Change {
        let id: String
        let version: Int
    }

    private struct Deletion {
        let id: String
        /// The version that was deleted.
        let version: Int
        /// The deletion has at most this number: a later write has a greater one.
        let latest: Int
    }

    private var changes: [Change] = []
    private var deletions: [Deletion] = []

    /// The number of the changes and of the deletions that can be checked.
    var count: Int { changes.count + deletions.count }

    /// - Parameter histories: for each id, what clients have asked and heard of this friend.
    init(of histories: [String: [FriendOperation]]) {
        let writes = histories.flatMap { id, operations in
            operations.compactMap { operation in
                operation.writtenVersion.map { (start: operation.time.lowerBound, change: Change(id: id, version: $0)) }
            }
        }.sorted { $0.start < $1.start }
        changes = writes.map(\.change)
        // For each write, the smallest version of those that began with it or later.
        var smallest: [Int] = []
        for write in writes.reversed() { smallest.append(min(smallest.last ?? .max, write.change.version)) }
        smallest.reverse()
        for (id, operations) in histories {
            for operation in operations {
                guard let version = operation.deletedVersion else { continue }
                let later = writes.partitionIndex { $0.start > operation.time.upperBound }
                guard later < writes.count else { continue }
                deletions.append(Deletion(id: id, version: version, latest: smallest[later] - 1))
            }
        }
    }

    /// The first change that a stream has missed. A friend that was deleted and created again between two events is only listed
    /// as changed.
    func missed(by events: [ReceivedEvent]) -> String? {
        for change in changes {
            let index = events.partitionIndex { $0.position >= change.version }
            guard index < events.count, events[index].names(change.id) else { return "\(change)" }
        }
        for deletion in deletions where misses(events, deletion) { return "\(deletion)" }
        return nil
    }

    private func misses(_ events: [ReceivedEvent], _ deletion: Deletion) -> Bool {
        let first = events.partitionIndex { $0.position >= deletion.version }
        // Otherwise this event has the deletion, too, and perhaps a later version.
        guard first < events.count, events[first].changed[deletion.id] == deletion.version else { return false }
        let next = events[(first + 1)...].firstIndex { $0.names(deletion.id) } ?? events.count
        if next < events.count, events[next].deleted.contains(deletion.id) { return false }
        return events[next - 1].position >= deletion.latest
    }
}

extension ReceivedEvent {
    fileprivate func names(_ id: String) -> Bool { changed[id] != nil || deleted.contains(id) }
}

extension FriendOperation {
    /// The version that it has given to the friend, as far as the client knows.
    fileprivate var writtenVersion: Int? {
        switch action {
        case .create, .change: outcome?.isDone == true ? outcome?.friend?.version.flatMap(Int.init) : nil
        case .read, .delete, .deleteInBatch: nil
        }
    }

    /// The version that it, or another deletion before, has certainly deleted.
    fileprivate var deletedVersion: Int? {
        switch action {
        case .delete(let version), .deleteInBatch(let version):
            outcome?.isDone == true && outcome?.friend == nil ? Int(version) : nil
        case .read, .create, .change: nil
        }
    }
}

extension Array {
    /// The index of the first element that meets a condition, which all later ones meet, too.
    fileprivate func partitionIndex(where condition: (Element) -> Bool) -> Int {
        var range = indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            range = condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
