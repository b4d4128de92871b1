import FriendsModel
import FriendsVCard

/// Friends as they leave the program, piece by piece: everything that they have, with their rests.
package struct ExportText: Sendable {
    /// The format of an export.
    package enum Format: String, CaseIterable, Sendable {
        /// vCard 4.0; an imported friend is its card.
        case vcard
        /// vCard 3.0.
        case vcard3
        case json

        /// The format that the name of a file says; nil for other names.
        package init?(fileName: String) {
            let name = fileName.lowercased()
            if name.hasSuffix(".vcf") || name.hasSuffix(".vcard") {
                self = .vcard
            } else if name.hasSuffix(".json") {
                self = .json
            } else {
                return nil
            }
        }
    }

    private let format: Format
    private var json = JSONText()
    private var isFirst = true

    package init(_ format: Format) {
        self.format = format
    }

    /// The next friends.
    package mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]]) -> [UInt8] {
        switch format {
        case .vcard: return Self.cards(of: friends, rests: rests, in: nil)
        case .vcard3: return Self.cards(of: friends, rests: rests, in: .v3)
        case .json:
            for friend in friends {
                begin()
                json.append(friend, rest: rests[friend.id])
            }
            return json.take()
        }
    }

    /// The end of the output.
    package mutating func end() -> [UInt8] {
        guard format == .json else { return [] }
        json.append(raw: isFirst ? "{\"version\":1,\"friends\":[]}\n" : "\n]}\n")
        return json.take()
    }

    /// Begins the next element of the array. The version is that of the format (Docs/CommandLine.md).
    private mutating func begin() {
        json.append(raw: isFirst ? "{\"version\":1,\"friends\":[\n" : ",\n")
        isFirst = false
    }

    private static func cards(
        of friends: [Friend], rests: [Friend.ID: [UInt8]], in version: VCard.Version?
    ) -> [UInt8] {
        friends.reduce(into: []) { bytes, friend in
            bytes += FriendCard(id: friend.id, details: friend.details, rest: rests[friend.id]).bytes(in: version)
        }
    }
}
