import FriendsModel

extension FriendDetails {
    package static let ada = FriendDetails(firstName: "Ada", lastName: "Lovelace", phoneNumber: "+44 20 7946 0001")
    package static let grace = FriendDetails(firstName: "Grace", lastName: "Hopper", phoneNumber: "+1 212 555 0199")
    package static let linus = FriendDetails(firstName: "Linus", lastName: "Torvalds", phoneNumber: "+358 50 123 4567")
    package static let accented = FriendDetails(
        firstName: "Thị Lan", lastName: "Nguyễn", phoneNumber: "+84 24 3825 1234")
    package static let wide = FriendDetails(firstName: "王", lastName: "小明", phoneNumber: "+86 10 1234 5678")
}

extension Friend {
    package static let ada = Friend(id: ID("ada"), version: Version("1"), details: .ada)
    package static let grace = Friend(id: ID("grace"), version: Version("1"), details: .grace)
    package static let linus = Friend(id: ID("linus"), version: Version("1"), details: .linus)
    package static let åse = friend("åse", "Åse", "Vångström", "0501234567")
    package static let wang = friend("wang", "小明", "王", "010 1234")

    /// A friend at some version.
    package static func friend(
        _ id: String, _ first: String, _ last: String, _ phone: String, lines: [FriendLine] = [],
        version: String = "1"
    ) -> Friend {
        Friend(
            id: ID(id), version: Version(version),
            details: FriendDetails(firstName: first, lastName: last, phoneNumber: phone, lines: lines))
    }

    /// The same friend with other details and the next version.
    package func changed(_ change: (inout FriendDetails) -> Void, version: String = "2") -> Friend {
        var details = details
        change(&details)
        return Friend(id: id, version: Version(version), details: details)
    }
}

extension [FriendLine] {
    /// A line for each pair, with an id of its own.
    package static func lines(_ lines: (kind: LineKind, value: String)...) -> [FriendLine] {
        lines.enumerated().map { FriendLine(id: .init("\($0)"), kind: $1.kind, value: $1.value) }
    }
}

extension [Friend] {
    /// `count` friends, in the order of the list.
    package static func numbered(_ count: Int) -> [Friend] {
        (0..<count).map { number in
            let text = String(1_000 + number)
            return .friend(text, "First", text, "12")
        }
    }
}
