import FriendsDAV
import HTTPTransport
import NIOPosix
import TestSupport

/// Runs a client against a server, and stops both.
@discardableResult
package func withDAVServer<Result>(
    _ behaviour: Behaviour = Behaviour(), cards: [String: String] = [:], limits: ClientLimits = DAVClient.limits,
    clock: SkippingClock = SkippingClock(), _ body: (FakeDAVServer, DAVClient) async throws -> Result
) async throws -> Result {
    let server = try await FakeDAVServer.start(behaviour, cards: cards)
    let client = DAVClient(
        authorization: Authorization(FakeSite.authorization, origin: nil), authorities: nil, limits: limits,
        clock: clock,
        jitter: { $0 }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: .silent)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(server, client)) } catch { result = .failure(error) }
    await client.shutdown()
    await server.stop()
    return try result.get()
}

/// A card for tests.
/// - Parameter lines: the lines after the name.
package func cardText(_ id: String, _ name: String = "Ada", _ lines: [String] = [], version: String = "3.0") -> String {
    let all =
        ["BEGIN:VCARD", "VERSION:\(version)", "UID:\(id)", "FN:\(name)", "N:\(name);;;;"] + lines + ["END:VCARD", ""]
    return all.joined(separator: "\r\n")
}
