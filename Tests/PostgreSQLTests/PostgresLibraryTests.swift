import PostgreSQL
import Testing

/// Opening libpq.
struct PostgresLibraryTests {
    @Test func `a missing library is named, and its package`() throws {
        let error = #expect(throws: PostgresError.self) { try PostgresLibrary(named: "libpq-missing.so.5") }
        let message = try #require(error?.message)
        #expect(message.contains("libpq-missing.so.5"))
        #expect(message.contains("apt install libpq5"))
    }

    @Test func `a library without the functions is refused`() throws {
        let error = #expect(throws: PostgresError.self) { try PostgresLibrary(named: "libm.so.6") }
        guard case .libraryMissing(let reason) = error else { throw try #require(error) }
        #expect(reason.contains("PQconninfoParse"))
    }

    @Test func `the library can be opened twice`() throws {
        _ = (try PostgresLibrary(), try PostgresLibrary())
    }
}
