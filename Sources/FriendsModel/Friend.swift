/// A person in the list, as a server keeps them.
package struct Friend: Equatable, Sendable, Identifiable {
    /// An opaque name for a friend, chosen by its creator; compared byte by byte, as the database does.
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

    /// An opaque name for one state of a friend: another one after every change. A server makes it, a client only
    /// hands it back.
    package struct Version: Equatable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package let id: ID
    package let version: Version
    package let details: FriendDetails

    package init(id: ID, version: Version, details: FriendDetails) {
        self.id = id
        self.version = version
        self.details = details
    }
}

/// The fields of a friend that an edit gives another value; what it leaves out stays as it is.
package struct FriendChanges: Equatable, Sendable {
    package private(set) var values: [FriendField: String]

    package init(_ values: [FriendField: String] = [:]) {
        self.values = values
    }

    /// What turns `old` into `new`, and no more.
    package init(from old: FriendDetails, to new: FriendDetails) {
        values = [:]
        for field in FriendField.allCases where !new[field].isIdentical(to: old[field]) {
            values[field] = new[field]
        }
    }

    package var isEmpty: Bool { values.isEmpty }

    /// The changes of the fields that `others` leave as they are.
    package func without(_ others: FriendChanges) -> FriendChanges {
        FriendChanges(values.filter { others.values[$0.key] == nil })
    }

    /// `details` with the changes made.
    package func applied(to details: FriendDetails) -> FriendDetails {
        var result = details
        for (field, value) in values { result[field] = value }
        return result
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.values.count == other.values.count
            && one.values.allSatisfy { field, value in other.values[field]?.isIdentical(to: value) == true }
    }
}

extension String {
    /// Whether both texts are the same bytes. `==` also finds texts equal that only look the same.
    package func isIdentical(to other: String) -> Bool {
        // What differs as text differs in its bytes, and of nearly all texts that is found out at once.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
