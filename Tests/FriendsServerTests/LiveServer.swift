import FriendsRepository
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import FriendsServer

/// Runs the real routes on a real port while `work` does.
///
/// A signal ends it, so only ``FriendsServerTests`` may use it, whose tests run one after the other.
func withLiveServer(
    _ repository: any FriendRepository, accessControl: AccessControlMiddleware? = nil, heartbeat: TimeAmount? = nil,
    _ work: @escaping @Sendable (_ port: Int) async throws -> Void
) async throws {
    let router = FriendsServer.buildRouter(repository, accessControl: accessControl, heartbeat: heartbeat)
    try await Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        logger: .silent
    ).test(.live) { client in try await work(try #require(client.port)) }
}
