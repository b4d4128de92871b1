import ArgumentParser
import Foundation
import FriendsDatabase
import FriendsModel
import FriendsRepository
import FriendsWire
import Glibc

/// Makes a database of friends that the whole program can be measured on.
@main
struct FillDatabase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill-database", abstract: "Make a database with the friends of a JSON file.")

    @Argument(help: ArgumentHelp("The database to make.", valueName: "database"))
    var databasePath: String

    @Argument(
        help: ArgumentHelp(
            "A JSON array of objects with id, firstname, lastname and phonenumber.", valueName: "contacts"))
    var contactsPath: String

    func run() async throws {
        // Its friends would be measured along.
        guard access(databasePath, F_OK) != 0 else { throw Failure(description: "\(databasePath) is there already.") }
        // As friends does: the order in the database depends on the locale, and a program with another one sorts anew.
        setlocale(LC_ALL, "")
        let friends = try contacts()
        do throws(FriendRepositoryError) {
            let repository = try SQLiteRepository(path: databasePath)
            // Merges the log into the file, which can be moved then.
            defer { repository.close(timeout: 60) }
            let writes = friends.map { RepositoryWrite.create($0.details, rest: nil, id: $0.id) }
            _ = try await repository.write(writes, isAtomic: true)
        } catch {
            throw Failure(description: error.message)
        }
    }

    private func contacts() throws(Failure) -> [Friend] {
        let document: FriendListDocument
        do {
            let json = try Data(contentsOf: URL(filePath: contactsPath))
            document = try JSONDecoder().decode(FriendListDocument.self, from: json)
        } catch {
            throw Failure(description: "\(contactsPath) cannot be read: \(error.localizedDescription)")
        }
        guard document.unreadableCount == 0 else {
            throw Failure(description: "Not everything in \(contactsPath) is a friend.")
        }
        return document.friends
    }
}

/// Why there is no database now, as a sentence for a person.
private struct Failure: Error, CustomStringConvertible {
    let description: String
}
