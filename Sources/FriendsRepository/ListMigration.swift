import FoundationEssentials
import FriendsModel

/// Moves a whole list to another database: friends with ids, versions, lines and rests, the trash, and the position in the
/// history, so that clients continue where they are. The source is only read.
///
/// Everything is written in one transaction, which is committed after both sides have been read again and compared.
package struct ListMigration {
    /// What was compared.
    package struct Summary: Equatable, Sendable {
        /// False when the target had the whole list already.
        package internal(set) var isMoved = true
        package internal(set) var friendCount = 0
        /// The number of friends in the trash.
        package internal(set) var deletedCount = 0
        /// Of the friends in the list and in the trash.
        package internal(set) var lineCount = 0
        package internal(set) var restCount = 0
        /// Of the list in the target.
        package internal(set) var position: HistoryPosition
    }

    /// How much is done.
    package struct Progress: Equatable, Sendable {
        package enum Step: Sendable {
            case copying, comparing
        }

        package var step: Step
        /// The number of friends of this step since the last report.
        package var count: Int
        /// The number of friends of each step.
        package var total: Int
    }

    private let source: any ListArchive
    private let target: any ListArchive
    /// Of the sort keys in the target.
    private let collation: String
    private let report: (Progress) -> Void

    /// - Parameter report: called after each batch.
    package init(
        from source: any ListArchive, to target: any ListArchive, collation: String = SortKey.collation,
        report: @escaping (Progress) -> Void = { _ in }
    ) {
        (self.source, self.target, self.collation, self.report) = (source, target, collation, report)
    }

    /// Moves the list, unless the target has exactly this list already: then it only compares, so that an interrupted move
    /// can be repeated.
    package func run() throws(ListMigrationError) -> Summary {
        try source.withSnapshot { snapshot throws(ListMigrationError) in
            let original = try snapshot.state()
            return try target.withTransaction { transaction throws(ListMigrationError) in
                let isMoved = try isEmpty(transaction.state())
                if isMoved {
                    try copy(snapshot, original, to: transaction)
                } else if try transaction.state().position != moved(original).position {
                    throw .notEmpty(path: target.name)
                }
                var summary = try compare(snapshot, original, with: transaction)
                summary.isMoved = isMoved
                // As late as possible: what is written after this stays in the source only.
                guard try source.position() == original.position else { throw .changed(path: source.name) }
                return summary
            }
        }
    }

    /// Whether the target can be filled.
    private func isEmpty(_ state: StoredListState) throws(ListMigrationError) -> Bool {
        guard state.friendCount == 0, state.deletedCount == 0 else { return false }
        guard state.collation == collation else {
            throw .otherCollation(path: target.name, stored: state.collation, own: collation)
        }
        return true
    }

    /// The state of the target with all friends of the source.
    private func moved(_ original: StoredListState) -> StoredListState {
        var state = original
        state.collation = collation
        if original.collation != collation {
            // The order is part of the list, so the list has changed.
            state.position = HistoryPosition(
                sequence: original.position.sequence + 1, history: original.position.history)
        }
        return state
    }

    /// A friend of the source as it has to be in the target.
    private func moved(_ friend: StoredFriend) -> StoredFriend {
        guard case .list = friend.place else { return friend }
        var result = friend
        result.place = .list(SortKey(friend.friend.details))
        return result
    }

    private func report(_ step: Progress.Step, _ count: Int, of state: StoredListState) {
        report(Progress(step: step, count: count, total: state.friendCount + state.deletedCount))
    }

    private func copy(
        _ snapshot: any ListSnapshot, _ original: StoredListState, to transaction: any ListTransaction
    ) throws(ListMigrationError) {
        var state = moved(original)
        (state.friendCount, state.deletedCount) = (0, 0)
        for part in ListPart.allCases {
            var last: Friend.ID?
            while true {
                let friends = try snapshot.friends(in: part, after: last)
                guard let end = friends.last else { break }
                try transaction.insert(friends.map(moved))
                switch part {
                case .list: state.friendCount += friends.count
                case .trash: state.deletedCount += friends.count
                }
                last = end.friend.id
                report(.copying, friends.count, of: original)
            }
        }
        try transaction.replaceState(state)
    }

    /// Reads everything on both sides.
    private func compare(
        _ snapshot: any ListSnapshot, _ original: StoredListState, with transaction: any ListTransaction
    ) throws(ListMigrationError) -> Summary {
        let state = try transaction.state()
        var expected = moved(original)
        var summary = Summary(position: state.position)
        for part in ListPart.allCases {
            var originals = StoredFriends(snapshot, part)
            var copies = StoredFriends(transaction, part)
            while let friend = try originals.next().map(moved) {
                guard try copies.next() == friend else {
                    throw .different(path: target.name, friend: friend.friend.id)
                }
                summary.add(friend)
                if originals.isAtEndOfBatch { report(.comparing, originals.batchSize, of: original) }
            }
            if let extra = try copies.next() { throw .different(path: target.name, friend: extra.friend.id) }
        }
        (expected.friendCount, expected.deletedCount) = (summary.friendCount, summary.deletedCount)
        guard state == expected else { throw .different(path: target.name, friend: nil) }
        return summary
    }
}

extension ListMigration.Summary {
    fileprivate mutating func add(_ friend: StoredFriend) {
        switch friend.place {
        case .list: friendCount += 1
        case .trash: deletedCount += 1
        }
        lineCount += friend.friend.details.lines.count
        if friend.rest != nil { restCount += 1 }
    }
}

/// The friends of a part one by one, read in batches.
private struct StoredFriends {
    private let snapshot: any ListSnapshot
    private let part: ListPart
    private var batch: [StoredFriend] = []
    private var index = 0

    init(_ snapshot: any ListSnapshot, _ part: ListPart) {
        (self.snapshot, self.part) = (snapshot, part)
    }

    /// Whether the last friend was the last one of its batch.
    var isAtEndOfBatch: Bool { index == batch.count }
    var batchSize: Int { batch.count }

    /// Nil after the last friend; not to be called again then.
    mutating func next() throws(ListMigrationError) -> StoredFriend? {
        if isAtEndOfBatch {
            batch = try snapshot.friends(in: part, after: batch.last?.friend.id)
            index = 0
            guard !batch.isEmpty else { return nil }
        }
        defer { index += 1 }
        return batch[index]
    }
}
