import FriendsFormats
import FriendsModel
import FriendsVCard

/// The writes of some rows, each of another friend: what several rows change of one friend is one write.
package struct ImportWrites: Sendable {
    /// A write, with the indices of its rows.
    package struct Item: Equatable, Sendable {
        package fileprivate(set) var write: FriendWrite
        package fileprivate(set) var rows: [Int]
        /// The details after the write.
        package fileprivate(set) var details: FriendDetails

        /// What the friend has in the trash, if the write brings it back from there.
        package fileprivate(set) var restoration: ImportRestoration?
        /// What puts a copy of that into the trash, with an id of its own, if the write replaces something of it: who does not see it
        /// at once still finds it there. It has to be made before the write. Nil if nothing is replaced.
        package var copy: FriendWrite? {
            guard let restoration, restoration.isReplaced else { return nil }
            let old = restoration.friend
            // The same one in each try: what was made before is made once.
            let id = Friend.ID.derived("copy-") { $0.add([old.id.rawValue, old.version.rawValue]) }
            return .addToTrash(old.details, id: id, rest: restoration.rest)
        }
        /// The friend before an update; nil for an addition.
        package var original: Friend? { update?.friend }
        /// The rest of the friend before an update with another one; nil without one.
        package var oldRest: [UInt8]? { update?.oldRest }

        fileprivate var update: ImportUpdate?
        /// Whether one of the rows has the id of the friend.
        fileprivate var hasOwnRow = false
        /// What the records add to the friend that are merged with it.
        fileprivate var merged: [Merged] = []
    }

    /// What a record adds to the friend with whom it is merged.
    fileprivate struct Merged: Equatable, Sendable {
        let details: FriendDetails
        /// The label of its phone number in its card, which a friend does not have in the field.
        let phoneLabel: String

        init(_ update: ImportUpdate, _ record: RecordedFriend?) {
            details = update.details.without(update.friend.details)
            phoneLabel = record?.rest.map { FriendCard.phoneLabel(in: $0, of: update.details.phoneNumber) } ?? ""
        }
    }

    /// The writes that were not taken. Their indices stay the same when others are taken.
    private var pending: ArraySlice<Item> = []
    private var places: [Friend.ID: Int] = [:]
    /// The size of their requests, in bytes.
    private var pendingSize = 0

    package init() {}

    package var isEmpty: Bool { pending.isEmpty }

    /// The writes that were not taken.
    package var items: some Sequence<Item> { pending }

    /// Whether the friend is written.
    package func contains(_ id: Friend.ID) -> Bool { places[id] != nil }

    /// Adds the write of a row, if it has one. The order of the rows does not matter: what the record with the id of the friend
    /// changes comes before what others add.
    /// - Parameter index: of the row.
    /// - Returns: whether it has one.
    /// - Throws: a problem that its friend would have after it; then it is not written.
    @discardableResult
    package mutating func append(_ row: ImportRow, at index: Int) throws(RecordProblem) -> Bool {
        if let update = row.update {
            try append(update, of: row, at: index)
            return true
        } else if row.result == .added, let friend = row.addedFriend {
            if let problem = row.restoreProblem { throw problem }
            let write = FriendWrite.add(friend.details, id: friend.id, rest: friend.rest)
            append(Item(write: write, rows: [index], details: friend.details, restoration: row.restoration))
            return true
        }
        return false
    }

    private mutating func append(
        _ update: ImportUpdate, of row: ImportRow, at index: Int
    ) throws(RecordProblem) {
        let id = update.friend.id
        var update = update
        let other = places[id].map { pending[$0] }
        let merged = row.result == .merged ? Merged(update, row.friend) : nil
        if let other, let before = other.update {
            if let merged {
                update = try Self.union(before, update, before.details.completed(by: merged))
            } else if other.hasOwnRow {
                let merge = FriendMerge(
                    base: before.friend.details, mine: before.details, theirs: update.details)
                update = ImportUpdate(
                    before.friend, details: merge.details, rest: before.rest ?? update.rest,
                    oldRest: before.oldRest ?? update.oldRest)
            } else {
                let details = other.merged.reduce(update.details) { $0.completed(by: $1) }
                update = try Self.union(update, before, details)
            }
        }
        if let problem = FriendDraft(update.details).wholeProblem { throw RecordProblem(problem.message) }
        let write = FriendWrite.update(id, update.changes, rest: update.rest, from: update.friend.version)
        var item = other ?? Item(write: write, rows: [], details: update.details)
        (item.write, item.details, item.update) = (write, update.details, update)
        item.rows.append(index)
        if let merged { item.merged.append(merged) } else { item.hasOwnRow = true }
        if let place = places[id] {
            pendingSize += item.write.requestSize - pending[place].write.requestSize
            pending[place] = item
        } else {
            append(item)
        }
    }

    /// An update with what its new rest lacks of the rest of another one, and notes of what a card has only once.
    /// - Parameter details: the details of both.
    /// - Throws: what would be lost. The next import of the file compares the record with the friend that this one makes.
    private static func union(
        _ update: ImportUpdate, _ other: ImportUpdate, _ details: FriendDetails
    ) throws(RecordProblem) -> ImportUpdate {
        guard let rest = update.rest, let added = other.rest else {
            return ImportUpdate(
                update.friend, details: details, rest: update.rest ?? other.rest,
                oldRest: update.oldRest ?? other.oldRest)
        }
        // The rest of a merge is known of the version that it was compared with.
        guard update.friend.version == other.friend.version else { throw .changedElsewhere }
        let union = CardUnion(rest, adding: added)
        guard union.leftOut.isEmpty else { throw .mergedTwice(union.leftOut) }
        let completed = details.completed(byLines: union.notes)
        return ImportUpdate(
            update.friend, details: completed, rest: union.bytes(showing: completed, before: update.details),
            oldRest: update.oldRest)
    }

    private mutating func append(_ item: Item) {
        places[item.write.id] = pending.endIndex
        pending.append(item)
        pendingSize += item.write.requestSize
    }

    /// Removes and returns the first writes that are sent together (``WriteBatch``); nil if no write is left, or more of them
    /// can be sent together.
    /// - Parameter isEnd: whether all are there.
    package mutating func takeBatch(isEnd: Bool) -> [Item]? {
        guard isEnd || pending.count > WriteBatch.maximumCount || pendingSize > WriteBatch.maximumSize else {
            return nil
        }
        var batch = WriteBatch()
        guard let end = pending.firstIndex(where: { !batch.append($0.write) }) ?? (isEnd ? pending.endIndex : nil),
            end > pending.startIndex
        else { return nil }
        let taken = Array(pending[..<end])
        pending.removeFirst(taken.count)
        for item in taken {
            places[item.write.id] = nil
            pendingSize -= item.write.requestSize
        }
        return taken
    }
}

extension FriendDetails {
    fileprivate func completed(by merged: ImportWrites.Merged) -> FriendDetails {
        completed(by: merged.details, phoneLabel: merged.phoneLabel)
    }
}
