import FoundationEssentials
import FriendsModel

/// Moves a whole list to another database: friends with ids, versions, lines and rests, the trash, and the position in the
/// history, so that clients continue where they are. The source is only read.
///
/// Everything is written in one transaction, which is committed after it was read again and has the digest of the source.
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
                var state = try transaction.state()
                let isMoved = try isEmpty(state)
                var expected = moved(original)
                guard isMoved || state.position == expected.position else {
                    throw .notEmpty(path: target.name)
                }
                var originals = Contents(position: expected.position)
                try read(snapshot, .copying, of: original) { friends throws(ListMigrationError) in
                    let friends = friends.map(moved)
                    originals.add(friends)
                    if isMoved { try transaction.insert(friends) }
                }
                (expected.friendCount, expected.deletedCount) =
                    (originals.summary.friendCount, originals.summary.deletedCount)
                if isMoved { try transaction.replaceState(expected) }
                var copies = Contents(position: expected.position)
                try read(transaction, .comparing, of: original) { friends in copies.add(friends) }
                state = try transaction.state()
                guard copies == originals, state == expected else { throw .different(path: target.name) }
                // As late as possible: what is written after this stays in the source only.
                guard try source.position() == original.position else { throw .changed(path: source.name) }
                originals.summary.isMoved = isMoved
                return originals.summary
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

    /// Passes on all friends of a database in batches.
    private func read(
        _ snapshot: any ListSnapshot, _ step: Progress.Step, of state: StoredListState,
        _ receive: ([StoredFriend]) throws(ListMigrationError) -> Void
    ) throws(ListMigrationError) {
        for part in ListPart.allCases {
            var last: Friend.ID?
            while true {
                let friends = try snapshot.friends(in: part, after: last)
                guard let end = friends.last else { break }
                try receive(friends)
                last = end.friend.id
                report(Progress(step: step, count: friends.count, total: state.friendCount + state.deletedCount))
            }
        }
    }
}

/// What one side has: numbers, and a digest of every byte in its order.
private struct Contents: Equatable {
    var summary: ListMigration.Summary
    private var digest = Hasher()

    init(position: HistoryPosition) {
        summary = ListMigration.Summary(position: position)
    }

    mutating func add(_ friends: [StoredFriend]) {
        for friend in friends {
            switch friend.place {
            case .list: summary.friendCount += 1
            case .trash: summary.deletedCount += 1
            }
            summary.lineCount += friend.friend.details.lines.count
            if friend.rest != nil { summary.restCount += 1 }
            friend.hash(into: &digest)
        }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.summary == other.summary && one.digest.finalize() == other.digest.finalize()
    }
}

extension StoredFriend {
    /// Adds every byte that is stored.
    fileprivate func hash(into hasher: inout Hasher) {
        let lines = friend.details.lines.flatMap { [$0.id.rawValue, $0.kind.key, $0.label, $0.value] }
        let fields = FriendField.allCases.map { friend.details[$0] } + [friend.keptText]
        hasher.combine(([friend.id.rawValue, friend.version.rawValue] + fields + lines).map { Array($0.utf8) })
        hasher.combine(rest.map { Array($0) })
        switch place {
        case .list(let key): hasher.combine(key.bytes)
        case .trash(let position, let time): hasher.combine([position.sequence, position.row, time])
        }
    }
}
