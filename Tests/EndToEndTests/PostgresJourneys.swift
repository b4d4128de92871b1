import Foundation
import PostgresTestSupport
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// Several servers share a list in PostgreSQL.
    struct PostgreSQL {
        @Test func `two servers have one list, and one of them survives the other`() async throws {
            let postgres = try await PostgresServer.shared.value
            let url = postgres.url(of: try await postgres.makeDatabase())
            try await FriendsServerProcess.with(options: ["--database", url]) { one in
                try await FriendsServerProcess.with(options: ["--database", url]) { two in
                    try await HTTP(one.url).add("Ada", "Lovelace", "12", id: "ada")
                    try await HTTP(two.url).add("Grace", "Hopper", "34", id: "grace")
                    try await withHome { home in
                        let shell = Shell(home: home)
                        for server in [one, two] {
                            let list = try await shell.run("friends list --server \(server.url)")
                            #expect(list.output == "grace\tGrace\tHopper\t34\nada\tAda\tLovelace\t12\n")
                        }
                        try await one.stop(SIGKILL)
                        let edit = try await shell.run("friends edit ada --phone 56 --server \(two.url)")
                        #expect(edit.status == .exited(0) && edit.output == "changed\tada\tAda Lovelace\n")
                        #expect(try await two.stop() == 0)
                        // A new server finds everything.
                        try await two.start()
                        let show = try await shell.run("friends show ada --server \(two.url)")
                        #expect(show.output.contains("phone\t\t56\n"))
                    }
                }
            }
        }

        @Test func `a list that is sorted otherwise is sorted again when that is asked for`() async throws {
            let postgres = try await PostgresServer.shared.value
            let database = try await postgres.makeDatabase()
            let url = postgres.url(of: database)
            try await FriendsServerProcess.with(options: ["--database", url]) {
                try await HTTP($0.url).add("Ada", "Lovelace", "12", id: "ada")
            }
            try await postgres.administer("UPDATE list SET sorting = 'other'", database: database)
            try await withHome { home in
                let result = try await Shell(home: home).run("friends serve --port 0 --database '\(url)'")
                #expect(result.status == .exited(1))
                #expect(result.error.hasSuffix("sort the list again: friends serve --sort-again\n"))
            }
            for options in [["--sort-again"], []] {
                try await FriendsServerProcess.with(options: ["--database", url] + options) { server in
                    try await HTTP(server.url).add("Grace", "Hopper", "34", id: "grace\(options.count)")
                }
            }
        }

        @Test func `an address that cannot be used is refused with its reason`() async throws {
            try await withHome { home in
                let shell = Shell(home: home)
                let table: [(command: String, status: Int32, error: String)] = [
                    (
                        "friends serve --port 0 --database postgresql://me:secret@127.0.0.1/x", 64,
                        "friends: The address of the PostgreSQL database has a password"
                    ),
                    (
                        "friends serve --port 0 --database POSTGRESQL://me:secret@127.0.0.1/x", 64,
                        "friends: No database has an address that starts with POSTGRESQL://.\nGive the path of a file, or"
                    ),
                    (
                        "env FRIENDS_DATABASE=postgresql://127.0.0.1:1/x friends serve --port 0", 1,
                        "friends: The database postgresql://127.0.0.1:1/x cannot be reached"
                    ),
                    (
                        "friends serve --port 0 --database 'postgresql://127.0.0.1/x?nonsense=1'", 64,
                        "friends: The address of the PostgreSQL database is not valid"
                    ),
                    (
                        "friends list --database postgresql://127.0.0.1/x", 64,
                        "friends: Only 'friends serve' and 'friends migrate' use PostgreSQL.\n"
                    ),
                    (
                        "friends backup copy.sqlite --database postgresql://127.0.0.1/x", 64,
                        "friends: Only 'friends serve' and 'friends migrate' use PostgreSQL.\n"
                    ),
                ]
                for row in table {
                    let result = try await shell.run(row.command)
                    #expect(result.status == .exited(row.status), "\(row.command)")
                    #expect(result.error.hasPrefix(row.error), "\(row.command): \(result.error)")
                    #expect(!result.error.contains("secret"))
                }
            }
        }
    }
}
