import Glibc

/// A process that removes a server and its directory when it is told to, or when the tests have ended in any way.
///
/// It reads from a socket whose other end only the process of the tests has. The system closes that end even when the
/// process is killed.
final class Watcher: Sendable {
    private let process: pid_t
    private let socket: CInt

    private static let script = """
        trap '' HUP INT TERM
        while read -r line; do :; done
        cd "$1" || exit
        process=$(head --lines=1 data/postmaster.pid) && kill -QUIT "$process"
        while [ -n "$process" ] && grep --quiet . "/proc/$process/cmdline"; do sleep 0.02; done
        cd / && rm -rf "$1"
        """

    /// - Parameter directory: has the server's directory `data`.
    init(directory: String) throws {
        var ends: [CInt] = [-1, -1]
        // No other program of the tests inherits it and keeps it open.
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw PostgresServer.Failure("no sockets: \(errno)") }
        defer { Glibc.close(ends[0]) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // POSIX_SPAWN_SETSID, which Swift does not see: Ctrl-C in the terminal of the tests is not for it. And no signal is
        // blocked, as some are on the threads that run tests.
        posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        posix_spawn_file_actions_adddup2(&files, ends[0], 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        // NIO lets programs inherit its sockets. Their other ends would not notice that the tests have closed them.
        for descriptor in 3..<min(getdtablesize(), 4_096) { posix_spawn_file_actions_addclose(&files, descriptor) }
        let words: [String] = ["sh", "-c", Self.script, "sh", directory]
        var arguments = words.map { strdup($0) } + [nil]
        defer {
            arguments.forEach { free($0) }
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        var child: pid_t = 0
        let result = posix_spawn(&child, "/bin/sh", &files, &attributes, &arguments, environ)
        guard result == 0 else {
            Glibc.close(ends[1])
            throw PostgresServer.Failure("sh does not start: \(result)")
        }
        process = child
        socket = ends[1]
    }

    /// Removes the server, and waits until it is gone.
    deinit {
        Glibc.close(socket)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}
