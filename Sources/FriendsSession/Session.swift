import Foundation
import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository
import FriendsSettings
import Glibc
import HTTPTransport
import Logging
import NIOPosix

/// A client that is ready to use, of the embedded server or a shared one. It needs no screen.
package final class Session: Sendable {
    package let client: any FriendsClient
    /// A clock on the threads of clients.
    package var clock: EventLoopClock { Self.makeClock() }
    /// The name of the server on the screen.
    package let serverName: String
    /// Identifies the server in caches and drafts.
    package let serverID: String
    /// Whether the access token is sent to another machine unencrypted.
    package let isTokenExposed: Bool
    /// The database of the embedded server; nil for a shared one.
    private let database: EmbeddedDatabase?
    /// The edits of the demo.
    private let edits: Task<Void, Never>?

    /// Whether other programs can use the same server.
    package var isShared: Bool { database == nil }

    /// Starts a session with the server of the settings. Returns at once: the embedded server starts in the background.
    /// - Parameter databasePath: the database of the embedded server.
    package convenience init(_ settings: Settings, databasePath: String, logger: Logger) throws(SessionError) {
        if let shared = try SharedServer(settings) {
            self.init(shared, settings.limits, logger)
            return
        }
        let database = EmbeddedDatabase { () throws(FriendRepositoryError) in
            try SQLiteRepository(path: databasePath, writeTimeout: Self.patience, logger: logger)
        }
        self.init(database, id: Self.serverID(ofDatabase: databasePath), .screen, logger)
    }

    /// Starts the session of a command, which ends soon.
    /// - Parameters: as above.
    ///   - createsDatabase: whether to create a missing database. If not, the list is empty, and nothing is stored.
    package convenience init(
        commandWith settings: Settings, databasePath: String, createsDatabase: Bool = true, logger: Logger
    ) throws(SessionError) {
        if let shared = try SharedServer(settings) {
            self.init(shared, settings.limits, logger)
            return
        }
        let repository: SQLiteRepository
        do throws(FriendRepositoryError) {
            repository =
                createsDatabase || Self.isFile(databasePath)
                ? try SQLiteRepository(path: databasePath, busyTimeout: Self.patience, logger: logger)
                : try SQLiteRepository()
        } catch {
            throw .start(error)
        }
        self.init(EmbeddedDatabase(repository), id: Self.serverID(ofDatabase: databasePath), .command, logger)
    }

    private init(_ shared: SharedServer, _ limits: ClientLimits, _ logger: Logger) {
        client = shared.client(limits, Self.makeClock(), logger)
        (database, edits) = (nil, nil)
        (serverName, serverID) = (shared.address.name, shared.address.description)
        isTokenExposed = shared.isTokenExposed
    }

    private init(
        _ database: EmbeddedDatabase, name: String = "local", id: String, _ pageSizes: RepositoryClient.PageSizes,
        _ logger: Logger, startEdits: (any FriendsClient) -> Task<Void, Never>? = { _ in nil }
    ) {
        client = RepositoryClient(database, pageSizes, logger)
        (self.database, serverName, serverID, isTokenExposed) = (database, name, id, false)
        edits = startEdits(client)
    }

    private static func makeClock() -> EventLoopClock {
        EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next())
    }

    /// How long a write, or a command that opens the database, waits for another program's lock, in seconds.
    private static let patience = 11.0

    /// Whether something is at a path, or that is unknown: opening it then says what is wrong.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    private static func serverID(ofDatabase path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }

    /// Starts a demo: a session with made-up people in memory, two of whom someone else edits now and then. It logs
    /// nothing.
    package static func demo() -> Session {
        let database = EmbeddedDatabase { () throws(FriendRepositoryError) in
            try SQLiteRepository(friends: DemoPeople.all)
        }
        let logger = Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() }
        return Session(database, name: "demo", id: "demo", .screen, logger) { client in
            Task.detached { [clock = makeClock()] in await DemoEdits.make(with: client, clock: clock) }
        }
    }

    /// Waits until the embedded server has started. Returns at once for a shared server.
    package func waitForStart() async throws(SessionError) {
        do throws(FriendRepositoryError) {
            _ = try await database?.repository()
        } catch {
            throw .start(error)
        }
    }

    /// Closes the embedded server's database.
    package func close() {
        edits?.cancel()
        database?.close()
    }
}

/// What the settings say about a shared server, read and validated.
private struct SharedServer {
    let address: ServerAddress
    private let token: AccessToken?
    private let authorities: CertificateAuthorities?

    /// Nil for settings without a shared server.
    init?(_ settings: Settings) throws(SessionError) {
        do throws(ServerAddress.Problem) {
            guard let address = try settings.address() else { return nil }
            self.address = address
        } catch {
            throw .settings(error.message)
        }
        do throws(AccessToken.Problem) {
            token = try settings.token()
        } catch {
            throw .settings(error.message)
        }
        do throws(CertificateAuthorities.Problem) {
            authorities = try settings.authorities()
        } catch {
            throw .settings(error.message)
        }
    }

    var isTokenExposed: Bool { token != nil && address.isSentInTheClear }

    func client(_ limits: ClientLimits, _ clock: EventLoopClock, _ logger: Logger) -> HTTPFriendsClient {
        HTTPFriendsClient(
            address: address, token: token, authorities: authorities, limits: limits, clock: clock,
            jitter: Duration.random(upTo:), eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    }
}
