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
        case chooseEach = "Choose"
        case saveAnyway = "Save"
        case open = "Open"
        case continueDraft = "Continue"
        case toDrafts = "To drafts"
        case askLater = "Ask later"
        case keepOurs = "Ours"
        case keepTheirs = "Server"
        case keepBoth = "Both"
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
        isQuestion || answers.contains(.keepAsNotes) || answers.contains(.saveAnyway) || answers.contains(.keepOurs)
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
}
