import FriendsCardDAV
import FriendsModel
import FriendsVCard

extension SyncRound {
    /// The cards that are compared at once: few enough that their photos fit into memory.
    private static let chunkSize = 100

    /// What is gone on the server, and was no friend.
    mutating func forgetOthers() throws(SyncError) {
        let current = Set(there.changed.map(\.name))
        let gone = overview.others.keys.filter {
            there.isWhole ? !current.contains($0) : there.removed.contains($0)
        }
        for name in gone { try forgetOther(name) }
    }

    private mutating func forgetOther(_ name: String) throws(SyncError) {
        guard let other = overview.others[name] else { return }
        if other.problem != nil, other.group == nil {
            try note([.forget(name: name)])
        } else {
            // A group is known until its members have lost the tag.
            groups.remove(name)
            try noteChange(ofGroup: other.reference, nil)
        }
    }

    mutating func readCards() async throws(SyncError) {
        let references = referencesToRead
        for start in stride(from: 0, to: references.count, by: Self.chunkSize) {
            runner.progress(.reading(start, of: references.count))
            let chunk = Array(references[start..<min(start + Self.chunkSize, references.count)])
            let results: [String: Result<StoredCard, CollectionError>]
            do throws(CollectionError) {
                results = try await runner.collection.cards(chunk)
            } catch {
                throw .collection(error)
            }
            var cards: [StoredCard] = []
            for reference in chunk {
                switch results[reference.name] {
                case .success(let card): cards.append(card)
                case .failure(.notFound):
                    if overview.cards[reference.name] != nil {
                        removed.insert(reference.name)
                    } else {
                        try forgetOther(reference.name)
                    }
                case .failure(let error): try noteUnread(reference, error.message)
                case nil: try noteUnread(reference, "The server did not send it")
                }
            }
            // The cards of groups come first, so that the other ones have their lines.
            let isGroup = cards.map { GroupCards.isGroup($0.bytes) }
            var items: [SyncItem] = []
            for isFirst in [true, false] {
                for (card, isGroup) in zip(cards, isGroup) where isGroup == isFirst {
                    if let item = try await item(for: card) { items.append(item) }
                }
            }
            try await write(items)
        }
        if !references.isEmpty { runner.progress(.reading(references.count, of: references.count)) }
    }

    /// The cards whose content is not known. What the server says that has changed is read in any case: some servers give a
    /// version again. A known card without a version was not taken over the last time.
    private var referencesToRead: [CardReference] {
        func isKnown(_ reference: CardReference) -> Bool {
            let known =
                overview.cards[reference.name]?.reference.etag ?? overview.others[reference.name]?.reference.etag
            return known != nil && known == reference.etag
        }
        func isOther(_ reference: CardReference) -> Bool { overview.others[reference.name] != nil }
        if there.isWhole {
            let unknown = there.changed.filter { !isKnown($0) }
            return unknown.filter(isOther) + unknown.filter { !isOther($0) }
        }
        let named = Set(there.changed.map(\.name) + there.removed)
        let again = (overview.cards.values.map(\.reference) + overview.others.values.map(\.reference))
            .filter { $0.etag == nil && !named.contains($0.name) }
        let references = there.changed + again.sorted { $0.name < $1.name }
        // Groups that are known come first.
        return references.filter(isOther) + references.filter { !isOther($0) }
    }

    /// Notes a card that is to be read again.
    /// - Parameter known: what is known of it, perhaps under another name.
    mutating func noteUnread(
        _ reference: CardReference, _ reason: String, _ known: SyncedCard? = nil
    ) throws(SyncError) {
        account.problems.append(SyncAccount.Problem(name: reference.name, reason: reason))
        let unread = reference.unread
        if var known = known ?? overview.cards[reference.name] {
            let former = known.reference.name
            known.reference = unread
            if former == unread.name {
                try note([.known(known)])
            } else if let content = try content(named: former) {
                try note([.forget(name: former), .card(known, content: content)])
            }
        } else {
            try noteOther(unread, problem: reason)
        }
    }

    /// What is known of a person with a new or changed card; nil if there is nothing to do.
    private mutating func item(for card: StoredCard) async throws(SyncError) -> SyncItem? {
        let content: CardContent
        do throws(CardContent.Problem) {
            content = try CardContent(card.bytes)
        } catch {
            try noteOther(card, error)
            return nil
        }
        if overview.others[card.reference.name]?.group != nil { groups.remove(card.reference.name) }
        let grouped = groups.card(card.bytes, of: content.id)
        if grouped != card.bytes, let content = try? CardContent(grouped) {
            return try await item(for: card.with(grouped), content)
        }
        return try await item(for: card, content)
    }

    /// What is known of a person; nil if there is nothing to do.
    /// - Parameters:
    ///   - card: with the lines of its groups.
    ///   - content: what this card says.
    mutating func item(for card: StoredCard, _ content: CardContent) async throws(SyncError) -> SyncItem? {
        let name = card.reference.name
        var known = overview.cards[name]
        var id = known?.friend ?? content.id
        if known == nil, let other = names[id] ?? handled[id] {
            if handled[id] == nil, removed.remove(other) != nil {
                // The card has another name now.
                known = overview.cards[other]
            } else {
                // Two cards have one UID.
                id = .ofSecondCard(content.id, named: name)
            }
        }
        let base = try known.flatMap { known throws(SyncError) in try self.content(named: known.reference.name) }
        if var known, base == card.bytes {
            let former = known.reference.name
            known.reference = card.reference
            try note((former == name ? [] : [.forget(name: former)]) + [.card(known, content: card.bytes)])
            return nil
        }
        handled[id] = name
        let friend = try await friend(id, known)
        let side: SyncSide = friend != nil ? .changed : known != nil && !isGone(id) ? .same : .gone
        return SyncItem(
            id: id, known: known, base: base, friend: friend, card: card, content: content, here: side)
    }

    /// The friend of a new or changed card, unless it is known not to have changed here.
    private func friend(_ id: Friend.ID, _ known: SyncedCard?) async throws(SyncError) -> Friend? {
        if isGone(id) { return nil }
        if let friend = here.friends[id], friend.version != known?.version { return friend }
        // Of a friend that has more than its card, nothing may get lost.
        guard known.map(\.hasMoreHere) ?? !here.isWhole else { return nil }
        return try await self.friend(id)
    }

    func friend(_ id: Friend.ID) async throws(SyncError) -> Friend? {
        let list = runner.list
        return try await reading { () async throws(FriendsClientError) in try await list.friendIfThere(id) }
    }

    /// Notes a card that is no friend. It stays on the server as it is.
    private mutating func noteOther(_ card: StoredCard, _ problem: CardContent.Problem) throws(SyncError) {
        let reference = card.reference
        switch problem {
        case .group where overview.cards[reference.name] != nil:
            account.problems.append(SyncAccount.Problem(name: reference.name, reason: "The card is a group now"))
        case .refused(let reason) where overview.cards[reference.name] != nil:
            // Nobody is deleted because of a damaged card.
            account.problems.append(SyncAccount.Problem(name: reference.name, reason: reason))
        case .refused(let reason):
            try noteOther(reference, problem: reason)
        case .group:
            if groups.set(card) { try noteChange(ofGroup: reference, card.bytes) }
        }
    }

    private mutating func noteOther(_ reference: CardReference, problem: String) throws(SyncError) {
        // The members of a group keep its tag.
        let group = overview.others[reference.name]?.group
        try note([.other(OtherCard(reference, problem: problem, group: group))])
    }
}
