/// A person in the list of a server.
package struct Friend: Equatable, Sendable, Identifiable {
    /// An opaque identifier, chosen by the client that creates the friend. Comparison is byte by byte, as in the
    /// database.
    package struct ID: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        package static func == (one: Self, other: Self) -> Bool {
            one.rawValue.isIdentical(to: other.rawValue)
        }

        package func hash(into hasher: inout Hasher) {
            var text = rawValue
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// An opaque identifier of one state of a friend, new after every change. The server creates it, and clients send
    /// it back.
    package struct Version: Equatable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The maximum size of the rest of a friend, which is what an imported card holds beyond the details, in bytes.
    package static let maximumRestSize = 16 << 20

    package let id: ID
    package let version: Version
    package let details: FriendDetails
    /// What the rest says beyond the details, for the search: a row for each property, with its name and its text. The server makes
    /// it of the rest; empty without a rest, and from other servers.
    package let keptText: String

    package init(id: ID, version: Version, details: FriendDetails, keptText: String = "") {
        self.id = id
        self.version = version
        self.details = details
        self.keptText = keptText
    }

    /// The friend with other details, which are not on the server yet.
    package func with(_ details: FriendDetails) -> Friend {
        Friend(id: id, version: version, details: details, keptText: keptText)
    }
}

/// The fields that an edit changes, with their new values, and the new lines. Other fields stay unchanged.
package struct FriendChanges: Equatable, Sendable {
    package private(set) var values: [FriendField: String]
    /// All lines after the edit; nil if it does not change them.
    package private(set) var lines: [FriendLine]?

    package init(_ values: [FriendField: String] = [:], lines: [FriendLine]? = nil) {
        self.values = values
        self.lines = lines
    }

    /// The fields in which `new` differs from `old`, and the new lines if they differ.
    package init(from old: FriendDetails, to new: FriendDetails) {
        values = [:]
        for field in FriendField.allCases where !new[field].isIdentical(to: old[field]) {
            values[field] = new[field]
        }
        lines = new.lines == old.lines ? nil : new.lines
    }

    package var isEmpty: Bool { values.isEmpty && lines == nil }

    /// The changes of what `others` does not change.
    package func without(_ others: FriendChanges) -> FriendChanges {
        FriendChanges(values.filter { others.values[$0.key] == nil }, lines: others.lines == nil ? lines : nil)
    }

    /// The details with the changes applied.
    package func applied(to details: FriendDetails) -> FriendDetails {
        var result = details
        for (field, value) in values { result[field] = value }
        if let lines { result.lines = lines }
        return result
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.values.count == other.values.count && one.lines == other.lines
            && one.values.allSatisfy { field, value in other.values[field]?.isIdentical(to: value) == true }
    }
}

extension String {
    /// Whether both texts have the same bytes. `==` uses canonical equivalence.
    package func isIdentical(to other: String) -> Bool {
        // The fast comparisons come first: texts that are not equivalent have different bytes.
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isIdentical = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable {
                // Two copies of a long text share their storage.
                bytes.baseAddress == $0.baseAddress || bytes.elementsEqual($0)
            }
        }
        return isIdentical.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}
