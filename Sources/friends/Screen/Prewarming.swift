import Foundation
import FriendsHTTP
import FriendsModel
import FriendsSession
import FriendsWire
import Logging
import NIOPosix

/// Starts the threads and initialises the libraries that the first screen needs, on a second thread while the options
/// are read.
///
/// The first use of a library takes milliseconds, mostly in lookups of protocol conformances
/// (Docs/Decisions/0019-optimizations.md).
enum Prewarming {
    static func start() {
        Thread.detachNewThread {
            _ = MultiThreadedEventLoopGroup.singleton.next()
            _ = NIOThreadPool.singleton
            Task.detached { _ = try? await client?.friends(after: nil) }
            encodeAndDecode()
        }
    }

    private static func encodeAndDecode() {
        let friend = Friend(id: Friend.ID("id"), version: Friend.Version("1"), details: FriendDraft().details)
        guard let data = try? JSONEncoder().encode([FriendDocument(friend)]) else { return }
        _ = try? JSONDecoder().decode(FriendListDocument.self, from: data)
    }

    /// A client of a server that cannot exist. It is kept: AsyncHTTPClient traps when a client is released while it
    /// connects.
    private static let client = (try? ServerAddress(socketPath: "/dev/null/socket")).map { address in
        HTTPFriendsClient(
            address: address, token: nil, authorities: nil, limits: ClientLimits(),
            clock: EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next()),
            jitter: Duration.random(upTo:), eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() })
    }
}
