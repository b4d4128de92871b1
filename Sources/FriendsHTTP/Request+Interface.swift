import FriendsModel
import FriendsWire
import HTTPTransport
import NIOHTTP1

extension Request {
    /// A request of the interface, whose response is JSON.
    init(forJSON method: HTTPMethod, _ path: String) {
        self.init(method, path)
        headers.add(name: "Accept", value: "\(Interface.jsonMediaType), \(Interface.problemMediaType)")
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
