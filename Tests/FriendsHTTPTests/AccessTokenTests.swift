import Foundation
import FriendsHTTP
import FriendsModel
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AccessTokenTests {
    /// A file with that text and mode, for as long as the body runs.
    private func withFile(
        _ text: String, mode: Int = 0o600, _ body: (String) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)").path()
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    @Test func theTokenGoesToTheServerWithEveryRequest() async throws {
        let server = try await FaultyServer.start([.json("[]"), .answer("204 No Content")], tls: nil)
        try await withFile("s3cret\nsecond line\n") { path in
            let token = try AccessToken(file: path)
            try await HTTPFriendsClient.with(try .loopback(server.port), token: token) { client in
                _ = try await client.friends(after: nil)
                try await client.delete(Friend.ID("a"), at: Friend.Version("1"))
            }
            #expect("\(token)" == "(hidden)")
        }
        #expect(server.requests.map { $0.headers["Authorization"] } == [["Bearer s3cret"], ["Bearer s3cret"]])
        await server.stop()
    }

    /// Whoever has given a token is not to be told to give one.
    @Test(arguments: ["401 Unauthorized", "403 Forbidden"])
    func aTokenThatTheServerRefusesIsNotAMissingOne(status: String) async throws {
        let server = try await FaultyServer.start([.answer(status), .answer(status)], tls: nil)
        try await withFile("s3cret") { path in
            let token = try AccessToken(file: path, namedIn: "--token-file")
            try await HTTPFriendsClient.with(try .loopback(server.port), token: token) { client in
                await Call.list.expect(.tokenRefused(origin: "\(path) (--token-file)"), from: client)
                await #expect(throws: FriendsClientError.tokenRefused(origin: "\(path) (--token-file)")) {
                    try await client.follow(since: FriendPage.Snapshot("\"1-a\"")) { _ in }
                }
            }
        }
        await server.stop()
    }

    @Test func withoutATokenNoneIsSent() async throws {
        try await withServer([.json("[]")]) { server, client in
            _ = try await client.friends(after: nil)
            #expect(server.requests.first?.headers["Authorization"] == [])
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660])
    func aFileThatOthersCanReadIsRefused(mode: Int) async throws {
        try await withFile("s3cret", mode: mode) { path in
            #expect(throws: AccessToken.Problem.readableByOthers(path: path)) { _ = try AccessToken(file: path) }
        }
    }

    @Test(arguments: ["", "\n", "a b", "a\u{7}", "é", "\rx"])
    func aFileWithoutATokenIsRefused(text: String) async throws {
        try await withFile(text) { path in
            #expect(throws: AccessToken.Problem.noToken(path: path)) { _ = try AccessToken(file: path) }
        }
    }

    /// A token that was cut would be another one.
    @Test func aFileThatIsTooLongIsRefused() async throws {
        let limit = AccessToken.maximumSize
        for text in [
            String(repeating: "x", count: limit + 1), String(repeating: "x", count: 100_000),
            "s3cret\n" + String(repeating: "x", count: limit),
        ] {
            try await withFile(text) { path in
                #expect(throws: AccessToken.Problem.tooLong(path: path)) { _ = try AccessToken(file: path) }
            }
        }
        try await withFile(String(repeating: "x", count: limit - 1) + "\n") { path in
            _ = try AccessToken(file: path)
        }
    }

    @Test func `a path that is no file is rejected`() {
        let path = "/tmp/friends-test-\(UUID().uuidString)"
        let error = AccessToken.Problem.missing(path: path)
        #expect(throws: error) { _ = try AccessToken(file: path) }
        #expect(error.message == "Token file \(path) does not exist")
        #expect(throws: AccessToken.Problem.unreadable(path: "/dev/null", reason: "it is not a file")) {
            _ = try AccessToken(file: "/dev/null")
        }
    }
}
