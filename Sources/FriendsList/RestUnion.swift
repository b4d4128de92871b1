import FriendsModel
import FriendsVCard

/// The rest of a friend with what it lacks of the rest of another friend, who is merged with it.
struct RestUnion: Equatable, Sendable {
    let rest: [UInt8]
    /// The names of what only the other one has, such as a second gender; empty if the rest has everything. They are untrusted text.
    let leftOut: [String]

    /// - Parameters:
    ///   - other: the rest of the other friend; nil without one.
    ///   - before: the friend that gets it.
    ///   - details: what the two become.
    init(_ rest: [UInt8], adding other: [UInt8]?, for before: FriendDetails, becoming details: FriendDetails) {
        let union = CardUnion(rest, adding: other)
        self.rest = union.bytes(showing: details, before: before)
        leftOut = union.notes.map(\.label) + union.leftOut
    }

    /// The rest of the other friend for one who has none of its own.
    /// - Parameter details: what the two become.
    init(taking other: [UInt8], for details: FriendDetails) {
        (rest, leftOut) = (other, FriendCard.lostNames(other, of: details).map(\.label))
    }
}
