import FriendsModel
import FriendsSettings
import FriendsStorage
import FriendsSync
import FriendsVCard
import Glibc
import Logging
import Synchronization

/// The synchronisation of a list with the address book of one account, once or again and again: the command and the screen use it.
///
/// It keeps the secret of the account in memory, as the program that prints it can ask a person. It reads the secret again when the
/// server does not accept it any more.
package final class AccountSync: Sendable {
    /// Why a synchronisation could not begin, or not end.
    package enum Problem: Error, Equatable {
        case secret(AccountSecret.Problem)
        case session(SessionError)
        /// Another program synchronises the same account with the same list.
        case isInUse
        case sync(SyncError)
    }

    package let account: AccountSetting
    private let client: any FriendsClient
    private let listID: String
    private let directory: String
    private let logger: Logger
    /// What the server accepts; nil if it is to be read.
    private let secret = Mutex<Secret?>(nil)

    private struct Secret {
        /// Nil for an account without a sign-in.
        let credentials: Credentials?
    }

    /// - Parameters:
    ///   - client: the list.
    ///   - listID: identifies the list among others (``Session/serverID``).
    ///   - directory: the directory of what was synchronised.
    package init(
        _ account: AccountSetting, client: any FriendsClient, listID: String, directory: String, logger: Logger
    ) {
        (self.account, self.client, self.listID) = (account, client, listID)
        (self.directory, self.logger) = (directory, logger)
    }

    /// The list of a session.
    package convenience init(_ account: AccountSetting, _ session: Session, directory: String, _ logger: Logger) {
        self.init(
            account, client: session.client, listID: session.serverID, directory: directory, logger: logger)
    }

    /// Synchronises once.
    /// - Returns: what was done, also if it was stopped between two cards.
    package func run(
        _ options: SyncOptions = SyncOptions(), progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws(Problem) -> SyncAccount {
        if let kept = secret.withLock({ $0 }) {
            do throws(Problem) {
                return try await run(with: kept, options, progress)
            } catch {
                // The person may have another one by now.
                guard error == .sync(.collection(.notSignedIn)) else { throw error }
            }
        }
        return try await run(with: readSecret(), options, progress)
    }

    private func run(
        with used: Secret, _ options: SyncOptions, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws(Problem) -> SyncAccount {
        let session = try session(used)
        let result: Result<SyncAccount, Problem>
        do throws(Problem) {
            result = .success(try await run(session, options, progress))
        } catch {
            result = .failure(error)
        }
        await session.shutdown()
        switch result {
        case .failure(.sync(.collection(.notSignedIn))): secret.withLock { $0 = nil }
        case .success(let account) where account.stop == .notSignedIn: secret.withLock { $0 = nil }
        case .success, .failure: secret.withLock { $0 = used }
        }
        return try result.get()
    }

    private func run(
        _ session: AddressBookSession, _ options: SyncOptions,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws(Problem) -> SyncAccount {
        let state = try openState()
        let collection = try inSession { () throws(SessionError) in try session.collection(at: account.url) }
        let runner = SyncRunner(client, collection, state, options, now: { time(nil) }, progress: progress)
        do throws(SyncError) {
            return try await runner.run()
        } catch {
            throw .sync(error)
        }
    }

    /// The number of friends whose change here the server does not have; nil before the first synchronisation, and if it
    /// cannot be known now.
    package func waitingCount() async -> Int? {
        guard let overview = try? overview(), overview.positions.list != nil else { return nil }
        return try? await overview.waitingCount(in: client)
    }

    /// What the synchronisations have left behind, also while one runs; nil before the first one.
    package func overview() throws(SyncStateError) -> SyncOverview? {
        try SQLiteSyncState.overview(
            directory: directory, account: account.name, address: account.url, list: listID)
    }

    /// What the server has of friends, by the names of their cards, as far as that is known.
    package func details(inCards names: [String]) throws(SyncStateError) -> [String: FriendDetails] {
        let cards = try SQLiteSyncState.cards(
            named: names, directory: directory, account: account.name, address: account.url, list: listID)
        return cards.compactMapValues { bytes in
            VCard(bytes).flatMap { try? FriendCard.friend(of: $0).friend.details }
        }
    }

    /// Notes that both values of a conflict stay.
    package func keepBoth(_ conflict: SyncConflict, of friend: Friend.ID) throws(SyncStateError) {
        try SQLiteSyncState.decide(
            conflict, of: friend, directory: directory, account: account.name, address: account.url, list: listID)
    }

    // MARK: What it needs

    private func readSecret() async throws(Problem) -> Secret {
        do throws(AccountSecret.Problem) {
            return Secret(credentials: try await AccountSecret.read(account))
        } catch {
            throw .secret(error)
        }
    }

    private func session(_ secret: Secret) throws(Problem) -> AddressBookSession {
        try inSession { () throws(SessionError) in
            try AddressBookSession(secret.credentials, caFile: account.caFile, logger: logger)
        }
    }

    private func inSession<Value>(_ call: () throws(SessionError) -> Value) throws(Problem) -> Value {
        do throws(SessionError) {
            return try call()
        } catch {
            throw .session(error)
        }
    }

    private func openState() throws(Problem) -> SQLiteSyncState {
        do throws(SQLiteSyncState.Problem) {
            return try SQLiteSyncState(
                directory: directory, account: account.name, address: account.url, list: listID)
        } catch {
            switch error {
            case .isInUse: throw .isInUse
            case .unusable(let error): throw .sync(.state(error))
            }
        }
    }
}
