import FriendsModel
import FriendsVCard

extension FriendsClient {
    /// The names of what a friend's card keeps beyond the details, for people; empty for a friend without a card, or of a server
    /// without cards.
    package func keptNames(of friend: Friend) async throws(FriendsClientError) -> [String] {
        do throws(FriendsClientError) {
            guard let rest = try await rest(of: friend.id) else { return [] }
            return await Self.keptNames(in: rest, of: friend.details)
        } catch .notOffered {
            return []
        }
    }

    /// Off the caller's actor: a card can have 4 MiB.
    @concurrent
    private static func keptNames(in rest: [UInt8], of details: FriendDetails) async -> [String] {
        FriendCard.keptNames(in: rest, of: details)
    }
}
