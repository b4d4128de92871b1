import Foundation
import PostgresTestSupport
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// A list is moved between a file and PostgreSQL.
    struct Migrate {
        @Test func `a list is moved to PostgreSQL and back`() async throws {
            let postgres = try await PostgresServer.shared.value
            let url = postgres.url(of: try await postgres.makeDatabase())
            try await withHome { home in
                let shell = Shell(home: home)
                try await FriendsServerProcess.with { server in
                    let card = Data("X-NAVY:yes\r\n".utf8)
                    let lines = [HTTP.Line("email", "ada@example.org", label: "work"), HTTP.Line("tag", "engines")]
                    try await HTTP(server.url).add("Ada", "Lovelace", "12", lines: lines, id: "ada")
                    try await HTTP(server.url).add("Grace", "Hopper", "34", id: "grace", rest: card)
                    try await HTTP(server.url).add("Linus", "Torvalds", "56", id: "linus")
                    _ = try await shell.run("friends delete linus --force --server \(server.url)")
                    let exported = try await shell.run("friends export - --format json --server \(server.url)").output
                    try #require(exported.contains("engines"))
                    try await server.stop()

                    let file = server.database.path()
                    let there = try await shell.run("friends migrate --from \(file) --to '\(url)'")
                    #expect(there.status == .exited(0) && there.error.isEmpty, "\(there.error)")
                    let same = /Both have the same 2 friends, 1 in the trash, 2 lines, 1 imported card and history \(4-/
                    #expect(there.output.hasPrefix("Moved 2 friends and 1 in the trash to postgresql://friends@"))
                    #expect(there.output.contains(same), "\(there.output)")
                    let again = try await shell.run("friends migrate --from \(file) --to '\(url)'")
                    #expect(again.status == .exited(0) && again.output.hasPrefix("Moved nothing: postgresql://"))

                    try await FriendsServerProcess.with(options: ["--database", url]) { shared in
                        let list = try await shell.run("friends export - --format json --server \(shared.url)")
                        #expect(list.output == exported)
                    }
                    let back = try await shell.run("friends migrate --from '\(url)' --to back.sqlite")
                    #expect(back.output.hasPrefix("Moved 2 friends and 1 in the trash to back.sqlite\n"))
                    #expect(permissions(of: home.appending(path: "back.sqlite").path()) == 0o600)
                    #expect(try names(in: home.path()).filter { $0.hasPrefix("back") } == ["back.sqlite"])
                    let list = try await shell.run("friends export - --format json --database back.sqlite")
                    #expect(list.output == exported)
                    let restored = try await shell.run("friends restore linus --database back.sqlite")
                    #expect(restored.status == .exited(0))

                    let refused = try await shell.run("friends migrate --from back.sqlite --to '\(url)'")
                    #expect(refused.status == .exited(1) && refused.output.isEmpty)
                    #expect(refused.error.contains("has friends of another list. It was not changed."))
                }
            }
        }

        /// Whatever the moment, the target has everything or nothing, and the next run finds out which.
        @Test func `a killed move is repeated`() async throws {
            let postgres = try await PostgresServer.shared.value
            try await withHome { home in
                let shell = Shell(home: home)
                let people = (0..<8_000).map { #"{"firstname":"Name \#($0)","lines":[{"kind":"tag","value":"x"}]}"# }
                let imported = try await shell.run(
                    "friends import - --format json --database list.sqlite", input: people.joined(separator: "\n"))
                try #require(imported.status == .exited(0), "\(imported.error)")
                for target in [postgres.url(of: try await postgres.makeDatabase()), "copy.sqlite"] {
                    let move = "friends migrate --from list.sqlite --to '\(target)'"
                    for seconds in ["0.1", "0.3", "0.6", "1"] {
                        _ = try await shell.script("timeout --signal KILL \(seconds) \(move)")
                    }
                    let result = try await shell.run(move)
                    #expect(result.status == .exited(0), "\(result.error)")
                    #expect(result.output.contains("\nBoth have the same 8000 friends, 0 in the trash, 8000 lines, "))
                }
            }
        }

        @Test func `a database that changes what it gets is noticed`() async throws {
            let postgres = try await PostgresServer.shared.value
            let database = try await postgres.makeDatabase()
            let url = postgres.url(of: database)
            try await withHome { home in
                let shell = Shell(home: home)
                // It makes the tables.
                try await FriendsServerProcess.with(options: ["--database", url]) { _ in }
                try await postgres.administer(
                    """
                    CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql
                    AS 'BEGIN NEW.lastname := upper(NEW.lastname); RETURN NEW; END'
                    """,
                    "CREATE TRIGGER spoil BEFORE INSERT ON friend FOR EACH ROW EXECUTE FUNCTION spoil()",
                    database: database)
                _ = try await shell.run("friends add --first-name Ada --last-name Lovelace --database list.sqlite")
                for _ in 0..<2 {
                    let result = try await shell.run("friends migrate --from list.sqlite --to '\(url)'")
                    #expect(result.status == .exited(1) && result.output.isEmpty)
                    #expect(result.error.contains("differs from the original, so nothing was moved."))
                    #expect(result.error.hasSuffix("Check that database for triggers and damage.\n"))
                }
                try await postgres.administer("DROP TRIGGER spoil ON friend", database: database)
                let result = try await shell.run("friends migrate --from list.sqlite --to '\(url)'")
                #expect(result.output.hasPrefix("Moved 1 friend and 0 in the trash to postgresql://"))
            }
        }

        @Test func `a move that cannot begin says why, and creates nothing`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                try Data(String(repeating: "Dear diary. ", count: 100).utf8).write(to: home.appending(path: "diary"))
                let secret = "postgresql://me:secret@127.0.0.1/x"
                let table: [(arguments: String, status: Int32, error: String)] = [
                    ("", 64, "friends: Missing expected argument '--from <database>'\nSee 'friends migrate --help'"),
                    ("--from a --to ''", 64, "friends: --to needs the path of a file or an address."),
                    ("--from a --to a", 64, "friends: --from and --to name the same database."),
                    ("--from no/such/a --to b", 64, "friends: The directory no/such does not exist.\n"),
                    ("--from a --to no/such/b", 64, "friends: The directory no/such does not exist.\n"),
                    ("--from a --to b", 1, "friends: Database a does not exist.\n"),
                    ("--from diary --to b", 1, "friends: ./diary is not a friends database. It was not changed."),
                    ("--from a --to \(secret)", 64, "friends: The address of the PostgreSQL database has a password"),
                    (
                        "--from a --to postgress://me:secret@127.0.0.1/x", 64,
                        "friends: No database has an address that starts with postgress://.\nGive the path of a file, or"
                    ),
                    (
                        "--from postgresql://127.0.0.1:1/x --to b", 1,
                        "friends: The database postgresql://127.0.0.1:1/x cannot be reached"
                    ),
                ]
                for row in table {
                    let result = try await shell.run("friends migrate \(row.arguments)")
                    #expect(result.status == .exited(row.status), "\(row.arguments)")
                    #expect(result.error.hasPrefix(row.error), "\(row.arguments): \(result.error)")
                    #expect(!result.error.contains("secret"))
                }
                #expect(try !names(in: home.path()).contains { ["a", "b", "no"].contains($0) })
            }
        }
    }
}
