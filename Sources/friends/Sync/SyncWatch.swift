import FriendsModel

/// Waits between two synchronisations.
enum SyncWatch {
    /// How long nothing is asked of the server at most.
    private static let interval = Duration.seconds(300)
    /// Someone who types makes several changes.
    private static let pause = Duration.seconds(1)

    /// Waits until the list has changed, and a second more, or until the server is to be asked again.
    /// - Parameter snapshot: nil for a list that cannot be followed.
    /// - Throws: `CancellationError`.
    static func waitForChanges(since snapshot: FriendPage.Snapshot?, of client: any FriendsClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Task.sleep(for: interval) }
            if let snapshot {
                group.addTask {
                    await waitForChange(since: snapshot, of: client)
                    try await Task.sleep(for: pause)
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Waits for a change; without end if the list cannot be followed.
    private static func waitForChange(since snapshot: FriendPage.Snapshot, of client: any FriendsClient) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await client.follow(since: snapshot) { event in
                    if case .changes = event { continuation.yield() }
                }
            }
            var iterator = changes.makeAsyncIterator()
            _ = await iterator.next()
            group.cancelAll()
        }
    }
}

extension FriendsClient {
    /// The state of the list now; nil if it is not known.
    var snapshot: FriendPage.Snapshot? {
        get async { try? await friends(after: nil).snapshot }
    }
}
