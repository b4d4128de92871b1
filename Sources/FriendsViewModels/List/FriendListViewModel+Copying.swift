import FriendsModel

/// What became of a text that was to be copied.
package enum CopyOutcome: Equatable, Sendable {
    /// It was sent to the terminal. Whether that has put it on the clipboard, no terminal tells.
    case sent
    /// The terminal is one that takes no copies.
    case notTaken
    case tooLong
}

extension FriendListViewModel {
    /// What of a friend is copied.
    package enum CopiedPart: Equatable, Sendable {
        case phoneNumber
        /// The names and the phone number, on one line.
        case friend
    }
}

extension FriendListViewModel.CopiedPart {
    func text(of details: FriendDetails) -> String {
        switch self {
        case .phoneNumber: details.phoneNumber
        case .friend: "\(details.fullName), \(details.phoneNumber)"
        }
    }

    /// How many there are, in words.
    func count(_ count: Int) -> String {
        switch self {
        case .phoneNumber: "\(count) phone numbers"
        case .friend: "\(count) friends"
        }
    }
}
