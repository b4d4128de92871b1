import FriendsModel
import FriendsSearch

/// A new friend that looks like one in the list: the user is warned of each once, and can open it instead.
extension FriendFormViewModel {
    /// What the user wants.
    enum WarningAnswer {
        case saveAnyway
        case open(Friend)
        case keepEditing
    }

    /// - Returns: nil when there is nothing to warn of.
    func answerToWarning() async -> WarningAnswer? {
        guard case .add(let id) = state.mode else { return nil }
        // What is compared is what is sent.
        state.isComparing = true
        state.isSending = true
        let found = await similar(state.mine).filter { $0.friend.id != id && !state.warned.contains($0.friend.id) }
        state.isSending = false
        // Esc was pressed meanwhile.
        guard state.isComparing else { return .keepEditing }
        state.isComparing = false
        guard let first = found.first else { return nil }
        state.warned.formUnion(found.map(\.friend.id))
        let question = Prompt.similar(first, others: found.count - 1)
        // Who adds several friends types the next name at once.
        return switch await desk.ask(state.addsAnother ? question.withoutLetters : question) {
        case .saveAnyway: .saveAnyway
        case .open: .open(first.friend)
        default: .keepEditing
        }
    }
}

extension Prompt {
    /// Asks whether to save a new friend that looks like one in the list. The default is to continue editing.
    /// - Parameter others: how many more it looks like.
    static func similar(_ similar: SimilarFriend, others: Int) -> Prompt {
        let kinds = similar.reasons.kinds.map(\.label)
        let more =
            switch others {
            case 0: ""
            case 1: " So does 1 more friend."
            default: " So do \(others) more friends."
            }
        return Prompt(
            heading: "\(similar.friend.details.shortName) is already here.",
            lines: [
                .text("It has the same \(kinds.inWords).\(more)"),
                "Open shows that friend, and keeps your text in :drafts.",
            ],
            answers: [.saveAnyway, .open, .keepEditing], defaultAnswer: .keepEditing, dismissal: .keepEditing)
    }
}

extension DuplicateGroup.Reason.Kind {
    fileprivate var label: String {
        switch self {
        case .name: "name"
        case .phone: "phone number"
        case .email: "email"
        }
    }
}

extension [String] {
    /// The texts with commas, and with "and" before the last one.
    fileprivate var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
