import FoundationEssentials
import FriendsModel
import FriendsWire

/// The fields in the body of a request, not validated yet.
struct FriendFields: Decodable {
    /// The value of a key.
    enum Value: Equatable {
        case absent
        case null
        case text(String)
        /// Any other JSON value.
        case other
    }

    let id: Value
    private let texts: [FriendField: Value]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        id = try Self.value(of: "id", in: object)
        var texts: [FriendField: Value] = [:]
        for field in FriendField.allCases { texts[field] = try Self.value(of: field.key, in: object) }
        self.texts = texts
    }

    subscript(field: FriendField) -> Value { texts[field] ?? .absent }

    private static func value(of key: String, in object: KeyedDecodingContainer<Key>) throws -> Value {
        let key = Key(stringValue: key)
        guard object.contains(key) else { return .absent }
        if try object.decodeNil(forKey: key) { return .null }
        do {
            return .text(try object.decode(String.self, forKey: key))
        } catch DecodingError.typeMismatch {
            return .other
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

// MARK: - Validation

extension FriendFields {
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
        var draft = FriendDraft()
        var errors: [ProblemDocument.Item] = []
        for field in fields {
            if case .text(let text) = self[field] { draft.details[field] = text }
            let message =
                self[field] == .other
                ? "\(field.label) must be a text"
                : draft.problem(in: field).map { FriendFieldProblem(field: field, problem: $0).message }
            if let message { errors.append(ProblemDocument.Item(pointer: "/\(field.key)", detail: message)) }
        }
        return (draft, errors)
    }
}
