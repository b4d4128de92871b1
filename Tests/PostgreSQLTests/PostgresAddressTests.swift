import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

/// Connection strings.
struct PostgresAddressTests {
    private func address(_ text: String) throws -> PostgresAddress {
        try PostgresAddress(text, library: PostgresLibrary())
    }

    @Test(arguments: [
        ("postgresql://db.example/friends", "postgresql://db.example/friends"),
        ("postgres://ada@db.example:5433/friends?sslmode=verify-full", "postgresql://ada@db.example:5433/friends"),
        ("postgresql://one,two:5433/friends?target_session_attrs=read-write", "postgresql://one,two:5433/friends"),
        ("postgresql://one,two/friends?port=5433", "postgresql://one:5433,two:5433/friends"),
        ("postgresql://[::1]/friends", "postgresql://::1/friends"),
        ("postgresql:///friends?host=/run/postgresql", "postgresql:///run/postgresql/friends"),
        ("postgresql://", "postgresql://"),
    ])
    func `an address is described without its options`(text: String, description: String) throws {
        #expect(try address(text).description == description)
    }

    @Test(arguments: [
        "postgresql://ada:secret@db.example/friends", "postgresql://db.example/friends?password=secret",
        "postgresql://db.example/?pass%77ord=secret", "postgres://db.example/?sslpassword=secret",
    ])
    func `a secret is refused`(text: String) throws {
        let error = #expect(throws: PostgresError.self) { try address(text) }
        guard case .secretInAddress = error else { throw try #require(error) }
        let message = try #require(error?.message)
        #expect(message.contains("PGPASSWORD"))
        #expect(!message.contains("secret"))
    }

    @Test(arguments: [
        ("postgresql://db.example/friends?colour=red", "colour"),
        ("postgresql://[::1/friends", "]"),
        ("postgresql://?service=no-such-service", "no-such-service"),
        ("host=db.example", "postgresql://"),
        ("friends.sqlite", "postgresql://"),
        ("postgresql://db.example/friends\0", "NUL"),
        ("postgresql://db.example:x/friends", "port"),
    ])
    func `an invalid address is explained`(text: String, part: String) throws {
        let error = #expect(throws: PostgresError.self) { try address(text) }
        guard case .invalidAddress(let reason) = error else { throw try #require(error) }
        #expect(reason.contains(part))
    }

    @Test(arguments: [
        "postgresql://ada:se%zzcret@db.example/friends", "postgresql://ada:secret@[db/friends",
        "postgresql://db/friends?password=secret=secret", "postgresql://db/friends?secret&password=a",
        // Without its host, a user is a host, and a password is a port.
        "postgresql://ada:secret/friends",
    ])
    func `the reason does not quote a password`(text: String) throws {
        let error = #expect(throws: PostgresError.self) { try address(text) }
        let message = try #require(error?.message)
        #expect(!message.contains("cret"), "\(message)")
    }

    @Test func `what the user does not set gets a default`() throws {
        let free = try address("postgresql://db.example/friends")
        let keywords = ["connect_timeout", "tcp_user_timeout", "target_session_attrs"]
        #expect(Set(free.defaults.map(\.keyword)).isSuperset(of: keywords))
        let set = try address(
            "postgresql://one,two/friends?connect_timeout=30&tcp_user_timeout=0&target_session_attrs=any")
        #expect(set.defaults.allSatisfy { !keywords.contains($0.keyword) })
        #expect(set.defaults.map(\.keyword).contains("keepalives_idle"))
    }

    /// In a process of its own, because libpq reads its environment.
    @Test func `services and variables are settings of the user`() async throws {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let file = "[office]\nhost=db.example\nconnect_timeout=30\npassword=secret\n"
            try Data(file.utf8).write(to: URL(filePath: directory.path + "/services"))
            setenv("PGSERVICEFILE", directory.path + "/services", 1)
            setenv("PGCONNECT_TIMEOUT", "20", 1)
            let address = try PostgresAddress("postgresql://?service=office", library: PostgresLibrary())
            let keywords = address.defaults.map(\.keyword)
            #expect(!keywords.contains("connect_timeout"))
            #expect(keywords.contains("tcp_user_timeout"))
            #expect(address.description == "postgresql://?service=office")
            let other = try PostgresAddress("postgresql://db.example", library: PostgresLibrary())
            #expect(!other.defaults.map(\.keyword).contains("connect_timeout"))
            withExtendedLifetime(directory) {}
        }
    }
}
