import EngineTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import FriendsWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import FriendsServer

extension FriendDetails {
    /// The body that creates the friend.
    func json(id: String? = nil) -> String {
        var object = ["firstname": firstName, "lastname": lastName, "phonenumber": phoneNumber]
        object["id"] = id
        return (try? JSONEncoder().encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// Asks the real routes, without a connection.
struct TestServer {
    let repository: any FriendRepository
    private let readyTimeout: TimeAmount
    private let limits: ServerLimits

    /// - Parameter readyTimeout: long by default, because a busy machine may stand still for seconds.
    init(
        _ repository: any FriendRepository, readyTimeout: TimeAmount = .minutes(1),
        limits: ServerLimits = ServerLimits()
    ) {
        self.repository = repository
        self.readyTimeout = readyTimeout
        self.limits = limits
    }

    /// The routes to a new list of the engine that the test runs on.
    /// - Parameter friends: each is a change, and its id is the first name.
    init(holding friends: FriendDetails..., now: @escaping @Sendable () -> Date = { Date() }) async throws {
        self.init(try await Engine.makeRepository(holding: friends, now: now))
    }

    /// The routes to a new list of the engine that the test runs on, with `count` friends.
    init(count: Int) async throws {
        self.init(try await Engine.makeRepository(count: count))
    }

    /// - Parameter forcing: whether a change that says nothing of a version is of any (`If-Match: *`).
    func ask(
        _ method: HTTPRequest.Method, _ uri: String, _ body: String? = nil, headers: HTTPFields = [:],
        forcing: Bool = true
    ) async throws -> TestResponse {
        try await ask(method, uri, bytes: body.map { Array($0.utf8) }, headers: headers, forcing: forcing)
    }

    func ask(
        _ method: HTTPRequest.Method, _ uri: String, bytes: [UInt8]?, headers: HTTPFields = [:], forcing: Bool = true
    ) async throws -> TestResponse {
        var headers = headers
        if forcing, [.patch, .delete].contains(method), headers[.ifMatch] == nil { headers[.ifMatch] = "*" }
        if bytes != nil, headers[.contentType] == nil { headers[.contentType] = Interface.jsonMediaType }
        let fields = headers
        let router = FriendsServer.buildRouter(repository, limits: limits, readyTimeout: readyTimeout)
        return try await Application(router: router, logger: .silent)
            .test(.router) { client in
                try await client.execute(
                    uri: uri, method: method, headers: fields, body: bytes.map { ByteBuffer(bytes: $0) })
            }
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The value in the body; the error has the answer, which can be a problem document.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch {
            throw UnexpectedAnswer(status: status, text: String(text.prefix(500)), error: error)
        }
    }

    /// The header fields that do not depend on the request: each has an id of its own.
    var headersWithoutID: HTTPFields {
        var fields = headers
        fields[.xRequestID] = nil
        return fields
    }

    var friend: Friend { get throws { try decoded(FriendDocument.self).friend } }
    var changes: ChangesDocument { get throws { try decoded(ChangesDocument.self) } }
    var friends: [Friend] { get throws { try decoded([FriendDocument].self).map(\.friend) } }

    /// The problem document; throws when the answer is anything else.
    var problem: ProblemDocument {
        get throws {
            guard headers[.contentType] == Interface.problemMediaType else {
                throw UnexpectedAnswer(status: status, text: String(text.prefix(500)), error: nil)
            }
            return try decoded(ProblemDocument.self)
        }
    }

    /// The path of the next page.
    var nextPage: String? {
        headers[.link].map { String($0.dropFirst().prefix { $0 != ">" }) }
    }

    struct UnexpectedAnswer: Error {
        let status: HTTPResponse.Status
        /// The beginning of the body.
        let text: String
        let error: (any Error)?
    }
}
