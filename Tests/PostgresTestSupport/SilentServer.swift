import Glibc
import TestSupport

/// A Unix socket for clients of PostgreSQL that is connected to, but never answers.
package final class SilentServer: Sendable {
    private let folder: TemporaryDirectory
    private let socket: CInt

    /// Where the socket is.
    package var directory: String { folder.path }

    package init() throws {
        folder = try TemporaryDirectory(in: "/tmp")
        socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/.s.PGSQL.5432".utf8) }
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(socket, 1) == 0 else {
            Glibc.close(socket)
            throw PostgresServer.Failure("no socket: \(errno)")
        }
    }

    deinit { Glibc.close(socket) }

    /// Whether a client waits for an answer.
    package var hasClient: Bool {
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1
    }
}
