import FoundationEssentials
import FriendsModel

/// Writes friends as JSON, in the shape of the HTTP interface: the object of `FriendDocument`, its keys sorted. The elements of an
/// array are on a line each.
///
/// Foundation's encoder takes most of the time of a command that lists 10,000 friends. Every character that could control
/// a terminal is escaped.
package struct JSONText: Sendable {
    private var bytes: [UInt8] = []
    private var hasElements = false
    /// What is written before the first element, and in place of it.
    package var head = "["

    package init(head: String = "[") {
        self.head = head
    }

    /// Removes and returns what was written.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends JSON punctuation.
    package mutating func append(raw text: StaticString) {
        text.withUTF8Buffer { bytes += $0 }
    }

    // MARK: Arrays with an element on each line

    /// Appends a friend to the array.
    package mutating func appendElement(_ friend: Friend, rest: [UInt8]? = nil, deletedAt: Int? = nil) {
        beginElement()
        append(friend, rest: rest, deletedAt: deletedAt)
    }

    /// Appends an object to the array.
    package mutating func appendElement(_ members: (inout Self) -> Void) {
        beginElement()
        appendObject(members)
    }

    private mutating func beginElement() {
        if !hasElements { bytes += head.utf8 }
        append(raw: hasElements ? ",\n" : "\n")
        hasElements = true
    }

    /// Ends the array.
    package mutating func endArray() {
        if !hasElements { bytes += head.utf8 }
        append(raw: hasElements ? "\n]" : "]")
    }

    // MARK: Members of objects

    /// Appends a text as a member, unless it is nil.
    package mutating func append(_ key: String, _ text: String?) {
        guard let text else { return }
        append(key: key)
        append(string: text)
    }

    /// Appends a number as a member, unless it is nil.
    package mutating func append(_ key: String, _ number: Int?) {
        guard let number else { return }
        append(key: key)
        bytes += "\(number)".utf8
    }

    /// Appends an array as a member.
    package mutating func append<Item>(_ key: String, _ items: [Item], _ append: (inout Self, Item) -> Void) {
        self.append(key: key)
        self.append(raw: "[")
        for item in items {
            separate()
            append(&self, item)
        }
        self.append(raw: "]")
    }

    private mutating func append(key: String) {
        separate()
        append(string: key)
        append(raw: ":")
    }

    /// Appends a comma, except behind the beginning of an object or an array.
    private mutating func separate() {
        if bytes.last != UInt8(ascii: "{"), bytes.last != UInt8(ascii: "[") { append(raw: ",") }
    }

    /// Appends an object.
    package mutating func appendObject(_ members: (inout Self) -> Void) {
        append(raw: "{")
        members(&self)
        append(raw: "}")
    }

    /// Appends the object of a friend, perhaps with its rest, or of a deleted one.
    /// - Parameter deletedAt: in seconds since 1970.
    package mutating func append(_ friend: Friend, rest: [UInt8]? = nil, deletedAt: Int? = nil) {
        appendObject { object in
            // In the order of their names.
            object.append("deleted", deletedAt.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
            object.append("firstname", friend.details.firstName)
            object.append("id", friend.id.rawValue)
            object.append("lastname", friend.details.lastName)
            if !friend.details.lines.isEmpty {
                object.append("lines", friend.details.lines) { $0.append($1) }
            }
            object.append("phonenumber", friend.details.phoneNumber)
            object.append("rest", rest.map { Data($0).base64EncodedString() })
            object.append("version", friend.version.rawValue)
        }
    }

    private mutating func append(_ line: FriendLine) {
        appendObject { object in
            object.append("id", line.id.rawValue)
            object.append("kind", line.kind.key)
            object.append("label", line.label.isEmpty ? nil : line.label)
            object.append("value", line.value)
        }
    }

    /// Appends a text in quotes.
    package mutating func append(string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        let isPlain = string.withUTF8 { utf8 in
            guard utf8.allSatisfy(Self.isPlain) else { return false }
            bytes += utf8
            return true
        }
        if !isPlain { for scalar in string.unicodeScalars { append(scalar) } }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Printable ASCII that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte &- 0x20 < 0x5F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append(raw: "\\\"")
        case "\\": append(raw: "\\\\")
        case "\n": append(raw: "\\n")
        case "\r": append(raw: "\\r")
        case "\t": append(raw: "\\t")
        default:
            if scalar.isASCII ? Self.isPlain(UInt8(truncatingIfNeeded: scalar.value)) : scalar.isHarmless {
                bytes += Unicode.UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                for unit in Character(scalar).utf16 { appendEscape(unit) }
            }
        }
    }

    private mutating func appendEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        append(raw: "\\u")
        bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        bytes += digits.utf8
    }
}

extension Unicode.Scalar {
    /// Whether no terminal takes it for a command, or for a change of direction.
    fileprivate var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
