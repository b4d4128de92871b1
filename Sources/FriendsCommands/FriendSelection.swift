import FriendsModel
import FriendsSearch
import FriendsSession

/// Finds the friend that an argument means: the one with this id, or the only one that matches it as a query. A friend
/// whose whole name it is comes before others that contain it.
package struct FriendSelection: Sendable {
    private let client: any FriendsClient
    private let onUnreadable: @Sendable (Int) -> Void
    /// Of several selections, only the first loads the list.
    private var list: SearchableList?

    /// - Parameter onUnreadable: called with the number of entries of the list that could not be read.
    package init(_ client: any FriendsClient, onUnreadable: @escaping @Sendable (Int) -> Void) {
        self.client = client
        self.onUnreadable = onUnreadable
    }

    /// The friend that an argument means.
    package mutating func friend(_ argument: String) async throws(CommandFailure) -> Friend {
        if let id = Friend.ID(validating: argument) {
            do throws(FriendsClientError) {
                return try await client.friend(id)
            } catch .notFound {
                // Then it is a query.
            } catch {
                throw CommandFailure(error)
            }
        }
        return try await loaded().only(argument)
    }

    /// The friends that arguments mean, each once.
    /// - Throws: if one of them means no friend, or several; all of these are named.
    package mutating func friends(_ arguments: [String]) async throws(CommandFailure) -> [Friend] {
        var named = NamedFriends()
        for argument in arguments {
            do throws(CommandFailure) {
                named.append(try await friend(argument))
            } catch {
                try named.append(error)
            }
        }
        return try named.all()
    }

    private mutating func loaded() async throws(CommandFailure) -> SearchableList {
        if let list { return list }
        do throws(FriendsClientError) {
            let loaded = try await client.wholeList()
            onUnreadable(loaded.unreadableCount)
            let list = SearchableList(loaded.friends)
            self.list = list
            return list
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// Friends that are searched several times.
package struct SearchableList: Sendable {
    /// The maximum number of friends that are named when several match.
    private static let maximumNames = 20

    private let friends: [Friend]
    private var index = SearchIndex()

    package init(_ friends: [Friend]) {
        self.friends = friends
        index.append(contentsOf: friends)
    }

    /// The friends that arguments mean, each once: by an id, or as the only one.
    /// - Throws: if one of them means no friend, or several; all of these are named.
    package func friends(_ arguments: [String]) throws(CommandFailure) -> [Friend] {
        let friendsByID = Dictionary(friends.map { ($0.id, $0) }) { first, _ in first }
        var named = NamedFriends()
        for argument in arguments {
            do throws(CommandFailure) {
                if let friend = friendsByID[Friend.ID(argument)] {
                    named.append(friend)
                } else {
                    named.append(try only(argument))
                }
            } catch {
                try named.append(error)
            }
        }
        return try named.all()
    }

    /// The only friend that an argument means.
    func only(_ argument: String) throws(CommandFailure) -> Friend {
        let query = FriendQuery(argument)
        // A whole name can be a query that finds others, such as "#family".
        let name = argument.folded
        let named = name.isEmpty ? [] : friends.filter { $0.details.fullName.folded == name }
        if named.count == 1, let friend = named.first { return friend }
        guard named.isEmpty else { throw .several(named, argument, Self.maximumNames) }
        guard !query.isEmpty else { throw .unclearFriend }
        let matches = index.rows(matching: query).map { friends[Int($0)] }
        guard let match = matches.first else { throw .noMatch(argument) }
        guard matches.count == 1 else { throw .several(matches, argument, Self.maximumNames) }
        return match
    }
}

extension String {
    /// Without case, accents and width.
    fileprivate var folded: [UInt8] {
        var folding = CaseFolding()
        var bytes: [UInt8] = []
        folding.fold(self, into: &bytes)
        return bytes
    }
}
