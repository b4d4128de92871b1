import FriendsFormats
import FriendsModel

/// The writes of some rows, each of another friend: what several rows change of one friend is one write.
package struct ImportWrites: Sendable {
    /// A write, with the indices of its rows.
    package struct Item: Equatable, Sendable {
        package fileprivate(set) var write: FriendWrite
        package fileprivate(set) var rows: [Int]
        /// The details after the write.
        package fileprivate(set) var details: FriendDetails

        fileprivate var update: ImportUpdate?
    }

    package private(set) var items: [Item] = []
    private var places: [Friend.ID: Int] = [:]

    package init() {}

    package var isEmpty: Bool { items.isEmpty }

    /// Whether the friend is written.
    package func contains(_ id: Friend.ID) -> Bool { places[id] != nil }

    /// Adds the write of a row, if it has one.
    /// - Parameter index: of the row.
    /// - Returns: whether it has one.
    /// - Throws: a problem that its friend would have after it; then it is not written.
    @discardableResult
    package mutating func append(_ row: ImportRow, at index: Int) throws(RecordProblem) -> Bool {
        if let update = row.update {
            try append(update, of: row, at: index)
            return true
        } else if row.result == .added, let friend = row.friend {
            places[friend.id] = items.count
            let write = FriendWrite.add(friend.details, id: friend.id, rest: friend.rest)
            items.append(Item(write: write, rows: [index], details: friend.details))
            return true
        }
        return false
    }

    private mutating func append(
        _ update: ImportUpdate, of row: ImportRow, at index: Int
    ) throws(RecordProblem) {
        let id = update.friend.id
        var update = update
        if let place = places[id], let other = items[place].update {
            let details =
                if row.result == .merged, let friend = row.friend {
                    other.details.completed(by: friend.details)
                } else {
                    FriendMerge(base: other.friend.details, mine: other.details, theirs: update.details).details
                }
            update = ImportUpdate(other.friend, details: details, rest: other.rest ?? update.rest)
        }
        if let problem = FriendDraft(update.details).wholeProblem { throw RecordProblem(problem.message) }
        let write = FriendWrite.update(id, update.changes, rest: update.rest, from: update.friend.version)
        var item = Item(write: write, rows: [index], details: update.details, update: update)
        if let place = places[id] {
            item.rows = items[place].rows + [index]
            items[place] = item
        } else {
            places[id] = items.count
            items.append(item)
        }
    }

    /// Removes and returns the first writes that are sent together (``WriteBatch``); nil if there are none, or more of them can
    /// be sent together.
    /// - Parameter isEnd: whether all are there.
    package mutating func takeBatch(isEnd: Bool) -> [Item]? {
        var batch = WriteBatch()
        guard let count = items.firstIndex(where: { !batch.append($0.write) }) ?? (isEnd ? items.count : nil),
            count > 0
        else { return nil }
        let taken = Array(items.prefix(count))
        items.removeFirst(count)
        places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.write.id, $0) })
        return taken
    }
}
