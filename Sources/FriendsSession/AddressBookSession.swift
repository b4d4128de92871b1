import FoundationEssentials
import FriendsCardDAV
import FriendsDAV
import FriendsSettings
import HTTPTransport
import Logging
import NIOPosix

/// Connections to the CardDAV server of an account. They are made with the first request.
package struct AddressBookSession: Sendable {
    /// An address book that was found on a server. Its name is untrusted.
    package struct Book: Equatable, Sendable {
        package let url: String
        package let name: String
        /// Whether the server says that the user may not write to it.
        package let isReadOnly: Bool

        fileprivate init(_ book: AddressBook) {
            (url, name, isReadOnly) = (book.address.description, book.name, book.isReadOnly)
        }
    }

    private let client: DAVClient

    /// - Parameter caFile: the path of the certificates to trust; nil for those of the system.
    package init(_ credentials: Credentials?, caFile: String?, logger: Logger) throws(SessionError) {
        let authorities: CertificateAuthorities?
        do throws(CertificateAuthorities.Problem) {
            authorities = try caFile.map { path throws(CertificateAuthorities.Problem) in
                try CertificateAuthorities(file: path)
            }
        } catch {
            throw .settings(error.message)
        }
        let eventLoops = MultiThreadedEventLoopGroup.singleton
        client = DAVClient(
            authorization: credentials?.authorization, authorities: authorities, limits: DAVClient.limits,
            clock: EventLoopClock(eventLoop: eventLoops.next()), jitter: Duration.random(upTo:),
            eventLoopGroup: eventLoops, logger: logger)
    }

    /// The address book at an address.
    package func collection(at url: String) throws(SessionError) -> any CardCollection {
        do throws(ServerAddress.Problem) {
            return DAVCollection(try DAVAddress(url), client)
        } catch {
            throw .settings(error.message)
        }
    }

    /// The address books of a user.
    /// - Parameter text: an email address, a host, or a URL.
    /// - Returns: the books of the first place that has some; empty if no place has.
    /// - Throws: why the last place was of no use.
    package func books(for text: String) async throws(AddressBookProblem) -> [Book] {
        let client = client
        return try await first(for: text) { place throws(DAVError) in
            let books = try await Discovery(client).books(at: place)
            return books.isEmpty ? nil : books.map(Book.init)
        } ?? []
    }

    /// Makes an address book of a user.
    /// - Parameters:
    ///   - text: as for ``books(for:)``.
    ///   - folder: its name in the folder of the user.
    ///   - name: what the user calls it.
    package func makeBook(
        for text: String, folder: String, name: String
    ) async throws(AddressBookProblem) -> Book? {
        let client = client
        return try await first(for: text) { place throws(DAVError) in
            Book(try await Discovery(client).makeBook(at: place, folder: folder, name: name))
        }
    }

    /// What the first place has that is of use.
    private func first<Value>(
        for text: String, _ search: (DAVAddress) async throws(DAVError) -> Value?
    ) async throws(AddressBookProblem) -> Value? {
        let places: [DAVAddress]
        do throws(ServerAddress.Problem) {
            places = try Discovery.places(for: text)
        } catch {
            throw .address(error.message)
        }
        var failure: CollectionError?
        for place in places {
            do throws(DAVError) {
                if let value = try await search(place) { return value }
            } catch {
                failure = CollectionError(error)
                // Other places of the server would say the same.
                if case .noAnswer = error { break }
                if error == .notSignedIn { break }
            }
        }
        if let failure { throw .server(failure) }
        return nil
    }

    /// Closes all connections.
    package func shutdown() async { await client.shutdown() }
}

/// Why no address books were found.
package enum AddressBookProblem: Error, Equatable {
    /// The text is no address, as the sentence without a full stop says.
    case address(String)
    case server(CollectionError)
}

extension Credentials {
    fileprivate var authorization: Authorization {
        switch self {
        case .basic(let user, let password):
            Authorization("Basic " + Data("\(user):\(password)".utf8).base64EncodedString(), origin: nil)
        case .bearer(let token): Authorization("Bearer \(token)", origin: nil)
        }
    }
}
