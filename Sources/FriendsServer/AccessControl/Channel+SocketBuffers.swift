import Glibc
import NIOCore

/// The system's send buffer, which handlers cannot see.
extension Channel {
    /// Limits the size of the buffer, and how long its data may stay unacknowledged, also after the connection was closed.
    func limitSocketBuffers(to size: Int, for time: TimeAmount) {
        guard let socket = self as? any SocketOptionProvider else { return }
        _ = socket.unsafeSetSocketOption(level: .socket, name: .so_sndbuf, value: Int32(size))
        let milliseconds = UInt32(clamping: time.nanoseconds / 1_000_000)
        _ = socket.unsafeSetSocketOption(
            level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT), value: milliseconds)
    }

    /// Discards the buffer when the connection is closed.
    func discardSocketBuffers() {
        guard let socket = self as? any SocketOptionProvider else { return }
        _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
}
