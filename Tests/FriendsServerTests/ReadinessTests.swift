import DatabaseTestSupport
import EngineTestSupport
import GRDB
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct ReadinessTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(.onEveryEngine)
    func `ready answers when the database can be written`() async throws {
        let answer = try await TestServer().ask(.get, "/ready")
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"status":"ready"}"#)
    }

    @Test(.onEveryEngine)
    func `ready fails while another program writes`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await database.whileLocked {
            let answer = try await TestServer(repository, readyTimeout: .milliseconds(50)).ask(.get, "/ready")
            #expect(try answer.problem.status == 503)
            #expect(answer.headers[.retryAfter] == "1")
            #expect(try answer.problem.detail == Problem.notReady().detail)
            #expect(try await TestServer(repository).ask(.get, "/health").status == .ok)
        }
        #expect(try await TestServer(repository).ask(.get, "/ready").status == .ok)
    }

    @Test(.onEveryEngine)
    func `ready gives no reason for a failure`() async throws {
        let database = try await TestDatabase()
        let server = TestServer(try await database.open())
        try await database.execute("DROP TABLE list")
        let answer = try await server.ask(.get, "/ready")
        // Elsewhere this is a 500.
        #expect(try answer.problem.detail == Problem.notReady().detail)
        #expect(answer.status == .serviceUnavailable)
    }

    @Test func `requests at the same time share one check`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let statements = Counter()
        try await repository.database.writer.writeWithoutTransaction { db in
            db.trace { event in if "\(event)".hasPrefix("UPDATE list") { statements.increase() } }
        }
        let readiness = Readiness(repository, timeout: .minutes(1), lifetime: .hours(1))
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { #expect(await readiness.check(.silent)) } }
        }
        #expect(statements.value == 1)
    }

    @Test(.onEveryEngine)
    func `a result is used for its lifetime only`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        let long = Readiness(repository, timeout: .minutes(1), lifetime: .hours(1))
        let short = Readiness(repository, timeout: .minutes(1), lifetime: .zero)
        #expect(await long.check(.silent))
        #expect(await short.check(.silent))
        try await database.execute("ALTER TABLE list RENAME TO other")
        #expect(await long.check(.silent))
        #expect(await !short.check(.silent))
        try await database.execute("ALTER TABLE other RENAME TO list")
        #expect(await short.check(.silent))
    }

    @Test func `the log says why nothing can be written`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        let lines = LogLines()
        var timeout = TimeAmount.milliseconds(400)
        try await eventually {
            #expect(await !Readiness(repository, timeout: timeout).check(lines.logger()))
            // On a busy machine a short check is over before the reason is there.
            timeout = timeout * 2
            return lines.all.contains("locked(path: ")
        }
        try await other.writeWithoutTransaction { try $0.rollback() }
    }

    @Test func `a check that hangs is over in time`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let (hasBegun, isOver) = (Gate(), Gate())
        // Nothing else can use the thread of the writes meanwhile.
        let blocking = Task {
            try await repository.database.write { _ in
                hasBegun.open()
                try isOver.waitBlocking()
            }
        }
        try await hasBegun.wait()
        let readiness = Readiness(repository, timeout: .milliseconds(50), lifetime: .zero)
        #expect(await !readiness.check(.silent))
        // The second check does not wait for the first one, nor for a place behind it.
        #expect(await !readiness.check(.silent))
        isOver.open()
        try await blocking.value
        try await eventually { await readiness.check(.silent) }
    }
}
