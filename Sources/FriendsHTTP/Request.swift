import FriendsModel
import FriendsWire
import NIOCore
import NIOHTTP1

/// A request of the interface, without the address of the server.
struct Request: Sendable {
    let method: HTTPMethod
    let path: String
    var query = ""
    var headers: HTTPHeaders = ["Accept": "\(Interface.jsonMediaType), \(Interface.problemMediaType)"]
    var body: ByteBuffer?
    /// Whether the request is idempotent, so that it can be retried after a lost response.
    var isRepeatable: Bool

    var isRead: Bool { method == .GET }

    /// Whether the response to it can have many friends.
    var isForMany: Bool { isRead || path == Interface.batchPath }

    init(_ method: HTTPMethod, _ path: String) {
        self.method = method
        self.path = path
        isRepeatable = method == .GET
    }

    /// The path of one friend in a collection.
    /// - Throws: ``FriendsClientError/notFound`` for an empty id, whose path would be the list's.
    static func path(
        of id: Friend.ID, in collection: String = Interface.friendsPath
    ) throws(FriendsClientError) -> String {
        guard !id.rawValue.isEmpty else { throw .notFound }
        return "\(collection)/\(id.rawValue.percentEncoded)"
    }

    /// Makes the server refuse the request if the friend has another version.
    ///
    /// A server without versions has the empty one. A version that is invalid in a header is refused here: without the
    /// header the request would overwrite the change of someone else.
    mutating func require(_ version: Friend.Version) throws(FriendsClientError) {
        guard !version.rawValue.isEmpty else { return }
        let isSendable = version.rawValue.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        guard isSendable else {
            throw .unreadableResponse(reason: "the server sent an invalid version of this friend")
        }
        headers.add(name: "If-Match", value: "\"\(version.rawValue)\"")
        isRepeatable = true
    }
}
