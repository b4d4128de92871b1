import FriendsRepository
import FriendsModel
import FriendsVCard
import Hummingbird

/// Friends as vCards, one after the other. They are written in pieces: cards can have photos, so a list of them can be larger
/// than the memory.
///
/// Each card is of one state of its friend: details and rest are read together, for those who have changed since again. Friends who
/// were deleted since are left out.
struct CardsBody: Sendable {
    let friends: [Friend]
    let version: VCard.Version?
    let repository: any FriendRepository

    /// The most bytes of rests in a piece, and the most friends.
    private static let maximumRests = 4 << 20
    private static let maximumCount = 500

    /// - Parameter isKnown: whether to compute the length first, which writes everything twice.
    func responseBody(knowingItsLength isKnown: Bool) async throws -> ResponseBody {
        var length = 0
        if isKnown { try await write { length += $0.readableBytes } }
        return ResponseBody(contentLength: isKnown ? length : nil) { writer in
            try await write { try await writer.write($0) }
            try await writer.finish(nil)
        }
    }

    private func write(_ send: (ByteBuffer) async throws -> Void) async throws {
        var remaining = friends[...]
        while !remaining.isEmpty {
            let next = Array(remaining.prefix(Self.maximumCount))
            let current = try await repository.current(next, upTo: Self.maximumRests)
            var buffer = ByteBuffer()
            for case (let friend, let rest)? in current {
                buffer.writeBytes(FriendCard(friend, rest: rest.map(Array.init)).bytes(in: version))
            }
            remaining.removeFirst(current.count)
            try await send(buffer)
        }
    }
}

extension FriendCard {
    init(_ friend: Friend, rest: [UInt8]?) {
        self.init(id: friend.id, details: friend.details, rest: rest)
    }
}
