import FriendsFormats
import FriendsModel
import FriendsSearch

/// Compares the records of files with the friends that are there (Docs/Decisions/0036-import.md). Takes time in proportion
/// to the number of records.
package struct ImportComparison: Sendable {
    private(set) var friends: [Friend.ID: Friend]
    /// The id of their history; nil if it is not known.
    let history: String?
    /// The friends in the trash.
    let deleted: [Friend.ID: Friend]
    /// The friends that someone has deleted since they were read.
    private var goneFriends: Set<Friend.ID> = []
    private var sharedValues: SharedValues
    /// Friends that were added since the file began. Records of one file are not duplicates of each other.
    private var added: [Friend] = []
    /// The contents of the records of this file, as hashes, by their ids.
    private var contents: [Friend.ID: Int] = [:]

    /// The friends by the ids that their records have in an export, for formats without ids of their own.
    private var exported: [ContentFormat: [Friend.ID: Friend.ID]] = [:]

    /// What becomes of likely duplicates at first.
    let onDuplicate: DuplicateChoice

    /// - Parameters:
    ///   - history: the id of the history of the friends. A record's version says something only if it is of the same one.
    ///   - deleted: the friends in the trash. Adding one again takes it out of there.
    package init(
        _ friends: [Friend], history: String? = nil, deleted: [Friend] = [], onDuplicate: DuplicateChoice = .add
    ) {
        (self.history, self.onDuplicate) = (history, onDuplicate)
        self.deleted = Dictionary(deleted.map { ($0.id, $0) }) { first, _ in first }
        self.friends = Dictionary(friends.map { ($0.id, $0) }) { first, _ in first }
        sharedValues = SharedValues(friends)
    }

    /// Begins another file, whose records can be new versions of earlier ones.
    package mutating func beginFile() {
        contents.removeAll(keepingCapacity: true)
        for friend in added { sharedValues.append(friend) }
        (added, exported) = ([], [:])
    }

    /// Takes over a friend that the import has written.
    package mutating func note(_ friend: Friend) {
        if friends.updateValue(friend, forKey: friend.id) == nil { added.append(friend) }
    }

    /// What to do with the next record of the file. Some wait for the rest of a friend (``ImportRow/friendsWithUnreadRests``).
    package mutating func row(for record: FriendRecord) -> ImportRow {
        switch record.content {
        case .failure(let problem): return ImportRow(row: record.row, friend: nil, action: .refuse(problem))
        case .success(let recorded):
            guard let friend = identified(recorded) else {
                return ImportRow(row: record.row, friend: recorded, action: .same)
            }
            var row = ImportRow(row: record.row, friend: friend, action: .add)
            row.choice = onDuplicate
            decide(&row, friend)
            row.isInTrash = friends[friend.id] == nil && deleted[friend.id] != nil
            return row
        }
    }

    /// The friend of a record with an id that no other record of the file has: one with the same id and another content gets
    /// the id of its content.
    /// - Returns: nil if the file has the same record before.
    private mutating func identified(_ friend: RecordedFriend) -> RecordedFriend? {
        let content = friend.contentHash
        guard let other = contents.updateValue(content, forKey: friend.id) else { return friend }
        contents[friend.id] = other
        if content == other { return nil }
        let renamed = RecordedFriend(
            id: friend.idOfContent, details: friend.details, rest: friend.rest, isIDFromContent: true,
            issues: friend.issues)
        return contents.updateValue(content, forKey: renamed.id) == nil ? renamed : nil
    }

    /// What becomes of a row at first. Different names with one number can be a family or colleagues: nobody is merged by that
    /// unless the user chooses it for the pair.
    private func choice(for row: ImportRow) -> DuplicateChoice {
        guard onDuplicate == .merge, case .duplicate(let duplicate) = row.action, let friend = row.friend,
            !duplicate.merge.isEmpty, isDoubtful(duplicate, friend)
        else { return onDuplicate }
        return .add
    }

    /// Whether both have names, and share neither these nor an email.
    private func isDoubtful(_ duplicate: ImportDuplicate, _ friend: RecordedFriend) -> Bool {
        duplicate.reasons.kinds == [.phone] && friend.details.hasName && duplicate.friend.details.hasName
    }

    /// Decides about a row as far as that is possible without the rest of a friend.
    private mutating func decide(_ row: inout ImportRow, _ friend: RecordedFriend) {
        if let current = friends[friend.id] {
            // A record without a rest is not compared with the friend's rest.
            row.action =
                friend.rest == nil ? action(for: friend, on: current, rest: nil, age: nil) : .waitForRest(of: current)
        } else if let deleted = deleted[friend.id] {
            row.action = .waitForRest(of: deleted)
        } else {
            decideNew(&row, friend)
        }
    }

    /// Decides about a record with the id of no friend: it can look like others. One that was merged before is in the friend that
    /// has everything of it, and with several of these, the rests decide.
    private mutating func decideNew(_ row: inout ImportRow, _ friend: RecordedFriend) {
        (row.isRestRead, row.otherFriends) = (false, [])
        if isExported(friend) {
            row.action = .same
            return
        }
        var duplicates: [ImportDuplicate] = []
        for similar in sharedValues.similar(to: friend.details) {
            guard let current = friends[similar.id] else { continue }
            let update = ImportUpdate(current, details: merged(friend, into: current))
            duplicates.append(ImportDuplicate(reasons: similar.reasons, merge: update))
        }
        let whole = duplicates.filter(\.merge.isEmpty)
        if !whole.isEmpty, friend.rest == nil {
            row.action = .same
        } else if let duplicate = whole.first ?? duplicates.first(where: { !isDoubtful($0, friend) })
            ?? duplicates.first
        {
            row.action = .duplicate(duplicate)
            row.otherFriends = whole.dropFirst().map(\.friend)
        } else {
            row.action = .add
        }
        row.choice = choice(for: row)
    }

    /// Whether a record is the entry of a friend in our own export. Its format may hold a part of the friend only.
    private mutating func isExported(_ record: RecordedFriend) -> Bool {
        guard record.isIDFromContent, let format = ContentFormat(of: record.id) else { return false }
        if exported[format] == nil {
            exported[format] = Dictionary(friends.values.map { (format.id(ofExport: $0.details), $0.id) }) { one, _ in
                one
            }
        }
        return exported[format]?[record.id].map { friends[$0] != nil } ?? false
    }

    func merged(_ friend: RecordedFriend, into current: Friend) -> FriendDetails {
        current.details.completed(by: friend)
    }

    /// Decides about a row that waited for its friend in the trash (``ImportRow/waitsForTrash``). Adding the friend takes it out of
    /// there, so it keeps what it had, as one that is there. Then the row can wait for the rest of a likely duplicate.
    /// - Parameters:
    ///   - deleted: the friend; nil if it is not in the trash any more.
    ///   - rest: the rest of the friend; nil without one.
    package mutating func completeDeleted(_ row: inout ImportRow, _ deleted: Friend?, rest: [UInt8]?) {
        guard row.waitsForTrash, let friend = row.friend else { return }
        row.isInTrash = deleted != nil
        decideNew(&row, friend)
        // Who was merged lies in the trash with a card of its own. The file has no other one.
        if case .duplicate(let duplicate) = row.action, duplicate.merge.isEmpty, friend.rest == rest {
            (row.action, row.otherFriends) = (.same, [])
        }
        guard row.action != .same, let deleted else { return }
        let known = rest.map { KnownRest($0) }
        var restored = (details: deleted.details, rest: rest)
        var leftOut: [String] = []
        let age = age(of: friend, on: deleted, rest: known)
        switch action(for: friend, on: deleted, rest: known, age: age) {
        case .refuse(let problem):
            // It can still be merged, or left out.
            if row.action == .add { row.action = .refuse(problem) } else { row.restoreProblem = problem }
        case .update(let update):
            restored = (update.details, update.rest ?? rest)
            leftOut = update.leftOut
        default: break
        }
        row.restoration = ImportRestoration(
            friend: deleted, rest: rest, newRest: restored.rest,
            update: ImportUpdate(deleted, details: restored.details, leftOut: leftOut),
            age: age)
    }

    /// Takes over that a friend is not there any more.
    package mutating func remove(_ id: Friend.ID) {
        if friends.removeValue(forKey: id) != nil { goneFriends.insert(id) }
    }

    /// Decides about a row that waited for the rest of a friend (``ImportRow/friendsWithUnreadRests``). It waits again if that
    /// friend is gone, and it looks like another one.
    /// - Parameters:
    ///   - id: the friend; nil for the one that the row has without waiting.
    ///   - rest: the rest of the friend; nil without one.
    ///   - isOffered: whether the server has rests; if not, the record's rest is left out, too.
    package mutating func complete(
        _ row: inout ImportRow, of id: Friend.ID? = nil, rest: [UInt8]?, isOffered: Bool = true
    ) {
        complete(&row, of: id, knownRest: rest.map { KnownRest($0) }, isOffered: isOffered)
    }

    /// Decides about a row, as above.
    package mutating func complete(
        _ row: inout ImportRow, of id: Friend.ID? = nil, knownRest rest: KnownRest?, isOffered: Bool = true
    ) {
        guard var friend = row.friend else { return }
        if !isOffered {
            friend = friend.withoutRest
            row.friend = friend
        }
        if let id, let index = row.otherFriends.firstIndex(where: { $0.id == id }) {
            row.otherFriends.remove(at: index)
            if let current = friends[id], isWhole(addition(of: friend, to: current, rest: rest), friend, rest) {
                (row.action, row.otherFriends) = (.same, [])
            }
            return
        }
        // Another friend can have everything of it, or the row was compared with others since.
        guard id == nil || id == row.comparedFriend else { return }
        row.isRestRead = true
        if let current = friends[friend.id] {
            row.age = age(of: friend, on: current, rest: rest)
            row.action = action(for: friend, on: current, rest: rest, age: row.age)
        } else if case .duplicate(let duplicate) = row.action, let current = friends[duplicate.friend.id] {
            let update = addition(of: friend, to: current, rest: rest)
            if isWhole(update, friend, rest) {
                (row.action, row.otherFriends) = (.same, [])
            } else {
                row.action = .duplicate(ImportDuplicate(reasons: duplicate.reasons, merge: update))
            }
        } else if goneFriends.contains(friend.id) {
            // Adding it would lose what the friend had: the trash may have it, and the next import reads it there.
            row.action = .refuse(.deletedElsewhere)
        } else {
            // It can look like another friend, whose rest is not read.
            decideNew(&row, friend)
        }
    }
}
