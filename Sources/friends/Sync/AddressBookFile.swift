import FriendsCardDAV
import FriendsCommands
import FriendsFiles
import FriendsSettings
import FriendsStorage
import Logging

/// The cards of an account's address book in a private file, as long as the object exists.
final class AddressBookFile {
    /// What stands before the name of an account in place of the path of a file.
    static let scheme = "carddav://"

    private let file: TemporaryFile
    var path: String { file.path }

    /// The account that is meant in place of a file; nil for a path.
    static func account(in name: String) -> String? {
        name.hasPrefix(scheme) ? String(name.dropFirst(scheme.count)) : nil
    }

    /// As many cards are in memory at once.
    private static let chunkSize = 100

    /// Reads all cards of an account. One that cannot be read is named, and left out.
    init(_ name: String, _ context: CommandContext) async throws {
        let account = try context.settings.accounts(named: [name])[0]
        do throws(FileError) {
            let target = "\(context.directories.edits)/\(PrivateFile.name(for: name)).vcf"
            try Directory.create(for: target)
            file = try TemporaryFile(for: target)
        } catch {
            throw CommandFailure.unwritable(context.directories.edits, error.reason)
        }
        let isSynchronised = SQLiteSyncState.exists(
            directory: context.directories.sync, account: account.name, address: account.url, list: context.listID)
        let connection = try await AccountConnection(account, context.logger)
        do {
            let collection = try connection.session.collection(at: account.url)
            let references = try await collection.changes(since: nil).changed
            for start in stride(from: 0, to: references.count, by: Self.chunkSize) {
                let chunk = Array(references[start..<min(start + Self.chunkSize, references.count)])
                let cards = try await collection.cards(chunk)
                for reference in chunk {
                    switch cards[reference.name] {
                    // The groups of a synchronised address book stay there. Here, they would become tags of all members.
                    case .success(let card) where isSynchronised && card.isGroup: break
                    case .success(let card): try file.write(card.bytes)
                    case .failure(let error):
                        StandardStream.error.writeLine("friends: \(reference.name): \(error.message).")
                    case nil: break
                    }
                }
            }
        } catch {
            await connection.session.shutdown()
            switch error {
            case let error as CollectionError: throw CommandFailure(error)
            case let error as FileError: throw CommandFailure.unwritable(context.directories.edits, error.reason)
            default: throw error
            }
        }
        await connection.session.shutdown()
    }
}
