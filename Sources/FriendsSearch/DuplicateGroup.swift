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

    /// A value that more friends share is that of a company rather than of a person, so it is a group of its own. A group of
    /// several values has at most as many friends.
    static let maximumLinked = 10

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
        let numbers = [FriendColumn.field(.phoneNumber), .kind(.phone)].flatMap { $0.texts(of: friend.details) }
        return [
            friend.details.fullName, numbers.joined(separator: FriendColumn.separator),
            FriendColumn.kind(.email).text(of: friend.details),
        ]
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
        // Most values are those of one friend: their hashes need less memory than the values.
        var (hashes, owners): ([Int], [Int]) = ([], [])
        var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
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

/// A value by which duplicates are found, as bytes that are equal when two values count as the same.
private struct ValueKey: Hashable {
    /// What comes before the bytes of a value, so that values of different kinds are different.
    enum Mark {
        static let name: UInt8 = 0
        static let national: UInt8 = 1
        static let international: UInt8 = 2
        static let email: UInt8 = 3
    }

    var bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

/// Makes the keys of the values of friends.
private struct ValueKeys {
    private var folding = CaseFolding()

    mutating func forEach(
        of details: FriendDetails, _ body: (_ key: ValueKey, _ reason: () -> DuplicateGroup.Reason) -> Void
    ) {
        if let key = nameKey(of: details) { body(key) { .name(details.fullName) } }
        for field in FriendField.allCases where field.kind == .phoneNumber {
            if let key = Self.numberKey(of: details[field]) { body(key) { .phoneNumber(details[field]) } }
        }
        for line in details.lines {
            switch line.kind.format {
            case .phoneNumber: if let key = Self.numberKey(of: line.value) { body(key) { .phoneNumber(line.value) } }
            case .email: body(Self.emailKey(of: line.value)) { .email(line.value) }
            case .text, .birthday, .website, .tag, .note: break
            }
        }
    }

    /// The folded words of the name in alphabetical order: people and programs write them in either order.
    private mutating func nameKey(of details: FriendDetails) -> ValueKey? {
        var folded: [UInt8] = []
        folded.reserveCapacity(32)
        for field in FriendField.nameFields {
            // Folding keeps unusual spaces as they are.
            for word in details[field].split(whereSeparator: \.isWhitespace) {
                folding.fold(String(word), into: &folded)
                folded.append(UInt8(ascii: " "))
            }
        }
        let words = folded.split(whereSeparator: Self.dividesWords)
        guard !words.isEmpty else { return nil }
        var bytes = [ValueKey.Mark.name]
        bytes.reserveCapacity(folded.count + 1)
        for word in words.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            bytes += word
            bytes.append(UInt8(ascii: " "))
        }
        return ValueKey(bytes: bytes)
    }

    /// Programs write names in one field with a comma, and people write initials and hyphens in several ways.
    private static func dividesWords(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// The digits, and whether they begin with a country code: without one nobody can tell the country. A number of zeros
    /// alone counts as unknown.
    private static func numberKey(of text: String) -> ValueKey? {
        if let key = plainNumberKey(of: text) { return key }
        let number = PhoneDigits(text)
        guard number.digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        return ValueKey(
            bytes: [number.isInternational ? ValueKey.Mark.international : ValueKey.Mark.national] + number.digits)
    }

    /// A fast path for the most frequent kind: digits and what divides them, perhaps with a plus sign in front.
    private static func plainNumberKey(of text: String) -> ValueKey? {
        var text = text
        return text.withUTF8 { utf8 in
            var bytes = [ValueKey.Mark.national]
            bytes.reserveCapacity(utf8.count + 1)
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "1")...UInt8(ascii: "9"): bytes.append(byte)
                // Two zeros in front are an international prefix.
                case UInt8(ascii: "0") where bytes.count > 2 || bytes != [ValueKey.Mark.national, byte]:
                    bytes.append(byte)
                case UInt8(ascii: "+") where bytes == [ValueKey.Mark.national]: bytes[0] = ValueKey.Mark.international
                case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): break
                default: return nil
                }
            }
            return bytes.dropFirst().contains { $0 != UInt8(ascii: "0") } ? ValueKey(bytes: bytes) : nil
        }
    }

    /// The letters without case.
    private static func emailKey(of text: String) -> ValueKey {
        var text = text
        let ascii = text.withUTF8 { utf8 -> [UInt8]? in
            var bytes = [ValueKey.Mark.email]
            bytes.reserveCapacity(utf8.count + 1)
            for byte in utf8 {
                guard byte < 0x80 else { return nil }
                bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
            }
            return bytes
        }
        return ValueKey(bytes: ascii ?? [ValueKey.Mark.email] + text.lowercased().utf8)
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
