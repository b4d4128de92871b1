import FriendsDatabase
import FriendsRepository
import Glibc
import TestSupport
import Testing

@testable import FriendsServer

/// What the system keeps of a response that the client does not read.
@Suite(.timeLimit(.minutes(10)))
struct SocketBufferTests {
    @Test func `the system buffers little of what is not read`() async throws {
        var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)
        configuration.limits.socketBufferSize = 10_000
        configuration.limits.writeTimeout = .seconds(7)
        try await withSharedServer(configuration, try await SQLiteRepository.holding(count: 1)) { port in
            let request = "GET /friends HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try await RawConnection(port: port).keptOpen(request, answerEndingWith: "]") {
                let sockets = Self.connections(to: port)
                #expect(sockets.count == 1)
                // The system doubles what is set, for its own structures.
                #expect(sockets.map { Self.option(SOL_SOCKET, SO_SNDBUF, of: $0) } == [20_000])
                #expect(sockets.map { Self.option(CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, of: $0) } == [12_000])
            }
        }
    }

    /// The server's ends of the connections to a port: the server is in this process.
    private static func connections(to port: Int) -> [CInt] {
        (0..<CInt(1 << 16)).filter { descriptor in
            var address = sockaddr_in()
            guard isNamed(descriptor, &address, getpeername), Int(UInt16(bigEndian: address.sin_port)) != port else {
                return false
            }
            return isNamed(descriptor, &address, getsockname) && Int(UInt16(bigEndian: address.sin_port)) == port
        }
    }

    /// Whether a descriptor is a socket of IPv4 that has an address.
    private static func isNamed(
        _ descriptor: CInt, _ address: inout sockaddr_in,
        _ name: (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt
    ) -> Bool {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        return result == 0 && address.sin_family == AF_INET
    }

    private static func option(_ level: CInt, _ name: CInt, of descriptor: CInt) -> CInt {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : -1
    }
}
