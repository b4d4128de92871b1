import FriendsFormats
import FriendsModel

/// The rows of an import that are not written: what it does with each record, and what the user chooses.
///
/// A preview appends all records as they are read (``append(_:file:)``). An import that writes while it reads compares each one
/// (``compare(_:file:)``), and appends the rows that have to wait. These get their actions as the rests of their friends are read
/// (``readRests(by:planned:_:)``). What is chosen for a row holds also when its action changes. Then ``writes()`` are the writes, and
/// ``account`` counts the rows.
package struct ImportPlan: Sendable {
    package private(set) var rows: [ImportRow] = []
    private(set) var comparison: ImportComparison
    /// The rows that wait for the rests of friends.
    private var waiting: [Friend.ID: [Int]] = [:]
    /// The row of each friend in the trash whose rest has to be read.
    private var waitingInTrash: [Friend.ID: Int] = [:]

    /// - Parameters:
    ///   - friends: the friends in the list.
    ///   - history: the id of their history; nil if it is not known.
    ///   - deleted: the friends in the trash.
    ///   - onDuplicate: what becomes of likely duplicates unless the user chooses.
    package init(
        _ friends: [Friend], history: String? = nil, deleted: [Friend] = [], onDuplicate: DuplicateChoice = .add
    ) {
        comparison = ImportComparison(friends, history: history, deleted: deleted, onDuplicate: onDuplicate)
    }

    // MARK: Comparing

    /// Appends the next records of the file.
    package mutating func append(_ records: [FriendRecord], file: Int = 0) {
        for record in records { append(compare(record, file: file)) }
    }

    /// Compares the next record of the file.
    package mutating func compare(_ record: FriendRecord, file: Int) -> ImportRow {
        var row = comparison.row(for: record)
        row.file = file
        return row
    }

    /// Appends a row that was compared.
    package mutating func append(_ row: ImportRow) {
        rows.append(row)
        noteWaiting(rows.count - 1)
    }

    /// Removes and returns rows, in their order.
    package mutating func take(_ isTaken: (ImportRow) -> Bool) -> [ImportRow] {
        let all = rows
        (rows, waiting, waitingInTrash) = ([], [:], [:])
        for row in all where !isTaken(row) { append(row) }
        return all.filter(isTaken)
    }

    /// Begins another file, whose records can be new versions of earlier ones.
    package mutating func beginFile() { comparison.beginFile() }

    /// Takes over a friend that the import has written.
    package mutating func note(_ friend: Friend) { comparison.note(friend) }

    private mutating func noteWaiting(_ index: Int) {
        for friend in rows[index].friendsWithUnreadRests {
            if rows[index].waitsForTrash {
                waitingInTrash[friend.id] = index
            } else {
                waiting[friend.id, default: []].append(index)
            }
        }
    }

    // MARK: Reading rests

    /// Rows with their indices.
    package typealias Rows = [(place: Int, row: ImportRow)]

    /// Reads what is stored of the friends whose rows wait for it, first of those in the trash, and decides about these rows. Some can
    /// wait again, if their friends are gone, and they look like others.
    /// - Parameters:
    ///   - planned: the rests of friends that are not written, as in a dry run; nil for friends without one.
    ///   - receive: takes the rows of each page.
    package mutating func readRests(
        by reader: RestReader, planned: [Friend.ID: KnownRest?] = [:],
        isolation: isolated (any Actor)? = #isolation, _ receive: (Rows) async -> Void = { _ in }
    ) async throws(FriendsClientError) {
        try await reader.readTrash(waitingFriendsInTrash) { page in
            let decided = readDeletedRests(page)
            await receive(rows(at: decided))
        }
        let left = endDeletedRests()
        await receive(rows(at: left))
        compareWithoutRests()
        for id in waitingFriends {
            guard let rest = planned[id], let indices = waiting.removeValue(forKey: id) else { continue }
            for index in indices { comparison.complete(&rows[index], of: id, knownRest: rest) }
        }
        var isOffered = true
        do throws(FriendsClientError) {
            try await reader.read(waitingFriends) { page in
                let decided = readRests(page)
                await receive(rows(at: decided))
            }
        } catch .notOffered {
            isOffered = false
        }
        let gone = endRests(isOffered: isOffered)
        await receive(rows(at: gone))
    }

    private func rows(at indices: [Int]) -> Rows { indices.map { ($0, rows[$0]) } }

    /// Compares rows without rests with friends that were written since.
    private mutating func compareWithoutRests() {
        for index in rows.indices where rows[index].friend?.rest == nil {
            if case .duplicate = rows[index].action { comparison.complete(&rows[index], rest: nil) }
        }
    }

    /// The friends in the trash whose rests have to be read, before the rests of others.
    package var waitingFriendsInTrash: [Friend.ID] { Array(waitingInTrash.keys) }

    /// Decides about the rows that waited for the rests on a page of the trash (``FriendsClient/deletedFriends(after:withRests:)``).
    /// - Returns: the indices of these rows.
    @discardableResult
    package mutating func readDeletedRests(_ page: FriendPage) -> [Int] {
        page.friends.compactMap { friend in
            let index = waitingInTrash.removeValue(forKey: friend.id)
            if let index { endWaitingInTrash(index, friend, rest: page.rests[friend.id]) }
            return index
        }
    }

    /// Decides about the rows whose friends were on no page of the trash: they are not there any more.
    /// - Returns: the indices of these rows.
    @discardableResult
    package mutating func endDeletedRests() -> [Int] {
        let indices = waitingInTrash.values.sorted()
        waitingInTrash = [:]
        for index in indices { endWaitingInTrash(index, nil, rest: nil) }
        return indices
    }

    private mutating func endWaitingInTrash(_ index: Int, _ friend: Friend?, rest: [UInt8]?) {
        comparison.completeDeleted(&rows[index], friend, rest: rest)
        noteWaiting(index)
    }

    /// The number of friends in the list whose rests have to be read.
    package var waitingCount: Int { waiting.count }

    /// These friends, in the order of the rows.
    package var waitingFriends: [Friend.ID] {
        waiting.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map(\.key)
    }

    /// Decides about the rows that waited for the rests on a page (``FriendsClient/friendsWithRests(after:)``).
    /// - Returns: the indices of these rows.
    @discardableResult
    package mutating func readRests(_ page: FriendPage) -> [Int] {
        page.friends.flatMap { friend -> [Int] in
            guard let indices = waiting.removeValue(forKey: friend.id) else { return [] }
            comparison.note(friend)
            for index in indices {
                comparison.complete(&rows[index], of: friend.id, rest: page.rests[friend.id])
            }
            return indices
        }
    }

    /// Decides about the rows whose friends were on no page: they are not there any more. Rows that look like other friends
    /// wait for theirs.
    /// - Parameter isOffered: whether the server has rests; without them, the friends are there, and have none.
    /// - Returns: the indices of these rows.
    @discardableResult
    package mutating func endRests(isOffered: Bool = true) -> [Int] {
        let ended = waiting
        if isOffered {
            for id in ended.keys { comparison.remove(id) }
        }
        waiting = [:]
        for (id, indices) in ended {
            for index in indices { comparison.complete(&rows[index], of: id, rest: nil, isOffered: isOffered) }
        }
        let indices = Set(ended.values.joined()).sorted()
        for index in indices { noteWaiting(index) }
        return indices
    }

    // MARK: Choosing

    /// Chooses what becomes of a likely duplicate.
    package mutating func choose(_ choice: DuplicateChoice, at index: Int) { rows[index].choice = choice }

    /// Leaves a row out, or takes it in again.
    package mutating func leaveOut(_ isLeftOut: Bool, at index: Int) { rows[index].isLeftOut = isLeftOut }

    // MARK: Writing

    /// What the import makes of the rows. Rows that wait are not counted.
    package var account: ImportAccount { ImportAccount(rows.lazy.compactMap(\.result)) }

    /// The writes of all rows: merges come last. A row that leaves no valid friend after the rows before it becomes a refused one.
    package mutating func writes() -> ImportWrites {
        var writes = ImportWrites()
        for isMerge in [false, true] {
            for index in rows.indices where (rows[index].result == .merged) == isMerge {
                do throws(RecordProblem) {
                    try writes.append(rows[index], at: index)
                } catch {
                    rows[index].action = .refuse(error)
                }
            }
        }
        return writes
    }

    /// What has become of a write.
    package enum WriteOutcome {
        /// Made, with the friend as it is now.
        case made(Friend)
        /// The server does not accept it.
        case refused(RecordProblem)
        /// Not made, or perhaps made without an answer. The friend is given as it is now, or else as it was known.
        case unclear(Friend, isCurrent: Bool)
    }

    /// Takes over what has become of writes. Their rows are the same as their friends now, or refused, or wait to be compared
    /// again, as do others that were compared with friends that are other ones now.
    /// - Returns: the indices of all these rows.
    package mutating func end(_ writes: [(rows: [Int], outcome: WriteOutcome)]) -> [Int] {
        var changed: Set<Int> = []
        // The friends that have changed, or may have, since other rows were compared with them.
        var outdated: [Friend.ID: Friend] = [:]
        for (indices, outcome) in writes {
            changed.formUnion(indices)
            switch outcome {
            case .made(let friend):
                comparison.note(friend)
                outdated[friend.id] = friend
                for index in indices { rows[index].action = .same }
            case .refused(let problem):
                for index in indices { rows[index].action = .refuse(problem) }
            case .unclear(let friend, let isCurrent):
                if isCurrent { comparison.note(friend) }
                outdated[friend.id] = friend
                for index in indices { compareAgain(index, with: friend) }
            }
        }
        guard !outdated.isEmpty else { return changed.sorted() }
        for index in rows.indices where !changed.contains(index) {
            guard let id = rows[index].changedFriend?.id, let friend = outdated[id] else { continue }
            compareAgain(index, with: friend)
            changed.insert(index)
        }
        return changed.sorted()
    }

    private mutating func compareAgain(_ index: Int, with friend: Friend) {
        waiting[friend.id, default: []].append(index)
        // A record that looks like the friend stays one that does, and is merged with its rest in mind.
        if case .duplicate(let duplicate) = rows[index].action, duplicate.friend.id == friend.id { return }
        rows[index].action = .waitForRest(of: friend)
    }
}
