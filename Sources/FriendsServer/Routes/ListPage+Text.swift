import FriendsFormats
import FriendsModel
import FriendsRepository
import FriendsVCard
import FriendsWire
import NIOCore

extension ListPage {
    /// The friends in a format.
    /// - Parameter hasRests: whether JSON has the rests. Cards always have them, tables never.
    func text(as format: Representation, withRests hasRests: Bool) throws -> ByteBuffer {
        switch format {
        case .json where hasRests:
            try JSON.encode(friends.map { WholeFriendDocument($0, rest: rests[$0.id]?.base64EncodedString()) })
        case .json: try JSON.encode(friends.map { FriendDocument($0) })
        case .vCard(let version):
            friends.reduce(into: ByteBuffer()) { buffer, friend in
                buffer.writeBytes(FriendCard(friend, rest: rests[friend.id].map(Array.init)).bytes(in: version))
            }
        case .csv: .table(of: friends, history: position.history)
        }
    }
}

extension ByteBuffer {
    /// A table (CSV) with the columns that these friends need.
    /// - Parameter history: the id of the history of the list.
    static func table(of friends: [Friend], history: String?) -> ByteBuffer {
        var text = CSVText(CSVColumns(of: friends), history: history)
        text.appendHeader()
        for friend in friends { text.append(friend) }
        return ByteBuffer(bytes: text.take())
    }
}
