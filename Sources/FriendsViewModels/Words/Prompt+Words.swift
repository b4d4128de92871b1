import FriendsFormats
import FriendsList
import FriendsModel
import FriendsSearch

/// The questions, and their answers.
extension Prompt {
    /// Asks before many friends are deleted.
    /// - Parameters:
    ///   - isShared: whether others use the list as well.
    ///   - direction: undo or redo, if that deletes them.
    static func deletion(_ count: Int, isShared: Bool, by direction: UndoHistory.Direction? = nil) -> Prompt {
        let others: [MessageLine] = isShared ? ["They disappear from everyone\u{2019}s list."] : []
        return .question(
            "Delete \(count.friends)?", others + [direction == .undo ? "You can redo it." : "You can undo it."])
    }

    /// Asks what becomes of the columns of a table that nobody knows. The default loses nothing.
    static func unknownColumns(_ columns: [FileColumn]) -> Prompt {
        let names = columns.map { column in
            MessageLine.text(column.sample.isEmpty ? column.header : "\(column.header): \(column.sample.prefix(60))")
        }
        return Prompt(
            heading: columns.count.counted(
                one: "Keep an unknown column as notes?", other: "Keep \(columns.count) unknown columns as notes?"),
            lines: names, answers: [.keepAsNotes, .leaveOut, .chooseEach], defaultAnswer: .keepAsNotes,
            dismissal: .cancel)
    }

    /// Asks whether to leave a form without saving.
    package static let discard = question("Discard changes?", ["You can get them back in :drafts for 30 days."])

    /// Offers a draft of a program that has ended. The default continues it, and the answer can be postponed.
    package static func offer(_ draft: UnsavedDraft) -> Prompt {
        Prompt(
            heading: draft.unsavedTitle,
            lines: [
                "Continue opens it in the form.", "To drafts keeps it 30 days in :drafts.",
                "Ask later asks at the next start.",
            ], answers: [.continueDraft, .toDrafts, .askLater], defaultAnswer: .continueDraft, dismissal: .askLater)
    }

    /// Asks what to do with a form whose friend someone has deleted. The default is to do nothing.
    package static func deletedElsewhere(_ details: FriendDetails) -> Prompt {
        Prompt(
            heading: "Failed to update friend.",
            lines: [
                "Failed to update information.",
                "Someone deleted this friend. Your changes are not saved. Add it again?",
            ], answers: [.addAgain, .discard, .keepEditing], defaultAnswer: .keepEditing, dismissal: .keepEditing)
    }

    static func deletion(of draft: UnsavedDraft) -> Prompt {
        question("Delete this draft?", ["\(draft.title).", "You can\u{2019}t undo it."])
    }

    /// Asks whether to save a new friend that looks like one in the list. The default is to continue editing.
    /// - Parameter others: how many more it looks like.
    static func similar(_ similar: SimilarFriend, others: Int) -> Prompt {
        let kinds = similar.reasons.kinds.map(\.label)
        let more = others.counted(one: "So does 1 more friend.", other: "So do \(others) more friends.")
        return Prompt(
            heading: "\(similar.friend.details.shortName) is already here.",
            lines: [
                .text("It has the same \(kinds.inWords).\(others == 0 ? "" : " \(more)")"),
                "Open shows that friend, and keeps your text in :drafts.",
            ],
            answers: [.saveAnyway, .open, .keepEditing], defaultAnswer: .keepEditing, dismissal: .keepEditing)
    }

    /// Asks whether to leave two friends for whom something was chosen.
    /// - Parameter isOfOtherPairs: whether they are for pairs that are not shown.
    static func leavingMerge(ofOtherPairs isOfOtherPairs: Bool) -> Prompt {
        question("Discard your choices?", [isOfOtherPairs ? "They are for other pairs." : "This pair is not merged."])
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
