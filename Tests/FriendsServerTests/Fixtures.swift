import FoundationEssentials
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendDetails {
    static let ada = FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001")
    static let grace = FriendDetails(firstName: "Grace", lastName: "Hopper", phoneNumber: "+1 212 555 0199")
    static let accented = FriendDetails(firstName: "Thị Lan", lastName: "Nguyễn", phoneNumber: "+84 24 3825 1234")
    static let wide = FriendDetails(firstName: "王", lastName: "小明", phoneNumber: "+86 10 1234 5678")

    /// The body that creates the friend.
    func json(id: String? = nil) -> String {
        var object = ["firstname": firstName, "lastname": lastName, "phonenumber": phoneNumber]
        object["id"] = id
        return (try? JSONEncoder().encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension Logger {
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
}

/// A folder of its own for one test, which is gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        // Short, because a Unix socket has little space for its path.
        path = "/tmp/friends-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { path + "/friends.sqlite" }

    func contents(of name: String) throws -> Data { try Data(contentsOf: URL(filePath: path + "/" + name)) }
}

/// What several tasks count together.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increase() { count.add(1, ordering: .relaxed) }
}

extension FriendRepository {
    /// One in memory that holds `friends`, whose ids are their first names.
    static func holding(_ friends: FriendDetails...) async throws -> FriendRepository {
        let repository = try FriendRepository()
        for friend in friends { _ = try await repository.create(friend, id: Friend.ID(friend.firstName)) }
        return repository
    }

    /// Friends of whom many have the same name.
    static func holding(count: Int) async throws -> FriendRepository {
        let repository = try FriendRepository()
        try await repository.insert(
            contentsOf: (0..<count).map { number in
                let name = "Name \(number % 7)"
                return (
                    Friend.ID("\(number)"),
                    FriendDetails(firstName: name, lastName: "Family \(number % 3)", phoneNumber: "0\(number)")
                )
            })
        return repository
    }
}

/// Somebody who follows the list, and waits for each wake no longer than ten seconds.
final class FeedReader: Sendable {
    private let subscription: ChangeFeed.Subscription
    private let heard = Counter()
    private let taken = Counter()

    init(_ feed: ChangeFeed) {
        subscription = feed.subscribe()
        Task { [heard, wakes = subscription.wakes] in
            for await _ in wakes { heard.increase() }
        }
    }

    deinit { subscription.end() }

    /// Returns when there was a wake that was not waited for yet; one stands for all that came meanwhile.
    func next() async throws {
        try await eventually { heard.value > taken.value }
        while taken.value < heard.value { taken.increase() }
    }
}

/// Waits until `condition` holds; fails when it does not in thirty seconds.
func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(5))
    }
}

struct TookTooLong: Error {}

/// Gives what `work` gives; fails, and cancels it, when it takes longer than `time`.
func within<Result: Sendable>(
    _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() ?? nil else { throw TookTooLong() }
        return result
    }
}

/// A time of day that stands still until it is moved.
final class ManualTime: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_795_269_780))

    var now: Date { date.withLock { $0 } }

    func advance(days: Double, seconds: Double = 0) {
        date.withLock { $0 += days * 86_400 + seconds }
    }
}

/// Asks the real routes, without a connection.
struct TestServer {
    let repository: FriendRepository

    init(_ repository: FriendRepository) {
        self.repository = repository
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
        return try await Application(router: FriendsServer.buildRouter(repository), logger: .silent)
            .test(.router) { client in
                try await client.execute(
                    uri: uri, method: method, headers: fields, body: bytes.map { ByteBuffer(bytes: $0) })
            }
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    var friend: Friend { get throws { try decoded(FriendDocument.self).friend } }
    var changes: ChangesDocument { get throws { try decoded(ChangesDocument.self) } }
    var friends: [Friend] { get throws { try decoded([FriendDocument].self).map(\.friend) } }

    /// The problem document; throws when the answer is anything else.
    var problem: ProblemDocument {
        get throws {
            guard headers[.contentType] == Interface.problemMediaType else { throw NotAProblem(text: text) }
            return try decoded(ProblemDocument.self)
        }
    }

    /// The path of the next page.
    var nextPage: String? {
        headers[.link].map { String($0.dropFirst().prefix { $0 != ">" }) }
    }

    struct NotAProblem: Error { let text: String }
}
