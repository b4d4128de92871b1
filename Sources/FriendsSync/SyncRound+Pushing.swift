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
        for (index, push) in pushes.enumerated() {
            runner.progress(.sending(index, of: pushes.count))
            if account.stop == nil {
                do throws(PushFailure) {
                    try await send(push)
                } catch {
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
            if error.isForAll {
                account.stop = error
            } else {
                account.problems.append(SyncAccount.Problem(name: push.friend.details.fullName, reason: reason))
            }
        }
        try note([.waiting(push.friend.id, reason: reason)])
    }

    private mutating func send(_ push: Push) async throws(PushFailure) {
        let (friend, isNew) = (push.friend, push.name == nil)
        let change = SyncAccount.Change(
            kind: isNew ? .added : .changed, id: friend.id, name: friend.details.fullName)
        if runner.options.isDryRun {
            account.there.append(change)
            return
        }
        let rest = try await own(friend.id)
        var stored: StoredCard
        if let name = push.name, let known = overview.cards[name] {
            guard let base = try base(of: known) else { throw .isAnother }
            var old = StoredCard(known.reference, base, isOriginal: known.isOriginal)
            if !old.isOriginal {
                old = try await there { [old] () async throws(CollectionError) in
                    try await runner.collection.original(old)
                }
                guard old.reference.etag == known.reference.etag else { throw .isAnother }
            }
            let hasNewRest = known.restMark != SyncedCard.mark(of: rest)
            let card = Self.card(of: friend, replacing: old.bytes, rest: hasNewRest ? rest : nil)
            guard card != old.bytes else {
                try pair(old, friend, rest, former: nil)
                return
            }
            stored = try await there { [old] () async throws(CollectionError) in
                try await runner.collection.replace(old.reference, by: card)
            }
        } else {
            let card = VCard.sendable(
                FriendCard(id: friend.id, details: friend.details, rest: rest).bytes(in: .v3), id: friend.id,
                name: friend.details.fullName)
            stored = try await there { () async throws(CollectionError) in
                try await runner.collection.create(card, id: friend.id.rawValue)
            }
        }
        account.there.append(change)
        written.insert(stored.reference.name)
        try await finish(stored, friend, rest)
    }

    /// The card of a friend, in which only what has changed differs from the card on the server.
    /// - Parameter rest: the rest of the friend, if it can have something that the card lacks.
    private static func card(of friend: Friend, replacing old: [UInt8], rest: [UInt8]?) -> [UInt8] {
        var base = old
        if let rest, rest != old {
            let union = CardUnion(old, adding: rest)
            if union.leftOut.isEmpty { base = union.bytes }
        }
        // The id is that of the card: a card with another UID would be another person.
        let id = (try? CardContent(old))?.id ?? friend.id
        return FriendCard(id: id, details: friend.details, rest: base).bytes()
    }

    /// Notes what the server has stored. What it has written in another way is taken over; what it has left out stays here.
    private mutating func finish(
        _ stored: StoredCard, _ friend: Friend, _ rest: [UInt8]?
    ) async throws(PushFailure) {
        var friend = friend
        let content: CardContent
        do throws(CardContent.Problem) {
            content = try CardContent(stored.bytes)
        } catch {
            throw .there(.unreadable(reason: "the server has made something else of the card"))
        }
        var hasMoreHere = false
        if !content.details.saysSame(as: friend.details) {
            if content.details.hasAll(of: friend.details) {
                friend = try await takenOver(content.details, friend)
            } else {
                hasMoreHere = true
            }
        }
        if hasMoreHere || stored.isShortened { account.shortened.append(friend.details.fullName) }
        try pair(stored, friend, rest, hasMoreHere: hasMoreHere, former: names[friend.id])
    }

    private func takenOver(_ details: FriendDetails, _ friend: Friend) async throws(PushFailure) -> Friend {
        do throws(FriendsClientError) {
            let changes = FriendChanges(from: friend.details, to: details)
            let updated = try await runner.list.make(.update(friend.id, changes, from: friend.version))
            if let updated { return updated }
            return try await runner.list.friend(friend.id)
        } catch {
            // Someone has edited the friend in the meantime: the next run sees that.
            switch error {
            case .conflict, .notFound, .rejected: return friend
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
            let content = try content(named: name).flatMap { try? CardContent($0) }
            let change = SyncAccount.Change(
                kind: .deleted, id: known.friend, name: content?.details.fullName ?? known.friend.rawValue)
            if runner.options.isDryRun {
                account.there.append(change)
                continue
            }
            if runner.options.isPullOnly || account.stop != nil || known.reference.etag == nil {
                try note([.waiting(known.friend, reason: "Its card was not deleted yet")])
                continue
            }
            // A list can lack a friend by mistake: what it says of the friend alone counts.
            guard try await self.friend(known.friend) == nil else {
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
