import FriendsModel
import FriendsVCard

/// The rest of a friend with what it lacks of the rest of another friend, who is merged with it.
struct RestUnion: Equatable, Sendable {
    let rest: [UInt8]
    /// Whether the rest has everything of the other one.
    let isWhole: Bool

    /// - Parameters:
    ///   - other: the rest of the other friend; nil without one.
    ///   - before: the friend that gets it.
    ///   - details: what the two become.
    init(_ rest: [UInt8], adding other: [UInt8]?, for before: FriendDetails, becoming details: FriendDetails) {
        let union = CardUnion(rest, adding: other)
        self.rest = union.bytes(showing: details, before: before)
        isWhole = union.notes.isEmpty && union.leftOut.isEmpty
    }

    /// The rest of the other friend for one who has none of its own.
    /// - Parameter details: what the two become.
    init(taking other: [UInt8], for details: FriendDetails) {
        (rest, isWhole) = (other, FriendCard.lostNames(other, of: details).isEmpty)
    }
}
