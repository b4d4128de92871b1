import FriendsFormats
import FriendsModel

/// A list of friends for programs, piece by piece: JSON or texts separated by tabs.
package struct ListText: Sendable {
    /// The shape of the output.
    package enum Form: Equatable, Sendable {
        /// One array.
        case json
        /// A row for each friend.
        case tabs([OutputColumn], isForTerminal: Bool)
    }

    private let form: Form
    private var json = JSONText()

    package init(_ form: Form) {
        self.form = form
    }

    /// The next friends.
    package mutating func text(of friends: [Friend]) -> [UInt8] {
        switch form {
        case .tabs(let columns, let isForTerminal):
            let tabs = TabText(isForTerminal: isForTerminal)
            return friends.flatMap { friend in Array(tabs.row(columns.map { $0.text(of: friend, in: columns) }).utf8) }
        case .json:
            for friend in friends { json.appendElement(friend) }
            return json.take()
        }
    }

    /// The next deleted friends: JSON also says when.
    package mutating func text(of deleted: [DeletedFriend]) -> [UInt8] {
        guard form == .json else { return text(of: deleted.map(\.friend)) }
        for deleted in deleted { json.appendElement(deleted.friend, deletedAt: deleted.deletedAt) }
        return json.take()
    }

    /// The end of the output.
    package mutating func end() -> [UInt8] {
        guard form == .json else { return [] }
        json.endArray()
        json.append(raw: "\n")
        return json.take()
    }
}

extension TextTable {
    /// A table of friends.
    package init(_ friends: [Friend], columns: [OutputColumn]) {
        self.init(
            titles: columns.map(\.title),
            rows: friends.map { friend in columns.map { $0.text(of: friend, in: columns) } },
            wholeColumns: Set(columns.indices.filter { columns[$0] == .id }))
    }
}
