import FriendsModel

/// As much of a label as can be stored.
struct ReadLabel {
    let text: String
    /// Why it is not the whole text.
    let problem: DraftProblem?

    init(_ text: String, _ kind: LineKind) {
        let text = CardValue.oneRow(text).trimmed
        func problem(_ label: String) -> DraftProblem? {
            FriendLine(id: FriendLine.ID(""), kind: kind, label: label, value: "").labelProblem
        }
        self.problem = text.isEmpty ? nil : problem(text)
        guard self.problem != nil else {
            self.text = text
            return
        }
        let fitting = CardValue.fitting(text)
        self.text = problem(fitting) == nil ? fitting : ""
    }
}
