import FriendsCardDAV
import FriendsCommands
import FriendsSession
import FriendsSettings
import Logging

/// A connection to the server of an account, with its secret.
struct AccountConnection: Sendable {
    let session: AddressBookSession

    /// Reads the secret of the account.
    /// - Throws: `AccountSecret.Problem`, `SessionError`.
    init(_ account: AccountSetting, _ logger: Logger) async throws {
        let credentials = try await AccountSecret.read(account)
        session = try AddressBookSession(credentials, caFile: account.caFile, logger: logger)
    }

    /// What the server says about the address book of an account, in a sentence.
    func summary(of account: AccountSetting) async throws -> String {
        let collection = try session.collection(at: account.url)
        do throws(CollectionError) {
            let books: [AddressBookSession.Book]
            do throws(AddressBookProblem) {
                books = try await session.books(for: account.url)
            } catch {
                switch error {
                case .server(let error): throw error
                case .address: throw .notFound
                }
            }
            let cards = try await collection.changes(since: nil).changed.count
            return AccountWords.summary(
                cards, isReadOnly: books.first { $0.url == account.url }?.isReadOnly ?? false)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension Settings {
    /// The accounts with some names; all of them without names.
    func accounts(named names: [String]) throws(CommandFailure) -> [AccountSetting] {
        guard !accounts.isEmpty else { throw .noAccounts }
        if names.isEmpty { return accounts }
        return try names.map { name throws(CommandFailure) in
            guard let account = accounts.first(where: { $0.name == name }) else {
                throw .noAccount(name, among: accounts.map(\.name))
            }
            return account
        }
    }
}
