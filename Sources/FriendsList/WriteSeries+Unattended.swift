import FriendsModel

extension WriteSeries where Element == FriendWrite {
    /// Makes writes about which nobody decides, as in a command.
    /// - Parameters:
    ///   - isForced: whether the last writer wins: a write goes on from the version that is in its way.
    ///   - hasReadList: whether the client has read a page of the list. Then it is found out which additions have changed nothing.
    package static func made(
        _ writes: [FriendWrite], on client: any FriendsClient, isForced: Bool = false,
        hasReadList: Bool = false
    ) async -> Self {
        // The client learns from a page whether the server takes batches.
        if writes.count > 1, !hasReadList { _ = try? await client.friends(after: nil) }
        var series = Self(
            writes, WriteOptions(isForced: isForced, isUnattended: true, findsExisting: hasReadList))
        await series.run(on: client)
        return series
    }
}
