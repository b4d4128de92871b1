import Glibc
import Testing

/// A port of this machine, kept from everybody else, on which no connection is accepted.
struct UnservedPort {
    /// What becomes of who connects.
    enum Kind {
        /// Nobody listens: connections are refused.
        case refusing
        /// Somebody listens, and the queue of those who wait to be accepted is full: they wait.
        case full
    }

    let number: Int
    private let descriptors: [Int32]

    init(_ kind: Kind) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The queue takes one more than it is asked for.
        let clients = (0..<(kind == .full ? 4 : 0)).map { _ in
            socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        }
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, kind == .refusing || listen(listener, 0) == 0,
                    getsockname(listener, address, &length) == 0
                else { return false }
                for client in clients { _ = connect(client, address, length) }
                return true
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        descriptors = [listener] + clients
        try #require(isReady)
    }

    func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }
}
