import Foundation
import FriendsModel
import FriendsVCard

/// Writes friends as LDIF (RFC 2849), with the attributes that Thunderbird and directory servers know. What has none is appended to
/// the description.
struct LDIFText: FileText {
    private(set) var losses = ExportLosses()

    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        for friend in friends {
            let entry = LDIFOutput(friend.details)
            losses.add(entry.lost + FriendCard.lostNames(with: rests[friend.id], of: friend.details))
            for (attribute, text) in entry.values { Self.append(attribute, text, to: &bytes) }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    func end() -> [UInt8] { [] }

    /// The longest row, in bytes.
    private static let maximumRow = 76

    private static func append(_ attribute: String, _ text: String, to bytes: inout [UInt8]) {
        let line =
            isSafe(text)
            ? "\(attribute): \(text)" : "\(attribute):: \(Data(text.utf8).base64EncodedString())"
        var rest = Array(line.utf8)[...]
        bytes += rest.prefix(maximumRow)
        rest = rest.dropFirst(maximumRow)
        while !rest.isEmpty {
            bytes += "\n ".utf8
            bytes += rest.prefix(maximumRow - 1)
            rest = rest.dropFirst(maximumRow - 1)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Whether a text is written as it is.
    private static func isSafe(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && last != UInt8(ascii: " ")
            && ![UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "<")].contains(first)
    }
}
