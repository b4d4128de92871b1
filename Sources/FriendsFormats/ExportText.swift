import FriendsModel
import FriendsVCard

/// Friends as they leave the program, piece by piece: everything that they have, with their rests.
package struct ExportText: Sendable {
    private var text: any FileText

    package init(_ format: Format) { text = format.text() }

    /// What the format cannot hold, at the end of the output.
    package var losses: ExportLosses { text.losses }

    /// The next friends.
    /// - Parameter history: the id of the history of their versions, the same for all; nil without a history.
    package mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        text.text(of: friends, rests: rests, history: history)
    }

    /// The end of the output.
    package mutating func end() -> [UInt8] { text.end() }
}

/// What turns friends into the bytes of a file in one format.
protocol FileText: Sendable {
    /// What the format cannot hold, at the end of the file.
    var losses: ExportLosses { get }
    /// Returns the bytes of the next friends.
    /// - Parameter history: the id of the history of their versions; nil without a history.
    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8]
    /// Returns the end of the file.
    mutating func end() -> [UInt8]
}

/// Friends as vCards.
struct CardFileText: FileText {
    /// Nil keeps the version of a friend's own card.
    let version: VCard.Version?
    let losses = ExportLosses()
    private var groups = GroupExport()

    init(version: VCard.Version?) { self.version = version }

    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        for friend in friends {
            let card = FriendCard(id: friend.id, details: friend.details, rest: rests[friend.id]).bytes(in: version)
            groups.add(card)
            bytes += card
        }
        return bytes
    }

    /// The groups of the friends.
    func end() -> [UInt8] { groups.cards(in: version) }
}
