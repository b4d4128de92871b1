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
