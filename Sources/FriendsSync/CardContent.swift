import FriendsModel
import FriendsVCard

/// The friend that a card of a collection is.
struct CardContent: Equatable, Sendable {
    let id: Friend.ID
    let details: FriendDetails
    /// The card, or what of it is kept with a friend.
    let rest: [UInt8]?

    /// Why a card is no friend.
    enum Problem: Error, Equatable {
        /// It is about a group of people.
        case group
        case refused(String)
    }

    init(_ bytes: [UInt8]) throws(Problem) {
        guard let card = VCard(bytes) else { throw .refused("It is not a card") }
        do throws(CardRefusal) {
            let read = try FriendCard.friend(of: card)
            // The rest is the card, so that an export of the friend is this card.
            (id, details, rest) = (read.friend.id, read.friend.details, read.friend.rest)
        } catch {
            switch error {
            case .group: throw .group
            case .invalid: throw .refused(error.message)
            }
        }
    }
}

extension FriendDetails {
    /// Whether both say the same. The order of lines says nothing: some servers sort them, and the ids of lines are our own.
    func saysSame(as other: FriendDetails) -> Bool {
        FriendField.allCases.allSatisfy { self[$0].isIdentical(to: other[$0]) }
            && lines.map(LineContent.init).counted == other.lines.map(LineContent.init).counted
    }

    /// Whether nothing of others is missing here.
    func hasAll(of other: FriendDetails) -> Bool {
        let own = lines.map(LineContent.init).counted
        return FriendField.allCases.allSatisfy { other[$0].isEmpty || self[$0].isIdentical(to: other[$0]) }
            && other.lines.map(LineContent.init).counted.allSatisfy { own[$0.key, default: 0] >= $0.value }
    }

    /// What a line says. Texts are the same when their bytes are.
    private struct LineContent: Hashable {
        let kind: String
        let label: [UInt8]
        let value: [UInt8]

        init(_ line: FriendLine) {
            (kind, label, value) = (line.kind.key, Array(line.label.utf8), Array(line.value.utf8))
        }
    }
}

extension Sequence where Element: Hashable {
    /// How often each element occurs.
    fileprivate var counted: [Element: Int] { Dictionary(map { ($0, 1) }, uniquingKeysWith: +) }
}
