import Foundation
import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsRepository
import FriendsSettings
import Glibc
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
    private let embedded: EmbeddedServer?
    /// The database of a command without a shared server.
    private let repository: SQLiteRepository?
    /// The edits of the demo.
    private let edits: Task<Void, Never>?

    /// Whether other programs can use the same server.
    package var isShared: Bool { embedded == nil && repository == nil }

    /// Starts a session with the server of the settings. Returns at once: the embedded server starts in the background.
    /// - Parameters:
    ///   - databasePath: the database of the embedded server.
    ///   - makeSocketDirectory: creates an empty directory for the socket, which only this user can enter. Not called
    ///     for a shared server.
    package init(
        _ settings: Settings, databasePath: String, logger: Logger,
        makeSocketDirectory: () throws(SessionError) -> String
    ) throws(SessionError) {
        let group = MultiThreadedEventLoopGroup.singleton
        let clock = Self.makeClock()
        (edits, repository) = (nil, nil)
        guard let shared = try SharedServer(settings) else {
            let server = try EmbeddedServer(
                openRepository: { () throws(FriendRepositoryError) in
                    try SQLiteRepository(path: databasePath, logger: logger)
                }, socketDirectory: try makeSocketDirectory(), clock: clock, eventLoopGroup: group, logger: logger)
            (client, embedded, isTokenExposed) = (server, server, false)
            (serverName, serverID) = ("local", Self.serverID(ofDatabase: databasePath))
            return
        }
        client = shared.client(settings.limits, clock, logger)
        embedded = nil
        (serverName, serverID, isTokenExposed) = (
            shared.address.name, shared.address.description, shared.isTokenExposed
        )
    }

    /// Starts the session of a command, which ends soon. Without a shared server it has the database itself, and no server.
    /// - Parameters: as above.
    ///   - createsDatabase: whether to create a missing database. If not, the list is empty, and nothing is stored.
    package init(
        commandWith settings: Settings, databasePath: String, createsDatabase: Bool = true, logger: Logger
    ) throws(SessionError) {
        (embedded, edits) = (nil, nil)
        if let shared = try SharedServer(settings) {
            client = shared.client(settings.limits, Self.makeClock(), logger)
            repository = nil
            (serverName, serverID) = (shared.address.name, shared.address.description)
            isTokenExposed = shared.isTokenExposed
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
        (client, self.repository, isTokenExposed) = (RepositoryClient(repository), repository, false)
        (serverName, serverID) = ("local", Self.serverID(ofDatabase: databasePath))
    }

    private static func makeClock() -> EventLoopClock {
        EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next())
    }

    /// How long a command waits for another program's lock, in seconds: as long as the screen, which asks its server three times.
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
    package init(demoIn makeSocketDirectory: () throws(SessionError) -> String) throws(SessionError) {
        let group = MultiThreadedEventLoopGroup.singleton
        let clock = Self.makeClock()
        let server = try EmbeddedServer(
            openRepository: { () throws(FriendRepositoryError) in try SQLiteRepository(friends: DemoPeople.all) },
            socketDirectory: try makeSocketDirectory(), clock: clock, eventLoopGroup: group,
            logger: Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() })
        (client, embedded, repository, isTokenExposed) = (server, server, nil, false)
        (serverName, serverID) = ("demo", "demo")
        edits = Task.detached { await DemoEdits.make(with: server, clock: clock) }
    }

    /// Waits until the embedded server has started. Returns at once for a shared server.
    package func waitForStart() async throws(SessionError) {
        try await embedded?.waitForStart()
    }

    /// The path of the embedded server's socket in its directory.
    package static func socket(in directory: String) -> String { EmbeddedServer.socket(in: directory) }

    /// Closes the embedded server's database.
    package func close() {
        edits?.cancel()
        embedded?.close()
        repository?.close()
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
