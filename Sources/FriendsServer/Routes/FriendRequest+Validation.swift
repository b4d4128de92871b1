import FriendsModel
import FriendsWire

/// Validates the fields of a request.
extension FriendRequest {
    /// The friend to create: its details, and the id if the client chose one.
    func newFriend() throws(Problem) -> (id: Friend.ID?, details: FriendDetails) {
        var errors: [ProblemDocument.Item] = []
        var chosenID: Friend.ID?
        switch id {
        case .absent, .null: break
        case .other: errors.append(ProblemDocument.Item(pointer: "/id", detail: "Id must be a text"))
        case .text(let text):
            chosenID = Friend.ID(validating: text)
            if chosenID == nil { errors.append(ProblemDocument.Item(pointer: "/id", detail: Friend.ID.rule)) }
        }
        let (draft, problems) = draft(of: FriendField.allCases)
        errors += problems
        guard errors.isEmpty else { throw .badFields(errors) }
        return (chosenID, draft.trimmed)
    }

    /// The changes of the fields that are present.
    func changes() throws(Problem) -> FriendChanges {
        let fields = FriendField.allCases.filter { self[$0] != .absent }
        let (draft, problems) = draft(of: fields)
        guard problems.isEmpty else { throw .badFields(problems) }
        let details = draft.trimmed
        return FriendChanges(Dictionary(uniqueKeysWithValues: fields.map { ($0, details[$0]) }))
    }

    /// A draft of the fields, and its validation errors. A missing field counts as empty.
    private func draft(of fields: [FriendField]) -> (FriendDraft, [ProblemDocument.Item]) {
        var draft = FriendDraft(required: FriendField.originals)
        var errors: [ProblemDocument.Item] = []
        for field in fields {
            if case .text(let text) = self[field] { draft.details[field] = text }
            let message =
                self[field] == .other
                ? "\(field.label) must be a text"
                : draft.problem(in: field).map {
                    DraftProblem(part: .field(field), label: field.label, problem: $0).message
                }
            if let message { errors.append(ProblemDocument.Item(pointer: "/\(field.key)", detail: message)) }
        }
        return (draft, errors)
    }
}
