import FriendsModel

/// A format whose records have no ids of their own: their content decides the ids.
package enum ContentFormat: CaseIterable, Sendable {
    case abook, ldif

    /// The format that a record was read from.
    /// - Parameter record: the id of a record without one of its own.
    package init?(of record: Friend.ID) {
        guard let format = Self.allCases.first(where: { record.rawValue.hasPrefix($0.prefix) }) else { return nil }
        self = format
    }

    private var prefix: String {
        switch self {
        case .abook: "abook-"
        case .ldif: "ldif-"
        }
    }

    /// The id of the record that an export of a friend has: so an export is recognised when it is imported again, also where the format
    /// cannot hold all of the friend.
    package func id(ofExport details: FriendDetails) -> Friend.ID {
        let values: [(String, String)] =
            switch self {
            case .abook: AbookEntry(details).values.map { ($0, $1.trimmed) }
            case .ldif: LDIFOutput(details).values.map { ($0.attribute.lowercased(), $0.text.trimmed) }
            }
        return id(of: self == .abook ? values.filter { !$0.1.isEmpty } : values)
    }

    /// The id of a record. It never changes.
    /// - Parameter values: the names of fields with their values.
    func id(of values: [(String, String)]) -> Friend.ID {
        Friend.ID.derived(prefix) { hash in
            for (name, value) in values.sorted(by: <) { hash.add([name, value]) }
        }
    }
}
