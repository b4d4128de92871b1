import FriendsModel

/// The friends that several arguments name, each once. All arguments that name no friend are failures together, so that
/// nothing is changed before all of them are right.
struct NamedFriends {
    private var friends: [Friend] = []
    private var ids: Set<Friend.ID> = []
    private var failures: [CommandFailure] = []

    mutating func append(_ friend: Friend) {
        if ids.insert(friend.id).inserted { friends.append(friend) }
    }

    /// Takes the failure of an argument.
    /// - Throws: a failure that is not of the argument, and ends the command.
    mutating func append(_ failure: CommandFailure) throws(CommandFailure) {
        guard [.nothingFound, .ambiguous, .wrongUsage].contains(failure.status) else { throw failure }
        failures.append(failure)
    }

    /// The friends, in the order of the arguments.
    /// - Throws: the failures of the arguments, with the status of the first one.
    func all() throws(CommandFailure) -> [Friend] {
        guard let first = failures.first else { return friends }
        let others = failures.dropFirst().flatMap { [$0.message] + $0.details }
        throw CommandFailure(first.status, first.message, details: first.details + others)
    }
}
