import Foundation
import FriendsHTTP
import FriendsModel
import FriendsServer
import FriendsSession
import FriendsWire
import Logging
import NIOPosix

/// What the first screen needs, done once for nothing while the options are read.
///
/// Threads have to be started, and the first use of each library takes milliseconds, mostly to find out what keeps which
/// protocol. The other processor has nothing else to do until it is known which database or server is to be asked.
enum WarmUp {
    static func begin() {
        Thread.detachNewThread {
            _ = MultiThreadedEventLoopGroup.singleton.next()
            _ = NIOThreadPool.singleton
            Task.detached { _ = try? await client?.friends(after: nil) }
            codeFriends()
            FriendsServer.warmUp()
        }
    }

    private static func codeFriends() {
        let friend = Friend(id: Friend.ID("id"), version: Friend.Version("1"), details: FriendDraft().details)
        guard let data = try? JSONEncoder().encode([FriendDocument(friend)]) else { return }
        _ = try? JSONDecoder().decode(FriendListDocument.self, from: data)
    }

    /// A client of a server that cannot be there. It is kept: one that goes away while a connection is being made is a
    /// fault to the HTTP library.
    private static let client = (try? ServerAddress(socketPath: "/dev/null/socket")).map { address in
        HTTPFriendsClient(
            address: address, token: nil, authorities: nil, limits: ClientLimits(),
            clock: EventLoopClock(eventLoop: MultiThreadedEventLoopGroup.singleton.next()),
            jitter: Duration.random(upTo:), eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() })
    }
}
