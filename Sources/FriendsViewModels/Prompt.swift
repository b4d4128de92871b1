import FriendsModel

/// Something that waits for an answer over the screen: an alert with one button, an alert that offers to try again, or
/// a question.
package struct Prompt: Equatable, Sendable {
    /// An answer, with the word on its button.
    package enum Answer: String, Equatable, Sendable {
        case ok = "OK"
        case retry = "Retry"
        case cancel = "Cancel"
        case yes = "Yes"
        case no = "No"
        case addAgain = "Add"
        case discard = "Discard"
        case keepEditing = "Keep editing"
    }

    /// What failed, or what is asked.
    package let heading: String
    /// What was being done, why it failed and how to go on; a line each.
    package let lines: [String]
    /// The buttons from left to right.
    package let answers: [Answer]
    /// The button that has the focus at first.
    package let defaultAnswer: Answer
    /// What leaving without a choice means.
    package let dismissal: Answer

    /// Whether it asks for yes or no.
    package var isQuestion: Bool { answers.contains(.yes) }

    /// All of its text.
    package var text: String { ([heading] + lines).joined(separator: "\n") }

    /// An alert that can only be read and closed.
    package static func alert(_ heading: String, _ lines: [String]) -> Prompt {
        Prompt(heading: heading, lines: lines, answers: [.ok], defaultAnswer: .ok, dismissal: .ok)
    }

    /// An alert for what may work the next time.
    package static func retryAlert(_ heading: String, _ lines: [String]) -> Prompt {
        Prompt(
            heading: heading, lines: lines, answers: [.retry, .cancel], defaultAnswer: .retry, dismissal: .cancel)
    }

    /// A question whose default is to do nothing.
    package static func question(_ heading: String, _ lines: [String] = []) -> Prompt {
        Prompt(heading: heading, lines: lines, answers: [.yes, .no], defaultAnswer: .no, dismissal: .no)
    }

    /// Asks before many friends are deleted.
    /// - Parameters:
    ///   - isShared: whether others use the list as well.
    ///   - direction: undo or redo, when that is what deletes them.
    static func deletion(_ count: Int, isShared: Bool, by direction: UndoHistory.Direction? = nil) -> Prompt {
        let others = isShared ? ["They disappear from everyone\u{2019}s list."] : []
        return .question(
            "Delete \(count.friends)?", others + [direction == .undo ? "You can redo it." : "You can undo it."])
    }

    /// Asks whether to leave a form without saving.
    package static let discard = question("Discard changes?", ["You can get them back in :drafts for 30 days."])

    /// Offers what was being typed when a program ended. The default is yes, and it can be left open.
    package static func offer(_ draft: UnsavedDraft) -> Prompt {
        Prompt(
            heading: draft.question,
            lines: [
                "Yes opens it in the form.", "No keeps it 30 days in :drafts.", "Esc asks again next time.",
            ], answers: [.yes, .no], defaultAnswer: .yes, dismissal: .cancel)
    }

    /// What becomes of a form whose friend somebody has deleted meanwhile. The default is to do nothing.
    package static func deletedElsewhere(_ details: FriendDetails) -> Prompt {
        Prompt(
            heading: "Failed to update friend.",
            lines: [
                "Failed to update information.",
                "Someone deleted this friend. Add it again with your changes?",
            ], answers: [.addAgain, .discard, .keepEditing], defaultAnswer: .keepEditing, dismissal: .keepEditing)
    }
}
