import Glibc
import Testing

/// A port on which nobody accepts connections, and where no more of them fit into the queue: whoever connects waits.
final class FullBacklog {
    let port: Int
    private let descriptors: [Int32]

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The queue takes one more than it is asked for.
        let clients = (0..<4).map { _ in
            socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        }
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, listen(listener, 0) == 0,
                    getsockname(listener, address, &length) == 0
                else { return false }
                for client in clients { _ = connect(client, address, length) }
                return true
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        descriptors = [listener] + clients
        try #require(isListening)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
