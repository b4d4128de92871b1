import FriendsList
import FriendsModel
import FriendsViewModels

/// The words of the title.
extension Connection {
    var text: String? {
        switch self {
        case .none: nil
        case .live: "live"
        case .reconnecting(let time): "reconnecting, as of \(time.text)"
        case .offline(let time): "offline, as of \(time.text)"
        case .notLoggedIn(let time): "not logged in, as of \(time.text)"
        }
    }
}

extension ListTime {
    var text: String {
        let clock = ClockTime.text(secondsSince1970: secondsSince1970)
        return isRecent ? clock : "\(ClockTime.date(secondsSince1970: secondsSince1970)) \(clock)"
    }
}

extension FriendOrder {
    var text: String {
        let column = column.title.lowercased()
        return isReversed ? column + ", reversed" : column
    }
}
