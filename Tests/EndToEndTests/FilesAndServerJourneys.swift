import Foundation
import GRDB
import Glibc
import NIOCore
import NIOPosix
import TerminalTestSupport
import TestSupport
import Testing

extension ServerJourneys {
    /// The server on its own, and the files that the program leaves.
    struct FilesAndServer {
        @Test(arguments: [SIGTERM, SIGINT])
        func `the server stops with clients connected`(signal: Int32) async throws {
            try await FriendsServerProcess.with { server in
                let idle = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: server.port).get()
                try await idle.writeAndFlush(ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
                try await HTTP(server.url).add("Ada", "Lovelace", "12")
                #expect(try await server.stop(signal) == 0)
                try? await idle.close()

                try await server.start()
                #expect(try await HTTP(server.url).friends().map(\.firstname) == ["Ada"])
                #expect(permissions(of: server.database.path()) == 0o600)
            }
        }

        @Test func aFriendThatWasAcknowledgedSurvivesAKill() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "12")
                #expect(try await server.stop(SIGKILL) == SIGKILL)
                try await server.start()
                #expect(try await HTTP(server.url).friends().map(\.firstname) == ["Ada"])
            }
        }

        @Test func aBackupIsMadeWhileTheServerRuns() async throws {
            try await FriendsServerProcess.with { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "12")
                try await Tmux.with(columns: 160) { tmux in
                    let command = "friends backup copy.sqlite --database \(server.database.path())"
                    try await tmux.enter(command)
                    #expect(try await tmux.waitForPrompt().lines.contains("Copied 1 friend to copy.sqlite"))
                    #expect(permissions(of: tmux.home.appending(path: "copy.sqlite").path()) == 0o600)
                    try await tmux.enter(command)
                    #expect(
                        try await tmux.waitForPrompt().lines.contains(
                            "friends: ./copy.sqlite already exists. Choose another name."))
                    #expect(try await tmux.exitStatus() == 1)
                    try await tmux.startFriends("--database copy.sqlite")
                    try await tmux.wait(for: "Lovelace")
                    try await tmux.quitFriends()
                }
            }
        }

        @Test(arguments: ["ln -s ../../../victim", "ln victim"])
        func `a log that is a link is not written to`(link: String) async throws {
            try await Tmux.with { tmux in
                let directory = tmux.home.appending(path: ".local/state/friends")
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                let victim = tmux.home.appending(path: "victim")
                try Data("not a log\n".utf8).write(to: victim)
                chmod(victim.path(), 0o644)
                try await tmux.enter("\(link) .local/state/friends/friends.log; clear")
                try await tmux.waitForPrompt()
                try await tmux.startFriends("--log-level trace")
                try await tmux.quitFriends()
                #expect(try Data(contentsOf: victim) == Data("not a log\n".utf8))
                #expect(permissions(of: victim.path()) == 0o644)
            }
        }

        @Test func `a log that has grown is set aside at the next start`() async throws {
            try await Tmux.with { tmux in
                let directory = tmux.home.appending(path: ".local/state/friends")
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                let old = Data(repeating: UInt8(ascii: "x"), count: (1 << 20) + 1)
                try old.write(to: directory.appending(path: "friends.log"))
                try await tmux.startFriends("--log-level trace")
                try await tmux.quitFriends()
                #expect(try Data(contentsOf: directory.appending(path: "friends.log.old")) == old)
                #expect(try Data(contentsOf: directory.appending(path: "friends.log")).count < old.count)
            }
        }

        @Test func `a locked database is reported and blocks no key`() async throws {
            try await Tmux.with(columns: 160) { tmux in
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                let other = try DatabaseQueue(
                    path: tmux.home.appending(path: "friends.sqlite").path(), configuration: configuration)
                try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
                defer { try? other.close() }
                try await tmux.enter("friends --database friends.sqlite")
                try await tmux.wait(for: "Loading friends…")
                try await tmux.press("Escape")
                try await tmux.wait(for: "Cancelled.")
                let screen = try await tmux.waitForPrompt()
                #expect(screen.contains("is in use by another program."))
                #expect(try await tmux.exitStatus() == 1)
            }
        }

        @Test func `a port in use is reported`() async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with(columns: 160) { tmux in
                    try await tmux.enter("friends serve --port \(server.port)")
                    let screen = try await tmux.waitForPrompt()
                    let message = "127.0.0.1:\(server.port) is already in use."
                    #expect(screen.lines.contains("friends: \(message) Choose another --port."))
                    #expect(try await tmux.exitStatus() == 1)
                }
            }
        }

        /// libdispatch's threads, once there are any, are looked after every second for the rest of the process's life.
        @Test func `no thread wakes up by itself`() async throws {
            try await Tmux.with { tmux in
                try await tmux.startFriends()
                try await tmux.addFriend("Ada", "Lovelace", "12")
                let tasks = "/proc/\(try await tmux.processOfFriends())/task"
                let names = try FileManager.default.contentsOfDirectory(atPath: tasks).map { thread in
                    try String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)
                }
                #expect(names.contains { $0.hasPrefix("NIO-") }, "\(names)")
                #expect(!names.contains { $0.contains("qos") }, "\(names)")
                try await tmux.quitFriends()
            }
        }

        @Test func `files are private, and there is no socket`() async throws {
            try await Tmux.with { tmux in
                let files = FileManager.default
                let run = tmux.home.appending(path: "run").path()
                try await tmux.startFriends("--log-level trace")
                try await tmux.addFriend("Ada", "Lovelace", "12")
                #expect(try files.contentsOfDirectory(atPath: run).isEmpty)
                let state = tmux.home.appending(path: ".local/state/friends").path()
                let data = tmux.home.appending(path: ".local/share/friends").path()
                #expect(permissions(of: state) == 0o700 && permissions(of: data) == 0o700)
                #expect(permissions(of: state + "/friends.log") == 0o600)
                for name in try files.contentsOfDirectory(atPath: data) {
                    #expect(permissions(of: "\(data)/\(name)") == 0o600, "\(name)")
                }
                try await tmux.quitFriends()
            }
        }

        @Test func `a log names requests and no friends, and none of it is on the screen`() async throws {
            try await FriendsServerProcess.with { server in
                try await Tmux.with { tmux in
                    let options = "--server \(server.url) --log-level trace"
                    try await tmux.startFriends(options)
                    try await tmux.addFriend("Ada", "Lovelace", "12")
                    let path = tmux.home.appending(path: ".local/state/friends/friends.log").path()
                    let log = try String(contentsOfFile: path, encoding: .utf8)
                    #expect(log.contains("POST /friends") && !log.contains("Lovelace"))
                    let screen = try await tmux.screen
                    #expect(screen.lines.filter { !$0.isEmpty }.count == 5, "\(screen)")

                    try await tmux.quitFriends()
                    let shell = try await tmux.screen
                    #expect(shell.lines.filter { !$0.isEmpty } == ["$ friends \(options)", "$"])
                }
            }
        }
    }
}
