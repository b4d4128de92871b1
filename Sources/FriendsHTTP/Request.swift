import FriendsModel
import FriendsWire
import NIOCore
import NIOHTTP1

/// One request of the interface, before it has an address.
struct Request: Sendable {
    let method: HTTPMethod
    let path: String
    var query = ""
    var headers: HTTPHeaders = ["Accept": "\(Interface.jsonMediaType), \(Interface.problemMediaType)"]
    var body: ByteBuffer?
    /// Whether the server does nothing a second time when it is asked twice, so that it may be asked again after a
    /// reply that was lost.
    var isRepeatable: Bool

    var isRead: Bool { method == .GET }

    init(_ method: HTTPMethod, _ path: String) {
        self.method = method
        self.path = path
        isRepeatable = method == .GET
    }

    /// The path of one friend in a collection.
    /// - Throws: ``FriendsClientError/notFound`` for an empty id: its path would be the one of the whole list.
    static func path(
        of id: Friend.ID, in collection: String = Interface.friendsPath
    ) throws(FriendsClientError) -> String {
        guard !id.rawValue.isEmpty else { throw .notFound }
        return "\(collection)/\(id.rawValue.percentEncoded)"
    }

    /// Makes the server refuse the request when the friend is not at `version` any more.
    ///
    /// The empty version is of a server that has none. One that cannot stand in a header is refused here: without the
    /// header the request would overwrite what somebody else wrote.
    mutating func require(_ version: Friend.Version) throws(FriendsClientError) {
        guard !version.rawValue.isEmpty else { return }
        let isSendable = version.rawValue.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        guard isSendable else {
            throw .unreadableAnswer(reason: "the server sent an invalid version of this friend")
        }
        headers.add(name: "If-Match", value: "\"\(version.rawValue)\"")
        isRepeatable = true
    }
}
