import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsVCard
import TestSupport
import Testing

/// Friends and rests as a server stores them.
struct StoredFriends: Equatable {
    private(set) var friends: [Friend] = []
    private(set) var rests: [Friend.ID: [UInt8]] = [:]
    private var version = 0
    /// The id of their history.
    static let history = "1f3a9c2e"

    init(_ friends: [Friend] = [], rests: [Friend.ID: [UInt8]] = [:]) {
        (self.friends, self.rests) = (friends, rests)
    }

    func friend(_ id: String) -> Friend? { friends.first { $0.id == Friend.ID(id) } }

    /// The plan of an import, with all rests read.
    func plan(
        _ records: [FriendRecord], in history: String? = history, onDuplicate: DuplicateChoice = .add
    ) -> ImportPlan {
        var plan = ImportPlan(friends, history: history, onDuplicate: onDuplicate)
        plan.append(records)
        plan.readRests(FriendPage(friends: friends, rests: rests))
        plan.endRests()
        return plan
    }

    /// Imports a file, batch by batch.
    /// - Parameter maximum: of batches; a killed import.
    @discardableResult
    mutating func `import`(
        _ records: [FriendRecord], onDuplicate: DuplicateChoice = .add, batches maximum: Int = .max
    ) -> ImportAccount {
        var plan = plan(records, onDuplicate: onDuplicate)
        var writes = plan.writes()
        var count = 0
        while count < maximum, let batch = writes.takeBatch(isEnd: true) {
            #expect(Set(batch.map(\.write.id)).count == batch.count, "a batch has one change of a friend")
            for item in batch { apply(item.write) }
            count += 1
        }
        return plan.account
    }

    private mutating func apply(_ write: FriendWrite) {
        version += 1
        let new = Friend.Version("v\(version)")
        switch write {
        case .add(let details, let id, let rest):
            #expect(friend(id.rawValue) == nil)
            friends.append(Friend(id: id, version: new, details: details))
            rests[id] = rest
        case .update(let id, let changes, let rest, let version):
            guard let index = friends.firstIndex(where: { $0.id == id }) else {
                Issue.record("no such friend")
                return
            }
            #expect(friends[index].version == version)
            friends[index] = Friend(id: id, version: new, details: changes.applied(to: friends[index].details))
            if let rest { rests[id] = rest }
        case .addToTrash, .delete, .erase, .purge, .updateAndDelete, .restore:
            Issue.record("an import does not do that")
        }
    }

    /// Merges two friends as the screen does, with what it suggests, if that only adds lines.
    mutating func merge(_ first: Int, _ second: Int) {
        let (kept, other) = (friends[first], friends[second])
        let details = DuplicateMerge(first: kept, second: other).details()
        let isAddition = details.lines.starts(with: kept.details.lines) && details.fullName == kept.details.fullName
        guard isAddition, FriendDraft(details).wholeProblem == nil else { return }
        let rest = rests.removeValue(forKey: other.id)
        if let own = rests[kept.id] {
            rests[kept.id] = CardUnion(own, adding: rest).bytes(showing: details, before: kept.details)
        } else if let rest {
            rests[kept.id] = rest
        }
        edit(first) { $0 = details }
        friends.remove(at: second)
    }

    mutating func edit(_ index: Int, _ change: (inout FriendDetails) -> Void) {
        version += 1
        var details = friends[index].details
        change(&details)
        friends[index] = Friend(id: friends[index].id, version: .init("v\(version)"), details: details)
    }
}

extension FriendRecord {
    /// A record without a card.
    static func plain(
        _ id: String, _ details: FriendDetails, rest: [UInt8]? = nil, isIDFromContent: Bool = false,
        version: Friend.Version? = nil, history: String? = StoredFriends.history
    ) -> FriendRecord {
        FriendRecord(
            row: 1,
            content: .success(
                RecordedFriend(
                    id: Friend.ID(id), details: details, rest: rest, isIDFromContent: isIDFromContent,
                    version: version.map { RecordedVersion($0, history: history) })))
    }
}
