import FriendsFormats
import FriendsList
import FriendsModel

/// An overlay that waits for an answer: an alert, an alert with a retry button, or a question.
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
        case keepAsNotes = "Keep"
        case leaveOut = "Leave out"
        case saveAnyway = "Save"
        case open = "Open"
        case continueDraft = "Continue"
        case toDrafts = "To drafts"
        case askLater = "Ask later"
    }

    /// What failed, or what is asked.
    package let heading: String
    /// What was being done, why it failed and what to do.
    package let lines: [MessageLine]
    /// The buttons from left to right.
    package let answers: [Answer]
    /// The button that has the focus first.
    package let defaultAnswer: Answer
    /// The answer of leaving without a choice.
    package let dismissal: Answer
    /// Whether letters answer it. They do not where they may have been typed before it came.
    package private(set) var takesLetters = true

    /// The same prompt, which letters do not answer.
    var withoutLetters: Prompt {
        var prompt = self
        prompt.takesLetters = false
        return prompt
    }

    /// All its text.
    var text: String { ([heading] + lines.map(\.words)).joined(separator: "\n") }

    /// Whether it asks about something that is kept without an answer. Ctrl-C closes such a question, and only that.
    var keepsUnanswered: Bool { dismissal == .no || dismissal == .keepEditing }

    /// Whether a key asks it, and nothing that has happened meanwhile: who has pressed the key expects it.
    package var isAskedByKey: Bool {
        isQuestion || answers.contains(.keepAsNotes) || answers.contains(.saveAnyway)
    }

    /// Whether it asks for yes or no.
    package var isQuestion: Bool { answers.contains(.yes) }

    /// An alert that can only be closed.
    package static func alert(_ heading: String, _ lines: [MessageLine]) -> Prompt {
        Prompt(heading: heading, lines: lines, answers: [.ok], defaultAnswer: .ok, dismissal: .ok)
    }

    /// An alert for a failure that a retry may not meet.
    package static func retryAlert(_ heading: String, _ lines: [MessageLine]) -> Prompt {
        Prompt(
            heading: heading, lines: lines, answers: [.retry, .cancel], defaultAnswer: .retry, dismissal: .cancel)
    }

    /// A question whose default is to do nothing.
    package static func question(_ heading: String, _ lines: [MessageLine] = []) -> Prompt {
        Prompt(heading: heading, lines: lines, answers: [.yes, .no], defaultAnswer: .no, dismissal: .no)
    }

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
            lines: names, answers: [.keepAsNotes, .leaveOut, .cancel], defaultAnswer: .keepAsNotes, dismissal: .cancel)
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
}
