import ArgumentParser
import Dispatch
import FriendsCommands
import FriendsModel
import FriendsSession
import FriendsSettings
import Glibc
import Logging
import Synchronization

/// Completes the names of friends in a shell: friends runs once for the word, on the server and the files that the command
/// line names. A failure completes nothing.
enum FriendCompletion {
    /// The friends of the list.
    static let friends = CompletionKind.custom { words, index, prefix in
        names(words, index, prefix) { client in try await client.wholeList().friends }
    }
    /// The friends in the trash.
    static let deletedFriends = CompletionKind.custom { words, index, prefix in
        names(words, index, prefix) { client in try await client.deleted().friends.map(\.friend) }
    }

    /// The shell blocks on this.
    private static let timeout = Duration.seconds(2)

    private static func names(
        _ words: [String], _ index: Int, _ prefix: String,
        _ load: @escaping @Sendable (any FriendsClient) async throws -> [Friend]
    ) -> [String] {
        guard let session = try? session(words) else { return [] }
        let loaded = Mutex<[Friend]>([])
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            if let friends = try? await load(session.client) { loaded.withLock { $0 = friends } }
            isDone.signal()
        }
        isDone.wait()
        session.close()
        kept.withLock { $0 = session }
        let names = FriendNames.completions(
            of: loaded.withLock { $0 }, prefix: prefix, afterTerminator: words.prefix(index).contains("--"))
        let isOldScript = Environment.current[CompletionScript.variable] == nil
        return isOldScript && CompletionShell.requesting == .bash ? FriendNames.quoted(names) : names
    }

    /// AsyncHTTPClient traps in a debug build when a client is released while it has open connections.
    private static let kept = Mutex<Session?>(nil)

    private static func session(_ words: [String]) throws -> Session {
        let environment = Environment.current
        var settings = try Settings.read(try options(in: words), environment)
        settings.connectTimeout.value = timeout
        settings.requestTimeout.value = timeout
        let directories = AppDirectories(environment: environment)
        let database = try settings.databasePath(directories)
        // To press Tab creates no database.
        guard settings.server.value != nil || access(database, F_OK) == 0 else { throw CleanExit.message("") }
        return try Session(
            commandWith: settings, databasePath: database,
            logger: Logger(label: "friends") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The options of a command line that say where the friends are.
    private static func options(in words: [String]) throws -> ConnectionOptions {
        let names = ["--server", "--database", "--config", "--token-file", "--ca-file"]
        var options: [String] = []
        for (index, word) in words.enumerated() {
            if names.contains(word), index + 1 < words.count {
                options += [word, words[index + 1]]
            } else if names.contains(where: { word.hasPrefix($0 + "=") }) {
                options.append(word)
            }
        }
        return try ConnectionOptions.parse(options)
    }
}
