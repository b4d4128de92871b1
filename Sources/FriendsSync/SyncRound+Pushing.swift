import FriendsCardDAV
import FriendsModel
import FriendsVCard

extension SyncRound {
    /// Sends the changes of the list to the server. A card that it refuses stops no other one.
    mutating func push() async throws(SyncError) {
        if runner.options.isPullOnly {
            try note(pushes.map { .waiting($0.friend.id, reason: "It was not sent, as you asked") })
            return
        }
        // A server can close the connection because of one card. Two in a row are a server that is away.
        var lastFailed = false
        for (index, push) in pushes.enumerated() {
            runner.progress(.sending(index, of: pushes.count))
            if account.stop == nil {
                do throws(PushFailure) {
                    try await send(push)
                    lastFailed = false
                } catch {
                    hasUnsentChange = true
                    if case .there(.noAnswer(let reason)) = error, !lastFailed {
                        lastFailed = true
                        try leave(push, CollectionError.noAnswer(reason).message)
                        continue
                    }
                    try end(push, error)
                }
            } else {
                try note([.waiting(push.friend.id, reason: "It was not sent yet")])
            }
        }
        if !pushes.isEmpty { runner.progress(.sending(pushes.count, of: pushes.count)) }
    }

    /// Why a change was not sent, or was and is not noted.
    private enum PushFailure: Error {
        case there(CollectionError)
        /// The server has another card than the one that was to be replaced.
        case isAnother
        case here(SyncError)
    }

    private mutating func end(_ push: Push, _ failure: PushFailure) throws(SyncError) {
        var reason = CollectionError.changed.message
        switch failure {
        case .here(let error): throw error
        case .isAnother, .there(.changed), .there(.notFound): mustRepeat = true
        case .there(let error):
            reason = error.message
            if error.isForAll { account.stop = error } else { return try leave(push, reason) }
        }
        try note([.waiting(push.friend.id, reason: reason)])
    }

    private mutating func leave(_ push: Push, _ reason: String) throws(SyncError) {
        account.problems.append(SyncAccount.Problem(name: push.friend.details.fullName, reason: reason))
        try note([.waiting(push.friend.id, reason: reason)])
    }

    private mutating func send(_ push: Push) async throws(PushFailure) {
        let (friend, isNew) = (push.friend, push.name == nil)
        let change = SyncAccount.Change(
            kind: isNew ? .added : .changed, id: friend.id, name: friend.details.fullName)
        let rest = try await own(friend.id)
        let stored: StoredCard
        // The card that is replaced, with the lines of its groups.
        var base: [UInt8]?
        if let name = push.name, let known = overview.cards[name] {
            guard let content = try self.base(of: known) else { throw .isAnother }
            base = content
            var old = StoredCard(known.reference, content, isOriginal: known.isOriginal)
            if !old.isOriginal, !runner.options.isDryRun {
                let stored = try await there { [old] () async throws(CollectionError) in
                    try await runner.collection.original(old)
                }
                old = stored.with(groups.now.withGroups(stored.bytes, among: content))
                // A server can spell one version in two ways.
                let isSame = old.reference.etag == known.reference.etag || Self.areSame(old.bytes, content)
                guard isSame else { throw .isAnother }
            }
            let newRest = known.restMark == SyncedCard.mark(of: rest) ? nil : rest
            let card = Self.card(
                of: friend, replacing: groups.own(old.bytes, among: content),
                rest: newRest.map { groups.own($0, among: content) })
            let sent = GroupCards.withoutGroups(card)
            guard sent != GroupCards.withoutGroups(old.bytes) else {
                try pair(old, friend, rest, former: nil)
                return
            }
            if runner.options.isDryRun {
                account.there.append(change)
                return
            }
            stored = try await there { [old] () async throws(CollectionError) in
                try await runner.collection.replace(old.reference, by: sent)
            }
        } else {
            if runner.options.isDryRun {
                account.there.append(change)
                return
            }
            let own = FriendCard(
                id: friend.id, details: friend.details, rest: rest.map { groups.own($0, among: nil) }
            ).bytes(in: .v3)
            let card = VCard.sendable(
                GroupCards.withoutGroups(own), id: friend.id, name: friend.details.fullName)
            // Another card can have the name: a group, or one with another UID.
            let id = friend.id.rawValue
            let isTaken =
                overview.others["\(id).vcf"] != nil
                || overview.cards["\(id).vcf"].map { $0.friend.rawValue != id } ?? false
            stored = try await there { () async throws(CollectionError) in
                try await runner.collection.create(card, id: isTaken ? "\(id)-friend" : id)
            }
        }
        account.there.append(change)
        written.insert(stored.reference.name)
        try await finish(stored, friend, rest, replacing: base)
    }

    /// The card of a friend, in which only what has changed differs from the card on the server.
    /// - Parameter rest: the rest of the friend, if it can have something that the card lacks.
    private static func card(of friend: Friend, replacing old: [UInt8], rest: [UInt8]?) -> [UInt8] {
        var base = old
        if let rest, rest != old {
            base = CardUnion(old, adding: rest).bytes
        }
        // The card keeps its id: one with another UID would be another person.
        let id = (try? CardContent(old))?.id ?? friend.id
        return FriendCard(id: id, details: friend.details, rest: base).bytes()
    }

    private static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard let details = try? CardContent(one).details, let others = try? CardContent(other).details else {
            return false
        }
        return details.saysSame(as: others) && !CardUnion.saysMore(one, than: other)
    }

    /// Notes what the server has stored. What it has written in another way is taken over; what it has left out stays here.
    /// - Parameter base: the card before, with the lines of its groups; nil for a new card.
    private mutating func finish(
        _ stored: StoredCard, _ friend: Friend, _ rest: [UInt8]?, replacing base: [UInt8]?
    ) async throws(PushFailure) {
        var friend = friend
        let content: CardContent
        let stored = stored.with(groups.now.withGroups(stored.bytes, among: base))
        do throws(CardContent.Problem) {
            // Groups whose tags were removed here do not come back.
            content = try CardContent(groups.now.withGroups(stored.bytes, shownBy: friend.details))
        } catch {
            throw .there(.unreadable(reason: "the server has made something else of the card"))
        }
        var hasMoreHere = false
        if !content.details.saysSame(as: friend.details) {
            if !content.details.hasAll(of: friend.details) {
                hasMoreHere = true
            } else if let updated = try await takenOver(content.details, friend) {
                friend = updated
            } else {
                // Someone edits it here right now. What the server has added counts as its change, which is read again.
                let sent = FriendCard(id: content.id, details: friend.details, rest: stored.bytes).bytes()
                try pair(
                    StoredCard(
                        stored.reference.unread, groups.now.withGroups(sent, among: stored.bytes), isOriginal: false),
                    friend, rest, former: names[friend.id])
                mustRepeat = true
                return
            }
        }
        hasMoreHere = hasMoreHere || stored.isShortened
        if hasMoreHere { account.shortened.append(friend.details.fullName) }
        try pair(stored, friend, rest, hasMoreHere: hasMoreHere, former: names[friend.id])
    }

    /// The friend with what the server has added; nil if someone else has changed it.
    private func takenOver(_ details: FriendDetails, _ friend: Friend) async throws(PushFailure) -> Friend? {
        do throws(FriendsClientError) {
            let changes = FriendChanges(from: friend.details, to: details)
            let updated = try await runner.list.make(.update(friend.id, changes, from: friend.version))
            if let updated { return updated }
            return try await runner.list.friend(friend.id)
        } catch {
            switch error {
            case .conflict, .notFound, .rejected: return nil
            default: throw .here(.list(error))
            }
        }
    }

    private mutating func pair(
        _ card: StoredCard, _ friend: Friend, _ rest: [UInt8]?, hasMoreHere: Bool = false, former: String?
    ) throws(PushFailure) {
        let known = SyncedCard(
            reference: card.reference, friend: friend.id, version: friend.version, hasMoreHere: hasMoreHere,
            isOriginal: card.isOriginal, restMark: SyncedCard.mark(of: rest))
        let forgotten: [SyncStateChange] =
            former.map { $0 == card.reference.name ? [] : [.forget(name: $0)] } ?? []
        do throws(SyncError) {
            try note(forgotten + [.card(known, content: card.bytes), .notWaiting(friend.id)])
        } catch {
            throw .here(error)
        }
    }

    // MARK: - Errors

    private func own(_ id: Friend.ID) async throws(PushFailure) -> [UInt8]? {
        do throws(SyncError) {
            return try await rest(of: id)
        } catch {
            throw .here(error)
        }
    }

    private func base(of known: SyncedCard) throws(PushFailure) -> [UInt8]? {
        do throws(SyncError) {
            return try content(named: known.reference.name)
        } catch {
            throw .here(error)
        }
    }

    private func there<Value>(
        _ call: () async throws(CollectionError) -> Value
    ) async throws(PushFailure) -> Value {
        do throws(CollectionError) {
            return try await call()
        } catch {
            throw .there(error)
        }
    }

    // MARK: - Deletions

    /// Deletes the cards whose friends were deleted here.
    mutating func deleteThere(_ names: [String]) async throws(SyncError) {
        for name in names {
            guard let known = overview.cards[name] else { continue }
            let change = try deletion(of: known.friend, named: name)
            if runner.options.isDryRun {
                account.there.append(change)
                continue
            }
            // What was merged with a friend goes when the server has the merged one.
            if runner.options.isPullOnly || account.stop != nil || hasUnsentChange || known.reference.etag == nil {
                try note([.waiting(known.friend, reason: "Its card was not deleted yet")])
                continue
            }
            // A list can lack a friend by mistake: what it says of the friend alone counts.
            guard try await self.friend(known.friend) == nil else {
                mustRepeat = true
                continue
            }
            guard try await wasDeleted(known.friend) else {
                // The next round reads the card as a new one.
                try note([.forget(name: name)])
                mustRepeat = true
                continue
            }
            var failure: CollectionError?
            do throws(CollectionError) {
                try await runner.collection.delete(known.reference)
            } catch {
                failure = error
            }
            switch failure {
            // Deleted there as well, in the meantime.
            case nil, .notFound:
                account.there.append(change)
                written.insert(name)
                try note([.forget(name: name), .notWaiting(known.friend)])
                continue
            case .changed: mustRepeat = true
            case let error? where error.isForAll: account.stop = error
            case let error?:
                account.problems.append(SyncAccount.Problem(name: change.name, reason: error.message))
            }
            try note([.waiting(known.friend, reason: failure?.message ?? "")])
        }
    }
}
