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

    /// Copies a part of each of some friends, one to a line, and says so when it was sent.
    func copy(_ part: CopiedPart, of friends: [Friend]) {
        guard !friends.isEmpty else { return state.hasMarks ? sayThatNoneIsShown() : () }
        let texts = friends.map { part.text(of: $0.details) }
        copy(texts.joined(separator: "\n"), named: texts.count == 1 ? texts[0] : part.count(texts.count))
    }

    /// Copies what an alert or a message says.
    func copy(_ message: String) { copy(message, named: "the message") }

    private func copy(_ text: String, named name: String) {
        state.status =
            switch sendCopy(text) {
            case .sent: Status(kind: .success, text: "Copied \(name)")
            case .notTaken: Status(kind: .problem, text: "This terminal has no clipboard support")
            case .tooLong: Status(kind: .problem, text: "Too much text to copy at once")
            }
    }
}

extension FriendListViewModel.Status {
    /// A text was pasted where none is typed.
    static var refusedPaste: Self { Self(kind: .information, text: "Nothing to paste into", offer: .find) }
}

extension FriendListViewModel.CopiedPart {
    fileprivate func text(of details: FriendDetails) -> String {
        switch self {
        case .phoneNumber: details.phoneNumber
        case .friend: "\(details.fullName), \(details.phoneNumber)"
        }
    }

    /// How many there are, in words.
    fileprivate func count(_ count: Int) -> String {
        switch self {
        case .phoneNumber: "\(count) phone numbers"
        case .friend: "\(count) friends"
        }
    }
}
