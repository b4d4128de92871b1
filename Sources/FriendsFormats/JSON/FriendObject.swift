import Foundation
import FriendsModel
import FriendsVCard

/// A JSON object of a friend or of a line, whose members are checked.
package struct FriendObject {
    private let members: [String: Any]
    /// What messages begin with.
    private let name: String

    /// The keys of a friend that commands take.
    package static let friendKeys = FriendField.allCases.map(\.key) + ["id", "version", "lines"]
    /// The keys of a friend in an export.
    package static let exportKeys = friendKeys + ["rest"]

    /// Checks that a value is an object, and that it has no unknown keys: a misspelled one would be lost.
    /// - Parameters:
    ///   - value: what `JSONSerialization` makes.
    ///   - name: what messages begin with.
    package init(_ value: Any, name: String = "", keys: [String] = Self.friendKeys) throws(RecordProblem) {
        guard let members = value as? [String: Any] else {
            throw RecordProblem(name.isEmpty ? "This is not a JSON object" : "\(name)this is not a JSON object")
        }
        if let key = members.keys.filter({ !keys.contains($0) }).min() {
            throw RecordProblem(
                "\(name)Unknown key \u{201C}\(key)\u{201D}. The keys are \(keys.joined(separator: ", "))")
        }
        (self.members, self.name) = (members, name)
    }

    /// Whether it has a key.
    package func contains(_ key: String) -> Bool { members[key] != nil }

    /// The trimmed text of a key; nil if it is missing or null.
    package func text(_ key: String) throws(RecordProblem) -> String? {
        switch members[key] {
        case nil, is NSNull: return nil
        case let text as String: return text.trimmed
        default: throw RecordProblem("\(name)\(key) must be a text")
        }
    }

    /// The id; nil if it is missing.
    package var id: Friend.ID? {
        get throws(RecordProblem) {
            guard let text = try text("id") else { return nil }
            guard let id = Friend.ID(validating: text) else { throw RecordProblem("\(name)\(Friend.ID.rule)") }
            return id
        }
    }

    /// The details, whose texts are not validated.
    /// - Parameter newID: makes the id of a line that has none.
    package func details(
        newID: (FriendLine) -> FriendLine.ID = { _ in .random() }
    ) throws(RecordProblem) -> FriendDetails {
        var details = FriendDetails()
        for field in FriendField.allCases { details[field] = try text(field.key) ?? "" }
        details.lines = try lines(newID: newID)
        return details
    }

    /// The lines, each with an id.
    /// - Parameter newID: makes the id of a line that has none.
    package func lines(
        newID: (FriendLine) -> FriendLine.ID = { _ in .random() }
    ) throws(RecordProblem) -> [FriendLine] {
        switch members["lines"] {
        case nil, is NSNull: return []
        case let array as [Any]:
            guard array.count <= FriendLine.maximumCount else {
                throw RecordProblem("\(name)A friend can have at most \(FriendLine.maximumCount) lines")
            }
            var lines: [FriendLine] = []
            for (index, value) in array.enumerated() {
                let object = try FriendObject(
                    value, name: "\(name)Line \(index + 1): ", keys: ["id", "kind", "label", "value"])
                let line = try object.line(newID: newID)
                guard !lines.contains(where: { $0.id == line.id }) else {
                    throw RecordProblem("\(object.name)\(FriendLine.repeatedID)")
                }
                lines.append(line)
            }
            return lines
        default: throw RecordProblem("\(name)lines must be an array")
        }
    }

    /// The rest, which is in Base64; nil if it is missing.
    package var rest: [UInt8]? {
        get throws(RecordProblem) {
            guard let text = try text("rest"), !text.isEmpty else { return nil }
            guard let data = Data(base64Encoded: text) else { throw RecordProblem("\(name)rest must be in Base64") }
            guard data.count <= Friend.maximumRestSize else {
                throw RecordProblem("\(name)rest must have at most \(Friend.maximumRestSize) bytes")
            }
            return Array(data)
        }
    }

    private func line(newID: (FriendLine) -> FriendLine.ID) throws(RecordProblem) -> FriendLine {
        guard let key = try text("kind"), LineKind(key: key).isKnown else {
            throw RecordProblem("\(name)\(LineKind.rule)")
        }
        let line = FriendLine(
            id: FriendLine.ID(try id?.rawValue ?? ""), kind: LineKind(key: key), label: try text("label") ?? "",
            value: try text("value") ?? ""
        ).normalized
        guard line.id.rawValue.isEmpty else { return line }
        return FriendLine(id: newID(line), kind: line.kind, label: line.label, value: line.value)
    }
}

extension RecordedFriend {
    /// Reads a friend of our JSON. Its version has no history: the object around the friends has it.
    /// - Parameter value: what `JSONSerialization` makes of it.
    init(json value: Any) throws(RecordProblem) {
        let object = try FriendObject(value, keys: FriendObject.exportKeys)
        var identifiers = LineIdentifiers()
        let details = try object.details { identifiers.next($0.kind, label: $0.label, value: $0.value) }
        let problems = FriendDraft(details).problems
        if let problem = problems.first { throw RecordProblem(problem.message) }
        let rest = try object.rest
        let version = try object.text("version").flatMap { text in
            text.isEmpty ? nil : RecordedVersion(Friend.Version(text), history: nil)
        }
        if let id = try object.id {
            self.init(id: id, details: details, rest: rest, version: version)
            return
        }
        let id = Friend.ID.derived("json-") { hash in
            let texts =
                FriendField.allCases.map { details[$0] } + details.lines.flatMap { [$0.kind.key, $0.label, $0.value] }
            hash.add(texts)
            hash.add(rest ?? [])
        }
        self.init(id: id, details: details, rest: rest, isIDFromContent: true, version: version)
    }
}
