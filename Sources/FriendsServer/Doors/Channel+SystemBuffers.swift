import Glibc
import NIOCore

/// What the system keeps of an answer after it was written, which is out of sight for a handler.
extension Channel {
    /// Bounds how much that is, and for how long a client may leave it untaken, also after the connection was closed.
    func limitSystemBuffers(to size: Int, for time: TimeAmount) {
        guard let socket = self as? any SocketOptionProvider else { return }
        _ = socket.unsafeSetSocketOption(level: .socket, name: .so_sndbuf, value: Int32(size))
        let milliseconds = UInt32(clamping: time.nanoseconds / 1_000_000)
        _ = socket.unsafeSetSocketOption(
            level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT), value: milliseconds)
    }

    /// Has it thrown away when the connection is closed.
    func discardSystemBuffers() {
        guard let socket = self as? any SocketOptionProvider else { return }
        _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
}
