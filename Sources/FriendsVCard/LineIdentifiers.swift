import FriendsModel

/// Gives the lines of a card their ids: those that are in the card, or ids that follow from their content, so that the same card
/// has the same ids whenever it is imported.
package struct LineIdentifiers: Sendable {
    private var used: Set<FriendLine.ID> = []

    package init() {}

    /// The id of the next line.
    /// - Parameter given: the id that is in the card.
    package mutating func next(_ kind: LineKind, label: String, value: String, given: String? = nil) -> FriendLine.ID {
        if let given, let id = FriendLine.ID(validating: given), used.insert(id).inserted { return id }
        let id = unused(kind, label: label, value: value)
        used.insert(id)
        return id
    }

    /// Whether the next line needs its id in the card, because another one follows from its content.
    /// - Parameter content: the content line that keeps its bytes, which may have the id.
    mutating func isNeeded(by line: FriendLine, in content: ContentLine? = nil) -> Bool {
        let derived = unused(line.kind, label: line.label, value: line.value)
        used.insert(line.id)
        if derived == line.id { return false }
        return !(content?.values(of: CardWriter.idParameter).contains { $0.isIdentical(to: line.id.rawValue) } ?? false)
    }

    /// Notes a line whose id is not derived.
    package mutating func keep(_ line: FriendLine) { used.insert(line.id) }

    private func unused(_ kind: LineKind, label: String, value: String) -> FriendLine.ID {
        // Lines with the same content have different ids.
        var count = 0
        while true {
            let id = Self.derived(kind, label: label, value: value, count: count)
            if !used.contains(id) { return id }
            count += 1
        }
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// An id of ten characters, like the ids of new lines.
    private static func derived(_ kind: LineKind, label: String, value: String, count: Int) -> FriendLine.ID {
        var hash = Hash()
        hash.add([kind.key, label, value])
        if count > 0 { hash.add("\(count)".utf8) }
        return FriendLine.ID(hash.text(length: 10))
    }

    /// The hash FNV-1a with 128 bits. Ids depend on it, so it never changes.
    package struct Hash: Sendable {
        private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

        package init() {}

        /// Adds the next bytes.
        package mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                state ^= UInt128(byte)
                state &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
            }
        }

        /// Adds texts, each with an end.
        package mutating func add(_ texts: [String]) {
            for text in texts {
                add(text.utf8)
                add(CollectionOfOne(0xFF))
            }
        }

        /// Some of its bits as a text.
        /// - Parameter length: in characters, at most 25.
        package func text(length: Int) -> String {
            // The last bytes have changed few bits so far.
            var rest = (state ^ state >> 67) &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835
            rest ^= rest >> 64
            return String(
                decoding: (0..<length).map { _ in
                    defer { rest >>= 5 }
                    return LineIdentifiers.alphabet[Int(truncatingIfNeeded: rest & 31)]
                }, as: UTF8.self)
        }
    }
}

extension Friend.ID {
    /// The prefix of the UIDs that are UUIDs in version 4.0.
    static let uuidPrefix: StaticString = "URN:UUID:"

    /// The id of the friend of a card: its UID, or an id that follows from the UID or from the whole content.
    init(_ lines: [ContentLine], _ version: VCard.Version) {
        if let uid = Self.uid(of: lines, version) {
            self.init(uid: uid)
            return
        }
        self = Self.derived("card-") { hash in
            for line in lines {
                switch line.property {
                // They change from export to export.
                case .revision, .product, .identifier: continue
                default:
                    for row in line.looseRows {
                        hash.add(row)
                        hash.add(CollectionOfOne(ASCII.lineFeed))
                    }
                }
            }
        }
    }

    /// The id of the friend with a UID.
    init(uid: String) {
        let isUUID = uid.utf8.hasPrefix(ignoringCase: Self.uuidPrefix)
        let text = isUUID ? String(uid.dropFirst(Self.uuidPrefix.utf8CodeUnitCount)) : uid
        self = Friend.ID(validating: text) ?? Self.derived("uid-") { $0.add(uid.utf8) }
    }

    /// The UID of a card; nil for a card without one, or with an empty one.
    static func uid(of lines: [ContentLine], _ version: VCard.Version) -> String? {
        // Ids never change.
        let text = lines.first { $0.property == .identifier }.map {
            Escapes.removed(from: $0.decodedValue, version, keepsQuotes: true)
        }
        return text.map { CardValue.oneRow($0).trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// An id that follows from a content.
    /// - Parameter add: adds the content.
    package static func derived(_ prefix: String, from add: (inout LineIdentifiers.Hash) -> Void) -> Friend.ID {
        var hash = LineIdentifiers.Hash()
        add(&hash)
        return Friend.ID(prefix + hash.text(length: 25))
    }

    /// The UID of a new card.
    func uid(in version: VCard.Version) -> (parameters: [String], value: String) {
        guard version == .v4 else { return ([], rawValue) }
        return isUUID ? ([], "urn:uuid:" + rawValue) : (["VALUE=text"], rawValue)
    }

    private var isUUID: Bool {
        let parts = rawValue.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy { $0.hexValue != nil }
    }
}
