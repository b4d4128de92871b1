import FriendsModel

/// Friends that may be one person, because they share a name, a phone number or an email
/// (Docs/Decisions/0033-duplicates.md).
package struct DuplicateGroup: Equatable, Sendable {
    /// What friends share, as the first of them has it.
    package enum Reason: Hashable, Sendable {
        /// The words of the full name, in any order.
        case name(String)
        case phoneNumber(String)
        case email(String)
    }

    /// In the order of the list; at least two.
    package let friends: [Friend]
    /// In the order of the friends that have them first; at least one.
    package let reasons: [Reason]

    package init(friends: [Friend], reasons: [Reason]) {
        self.friends = friends
        self.reasons = reasons
    }

    /// A value that more friends share belongs to a company rather than to a person, so it is a group of its own. A group of
    /// several values has at most as many friends.
    package static let maximumLinked = 10

    /// The groups of friends that share a value, in the order of their first friends. Values with a friend in common make one
    /// group, and large groups come last.
    ///
    /// Takes time in proportion to the number of texts.
    package static func groups(of friends: [Friend]) -> [DuplicateGroup] {
        let values = SharedValue.all(of: friends)
        let large = values.filter { $0.friends.count > maximumLinked }
        let small = large.isEmpty ? values : values.filter { $0.friends.count <= maximumLinked }
        return (linked(small, count: friends.count) + separate(large)).map { indices, reasons in
            DuplicateGroup(friends: indices.map { friends[$0] }, reasons: reasons)
        }
    }

    private typealias Indices = (friends: [Int], reasons: [Reason])

    /// The groups of values with friends in common. A long chain of values falls apart.
    /// - Parameter count: of all friends.
    private static func linked(_ values: [SharedValue], count: Int) -> [Indices] {
        var links = DisjointSets(count: count)
        for value in values {
            for friend in value.friends.dropFirst() { links.join(value.friends[0], friend) }
        }
        var groups: [(friends: [Int], values: [SharedValue])] = []
        var places = [Int?](repeating: nil, count: count)
        for value in values {
            let root = links.root(of: value.friends[0])
            let place = places[root] ?? groups.count
            if place == groups.count {
                places[root] = place
                groups.append(([], []))
            }
            groups[place].values.append(value)
            // More friends than a group can have need not be known.
            for friend in value.friends where groups[place].friends.count <= maximumLinked {
                if !groups[place].friends.contains(friend) { groups[place].friends.append(friend) }
            }
        }
        return inOrder(
            groups.flatMap { friends, values in
                friends.count <= maximumLinked ? [(friends.sorted(), values.map(\.reason))] : separate(values)
            })
    }

    /// One group for each value; values of the same friends make one.
    private static func separate(_ values: [SharedValue]) -> [Indices] {
        inOrder(Dictionary(grouping: values, by: \.friends).map { ($0.key, $0.value.map(\.reason)) })
    }

    private static func inOrder(_ groups: [Indices]) -> [Indices] {
        groups.sorted { $0.friends.lexicographicallyPrecedes($1.friends) }
    }
}

extension DuplicateGroup.Reason {
    /// What kind of value it is.
    package enum Kind: String, CaseIterable, Sendable {
        case name, phone, email
    }

    package var kind: Kind {
        switch self {
        case .name: .name
        case .phoneNumber: .phone
        case .email: .email
        }
    }

    package var value: String {
        switch self {
        case .name(let value), .phoneNumber(let value), .email(let value): value
        }
    }
}

extension [DuplicateGroup.Reason] {
    /// The kinds of the values, each once.
    package var kinds: [DuplicateGroup.Reason.Kind] {
        let all = Set(map(\.kind))
        return DuplicateGroup.Reason.Kind.allCases.filter(all.contains)
    }

    /// The same in words.
    package var words: String { kinds.map(\.rawValue).joined(separator: ", ") }
}

extension DuplicateGroup {
    /// The texts of a friend in which the reasons are, by their kinds.
    package static func texts(of friend: Friend) -> [String] {
        [
            friend.details.fullName, phoneNumbers(of: friend).joined(separator: FriendColumn.separator),
            FriendColumn.kind(.email).text(of: friend.details),
        ]
    }

    /// The phone numbers of a friend: the field and the lines.
    package static func phoneNumbers(of friend: Friend) -> [String] {
        [FriendColumn.field(.phoneNumber), .kind(.phone)].flatMap { $0.texts(of: friend.details) }
    }
}

/// A text that several friends have.
private struct SharedValue {
    let reason: DuplicateGroup.Reason
    /// The indices of the friends, in order.
    var friends: [Int]

    /// The values that more than one friend has, in the order of their first friends.
    static func all(of friends: [Friend]) -> [SharedValue] {
        var keys = ValueKeys()
        // Most values belong to one friend: their hashes need less memory than the values.
        var (hashes, owners): ([Int], [Int]) = ([], [])
        var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
        seen.reserveCapacity(2 * friends.count)
        for (index, friend) in friends.enumerated() {
            keys.forEach(of: friend.details) { key, _ in
                let hash = key.hashValue
                hashes.append(hash)
                owners.append(index)
                if !seen.insert(hash).inserted { repeated.insert(hash) }
            }
        }
        var values: [SharedValue] = []
        var places: [ValueKey: Int] = [:]
        places.reserveCapacity(repeated.count)
        values.reserveCapacity(repeated.count)
        var previous: Int?
        for (hash, index) in zip(hashes, owners) where index != previous && repeated.contains(hash) {
            previous = index
            keys.forEach(of: friends[index].details) { key, reason in
                guard repeated.contains(key.hashValue) else { return }
                let place = places[key, default: values.count]
                if place == values.count {
                    places[key] = place
                    values.append(SharedValue(reason: reason(), friends: [index]))
                } else if values[place].friends.last != index {
                    values[place].friends.append(index)
                }
            }
        }
        return values.filter { $0.friends.count > 1 }
    }
}

/// Sets of numbers that can be joined.
private struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }
}
