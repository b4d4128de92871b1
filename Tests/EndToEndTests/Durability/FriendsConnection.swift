import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection to a server, on which one thing is asked after the other, each of them once.
///
/// URLSession would not do: when a connection that was kept turns out to be dead it sends a request again, and nobody
/// knows what the first one has done.
struct FriendsConnection {
    /// An answer that no client of these tests should get.
    struct UnexpectedAnswer: Error {
        let status: HTTPResponseStatus
        let body: String
    }

    private typealias Wrapped = NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>

    private let requests: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>
    private var answers: NIOAsyncChannelInboundStream<NIOHTTPClientResponseFull>.AsyncIterator

    /// Connects for as long as `work` runs.
    static func with(port: Int, _ work: (inout FriendsConnection) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(
                        NIOHTTPClientResponseAggregator(maxContentLength: 65_536))
                    return try Wrapped(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { answers, requests in
            var connection = FriendsConnection(requests: requests, answers: answers.makeAsyncIterator())
            try await work(&connection)
        }
    }

    /// Asks something of the friend with that id.
    /// - Returns: nil when the connection broke before the answer was there.
    mutating func ask(
        _ action: FriendOperation.Action, of id: String
    ) async throws -> FriendOperation.Outcome? {
        try await answer(to: Self.request(action, id)).map(Self.outcome)
    }

    /// Asks for several writes in one request: all of them, or what can be done.
    /// - Returns: nil when the connection broke before the answer was there.
    mutating func ask(
        _ batch: [(id: String, action: FriendOperation.Action)], atomic: Bool
    ) async throws -> [FriendOperation.Outcome]? {
        let body = Batch(atomic: atomic, changes: batch.map { Batch.Change($0.id, $0.action) })
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/friends/batch")
        head.headers.add(name: "Host", value: "127.0.0.1")
        guard let answer = try await answer(to: Self.request(head, ByteBuffer(bytes: try JSONEncoder().encode(body))))
        else { return nil }
        let json = Data((answer.body ?? ByteBuffer()).readableBytesView)
        guard [.ok, .conflict].contains(answer.head.status) else {
            throw UnexpectedAnswer(status: answer.head.status, body: String(decoding: json, as: UTF8.self))
        }
        return try JSONDecoder().decode(Batch.Answer.self, from: json).results.map { result in
            .init(isDone: (200..<300).contains(result.status), friend: result.friend ?? result.problem?.current)
        }
    }

    private struct Batch: Encodable {
        let atomic: Bool
        let changes: [Change]

        struct Change: Encodable {
            let op: String
            let id: String
            var version: String?
            var friend: StoredFriend?

            init(_ id: String, _ action: FriendOperation.Action) {
                self.id = id
                switch action {
                case .create(let friend): (op, self.friend) = ("create", friend)
                case .change(let friend, let version): (op, self.version, self.friend) = ("update", version, friend)
                case .delete(let version), .deleteInBatch(let version): (op, self.version) = ("delete", version)
                case .read: op = "read"
                }
            }
        }

        struct Answer: Decodable {
            let results: [Result]

            struct Result: Decodable {
                let status: Int
                let friend: StoredFriend?
                let problem: Problem?
            }

            struct Problem: Decodable {
                let current: StoredFriend?
            }
        }
    }

    private mutating func answer(to request: [HTTPClientRequestPart]) async throws -> NIOHTTPClientResponseFull? {
        do {
            for part in request { try await requests.write(part) }
            return try await answers.next()
        } catch {
            return nil
        }
    }

    private static func request(_ action: FriendOperation.Action, _ id: String) throws -> [HTTPClientRequestPart] {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/friends/\(id)")
        head.headers.add(name: "Host", value: "127.0.0.1")
        var body: ByteBuffer?
        switch action {
        case .read: break
        case .create(let friend):
            head.method = .POST
            head.uri = "/friends"
            body = ByteBuffer(bytes: try JSONEncoder().encode(friend))
        case .change(let friend, let version):
            head.method = .PATCH
            head.headers.add(name: "If-Match", value: "\"\(version)\"")
            body = ByteBuffer(bytes: try JSONEncoder().encode(friend))
        case .delete(let version), .deleteInBatch(let version):
            head.method = .DELETE
            head.headers.add(name: "If-Match", value: "\"\(version)\"")
        }
        return request(head, body)
    }

    private static func request(_ head: HTTPRequestHead, _ body: ByteBuffer?) -> [HTTPClientRequestPart] {
        guard let body else { return [.head(head), .end(nil)] }
        var head = head
        head.headers.add(name: "Content-Type", value: "application/json")
        head.headers.add(name: "Content-Length", value: "\(body.readableBytes)")
        return [.head(head), .body(.byteBuffer(body)), .end(nil)]
    }

    private static func outcome(of answer: NIOHTTPClientResponseFull) throws -> FriendOperation.Outcome {
        struct Problem: Decodable {
            let current: StoredFriend
        }
        let body = Data((answer.body ?? ByteBuffer()).readableBytesView)
        switch answer.head.status {
        case .ok, .created:
            return .init(isDone: true, friend: try JSONDecoder().decode(StoredFriend.self, from: body))
        case .noContent:
            return .init(isDone: true, friend: nil)
        case .notFound:
            return .init(isDone: false, friend: nil)
        case .conflict, .preconditionFailed:
            return .init(isDone: false, friend: try JSONDecoder().decode(Problem.self, from: body).current)
        case let status:
            throw UnexpectedAnswer(status: status, body: String(decoding: body, as: UTF8.self))
        }
    }
}
