import Foundation
import Glibc
import NIOPosix
import TerminalTestSupport
import Testing

extension DatabaseJourneys {
    /// A server that is killed again and again, under clients that write.
    struct Durability {
        @Test(arguments: Storage.allCases, [Seed.ofThisRun])
        func `acknowledged writes survive every kill`(storage: Storage, seed: Seed) async throws {
            var generator = seed.generator(for: 0)
            var authors = (1...6).map { Author(name: "author-\($0)", generator: seed.generator(for: $0)) }
            try await storage.withServer { server in
                var before = try await HTTP(server.url).changes(since: "0")
                for _ in 1...12 {
                    let end = try suddenEnd(of: server.process, after: 1...80, using: &generator)
                    let port = server.port
                    authors = try await atOnce(authors, until: end) { author in
                        try await author.write(to: port, until: end)
                    }
                    #expect(end.hasCome)
                    try await server.startAgain()

                    let now = try await HTTP(server.url).changes(since: "0")
                    for index in authors.indices {
                        try authors[index].settle(found: now.friends, deleted: now.deletedIDs)
                    }
                    let friends = authors.reduce(into: [:]) { $0.merge($1.friends) { friend, _ in friend } }
                    let deleted = authors.reduce(into: Set()) { $0.formUnion($1.deleted) }
                    try #require(now.friends == friends)
                    try #require(now.deletedIDs == deleted)
                    let listed = try await HTTP(server.url).friends().compactMap(\.id)
                    #expect(listed.sorted() == friends.keys.sorted())

                    // From before the writes that is told which they were.
                    let told = try await HTTP(server.url).changes(since: before.position)
                    #expect(told.position == now.position)
                    #expect(told.friends == friends.filter { before.friends[$0.key] != $0.value })
                    #expect(told.deletedIDs == deleted.subtracting(before.deletedIDs))
                    before = now
                }
                // A change that was lost would have left its number to another one.
                let versions = authors.flatMap(\.versions)
                #expect(Set(versions).count == versions.count)
                try await server.endsUndamaged()
            }
        }

        @Test(arguments: Storage.allCases, [Seed.ofThisRun])
        func `concurrent operations are linearizable`(storage: Storage, seed: Seed) async throws {
            let ids = ["ada", "grace", "linus"]
            var generator = seed.generator(for: 0)
            var contenders = (1...6).map {
                Contender(name: "contender-\($0)", ids: ids, generator: seed.generator(for: $0))
            }
            try await storage.withServer { server in
                for _ in 1...8 {
                    let end = try suddenEnd(of: server.process, after: 50...250, using: &generator)
                    let port = server.port
                    contenders = try await atOnce(contenders, until: end) { contender in
                        try await contender.contend(at: port, until: end)
                    }
                    #expect(end.hasCome)
                    try await server.startAgain()
                }
                try await contenders[0].readAll(at: server.port)
                try await server.endsUndamaged()
            }
            for id in ids {
                let history = contenders.flatMap { $0.history[id] ?? [] }
                guard let contradiction = Linearizability.contradiction(in: history) else { continue }
                let known = history.filter { $0.time.lowerBound <= contradiction.time.upperBound }
                    .sorted { $0.time.lowerBound < $1.time.lowerBound }
                Issue.record(
                    """
                    No order explains
                    \(contradiction)
                    The last requests until then:
                    \(known.suffix(20).map(\.description).joined(separator: "\n"))
                    """)
            }
        }

        @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
        func `a kill after files were removed loses nothing`(endings: [String]) async throws {
            try await FriendsServerProcess.with(options: ["--rate", "0"]) { server in
                var acknowledged: [String] = []
                for round in 0..<5 {
                    for number in 0..<10 {
                        let name = "\(round)-\(number)"
                        if try await HTTP(server.url).add(name, "Lovelace", "12") == 201 { acknowledged.append(name) }
                        guard number == 4 else { continue }
                        for ending in endings { #expect(unlink(server.database.path() + ending) == 0) }
                    }
                    #expect(try await server.stop(SIGKILL) == SIGKILL)
                    try await server.start()
                    #expect(try await HTTP(server.url).friends().map(\.firstname).sorted() == acknowledged.sorted())
                }
                #expect(acknowledged.count == 50)
                try await DurableServer(process: server).endsUndamaged()
            }
        }

        @Test func `a removed database is reported, its friends are saved`() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "12")
                for ending in ["", "-wal", "-shm"] { #expect(unlink(server.database.path() + ending) == 0) }
                #expect(try await HTTP(server.url).add("Grace", "Hopper", "12") == 503)
                #expect(try await server.stop(SIGKILL) == SIGKILL)
                let directory = server.database.deletingLastPathComponent()
                let names = try FileManager.default.contentsOfDirectory(atPath: directory.path())
                let saved = try #require(names.first { $0.contains(".rescued-") }, "\(names)")
                try FileManager.default.moveItem(at: directory.appending(path: saved), to: server.database)
                try await server.start()
                #expect(try await HTTP(server.url).friends().map(\.firstname) == ["Ada"])
            }
        }

        private func suddenEnd(
            of server: FriendsServerProcess, after answers: ClosedRange<Int>, using generator: inout Seed.Generator
        ) throws -> SuddenEnd {
            SuddenEnd(
                of: try #require(server.processID), after: .random(in: answers, using: &generator),
                delay: .microseconds(Int.random(in: 0...5_000, using: &generator)))
        }

        /// Lets all of them work at the same time, until their server is gone.
        private func atOnce<Client: Sendable>(
            _ clients: [Client], until end: SuddenEnd, _ work: @escaping @Sendable (inout Client) async throws -> Void
        ) async throws -> [Client] {
            try await withThrowingTaskGroup(of: Client.self) { group in
                for client in clients {
                    group.addTask {
                        var client = client
                        do {
                            try await work(&client)
                        } catch is NIOConnectionError where end.hasCome {
                            // It came too late to meet the server.
                        }
                        return client
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }
}
