/// A tag, and how many friends have it.
package struct TagCount: Equatable, Sendable {
    /// The tag as most friends have it: upper and lower case are the same.
    package let tag: String
    package let count: Int

    package init(tag: String, count: Int) {
        self.tag = tag
        self.count = count
    }

    /// The tags of friends, in alphabetical order.
    ///
    /// Runs off the main actor: a list can have 100,000 friends.
    @concurrent
    package static func all(of friends: [Friend]) async -> [TagCount] { tags(of: friends) }

    /// The tags of friends, in alphabetical order.
    package static func tags(of friends: some Sequence<Friend>) -> [TagCount] {
        var forms: [FoldedTag: [String: Int]] = [:]
        for friend in friends where !friend.details.lines.isEmpty {
            var seen: Set<FoldedTag> = []
            for line in friend.details.lines where line.kind.format == .tag {
                let folded = FoldedTag(line.value)
                if seen.insert(folded).inserted { forms[folded, default: [:]][line.value, default: 0] += 1 }
            }
        }
        return forms.map { folded, forms in
            let usual = forms.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            return (folded, TagCount(tag: usual, count: forms.values.reduce(0, +)))
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// A tag without the differences that do not make it another one: case, accents and width.
package struct FoldedTag: Hashable, Comparable, Sendable {
    package let bytes: [UInt8]

    package init(_ tag: String) {
        var folding = CaseFolding()
        var bytes: [UInt8] = []
        folding.fold(tag.trimmed, into: &bytes)
        self.bytes = bytes
    }

    package static func < (one: Self, other: Self) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
