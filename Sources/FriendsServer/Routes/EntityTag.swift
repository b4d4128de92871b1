import FriendsRepository
import FriendsModel

/// An entity tag of HTTP (RFC 9110, 8.8.3).
struct EntityTag: Equatable {
    let text: String
    /// Whether it only identifies equivalent states (`W/`).
    let isWeak: Bool

    /// Parses a comma-separated list; nil when it is invalid.
    static func list(_ text: String) -> [EntityTag]? {
        var tags: [EntityTag] = []
        var rest = text.utf8[...]
        var isSeparated = true
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                rest.removeFirst()
            case UInt8(ascii: ","):
                isSeparated = true
                rest.removeFirst()
            default:
                guard isSeparated, let tag = removeTag(from: &rest) else { return nil }
                isSeparated = false
                tags.append(tag)
            }
        }
        return tags.isEmpty ? nil : tags
    }

    private static func removeTag(from rest: inout Substring.UTF8View) -> EntityTag? {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest.removeFirst(2) }
        guard rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
            return nil
        }
        let text = rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard text.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }) else { return nil }
        return EntityTag(text: String(Substring(text)), isWeak: isWeak)
    }
}

extension Friend.Version {
    /// The version as a strong entity tag.
    var entityTag: String { "\"\(rawValue)\"" }
}

extension HistoryPosition {
    /// The position as the strong entity tag of the list at that position.
    var entityTag: String { "\"\(text)\"" }
}
