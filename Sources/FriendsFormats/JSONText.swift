import FoundationEssentials
import FriendsModel
import Glibc

/// Writes friends as JSON, in the shape of the HTTP interface: the object of `FriendDocument`, its keys sorted, each friend
/// on a line.
///
/// Foundation's encoder takes most of the time of a command that lists 10,000 friends. Every character that could control
/// a terminal is escaped.
package struct JSONText: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Removes and returns what was written.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Appends JSON punctuation.
    package mutating func append(raw text: StaticString) {
        text.withUTF8Buffer { bytes += $0 }
    }

    /// Appends the object of a friend, perhaps with its rest.
    package mutating func append(_ friend: Friend, rest: [UInt8]? = nil) {
        append(raw: "{")
        appendMembers(of: friend, rest: rest)
    }

    /// Appends the object of a deleted friend.
    package mutating func append(_ deleted: DeletedFriend) {
        append(raw: "{\"deleted\":")
        append(string: Self.text(secondsSince1970: deleted.deletedAt))
        append(raw: ",")
        appendMembers(of: deleted.friend)
    }

    /// RFC 3339, in UTC.
    private static func text(secondsSince1970: Int) -> String {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            strftime(buffer.baseAddress.unsafelyUnwrapped, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(cString: buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    /// Appends the members of a friend, and the end of the object.
    private mutating func appendMembers(of friend: Friend, rest: [UInt8]? = nil) {
        // In the order of their names: firstname, id, lastname, lines, phonenumber, rest, version.
        append(raw: "\"firstname\":")
        append(string: friend.details.firstName)
        append(raw: ",\"id\":")
        append(string: friend.id.rawValue)
        append(raw: ",\"lastname\":")
        append(string: friend.details.lastName)
        if !friend.details.lines.isEmpty {
            append(raw: ",\"lines\":")
            appendList(friend.details.lines) { $0.append($1) }
        }
        append(raw: ",\"phonenumber\":")
        append(string: friend.details.phoneNumber)
        if let rest {
            append(raw: ",\"rest\":")
            append(string: Data(rest).base64EncodedString())
        }
        append(raw: ",\"version\":")
        append(string: friend.version.rawValue)
        append(raw: "}")
    }

    private mutating func append(_ line: FriendLine) {
        append(raw: "{\"id\":")
        append(string: line.id.rawValue)
        append(raw: ",\"kind\":")
        append(string: line.kind.key)
        if !line.label.isEmpty {
            append(raw: ",\"label\":")
            append(string: line.label)
        }
        append(raw: ",\"value\":")
        append(string: line.value)
        append(raw: "}")
    }

    private mutating func appendList<Item>(_ items: [Item], _ append: (inout Self, Item) -> Void) {
        self.append(raw: "[")
        for (index, item) in items.enumerated() {
            if index > 0 { self.append(raw: ",") }
            append(&self, item)
        }
        self.append(raw: "]")
    }

    /// Appends a number.
    package mutating func append(number: Int) {
        bytes += "\(number)".utf8
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
