import Foundation
import FriendsModel
import FriendsVCard

/// The records of an LDIF file (RFC 2849), as Thunderbird, SOGo and directory servers export them: entries with `attribute: value`,
/// or `attribute:: value` in Base64, in rows that may be folded.
struct LDIFSource: RecordSource {
    /// The maximum size of an entry, in bytes: a friend, and a photo in Base64.
    private static let maximumSize = 24 << 20
    private static let maximumCount = 10_000

    private struct Entry {
        /// The row of its first line.
        let row: Int
        var values: [LDIFEntry.Value] = []
        var size = 0
        var isTooLarge: Bool { size > maximumSize || values.count > maximumCount }
    }

    private var decoder = UnicodeDecoder()
    private var pending: [UInt8] = []
    private var row = 0
    /// The line that the next row can continue, and its row; nil for none.
    private var line: (bytes: [UInt8], row: Int)?
    private var entry: Entry?
    private var records: [FriendRecord] = []
    private let today: CalendarDay

    init(_ today: CalendarDay) { self.today = today }

    mutating func read(_ chunk: [UInt8]) -> [FriendRecord] {
        let known = pending.count
        decoder.decode(chunk, into: &pending)
        // The bytes before have no line end. Reading them again with each chunk would take quadratic time.
        if let last = pending[known...].lastIndex(of: UInt8(ascii: "\n")) {
            let rows = pending[...last]
            pending = Array(pending[(last + 1)...])
            readRows(rows)
        } else if pending.count > Self.maximumSize {
            // A row without an end needs no more memory; the entry is refused.
            begin(at: row + 1)
            entry?.size = .max
            pending = []
        }
        return take()
    }

    mutating func finish() -> [FriendRecord] {
        decoder.finish(into: &pending)
        readRows(pending[...])
        pending = []
        endEntry()
        return take()
    }

    private mutating func take() -> [FriendRecord] {
        defer { records = [] }
        return records
    }

    private mutating func readRows(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            row += 1
            var content = rest[..<end]
            if content.last == UInt8(ascii: "\r") { content.removeLast() }
            readRow(content)
            rest = rest[min(end + 1, rest.endIndex)...]
        }
    }

    private mutating func readRow(_ content: ArraySlice<UInt8>) {
        if content.first == UInt8(ascii: " "), line != nil {
            // A hostile file folds a line without an end.
            if line?.bytes.count ?? 0 <= Self.maximumSize { line?.bytes += content.dropFirst() }
            return
        }
        endLine()
        if content.isEmpty { return endEntry() }
        line = (Array(content), row)
    }

    private mutating func endLine() {
        guard let ended = line else { return }
        line = nil
        guard ended.bytes.first != UInt8(ascii: "#"), let value = LDIFEntry.Value(ended.bytes) else { return }
        // The first line of the file.
        if value.attribute == "version", entry == nil { return }
        begin(at: ended.row)
        guard var current = entry, !current.isTooLarge else { return }
        // Only one holds the values, so that they are not copied.
        entry = nil
        current.size += ended.bytes.count
        if current.isTooLarge { (current.size, current.values) = (.max, []) } else { current.values.append(value) }
        entry = current
    }

    private mutating func begin(at row: Int) {
        if entry == nil { entry = Entry(row: row) }
    }

    private mutating func endEntry() {
        endLine()
        guard let ended = entry else { return }
        entry = nil
        guard !ended.isTooLarge else {
            let problem = RecordProblem(
                "This entry has more than \(Self.maximumSize) bytes, or \(Self.maximumCount) values")
            return records.append(FriendRecord(row: ended.row, content: .failure(problem)))
        }
        if ended.values.isEmpty { return }
        records.append(FriendRecord(row: ended.row, content: LDIFEntry(ended.values).friend(today)))
    }
}

/// An entry of an LDIF file.
struct LDIFEntry {
    /// A value of an attribute.
    struct Value {
        /// In lower case, without options such as `;lang-de`.
        let attribute: String
        /// Nil for a value that is no text, such as a photo.
        let text: String?

        /// Nil for bytes that are no text in UTF-8 or Windows-1252.
        private static func text(_ bytes: [UInt8]) -> String? {
            if bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) { return nil }
            return String(decoding: TextEncoding.utf8(bytes[...]), as: UTF8.self).trimmed
        }

        /// - Parameter line: an unfolded line; nil is returned for one without a colon.
        init?(_ line: [UInt8]) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).trimmed.lowercased()
            attribute = String(name.prefix { $0 != ";" })
            let rest = line[(colon + 1)...]
            if rest.first == UInt8(ascii: ":") {
                let encoded = rest.dropFirst().filter { $0 > UInt8(ascii: " ") }
                text = Data(base64Encoded: Data(encoded)).flatMap { Self.text(Array($0)) }
            } else {
                text = Self.text(Array(rest))
            }
        }
    }

    private let values: [Value]

    init(_ values: [Value]) { self.values = values }

    func friend(_ today: CalendarDay) -> Result<RecordedFriend, RecordProblem> {
        let classes = texts(of: "objectclass").map { $0.lowercased() }
        if classes.contains(where: { $0.hasPrefix("groupof") || $0 == "mozillaablist" }) {
            return .failure(RecordProblem("The entry is a list, not a person", isNoPerson: true))
        }
        var details = RecordedDetails()
        let phones = LDIFAttribute.phones.flatMap { phone in texts(of: phone.key).map { (phone.label, $0, phone.key) } }
        let main = phones.indices.filter { Self.isNumber(phones[$0].1) }.min {
            (MainPhone.rank(ofLabel: phones[$0].0), $0) < (MainPhone.rank(ofLabel: phones[$1].0), $1)
        }
        if let main { details.set(.phoneNumber, to: phones[main].1, name: phones[main].2) }
        setNames(&details)
        for (index, phone) in phones.enumerated() where index != main {
            details.add(.phone, label: phone.0, value: phone.1, name: phone.2)
        }
        for address in LDIFAttribute.addresses {
            let value = CardValue.joined(address.parts.flatMap(texts(of:)))
            details.add(.address, label: address.label, value: value, name: address.parts[0])
        }
        let organization = CardValue.joined(LDIFAttribute.organization.flatMap(texts(of:)))
        details.add(.organization, label: "", value: organization, name: "o")
        addBirthday(&details, today)
        for value in values { add(value, &details) }
        return details.result().map { result in
            let id = ContentFormat.ldif.id(of: values.map { ($0.attribute, $0.text ?? "") })
            return RecordedFriend(id: id, details: result, isIDFromContent: true, issues: details.issues)
        }
    }

    private func texts(of attribute: String) -> [String] {
        values.filter { $0.attribute == attribute }.compactMap(\.text).filter { !$0.isEmpty }
    }

    private static func isNumber(_ text: String) -> Bool {
        var draft = FriendDraft()
        draft.details.phoneNumber = text
        return draft.problem(in: .phoneNumber) == nil
    }

    private func setNames(_ details: inout RecordedDetails) {
        for (field, attributes) in LDIFAttribute.names {
            let texts = attributes.flatMap(texts(of:))
            if let first = texts.first { details.set(field, to: first, name: attributes[0]) }
            for text in texts.dropFirst() where text != texts[0] {
                details.add(.name, label: "", value: text, name: attributes[0])
            }
        }
        // The name of an entry can be its email. One without another name has its organization or number there, too.
        let emails = Set(LDIFAttribute.emails.flatMap(texts(of:)))
        let others = Set(["o", "company"].flatMap(texts(of:)) + LDIFAttribute.phones.flatMap { texts(of: $0.key) })
        for attribute in LDIFAttribute.fullNames {
            for name in texts(of: attribute) where !emails.contains(name) && !details.details.isPlainName(name) {
                if details.details.hasName {
                    if !details.details.values(of: .name).contains(name) {
                        details.add(.name, label: "", value: name, name: attribute)
                    }
                } else if !others.contains(name) {
                    let names = CardValue.names(in: name)
                    details.set(.firstName, to: names.first, name: attribute)
                    details.set(.lastName, to: names.last, name: attribute)
                }
            }
        }
    }

    private func addBirthday(_ details: inout RecordedDetails, _ today: CalendarDay) {
        let parts = LDIFAttribute.birthday.map { texts(of: $0).first ?? "" }
        if parts.allSatisfy(\.isEmpty) { return }
        let year = Birthday.year(parts[0], today: today)
        var date: String?
        if let month = Int(parts[1]), let day = Int(parts[2]), year != nil || parts[0].isEmpty {
            date = TableDate.birthday(year, month, day)
        }
        let value = date ?? TableDate.incomplete(parts)
        details.add(.birthday, label: "", value: value, name: LDIFAttribute.birthday[2])
    }

    private func add(_ value: Value, _ details: inout RecordedDetails) {
        let attribute = value.attribute
        guard let text = value.text else { return details.report("\(attribute) was left out: it is no text") }
        if LDIFAttribute.handled.contains(attribute) { return }
        switch attribute {
        case _ where LDIFAttribute.emails.contains(attribute):
            details.add(.email, label: "", value: text, name: attribute)
        case _ where LDIFAttribute.websites[attribute] != nil:
            // A label can follow the address (RFC 2079).
            let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
            let label = LDIFAttribute.websites[attribute] ?? ""
            details.add(
                .website, label: label.isEmpty ? parts.dropFirst().first ?? "" : label,
                value: CardValue.website(parts.first ?? ""), name: attribute)
        case "postaladdress", "homepostaladdress":
            let address = CardValue.joined(text.split(separator: "$").map(String.init))
            details.add(.address, label: attribute == "postaladdress" ? "" : "home", value: address, name: attribute)
        default:
            let line = LDIFAttribute.lines[attribute] ?? (.note, attribute)
            details.add(line.kind, label: line.label, value: text, name: attribute)
        }
    }
}
