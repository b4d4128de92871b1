import FriendsCardDAV
import FriendsList
import FriendsModel
import FriendsVCard

/// A person with a new or changed card.
struct SyncItem {
    let id: Friend.ID
    /// What is known of the card; nil for a new one.
    let known: SyncedCard?
    /// The card as both sides had it.
    let base: [UInt8]?
    /// The friend, if it is there and may differ from what both sides had.
    let friend: Friend?
    let card: StoredCard
    let content: CardContent
    let here: SyncSide
    /// Whether the friend was written in this round before.
    var isAgain = false
}

extension SyncRound {
    /// A write in the list, and what it is for.
    private struct Write {
        let item: SyncItem
        let write: FriendWrite
        /// The details that the friend gets.
        let details: FriendDetails
        let kind: SyncAccount.Kind
    }

    /// Writes the cards of the server into the list.
    mutating func write(_ items: [SyncItem]) async throws(SyncError) {
        var writes: [Write] = []
        for item in items {
            if let write = try await write(for: item) { writes.append(write) }
        }
        if runner.options.isDryRun {
            for write in writes {
                report(write)
                if !isSame(write.details, as: write.item) {
                    account.there.append(
                        SyncAccount.Change(kind: .changed, id: write.item.id, name: write.details.fullName))
                }
            }
            return
        }
        let series = await WriteSeries.made(writes.map(\.write), on: runner.list, hasReadList: here.isWhole)
        var changes: [SyncStateChange] = []
        for made in series.made {
            guard let friend = made.result else { continue }
            let write = writes[made.place]
            report(write)
            changes += self.changes(after: write, friend)
        }
        try note(changes)
        for refused in series.refused {
            switch refused.error {
            // Read again, it is as it is now.
            case .conflict, .notFound, .notDone(.conflict): mustRepeat = true
            default: break
            }
            let item = writes[refused.place].item
            try noteUnread(item.card.reference, refused.error.words.text, item.known)
        }
        if let stop = series.stop { throw .list(stop) }
    }

    private mutating func report(_ write: Write) {
        if write.item.isAgain { return }
        account.here.append(
            SyncAccount.Change(kind: write.kind, id: write.item.id, name: write.details.fullName))
    }

    /// The write that a person needs; nil for no write.
    private mutating func write(for item: SyncItem) async throws(SyncError) -> Write? {
        let base = item.base.flatMap { try? CardContent($0) }?.details
        let theirs = item.content
        switch SyncStep(isKnown: base != nil, here: item.here, there: .changed) {
        case .pull:
            guard let base, let known = item.known else { return nil }
            var (before, after) = (base, theirs.details)
            if item.base.map(GroupCards.hasGroups) == true, let friend = try await friendNow(item.id, known.version) {
                // Tags of groups that were removed here do not come back.
                (before, after) = (friend.details, SyncMerge(base: base, ours: friend.details, theirs: after).details)
            }
            let changes = FriendChanges(from: before, to: after)
            return Write(
                item: item, write: .update(item.id, changes, rest: theirs.rest ?? [], from: known.version),
                details: after, kind: .changed)
        case .addHere, .bringBackHere: return try await addition(of: item, base)
        case .merge:
            guard let friend = item.friend else { return nil }
            if friend.details.saysSame(as: theirs.details) { return try await pairing(of: item, friend) }
            let merge =
                base.map { SyncMerge(base: $0, ours: friend.details, theirs: theirs.details) }
                ?? SyncMerge(union: friend.details, theirs.details)
            return try await write(merge, of: friend, item)
        // The card has changed there.
        case .nothing, .push, .addThere, .deleteHere, .deleteThere, .bringBackThere, .forget: return nil
        }
    }

    private func friendNow(_ id: Friend.ID, _ version: Friend.Version) async throws(SyncError) -> Friend? {
        if let friend = here.friends[id], friend.version == version { return friend }
        return try await friend(id)
    }

    /// Notes that both sides have the same, or brings together what no friend shows.
    private mutating func pairing(of item: SyncItem, _ friend: Friend) async throws(SyncError) -> Write? {
        let rest = try await rest(of: friend.id)
        let version = VCard(item.card.bytes)?.version ?? .v3
        let own = FriendCard(id: friend.id, details: friend.details, rest: rest)
            .bytes(in: version > .v2 ? version : nil)
        if CardUnion.saysMore(item.card.bytes, than: own) {
            var details = friend.details
            let union = try union(item.content.rest, rest, of: &details, item) ?? []
            let changes = FriendChanges(from: friend.details, to: details)
            return Write(
                item: item, write: .update(friend.id, changes, rest: union, from: friend.version), details: details,
                kind: .changed)
        }
        if CardUnion.saysMore(own, than: item.card.bytes) {
            try note(changes(pairing: item, Friend.Version(""), restMark: nil))
            pushes.append(Push(friend: friend, name: item.card.reference.name))
        } else {
            try note(changes(pairing: item, friend.version, restMark: SyncedCard.mark(of: rest)))
        }
        return nil
    }

    private mutating func write(
        _ merge: SyncMerge, of friend: Friend, _ item: SyncItem
    ) async throws(SyncError) -> Write? {
        if let problem = FriendDraft(merge.details).wholeProblem {
            try noteUnread(item.card.reference, problem.message, item.known)
            return nil
        }
        try note(merge.conflicts, of: item.id, merge.details)
        var (details, rest) = (merge.details, item.content.rest)
        let own = try await self.rest(of: friend.id)
        // A rest that came after the last synchronisation has something that no friend shows, and that the server may lack.
        if item.base == nil || item.known?.hasMoreHere == true || item.known?.restMark != SyncedCard.mark(of: own) {
            rest = try union(rest, own, of: &details, item)
        }
        let changes = FriendChanges(from: friend.details, to: details)
        return Write(
            item: item, write: .update(friend.id, changes, rest: rest ?? [], from: friend.version),
            details: details, kind: .changed)
    }

    /// Adds a friend. If it is in the trash, this takes it out of there, so it keeps what it has there.
    private mutating func addition(of item: SyncItem, _ base: FriendDetails?) async throws(SyncError) -> Write? {
        var (details, rest) = (item.content.details, item.content.rest)
        if let deleted = try await deletedFriend(item.id) {
            let merge =
                base.map { SyncMerge(base: $0, ours: deleted.details, theirs: details) }
                ?? SyncMerge(union: deleted.details, details)
            if FriendDraft(merge.details).wholeProblem == nil {
                try note(merge.conflicts, of: item.id, merge.details)
                details = merge.details
            }
            let own = try await restInTrash(of: item.id)
            if base == nil || item.known?.restMark != SyncedCard.mark(of: own) {
                rest = try union(rest, own, of: &details, item)
            }
        }
        return Write(
            item: item, write: .add(details, id: item.id, rest: rest), details: details, kind: .added)
    }

    /// Notes conflicts before their values are written: without them, they are not open.
    private mutating func note(
        _ conflicts: [SyncConflict], of id: Friend.ID, _ details: FriendDetails
    ) throws(SyncError) {
        let all = conflicts.map { SyncAccount.Conflict(id: id, name: details.fullName, conflict: $0) }
        // A round that is made again finds them again.
        account.conflicts += all.filter { !account.conflicts.contains($0) }
        try note(conflicts.map { .conflict(id, $0) })
    }

    /// A card with what another one of the same person has that no friend shows. What a card has only once becomes a note.
    private mutating func union(
        _ card: [UInt8]?, _ other: [UInt8]?, of details: inout FriendDetails, _ item: SyncItem
    ) throws(SyncError) -> [UInt8]? {
        guard let card, let other, other != card else { return card ?? other }
        let union = CardUnion(card, adding: other)
        let completed = union.notes.isEmpty ? details : details.completed(by: FriendDetails(lines: union.notes))
        if FriendDraft(completed).wholeProblem == nil { details = completed }
        if !union.leftOut.isEmpty {
            let names = union.leftOut.joined(separator: ", ")
            account.problems.append(
                SyncAccount.Problem(name: details.fullName, reason: "Two cards have more than one can hold: \(names)"))
        }
        return union.bytes
    }

    private mutating func deletedFriend(_ id: Friend.ID) async throws(SyncError) -> Friend? {
        if let trash { return trash[id] }
        let list = runner.list
        let deleted = try await reading { () async throws(FriendsClientError) in try await list.deletedIfOffered() }
        hasTrash = deleted != nil
        let trash = Dictionary((deleted ?? []).map { ($0.id, $0) }) { first, _ in first }
        self.trash = trash
        return trash[id]
    }

    /// Whether a friend that a whole list lacks was deleted there: the trash has it. A list that was restored from a copy of its files
    /// lacks friends whom nobody has deleted.
    mutating func wasDeleted(_ id: Friend.ID) async throws(SyncError) -> Bool {
        if !here.isWhole { return true }
        let deleted = try await deletedFriend(id)
        return deleted != nil || !hasTrash
    }

    private func restInTrash(of id: Friend.ID) async throws(SyncError) -> [UInt8]? {
        let list = runner.list
        return try await reading { () async throws(FriendsClientError) in try await list.restInTrash(of: id) }
    }

    func rest(of id: Friend.ID) async throws(SyncError) -> [UInt8]? {
        let list = runner.list
        return try await reading { () async throws(FriendsClientError) in try await list.restIfOffered(of: id) }
    }

    /// What is noted after a write.
    private mutating func changes(after write: Write, _ friend: Friend) -> [SyncStateChange] {
        let rest: [UInt8]? =
            switch write.write {
            case .add(_, _, let rest), .update(_, _, let rest, _): rest
            default: nil
            }
        let item = write.item
        let isSame = isSame(friend.details, as: item) && (rest ?? []) == (item.content.rest ?? [])
        guard !isSame else { return changes(pairing: item, friend.version, restMark: SyncedCard.mark(of: rest)) }
        // Its change goes to the server. No version is the empty one: if this run ends here, the next one sees the change.
        pushes.append(Push(friend: friend, name: item.card.reference.name))
        return changes(pairing: item, Friend.Version(""), restMark: nil)
    }

    /// Whether a friend is what a card says, besides the groups whose tags were removed here.
    private mutating func isSame(_ details: FriendDetails, as item: SyncItem) -> Bool {
        if details.saysSame(as: item.content.details) { return true }
        let shown = groups.now.withGroups(item.card.bytes, shownBy: details)
        return shown != item.card.bytes
            && (try? CardContent(shown)).map { details.saysSame(as: $0.details) } ?? false
    }

    /// What is noted of a card that both sides have.
    private func changes(
        pairing item: SyncItem, _ version: Friend.Version, restMark: String?
    ) -> [SyncStateChange] {
        let card = SyncedCard(
            reference: item.card.reference, friend: item.id, version: version, isOriginal: item.card.isOriginal,
            restMark: restMark)
        let former = item.known.map(\.reference.name).flatMap { $0 == card.reference.name ? nil : $0 }
        return (former.map { [.forget(name: $0)] } ?? [])
            + [.card(card, content: item.card.bytes), .notWaiting(item.id)]
    }

    /// - Parameter name: the name of the card, which says what the friend is called.
    func deletion(of id: Friend.ID, named name: String) throws(SyncError) -> SyncAccount.Change {
        let content = try content(named: name).flatMap { try? CardContent($0) }
        return SyncAccount.Change(kind: .deleted, id: id, name: content?.details.fullName ?? id.rawValue)
    }

    /// Moves friends to the trash whose cards are gone on the server.
    mutating func deleteHere(_ names: [String]) async throws(SyncError) {
        var writes: [(name: String, write: FriendWrite)] = []
        for name in names {
            guard let known = overview.cards[name] else { continue }
            writes.append((name, .delete(known.friend, at: known.version)))
        }
        if runner.options.isDryRun {
            for write in writes { account.here.append(try deletion(of: write.write.id, named: write.name)) }
            return
        }
        if writes.isEmpty { return }
        let series = await WriteSeries.made(writes.map(\.write), on: runner.list, hasReadList: here.isWhole)
        var forgotten = series.made.map { writes[$0.place].name }
        for name in forgotten {
            if let known = overview.cards[name] { account.here.append(try deletion(of: known.friend, named: name)) }
        }
        for refused in series.refused {
            // Deleted here as well, in the meantime.
            if refused.error == .notFound { forgotten.append(writes[refused.place].name) } else { mustRepeat = true }
        }
        try note(forgotten.map { .forget(name: $0) })
        if let stop = series.stop { throw .list(stop) }
    }
}

extension SyncedCard {
    /// A text that another rest does not have.
    static func mark(of rest: [UInt8]?) -> String {
        guard let rest, !rest.isEmpty else { return "" }
        var hash = LineIdentifiers.Hash()
        hash.add(rest)
        return hash.text(length: 25)
    }
}
