import FriendsCardDAV
import FriendsModel
import FriendsVCard

/// One reading of both sides, and what follows from it.
///
/// What comes from the server is written first, then what goes to it, deletions last.
struct SyncRound {
    let runner: SyncRunner
    var overview: SyncOverview
    var account: SyncAccount
    /// Whether someone has changed meanwhile what was to be written.
    var mustRepeat = false
    let here: LocalChanges
    let there: CollectionChanges
    /// The groups on the server.
    var groups: SyncGroups
    /// The names of the known cards by their friends.
    private(set) var names: [Friend.ID: String]
    /// The known cards that are gone there, and not under another name.
    var removed: Set<String>
    /// The friends about whom is decided, with the names of their cards.
    var handled: [Friend.ID: String] = [:]
    /// The number of cards that both sides had before.
    private let knownCount: Int
    /// Whether a change was not sent that another card may depend on.
    var hasUnsentChange = false
    var pushes: [Push] = []
    /// The names of the cards that were written on the server, or deleted there.
    var written: Set<String> = []
    /// The friends in the trash; nil until they are needed.
    var trash: [Friend.ID: Friend]?
    /// Whether the list keeps deleted friends.
    var hasTrash = true

    /// A friend whose change goes to the server.
    struct Push {
        let friend: Friend
        /// The card that it replaces; nil for a new one.
        let name: String?
    }

    private static let secondsOfADay = 86_400

    /// Reads what has changed on both sides.
    init(_ runner: SyncRunner, _ account: SyncAccount, comparesAll: Bool) async throws(SyncError) {
        self.runner = runner
        self.account = account
        (self.account.problems, self.account.leftAlone) = ([], [])
        var overview = try noting { () throws(SyncStateError) in try runner.state.overview() }
        let list = runner.list
        if let changes = try await reading({ [overview] () async throws(FriendsClientError) in
            try await LocalChanges.since(overview, of: list)
        }) {
            here = changes
        } else {
            here = try await reading { () async throws(FriendsClientError) in try await LocalChanges.whole(of: list) }
            let history = here.snapshot.flatMap { list.history(of: $0) }
            if let known = overview.positions.history, known != history {
                // The state is about another list, which says nothing about this one.
                overview = SyncOverview()
                if !runner.options.isDryRun {
                    try noting { () throws(SyncStateError) in try runner.state.apply([.clear]) }
                }
            }
        }
        let now = runner.now()
        let isDue = overview.positions.comparedAt.map { now - $0 >= Self.secondsOfADay || now < $0 } ?? true
        let position = comparesAll || isDue ? nil : overview.positions.collection
        do throws(CollectionError) {
            there = try await runner.collection.changes(since: position)
        } catch {
            throw .collection(error)
        }
        self.overview = overview
        groups = SyncGroups(overview.others)
        knownCount = overview.cards.count
        names = Dictionary(overview.cards.map { ($0.value.friend, $0.key) }) { first, _ in first }
        let current = Set(there.changed.map(\.name))
        removed = there.isWhole ? Set(overview.cards.keys).subtracting(current) : Set(there.removed)
        removed.formIntersection(overview.cards.keys)
    }

    mutating func perform() async throws(SyncError) {
        try forgetOthers()
        try await readCards()
        try await writeGroups()
        let deletions = try decide()
        try check(.here, deletions.here.count)
        if !runner.options.isPullOnly { try check(.there, deletions.there.count) }
        try note(deletions.onBoth)
        try await deleteHere(deletions.here.sorted())
        try await push()
        try await deleteThere(deletions.there.sorted())
        if there.isWhole { try await forgetDecidedConflicts() }
        try end(at: await positionAfterWrites())
    }

    /// Decides about everybody whose card is as it was.
    private mutating func decide() throws(SyncError) -> Deletions {
        var (here, there, onBoth): ([String], [String], [SyncStateChange]) = ([], [], [])
        for (name, known) in overview.cards where handled[known.friend] == nil {
            let friend = self.here.friends[known.friend]
            let isSame = friend.map { $0.version == known.version } ?? true
            let step = SyncStep(
                isKnown: true, here: isGone(known.friend) ? .gone : isSame ? .same : .changed,
                there: removed.contains(name) ? .gone : .same)
            switch (step, friend) {
            case (.push, let friend?) where known.reference.etag == nil:
                // What the server has is not known.
                try note([.waiting(friend.id, reason: "The card on the server could not be read")])
            case (.push, let friend?): pushes.append(Push(friend: friend, name: name))
            case (.bringBackThere, let friend?): pushes.append(Push(friend: friend, name: nil))
            case (.deleteHere, _): here.append(name)
            case (.deleteThere, _): there.append(name)
            case (.forget, _): onBoth += [.forget(name: name), .notWaiting(known.friend)]
            case (.nothing, _):
                if overview.waiting[known.friend] != nil { try note([.notWaiting(known.friend)]) }
            default: break
            }
        }
        for friend in self.here.friends.values where names[friend.id] == nil && handled[friend.id] == nil {
            pushes.append(Push(friend: friend, name: nil))
        }
        for id in overview.waiting.keys where names[id] == nil && isGone(id) && handled[id] == nil {
            try note([.notWaiting(id)])
        }
        // The same order in each run.
        pushes.sort { $0.friend.id.rawValue < $1.friend.id.rawValue }
        return Deletions(here: here, there: there, onBoth: onBoth)
    }

    /// The names of the cards that are deleted, or whose friends are.
    private struct Deletions {
        let here: [String]
        let there: [String]
        /// What is to be noted of those who are gone on both sides.
        let onBoth: [SyncStateChange]
    }

    /// Makes changes of the state, unless nothing is written.
    mutating func note(_ changes: [SyncStateChange]) throws(SyncError) {
        if !runner.options.isDryRun { try noting { () throws(SyncStateError) in try runner.state.apply(changes) } }
        for change in changes {
            switch change {
            case .card(let card, _), .known(let card): names[card.friend] = card.reference.name
            case .forget(let name):
                if let friend = overview.cards[name]?.friend, names[friend] == name { names[friend] = nil }
            case .other, .waiting, .notWaiting, .conflict, .decided, .positions, .clear: break
            }
            overview.apply(change)
        }
    }

    func content(named name: String) throws(SyncError) -> [UInt8]? {
        try noting { () throws(SyncStateError) in try runner.state.card(named: name) }
    }

    // MARK: - The list

    func isGone(_ id: Friend.ID) -> Bool {
        here.isWhole ? here.friends[id] == nil : here.gone.contains(id)
    }

    /// As many may be deleted without a question, unless they are all, or a quarter.
    private static let maximumDeletions = 10

    /// Many deletions at once are more likely a mistake, or a server that has lost its data.
    private func check(_ side: SyncError.Side, _ count: Int) throws(SyncError) {
        // Also a book without cards, when some of its friends were changed or deleted here.
        let isBookEmpty = side == .here && count > 0 && removed.count == knownCount
        let areAll = (count == knownCount || isBookEmpty) && knownCount > 2
        let areMany = count > Self.maximumDeletions && count * 4 > knownCount
        guard areAll || areMany, !runner.options.allowsManyDeletions else { return }
        // It may be more by now.
        let confirmed = runner.options.confirmedDeletions
        if let confirmed, confirmed.side == side, count <= confirmed.count { return }
        throw .manyDeletions(side, count: count, total: knownCount)
    }

    /// The position after what was written there, if nobody else has written in the meantime.
    ///
    /// Without it, the next run would read all of that again. And some servers make their positions of the content: a card that was
    /// deleted and comes back as it was would be at a position where it had never gone.
    private func positionAfterWrites() async -> CollectionPosition? {
        guard !written.isEmpty, let position = there.position, account.stop == nil,
            let changes = try? await runner.collection.changes(since: position)
        else { return there.position }
        func isKnown(_ reference: CardReference) -> Bool {
            let known = overview.cards[reference.name]?.reference ?? overview.others[reference.name]?.reference
            return reference.etag != nil && known?.etag == reference.etag
        }
        let missing =
            changes.isWhole
            ? Set(overview.cards.keys).union(overview.others.keys).subtracting(changes.changed.map(\.name))
            : Set(changes.removed.filter { overview.cards[$0] != nil || overview.others[$0] != nil })
        return changes.changed.allSatisfy(isKnown) && missing.isEmpty ? changes.position : position
    }

    /// Forgets, once a day, the conflicts about which a person has decided in the list.
    private mutating func forgetDecidedConflicts() async throws(SyncError) {
        let list = runner.list
        for (id, conflicts) in overview.conflicts {
            let friend = try await reading { () async throws(FriendsClientError) in try await list.friendIfThere(id) }
            let decided = conflicts.filter { conflict in friend.map { !conflict.isOpen(in: $0.details) } ?? true }
            try note(decided.map { .decided(id, $0) })
        }
    }

    private mutating func end(at position: CollectionPosition?) throws(SyncError) {
        account.pairCount = overview.cards.count
        account.groupCount = overview.others.values.count { $0.problem == nil }
        for other in overview.others.values.sorted(by: { $0.reference.name < $1.reference.name }) {
            let isNamed = account.problems.contains { $0.name == other.reference.name }
            if let reason = other.problem, !isNamed {
                account.leftAlone.append(SyncAccount.Problem(name: other.reference.name, reason: reason))
            }
        }
        account.waitingCount = overview.waiting.count
        account.conflictCount = overview.conflicts.values.reduce(0) { $0 + $1.count }
        var positions = overview.positions
        positions.list = here.snapshot
        positions.history = here.snapshot.flatMap { runner.list.history(of: $0) }
        positions.collection = position
        let now = runner.now()
        if there.isWhole { positions.comparedAt = now }
        if account.stop == nil { positions.endedAt = now }
        try note([.positions(positions)])
    }
}

extension SyncOverview {
    /// Takes over a change of the state.
    package mutating func apply(_ change: SyncStateChange) {
        switch change {
        case .card(let card, _), .known(let card):
            cards[card.reference.name] = card
            others[card.reference.name] = nil
        case .other(let other): others[other.reference.name] = other
        case .forget(let name): (cards[name], others[name]) = (nil, nil)
        case .waiting(let id, let reason): waiting[id] = reason
        case .notWaiting(let id): waiting[id] = nil
        case .conflict(let id, let conflict):
            apply(.decided(id, conflict))
            conflicts[id, default: []].append(conflict)
        case .decided(let id, let conflict):
            conflicts[id]?.removeAll { $0 == conflict }
            if conflicts[id]?.isEmpty == true { conflicts[id] = nil }
        case .positions(let positions): self.positions = positions
        case .clear: self = SyncOverview()
        }
    }
}
