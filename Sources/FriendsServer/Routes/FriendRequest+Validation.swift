import FoundationEssentials
import FriendsRepository
import FriendsModel
import FriendsWire

/// Validates the parts of a friend in a request.
extension FriendRequest {
    typealias Item = ProblemDocument.Item

    /// The friend to create: its details, the id if the client chose one, and its rest.
    /// - Parameters:
    ///   - pointer: where the request is in the body.
    ///   - limit: the errors after which no other line is validated.
    func newFriend(
        at pointer: String = "", limit: Int = Problem.maximumErrors
    ) throws(Problem) -> (id: Friend.ID?, details: FriendDetails, rest: Data?) {
        var errors: [Item] = []
        let chosenID = chosenID(at: pointer, &errors)
        var details = FriendDetails()
        for field in FriendField.allCases { details[field] = text(of: field, at: pointer, &errors) }
        details.lines = lines(at: pointer, limit: limit, &errors) ?? []
        let rest = restChange(at: pointer, &errors).content
        if errors.isEmpty {
            errors += FriendDraft(details).problems.map { Item(pointer: pointer, detail: $0.message) }
        }
        guard errors.isEmpty else { throw .badFields(errors, limit: limit) }
        return (chosenID, details, rest)
    }

    /// The changes of the parts that are present.
    func changes(
        at pointer: String = "", limit: Int = Problem.maximumErrors
    ) throws(Problem) -> (changes: FriendChanges, rest: RestChange) {
        var errors: [Item] = []
        let fields = FriendField.allCases.filter { self[$0] != .absent }
        let values = fields.map { ($0, text(of: $0, at: pointer, &errors)) }
        let lines = lines(at: pointer, limit: limit, &errors)
        let rest = restChange(at: pointer, &errors)
        guard errors.isEmpty else { throw .badFields(errors, limit: limit) }
        return (FriendChanges(Dictionary(uniqueKeysWithValues: values), lines: lines), rest)
    }

    private func chosenID(at pointer: String, _ errors: inout [Item]) -> Friend.ID? {
        switch id {
        case .absent, .null: return nil
        case .other: errors.append(Item(pointer: pointer + "/id", detail: "Id must be a text"))
        case .text(let text):
            if let id = Friend.ID(validating: text) { return id }
            errors.append(Item(pointer: pointer + "/id", detail: Friend.ID.rule))
        }
        return nil
    }

    /// The trimmed text of a field. A missing field, and null, count as empty.
    private func text(of field: FriendField, at pointer: String, _ errors: inout [Item]) -> String {
        var draft = FriendDraft()
        if case .text(let text) = self[field] { draft.details[field] = text }
        let message =
            self[field] == .other
            ? "\(field.label) must be a text"
            : draft.problem(in: field).map {
                DraftProblem(part: .field(field), label: field.label, problem: $0).message
            }
        if let message { errors.append(Item(pointer: "\(pointer)/\(field.key)", detail: message)) }
        return draft.trimmed[field]
    }

    /// The trimmed lines; nil if the key is missing. A line without an id has the empty one.
    private func lines(at pointer: String, limit: Int, _ errors: inout [Item]) -> [FriendLine]? {
        let pointer = pointer + "/lines"
        switch lines {
        case .absent: return nil
        case .null: return []
        case .other: errors.append(Item(pointer: pointer, detail: "Lines must be a list"))
        case .list(let list) where list.count > FriendLine.maximumCount:
            let problem = DraftProblem(part: .whole, label: "A friend", problem: .tooManyLines)
            errors.append(Item(pointer: pointer, detail: problem.message))
        case .list(let list):
            var ids: Set<FriendLine.ID> = []
            var lines: [FriendLine] = []
            for (index, line) in list.enumerated() where errors.count < limit {
                lines.append(line.validated(at: "\(pointer)/\(index)", besides: &ids, &errors))
            }
            return lines
        }
        return []
    }

    private func restChange(at pointer: String, _ errors: inout [Item]) -> RestChange {
        switch rest {
        case .absent: return .unchanged
        case .null, .text(""): return .replaced(nil)
        case .text(let text):
            if let content = Data(base64Encoded: text), content.count <= Friend.maximumRestSize {
                return .replaced(content)
            }
        case .other: break
        }
        let rule = "Rest must be at most \(Friend.maximumRestSize) bytes in Base64"
        errors.append(Item(pointer: pointer + "/rest", detail: rule))
        return .unchanged
    }
}

extension LineRequest {
    /// The trimmed line. Its problems are added to `errors`.
    /// - Parameter ids: the ids of the lines before it.
    fileprivate func validated(
        at pointer: String, besides ids: inout Set<FriendLine.ID>, _ errors: inout [ProblemDocument.Item]
    ) -> FriendLine {
        func reject(_ key: String, _ detail: String) {
            errors.append(ProblemDocument.Item(pointer: pointer + key, detail: detail))
        }
        var line = FriendLine(id: FriendLine.ID(""), kind: .note, value: "")
        guard isObject else {
            reject("", "A line must be an object")
            return line
        }
        switch id {
        case .absent, .null: break
        case .other: reject("/id", "Id must be a text")
        case .text(let text):
            guard let id = FriendLine.ID(validating: text) else {
                reject("/id", Friend.ID.rule)
                break
            }
            if !ids.insert(id).inserted { reject("/id", FriendLine.repeatedID) }
            line = FriendLine(id: id, kind: .note, value: "")
        }
        let isKindKnown: Bool
        if case .text(let key) = kind, LineKind(key: key).isKnown {
            line.kind = LineKind(key: key)
            isKindKnown = true
        } else {
            reject("/kind", LineKind.rule)
            isKindKnown = false
        }
        if case .text(let text) = label { line.label = text.trimmed }
        if label == .other {
            reject("/label", "Label must be a text")
        } else if let problem = line.labelProblem {
            reject("/label", problem.message)
        }
        if case .text(let text) = value { line.value = text.trimmed }
        if value == .other {
            reject("/value", "\(isKindKnown ? line.kind.label : "Value") must be a text")
        } else if isKindKnown, let problem = line.valueProblem {
            reject("/value", problem.message)
        }
        return line
    }
}
