import FriendsModel
import FriendsVCard

/// The records of abook's file: sections with `key=value` in each row.
struct AbookSource: RecordSource {
    /// The maximum size of a row and of a section, in bytes: several times the size of a friend.
    private static let maximumSize = 1 << 20

    private struct Section {
        /// The row of its name.
        let row: Int
        var values: [(key: String, value: String)] = []
        var size = 0
        var isTooLarge: Bool { size > maximumSize }
    }

    private var decoder = UnicodeDecoder()
    private var pending: [UInt8] = []
    private var row = 0
    /// Whether the rest of a row is skipped that is too long.
    private var isSkipping = false
    private var section: Section?
    /// Whether the file's own section is read, which says nothing about friends.
    private var isInFormat = false
    private var isStrayReported = false
    private var records: [FriendRecord] = []

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        let known = pending.count
        decoder.decode(chunk, into: &pending)
        // The bytes before have no line end. Reading them again with each chunk would take quadratic time.
        if let last = pending[known...].lastIndex(where: Self.isLineEnd) {
            let rows = pending[...last]
            pending = Array(pending[(last + 1)...])
            readRows(rows)
        }
        if isSkipping || pending.count > Self.maximumSize {
            // A row without an end needs no memory.
            isSkipping = true
            pending = []
        }
        return take()
    }

    mutating func finish() -> [FriendRecord] {
        decoder.finish(into: &pending)
        if isSkipping { pending.append(UInt8(ascii: "\n")) }
        readRows(pending[...])
        pending = []
        endSection()
        return take()
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }

    private mutating func readRows(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let end = rest.firstIndex(where: Self.isLineEnd) ?? rest.endIndex
            row += 1
            if isSkipping || end - rest.startIndex > Self.maximumSize {
                isSkipping = false
                section?.size = .max
                rest = rest[min(end + 1, rest.endIndex)...]
                continue
            }
            let text = TextEncoding.utf8(rest[..<end])
            readRow(String(decoding: text, as: UTF8.self).trimmed)
            rest = rest[min(end + 1, rest.endIndex)...]
        }
    }

    private mutating func readRow(_ text: String) {
        if text.isEmpty || text.hasPrefix("#") { return }
        if text.hasPrefix("["), text.hasSuffix("]") {
            endSection()
            isInFormat = text.lowercased() == "[format]"
            if !isInFormat { section = Section(row: row) }
            return
        }
        if isInFormat { return }
        guard section != nil else {
            if isStrayReported { return }
            isStrayReported = true
            records.append(
                FriendRecord(row: row, content: .failure(RecordProblem("This row is not part of an abook file"))))
            return
        }
        // A value can begin with a combining mark, which is no character with the sign.
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            // A note with several rows, perhaps, which abook does not write.
            add("notes", text)
            return
        }
        let value = String(text.unicodeScalars[text.unicodeScalars.index(after: end)...]).trimmed
        if !value.isEmpty { add(String(text.unicodeScalars[..<end]).trimmed.lowercased(), value) }
    }

    private mutating func add(_ key: String, _ value: String) {
        guard var current = section, !current.isTooLarge else { return }
        // Only one holds the values, so that they are not copied.
        section = nil
        current.size += key.utf8.count + value.utf8.count
        if current.isTooLarge { current.values = [] } else { current.values.append((key, value)) }
        section = current
    }

    private mutating func endSection() {
        defer { section = nil }
        guard let section else { return }
        if section.isTooLarge {
            let problem = RecordProblem("This entry has more than \(Self.maximumSize) bytes")
            records.append(FriendRecord(row: section.row, content: .failure(problem)))
            return
        }
        guard !section.values.isEmpty else { return }
        records.append(FriendRecord(row: section.row, content: Self.friend(of: section.values)))
    }

    private mutating func take() -> [FriendRecord] {
        defer { records = [] }
        return records
    }

    // MARK: - Friends

    private static func friend(of values: [(key: String, value: String)]) -> Result<RecordedFriend, RecordProblem> {
        let texts = Dictionary(values) { first, _ in first }
        var details = RecordedDetails()
        let main = AbookField.phones.first { field in
            var draft = FriendDraft()
            draft.details.phoneNumber = texts[field.key] ?? ""
            return !draft.details.phoneNumber.isEmpty && draft.problem(in: .phoneNumber) == nil
        }?.key
        details.set(.phoneNumber, to: main.flatMap { texts[$0] } ?? "", name: main ?? "")
        let organization = AbookOrganization(texts)
        if let organization {
            details.add(.organization, label: organization.label, value: organization.value, name: "notes")
        } else {
            setName(&details, texts)
        }
        let address = AbookField.address.compactMap { texts[$0] }
        details.add(.address, label: "", value: CardValue.joined(address), name: "address")
        var known: Set<String> = []
        for (key, value) in values {
            if known.insert(key).inserted {
                if key == main { continue }
                add(key, key == "notes" ? organization?.notes ?? value : value, &details, texts)
            } else if key == "name" || AbookField.address.contains(key) {
                details.add(.note, label: key, value: value, name: key)
            } else {
                add(key, value, &details, texts)
            }
        }
        return details.result().map { result in
            RecordedFriend(
                id: ContentFormat.abook.id(of: values), details: result, isIDFromContent: true, issues: details.issues)
        }
    }

    private static func setName(_ details: inout RecordedDetails, _ texts: [String: String]) {
        let others = AbookField.list(texts["email"] ?? "") + AbookField.phones.compactMap { texts[$0.key] }
        // abook wants a name. Someone without one has a number or an email there.
        if let name = texts["name"], !others.contains(where: name.isIdentical) {
            let names = CardValue.names(in: name)
            details.set(.firstName, to: names.first, name: "name")
            details.set(.lastName, to: names.last, name: "name")
        }
    }

    private static func add(
        _ key: String, _ value: String, _ details: inout RecordedDetails, _ texts: [String: String]
    ) {
        switch key {
        case "name": break
        case "email": for email in AbookField.list(value) { details.add(.email, label: "", value: email, name: key) }
        case "url": details.add(.website, label: "", value: CardValue.website(value), name: key)
        case "anniversary": details.add(.birthday, label: "", value: value, name: key)
        case "groups": for tag in AbookField.list(value) { details.add(.tag, label: "", value: tag, name: key) }
        case "notes": details.add(.note, label: "", value: value, name: key)
        case "nick":
            let isUnknown =
                FriendField.allCases.allSatisfy { details.details[$0].isEmpty }
                && !details.details.lines.contains { $0.kind.identifies }
            if isUnknown, texts["email"] == nil {
                details.set(.firstName, to: value, name: key)
            } else {
                details.add(.nickname, label: "", value: value, name: key)
            }
        default:
            if let phone = AbookField.phones.first(where: { $0.key == key }) {
                details.add(.phone, label: phone.label, value: value, name: key)
            } else if !AbookField.address.contains(key) {
                details.add(.note, label: key, value: value, name: key)
            }
        }
    }
}

/// The organization of an entry whose name it is. abook has no field for it: our export has it in the notes, too.
struct AbookOrganization {
    let value: String
    let label: String
    /// The notes without it.
    let notes: String

    /// Nil if the name is a name.
    init?(_ texts: [String: String]) {
        guard let name = texts["name"], let text = texts["notes"] else { return nil }
        var notes = text.split(separator: AbookEntry.separator).map(String.init)
        let (key, end) = (LineKind.organization.key, ": \(name)")
        guard let index = notes.firstIndex(where: { $0 == key + end || $0.hasPrefix(key + " ") && $0.hasSuffix(end) })
        else { return nil }
        (value, label) = (name, String(notes[index].dropFirst(key.count).dropLast(end.count)).trimmed)
        notes.remove(at: index)
        self.notes = notes.joined(separator: AbookEntry.separator)
    }
}

/// The fields of abook.
enum AbookField {
    /// The phones, the most likely phone number of a friend first, with the labels of their lines.
    static let phones: [(key: String, label: String)] = [
        ("phone", "home"), ("mobile", "mobile"), ("workphone", "work"), ("fax", "fax"),
    ]
    /// The parts of the address.
    static let address = ["address", "address2", "city", "state", "zip", "country"]
    /// The fields without a name.
    static let custom = (1...5).map { "custom\($0)" }

    /// The texts of a list.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}
