import Foundation
import Synchronization
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// Two servers behind a proxy, on a primary of PostgreSQL with a standby. Parts of it fail while clients write and
    /// follow.
    struct Clusters {
        /// How much there is of all. `FRIENDS_CLUSTER` has other numbers, as in 20,64,1000.
        private struct Scale {
            var faultCount = Fault.allCases.count
            var writerCount = 12
            var followerCount = 20

            static var ofThisRun: Self {
                var scale = Self()
                let numbers = (ProcessInfo.processInfo.environment["FRIENDS_CLUSTER"] ?? "").split(separator: ",")
                    .compactMap { Int($0) }
                if numbers.count == 3 {
                    (scale.faultCount, scale.writerCount, scale.followerCount) = (numbers[0], numbers[1], numbers[2])
                }
                return scale
            }
        }

        @Test(arguments: [Seed.ofThisRun])
        func `whatever fails, no acknowledged write and no change is lost`(seed: Seed) async throws {
            let scale = Scale.ofThisRun
            var generator = seed.generator(for: 0)
            let ids = (0..<scale.writerCount).map { "friend-\($0)" }
            let contenders = ids.indices.map { index in
                Contender(
                    name: "contender-\(index)", ids: (0..<3).map { ids[(index + $0) % ids.count] },
                    generator: seed.generator(for: index + 1), longestWrite: .seconds(60))
            }
            let parser = EventParser()
            let followers = (0..<scale.followerCount).map { _ in Follower(parser: parser) }
            try await Cluster.with { cluster in
                let port = cluster.proxy.port
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for follower in followers { group.addTask { try await follower.follow(port: port) } }
                    defer { group.cancelAll() }
                    try await eventually("all streams") { followers.allSatisfy { $0.streamCount > 0 } }
                    var faults: [Fault] = []
                    while faults.count < scale.faultCount { faults += Fault.allCases.shuffled(using: &generator) }
                    var ended = try await write(
                        contenders, on: cluster, during: Array(faults.prefix(scale.faultCount)), using: &generator)
                    try await ended[0].readAll(at: port)

                    let list = try await HTTP(cluster.proxy.url).changes(since: "0")
                    let position = try #require(Int(list.position.prefix { $0 != "-" }))
                    try await eventually("all changes") { followers.allSatisfy { $0.position >= position } }
                    compare(followers, with: list, ended)
                    for id in ids {
                        let history = ended.flatMap { $0.history[id] ?? [] }
                        if let contradiction = Linearizability.contradiction(in: history) {
                            Issue.record("No order explains \(contradiction)")
                        }
                    }
                }
            }
        }

        @Test func `nodes that restart in turn fail no command`() async throws {
            try await Cluster.with { cluster in
                try await withHome { home in
                    let (shell, url, end) = (Shell(home: home), cluster.proxy.url, Gate())
                    let added = try await withThrowingTaskGroup(of: Int.self) { group in
                        for client in 0..<3 {
                            group.addTask {
                                var count = 0
                                while !end.isOpen {
                                    let name = "--first-name \(client) --last-name \(count)"
                                    let result = try await shell.run("friends add \(name) --server \(url)")
                                    #expect(result.status == .exited(0), "\(result.error)")
                                    count += 1
                                }
                                return count
                            }
                        }
                        for node in cluster.nodes {
                            try await node.stop()
                            try await node.start()
                            // Only the proxy asks for it. Its first answer makes the node available again.
                            try await eventually("the proxy to find the node") {
                                node.errorOutput.contains(/"route":"\/ready".*"status":200/)
                            }
                        }
                        end.open()
                        return try await group.reduce(0, +)
                    }
                    #expect(try await HTTP(url).friends().count == added)
                }
            }
        }

        @Test func `a person goes on when the standby has taken over`() async throws {
            try await Cluster.with { cluster in
                try await Tmux.with { tmux in
                    try await tmux.startFriends("--server \(cluster.proxy.url)")
                    try await tmux.addFriend("Ada", "Lovelace", "12")
                    try await tmux.wait(for: "· live")
                    try await cluster.pair.failOver {
                        let old = try await tmux.wait(for: "· reconnecting, as of ")
                        #expect(old.contains("Ada"))
                        try await tmux.press("a")
                        try await tmux.fill("Grace", "Hopper", "34")
                        try await tmux.press("Enter")
                        let alert = try await tmux.wait(for: "[ Retry ]")
                        #expect(alert.contains("Could not add Grace Hopper."))
                    }
                    try await eventually("the proxy to be ready") { try await cluster.proxy.isReady() }
                    try await tmux.press("Enter")
                    // The form that is still being sent has her on the selected line, too.
                    try await tmux.wait(for: "Grace and live") { screen in
                        screen.contains("· live") && screen.selectedLine.contains("Grace")
                            && !screen.contains("Add Friend")
                    }
                }
                #expect(try await HTTP(cluster.proxy.url).friends().map(\.firstname) == ["Grace", "Ada"])
            }
        }

        /// Lets clients write while one part after the other fails.
        private func write(
            _ contenders: [Contender], on cluster: Cluster, during faults: [Fault],
            using generator: inout Seed.Generator
        ) async throws -> [Contender] {
            let (end, port) = (Gate(), cluster.proxy.port)
            let answerCount = AnswerCount()
            // Together they make about twenty requests a second.
            let pause = Duration.milliseconds(50 * contenders.count)
            return try await withThrowingTaskGroup(of: Contender.self) { group in
                for contender in contenders {
                    group.addTask {
                        var contender = contender
                        try await contender.contend(at: port, until: end, pause: pause) { answerCount.increase() }
                        return contender
                    }
                }
                for fault in faults {
                    try await cluster.suffer(
                        fault, for: .milliseconds(Int.random(in: 200...4_000, using: &generator)),
                        node: Int.random(in: 0...1, using: &generator))
                    try await cluster.heal()
                    let before = answerCount.value
                    try await eventually("answers after \(fault)") { answerCount.value > before + contenders.count }
                }
                end.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        private final class AnswerCount: Sendable {
            private let count = Atomic(0)

            var value: Int { count.load(ordering: .relaxed) }

            func increase() { count.add(1, ordering: .relaxed) }
        }

        /// Each follower has the list, heard of each write that was acknowledged, and of none twice.
        private func compare(_ followers: [Follower], with list: Changes, _ ended: [Contender]) {
            let known = KnownChanges(of: ended.reduce(into: [:]) { $0.merge($1.history) { $0 + $1 } })
            #expect(known.count > ended.count)
            for follower in followers {
                #expect(follower.fault == nil)
                #expect(follower.friends == list.friends)
                if let missed = known.missed(by: follower.events) { Issue.record("A stream missed \(missed)") }
            }
        }
    }
}
