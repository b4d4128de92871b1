import FriendsRepository
import TestSupport
import Testing

@testable import FriendsServer

/// Runs `server` while `work` does; `work` is given the port that the server listens on, and its task.
func withRunningServer(
    _ server: @escaping @Sendable (_ listening: @escaping @Sendable (Int) -> Void) async throws -> Void,
    during work: (_ port: Int, _ running: Task<Void, any Error>) async throws -> Void
) async throws {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
        defer { listening.finish() }
        try await server { listening.yield($0) }
    }
    defer { running.cancel() }
    guard let port = await ports.first(where: { _ in true }) else { return try await running.ended() }
    try await work(port, running)
}

/// Runs a shared server while `work` does.
func withSharedServer(
    _ configuration: FriendsServer.Configuration = .init(host: "127.0.0.1", port: 0),
    _ repository: any FriendRepository, _ work: (_ port: Int) async throws -> Void
) async throws {
    try await withRunningServer { listening in
        try await FriendsServer.serve(configuration, repository: repository, logger: .silent) { listening($1) }
    } during: { port, _ in
        try await work(port)
    }
}
