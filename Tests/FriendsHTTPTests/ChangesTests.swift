import FriendsHTTP
import FriendsModel
import Testing

/// What has become of the list since a snapshot, asked for once.
@Suite(.timeLimit(.minutes(10)))
struct ChangesTests {
    typealias Outcome = Result<ListChanges, FriendsClientError>

    static let snapshot = FriendPage.Snapshot("\"42-1f3a9c2e\"")
    static let json =
        #"{"changed":[\#(Friend.adaJSON)],"deleted":["b","c"],"position":"45-1f3a9c2e"}"#
    static let changes = ListChanges(
        changed: [.ada], deleted: [Friend.ID("b"), Friend.ID("c")],
        snapshot: FriendPage.Snapshot("\"45-1f3a9c2e\""))

    static let answers: [(reply: Reply, outcome: Outcome)] = [
        (.json(json), .success(changes)),
        (
            .json(#"{"changed":[],"deleted":[],"position":"42-1f3a9c2e","more":7}"#),
            .success(ListChanges(changed: [], deleted: [], snapshot: snapshot))
        ),
        (.problem("410 Gone", #"{"title":"Gone"}"#), .failure(.snapshotTooOld)),
        // A friend that cannot be read: the list tells how many friends there are.
        (.json(#"{"changed":[{"id":7},\#(Friend.adaJSON)],"deleted":[],"position":"4-a"}"#), .failure(.snapshotTooOld)),
        // Servers without a record of changes.
        (.json("[]"), .failure(.notOffered)), (.json(" \r\n\t[\(Friend.adaJSON)]"), .failure(.notOffered)),
        (.answer("400 Bad Request"), .failure(.notOffered)), (.answer("404 Not Found"), .failure(.notOffered)),
        (.answer("405 Method Not Allowed"), .failure(.notOffered)),
        (.answer("401 Unauthorized"), .failure(.notSignedIn)),
        (.answer("500 Oops"), .failure(.failed(status: "500 Internal Server Error", reason: nil))),
        (.json("{"), .failure(.unreadableResponse(reason: "the reply is not valid JSON"))),
        (.json(""), .failure(.unreadableResponse(reason: "the reply is empty, not a list of changes"))),
        (.json("{}"), .failure(.unreadableResponse(reason: "the reply is not a list of changes"))),
        (
            .json(#"{"changed":[],"deleted":[7],"position":"4-a"}"#),
            .failure(.unreadableResponse(reason: "the reply is not a list of changes"))
        ),
    ]

    @Test(
        arguments: [
            ("\"42-1f3a9c2e\"", "1f3a9c2e"), ("\"0-a\"", "a"), ("\"42\"", nil), ("\"42-\"", nil), ("\"-a\"", nil),
            ("\"a-b\"", nil), ("\"1-a-b\"", nil), ("W/\"42-1f3a9c2e\"", nil), ("42-1f3a9c2e", nil), ("", nil),
        ] as [(String, String?)])
    func `a snapshot has the history of its position`(tag: String, history: String?) {
        #expect(FriendPage.Snapshot(tag).history == history)
    }

    @Test(arguments: answers)
    func everyAnswerHasItsMeaning(reply: Reply, outcome: Outcome) async throws {
        try await withServer([reply]) { server, client in
            #expect(await Self.outcome(client, Self.snapshot) == outcome)
            #expect(server.requests.map(\.uri) == ["/friends?since=42-1f3a9c2e"])
        }
    }

    @Test(arguments: ["", "42", "W/\"42\"", "\"\""])
    func aSnapshotOfAnotherKindOfServerIsNotSent(text: String) async throws {
        try await withServer([]) { server, client in
            #expect(await Self.outcome(client, FriendPage.Snapshot(text)) == .failure(.notOffered))
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `a snapshot is escaped in the query`() async throws {
        try await withServer([.json(Self.json)]) { server, client in
            _ = try await client.changes(since: FriendPage.Snapshot("\"a&b=\r\nX: y\""))
            #expect(server.requests.map(\.uri) == ["/friends?since=a%26b%3D%0D%0AX%3A%20y"])
        }
    }

    @Test func theSnapshotOfThePageIsTheOneToStartFrom() async throws {
        try await withServer([.json("[]", ["ETag: \"7-ab\""]), .json(Self.json), .json(Self.json)]) { server, client in
            let page = try await client.friends(after: nil)
            let changes = try await client.changes(since: try #require(page.snapshot))
            _ = try await client.changes(since: changes.snapshot)
            #expect(server.requests.dropFirst().map(\.uri) == ["/friends?since=7-ab", "/friends?since=45-1f3a9c2e"])
        }
    }

    private static func outcome(_ client: HTTPFriendsClient, _ snapshot: FriendPage.Snapshot) async -> Outcome {
        do throws(FriendsClientError) {
            return .success(try await client.changes(since: snapshot))
        } catch {
            return .failure(error)
        }
    }
}
