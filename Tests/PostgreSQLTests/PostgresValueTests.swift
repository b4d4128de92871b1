import PostgresTestSupport
import Testing

@testable import PostgreSQL

/// Parameters and results.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresValueTests {
    private func connect() async throws -> PostgresConnection {
        try await PostgresServer.shared.value.connect(to: "postgres")
    }

    @Test func `integers come back`() async throws {
        let connection = try await connect()
        for number in [Int64.min, -1, 0, 1, 255, 1 << 40, .max] {
            let row = try #require(
                try connection.execute("SELECT $1::bigint, $1::bigint::text", [.integer(number)]).first)
            #expect(try row.value(0) == number)
            #expect(try row.value(1) == "\(number)")
        }
        let row = try #require(try connection.execute("SELECT (-3)::smallint, (-4)::integer, true, false").first)
        #expect(try row.value(0, as: Int64.self) == -3)
        #expect(try row.value(1, as: Int64.self) == -4)
        #expect(try row.value(2) == true)
        #expect(try row.value(3) == false)
    }

    @Test func `texts of all characters come back`() async throws {
        let connection = try await connect()
        var all = String.UnicodeScalarView()
        for number in UInt32(1)...0x10FFFF { if let scalar = Unicode.Scalar(number) { all.append(scalar) } }
        for text in ["", " ", "'", "\\x41", "Ångström 東京 👩‍👩‍👧", String(all)] {
            let row = try #require(
                try connection.execute("SELECT $1::text, length($1)::bigint", [.text(text)]).first)
            #expect(try Array(row.value(0, as: String.self).utf8) == Array(text.utf8))
            #expect(try row.value(1) == Int64(text.unicodeScalars.count))
        }
    }

    @Test func `a text cannot have a NUL character`() async throws {
        let connection = try await connect()
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT $1::text", [.text("a\0b")]) }
        #expect(error?.sqlState == "22021")
        #expect(connection.loss == nil)
    }

    @Test(arguments: [0, 1, 256, 1 << 20])
    func `bytes come back`(count: Int) async throws {
        let connection = try await connect()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let row = try #require(
            try connection.execute("SELECT $1::bytea, length($1)::bigint", [.bytes(bytes)]).first)
        #expect(try row.value(0) == bytes)
        #expect(try row.value(1) == Int64(count))
    }

    @Test func `NULL is not empty`() async throws {
        let connection = try await connect()
        let row = try #require(
            try connection.execute(
                "SELECT $1::bigint, $2::text, $3::bytea, $4::text, $5::bytea",
                [.integer(nil), .text(nil), .bytes(nil), .text(""), .bytes([])]
            ).first)
        #expect(try row.optional(0, as: Int64.self) == nil)
        #expect(try row.optional(1, as: String.self) == nil)
        #expect(try row.optional(2, as: [UInt8].self) == nil)
        #expect(try row.optional(3, as: String.self) == "")
        #expect(try row.optional(4, as: [UInt8].self) == [])
        #expect(try row.isNull(0) && !row.isNull(3))
        #expect(throws: PostgresError.self) { try row.value(0, as: Int64.self) }
    }

    @Test func `a value of another type is refused`() async throws {
        let connection = try await connect()
        let row = try #require(try connection.execute("SELECT 'x', 1::bigint, now(), ''::bytea").first)
        func isRefused<Value: PostgresDecodable>(_ column: Int, _ type: Value.Type) -> Bool {
            do {
                _ = try row.optional(column, as: type)
                return false
            } catch {
                if case .unexpectedResult = error { return true } else { return false }
            }
        }
        #expect(isRefused(0, Int64.self) && isRefused(1, String.self) && isRefused(1, Bool.self))
        #expect(isRefused(2, Int64.self) && isRefused(3, String.self) && isRefused(0, [UInt8].self))
        #expect(isRefused(4, Int64.self) && isRefused(-1, Int64.self))
    }

    @Test func `rows keep their order and outlive the connection`() async throws {
        var connection: PostgresConnection? = try await connect()
        let rows = try #require(try connection?.execute("SELECT n::bigint FROM generate_series(1, 5000) n"))
        connection = nil
        #expect(rows.count == 5000)
        #expect(try rows.map { try $0.value(0, as: Int64.self) } == Array(1...5000))
    }
}
