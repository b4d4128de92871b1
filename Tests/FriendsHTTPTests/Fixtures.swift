import FriendsHTTP
import FriendsModel
import HTTPTransport
import Logging
import NIOPosix
import NIOSSL
import TestSupport
import Testing

extension FriendDetails {
    static let nguyen = FriendDetails(firstName: "Thị \"Hà\"", lastName: "Nguyễn 王 👩‍👩‍👧", phoneNumber: "+84\\24")
}

extension Friend {
    static let ada = Friend(id: ID("a-1"), version: Version("v7"), details: .ada)

    /// The empty list of a server that keeps ids and versions.
    static let emptyList = Reply.json("[]", ["ETag: \"0-1f3a9c2e\""])

    static let adaJSON =
        #"{"id":"a-1","version":"v7","firstname":"Ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001"}"#
}

extension ServerAddress {
    static func loopback(_ port: Int, path: String = "", scheme: String = "http") throws -> Self {
        try ServerAddress("\(scheme)://127.0.0.1:\(port)\(path)")
    }
}

extension HTTPFriendsClient {
    /// A client on its own, shut down afterwards.
    static func with<Result>(
        _ address: ServerAddress, token: AccessToken? = nil, authorities: CertificateAuthorities? = nil,
        limits: ClientLimits = ClientLimits(), clock: SkippingClock = SkippingClock(),
        jitter: @escaping @Sendable (Duration) -> Duration = { $0 },
        logger: Logger = .silent,
        _ body: (HTTPFriendsClient) async throws -> Result
    ) async throws -> Result {
        await Turns.ofClients.take()
        let client = HTTPFriendsClient(
            address: address, token: token, authorities: authorities, limits: limits, clock: clock,
            jitter: jitter,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(client)) } catch { result = .failure(error) }
        await client.shutdown()
        await Turns.ofClients.giveBack()
        return try result.get()
    }
}

/// Runs a client against a server that answers with `script`, and stops both.
@discardableResult
func withServer<Result>(
    _ script: [Reply], path: String = "", limits: ClientLimits = ClientLimits(),
    clock: SkippingClock = SkippingClock(), jitter: @escaping @Sendable (Duration) -> Duration = { $0 },
    scheme: String = "http", tls: NIOSSLContext? = nil,
    authorities: CertificateAuthorities? = nil, _ body: (FaultyServer, HTTPFriendsClient) async throws -> Result
) async throws -> Result {
    let server = try await FaultyServer.start(script, tls: tls)
    let result: Swift.Result<Result, any Error>
    do {
        let address = try ServerAddress.loopback(server.port, path: path, scheme: scheme)
        result = .success(
            try await HTTPFriendsClient.with(
                address, authorities: authorities, limits: limits, clock: clock, jitter: jitter
            ) {
                try await body(server, $0)
            })
    } catch {
        result = .failure(error)
    }
    await server.stop()
    return try result.get()
}

/// One of the four calls that every server knows, for what is the same in all of them.
enum Call: CaseIterable, Sendable {
    case list, add, update, delete

    static let writes: [Call] = [.add, .update, .delete]

    func make(_ client: HTTPFriendsClient) async throws(FriendsClientError) {
        switch self {
        case .list:
            _ = try await client.friends(after: nil)
        case .add:
            _ = try await client.add(.ada, id: Friend.ada.id)
        case .update:
            let changes = FriendChanges([.firstName: "Ada"])
            _ = try await client.update(Friend.ada.id, with: changes, from: Friend.ada.version)
        case .delete:
            try await client.delete(Friend.ada.id, at: Friend.ada.version)
        }
    }

    /// Makes the call and expects it to end like this: with an error, or with nil for a success.
    func expect(
        _ expected: FriendsClientError?, from client: HTTPFriendsClient,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let result = await error(client)
        #expect(result == expected, "\(self)", sourceLocation: sourceLocation)
    }

    /// The error that the call ends with, or nil when it succeeds.
    func error(_ client: HTTPFriendsClient) async -> FriendsClientError? {
        do throws(FriendsClientError) {
            try await make(client)
            return nil
        } catch {
            return error
        }
    }
}
