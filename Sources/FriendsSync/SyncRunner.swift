import FriendsCardDAV
import FriendsModel

/// Synchronises a list of friends with an address book, in both directions (Docs/CardDAV.md).
///
/// What is written on one side is noted in the state before the next write. A run that was killed leaves nothing behind that the next
/// one would take for a change: both sides then have the same, which is noted.
package struct SyncRunner: Sendable {
    let list: any FriendsClient
    let collection: any CardCollection
    let state: any SyncState
    let options: SyncOptions
    /// Seconds since 1970.
    let now: @Sendable () -> Int
    let progress: @Sendable (SyncProgress) -> Void

    package init(
        _ list: any FriendsClient, _ collection: any CardCollection, _ state: any SyncState, _ options: SyncOptions,
        now: @escaping @Sendable () -> Int, progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        (self.list, self.collection, self.state, self.options) = (list, collection, state, options)
        (self.now, self.progress) = (now, progress)
    }

    /// How often both sides are read in one run: again if someone has changed in the meantime what was to be written.
    private static let maximumRounds = 3

    package func run() async throws(SyncError) -> SyncAccount {
        var account = SyncAccount()
        for round in 1...Self.maximumRounds {
            var work = try await SyncRound(self, account, comparesAll: options.comparesAll || round > 1)
            try await work.perform()
            account = work.account
            if options.isDryRun || !work.mustRepeat || account.stop != nil { break }
        }
        return account
    }
}

/// Runs a call, and converts its error.
func reading<Value>(
    _ call: () async throws(FriendsClientError) -> Value
) async throws(SyncError) -> Value {
    do throws(FriendsClientError) {
        return try await call()
    } catch {
        throw .list(error)
    }
}

/// Reads or writes the state, and converts its error.
func noting<Value>(_ call: () throws(SyncStateError) -> Value) throws(SyncError) -> Value {
    do throws(SyncStateError) {
        return try call()
    } catch {
        throw .state(error)
    }
}
