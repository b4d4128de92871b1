import FriendsModel

extension FriendRows {
    /// The labels of the lines of a kind, the most frequent first.
    func labels(of kind: LineKind) -> [String] {
        var counts: [String: Int] = [:]
        for index in 0..<count {
            for line in self[index].details.lines where line.kind == kind && !line.label.isEmpty {
                counts[line.label, default: 0] += 1
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
