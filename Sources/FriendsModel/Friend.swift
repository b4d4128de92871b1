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

/// What people know of a friend: the three texts, without identity or version.
///
/// Two of them are equal when their bytes are: the database compares bytes, so a client that took "é" and "e\u{301}"
/// for the same text would drop such an edit without a word.
package struct FriendDetails: Equatable, Sendable {
    package var firstName: String
    package var lastName: String
    package var phoneNumber: String

    package init(firstName: String, lastName: String, phoneNumber: String) {
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
    }

    package subscript(field: FriendField) -> String {
        get {
            switch field {
            case .firstName: firstName
            case .lastName: lastName
            case .phoneNumber: phoneNumber
            }
        }
        set {
            switch field {
            case .firstName: firstName = newValue
            case .lastName: lastName = newValue
            case .phoneNumber: phoneNumber = newValue
            }
        }
    }

    /// The first and the last name with a space between, as messages call a friend.
    package var fullName: String { "\(firstName) \(lastName)" }

    package static func == (one: Self, other: Self) -> Bool {
        FriendField.allCases.allSatisfy { one[$0].isIdentical(to: other[$0]) }
    }
}

/// One of the texts of a friend, in the order in which they are shown and filled in.
package enum FriendField: CaseIterable, Hashable, Sendable {
    case firstName, lastName, phoneNumber

    /// The name of the field as a person reads it, at the beginning of a sentence.
    package var label: String {
        switch self {
        case .firstName: "First name"
        case .lastName: "Last name"
        case .phoneNumber: "Phone number"
        }
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
