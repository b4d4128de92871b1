import ArgumentParser
import FriendsCardDAV
import FriendsCommands
import FriendsModel
import FriendsSession
import FriendsSettings
import Glibc

extension AccountCommand {
    /// `friends account add`: finds the address books of a user, and notes one of them in the settings.
    struct Add: AccountSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Find an address book, and add it to the settings.",
            discussion: """
                The address is an email address, a host or a URL. friends stores no password: name the program that prints it, \
                or a file that only you can read. Many providers need a password for this program alone, which they call \
                app password.

                \(CommandStatus.summary)

                Examples:
                  friends account add ada@posteo.de --password-command pass show posteo
                  friends account add https://cloud.example --user ada --password-file ~/.dav
                """)

        @Argument(help: ArgumentHelp("An email address, a host or a URL.", valueName: "address"))
        var address: String

        @Option(help: ArgumentHelp("The name of the account (default: after the provider).", valueName: "name"))
        var name: String?

        @Option(help: ArgumentHelp("The user on the server (default: the email address).", valueName: "user"))
        var user: String?

        @Option(
            parsing: .remaining,
            help: ArgumentHelp(
                "The program that prints the password, and its arguments: everything up to the end of the line.",
                valueName: "word"))
        var passwordCommand: [String] = []

        @Option(
            help: ArgumentHelp("The file with the password, readable only by you.", valueName: "path"),
            completion: .file())
        var passwordFile: String?

        @Option(
            parsing: .remaining,
            help: ArgumentHelp(
                "The program that prints a bearer token, and its arguments: everything up to the end of the line.",
                valueName: "word"))
        var tokenCommand: [String] = []

        @Option(help: ArgumentHelp("The name or the URL of the address book.", valueName: "book"))
        var book: String?

        @Option(help: ArgumentHelp("Make an address book of this name, unless there is one.", valueName: "name"))
        var create: String?

        @Option(
            help: ArgumentHelp("Trust the certificates in this PEM file instead of the system's.", valueName: "path"),
            completion: .file())
        var caFile: String?

        @Flag(help: "Use http:// also to another machine. Password and friends are sent unencrypted.")
        var insecure = false

        @OptionGroup var options: AccountOptions

        func perform(_ context: AccountContext) async throws -> CommandStatus {
            let name = name ?? Self.name(for: address)
            if context.settings.accounts.contains(where: { $0.name == name }) {
                throw CommandFailure.accountExists(name)
            }
            var keys = keys
            let books: [AddressBookSession.Book]
            do {
                books = try await self.books(name, keys, context)
            } catch .server(.notSignedIn) where keys.user?.contains("@") == true {
                // Some servers know the user by the first part of the address.
                keys.user = keys.user.map { String($0.prefix { $0 != "@" }) }
                do {
                    books = try await self.books(name, keys, context)
                } catch {
                    throw CommandFailure(error)
                }
            } catch {
                throw CommandFailure(error)
            }
            let book = try choice(of: books)
            if let other = context.settings.accounts.first(where: { $0.url == book.url }) {
                throw CommandFailure.bookHasAccount(other.name)
            }
            keys.url = book.url
            let account = try Self.account(name, keys)
            try context.edit { text throws(AccountTables.Problem) in try AccountTables.adding(account, to: text) }
            try StandardStream.output.writeLines(AccountWords.added(name, book).joined(separator: "\n"))
            return .done
        }

        private var keys: AccountKeys {
            var keys = AccountKeys()
            // For the secret, until the address of the book is known.
            keys.url = address.contains("://") ? address : "https://\(address.split(separator: "@").last ?? "")/"
            keys.user =
                user ?? (address.contains("@") && tokenCommand.isEmpty && !address.contains("://") ? address : nil)
            (keys.passwordCommand, keys.tokenCommand) = (passwordCommand, tokenCommand)
            // The settings file is in another directory.
            keys.passwordFile = passwordFile.map(Self.absolute)
            (keys.caFile, keys.isInsecure) = (caFile.map(Self.absolute), insecure)
            return keys
        }

        /// A name for a folder: of letters of ASCII, digits and hyphens.
        private static func folder(for name: String) -> String {
            let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            return words.isEmpty ? "contacts" : words.joined(separator: "-")
        }

        private static func absolute(_ path: String) -> String {
            guard !path.hasPrefix("/"), !path.hasPrefix("~/"), let directory = getcwd(nil, 0) else { return path }
            defer { free(directory) }
            return String(cString: directory) + "/" + path
        }

        private static func account(_ name: String, _ keys: AccountKeys) throws(CommandFailure) -> AccountSetting {
            do throws(AccountIssues) {
                return try AccountSetting(name, keys, .program)
            } catch {
                throw CommandFailure(error)
            }
        }

        /// The address books of the user.
        private func books(
            _ name: String, _ keys: AccountKeys, _ context: AccountContext
        ) async throws(AddressBookFailure) -> [AddressBookSession.Book] {
            let session: AddressBookSession
            do {
                session = try await AccountConnection(Self.account(name, keys), context.logger).session
            } catch {
                throw .command(error)
            }
            do throws(AddressBookProblem) {
                var books: [AddressBookSession.Book] = []
                // An address book cannot be made twice, and a user without any is no reason to make none.
                do throws(AddressBookProblem) {
                    books = try await session.books(for: address)
                } catch .server(.unreadable) where create != nil {}
                if let create {
                    books = books.filter { $0.name == create }
                    if books.isEmpty {
                        let made = try await session.makeBook(
                            for: address, folder: Self.folder(for: create), name: create)
                        books = made.map { [$0] } ?? []
                    }
                }
                await session.shutdown()
                return books
            } catch {
                await session.shutdown()
                switch error {
                case .address(let message): throw .command(CommandFailure(.wrongUsage, "\(message)."))
                case .server(let error): throw .server(error)
                }
            }
        }

        /// The book that is meant. A person on a terminal is asked.
        private func choice(of books: [AddressBookSession.Book]) throws(CommandFailure) -> AddressBookSession.Book {
            guard let first = books.first else { throw .noBook }
            if let book {
                let found =
                    books.first { $0.name == book || $0.url == book || $0.url == book + "/" }
                    ?? books.only(where: { $0.url.split(separator: "/").last.map(String.init) == book })
                guard let found else { throw .noSuchBook(book, among: books.map(AccountWords.book)) }
                return found
            }
            if books.count == 1 { return first }
            let lines = books.map(AccountWords.book)
            guard StandardInput.isTerminal else { throw .severalBooks(lines) }
            for (number, line) in lines.enumerated() { StandardStream.error.writeLine("\(number + 1)  \(line)") }
            StandardStream.error.write(AccountWords.which(lines.count))
            guard let number = readLine().flatMap({ Int($0.trimmed) }), books.indices.contains(number - 1) else {
                throw .severalBooks(lines)
            }
            return books[number - 1]
        }

        /// A name after the provider: `posteo` for `ada@posteo.de`, and for `https://dav.posteo.de/`.
        private static func name(for address: String) -> String {
            let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
            let host = rest.split(separator: "@").last?.prefix { !"/:".contains($0) } ?? ""
            let words = host.split(separator: ".")
            guard words.count > 1, let last = words.last, !last.allSatisfy(\.isNumber) else { return "contacts" }
            let name = String(words[words.count - 2]).lowercased()
            return AccountSetting.isName(name) ? name : "contacts"
        }
    }
}

/// Why no address books were found.
private enum AddressBookFailure: Error {
    case server(CollectionError)
    case command(any Error)
}

extension CommandFailure {
    fileprivate init(_ failure: AddressBookFailure) {
        switch failure {
        case .server(let error): self.init(error)
        case .command(let error): self = CommandReport.failure(of: error)
        }
    }

    fileprivate init(_ issues: AccountIssues) {
        let sentences = issues.all.map { entry in
            entry.key.map { "\($0.rawValue): \(entry.issue.message)." } ?? entry.issue.sentence
        }
        self.init(.wrongUsage, sentences.first ?? "", details: Array(sentences.dropFirst()))
    }
}

extension [AddressBookSession.Book] {
    /// The only one that fulfils a condition; nil if several do.
    fileprivate func only(where condition: (Element) -> Bool) -> Element? {
        let found = filter(condition)
        return found.count == 1 ? found[0] : nil
    }
}
