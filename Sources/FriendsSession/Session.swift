import Foundation
import FriendsDatabase
import FriendsHTTP
import FriendsModel
import FriendsSettings
import Logging
import NIOPosix

/// A client that is ready to use, of the embedded server or a shared one. It needs no screen.
package final class Session: Sendable {
    package let client: any FriendsClient
    /// The clock of the client, which other parts of the program can share.
    package let clock: EventLoopClock
    /// The name of the server on the screen.
    package let serverName: String
    /// Identifies the server in caches and drafts.
    package let serverID: String
    /// Whether the access token is sent to another machine unencrypted.
    package let isTokenExposed: Bool
    private let embedded: EmbeddedServer?
    /// The edits of the demo.
    private let edits: Task<Void, Never>?

    /// Whether other programs can use the same server.
    package var isShared: Bool { embedded == nil }

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
        let clock = EventLoopClock(eventLoop: group.next())
        self.clock = clock
        let address: ServerAddress?
        do throws(ServerAddress.Problem) {
            address = try settings.address()
        } catch {
            throw .settings(error.message)
        }
        guard let address else {
            let server = try EmbeddedServer(
                openRepository: { () throws(FriendRepositoryError) in
                    try FriendRepository(path: databasePath, logger: logger)
                }, socketDirectory: try makeSocketDirectory(), clock: clock, eventLoopGroup: group, logger: logger)
            (client, embedded, edits, isTokenExposed, serverName) = (server, server, nil, false, "local")
            serverID = URL(filePath: databasePath).standardizedFileURL.path(percentEncoded: false)
            return
        }
        let token: AccessToken?
        do throws(AccessToken.Problem) {
            token = try settings.token()
        } catch {
            throw .settings(error.message)
        }
        let authorities: CertificateAuthorities?
        do throws(CertificateAuthorities.Problem) {
            authorities = try settings.authorities()
        } catch {
            throw .settings(error.message)
        }
        client = HTTPFriendsClient(
            address: address, token: token, authorities: authorities, limits: settings.limits, clock: clock,
            jitter: Duration.random(upTo:), eventLoopGroup: group, logger: logger)
        (embedded, edits, serverName, serverID) = (nil, nil, address.name, address.description)
        isTokenExposed = token != nil && address.isSentInTheClear
    }

    /// Starts a demo: a session with made-up people in memory, two of whom someone else edits now and then. It logs
    /// nothing.
    package init(demoIn makeSocketDirectory: () throws(SessionError) -> String) throws(SessionError) {
        let group = MultiThreadedEventLoopGroup.singleton
        let clock = EventLoopClock(eventLoop: group.next())
        let server = try EmbeddedServer(
            openRepository: { () throws(FriendRepositoryError) in try FriendRepository(friends: DemoPeople.all) },
            socketDirectory: try makeSocketDirectory(), clock: clock, eventLoopGroup: group,
            logger: Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() })
        (client, embedded, self.clock, isTokenExposed) = (server, server, clock, false)
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
    }
}
