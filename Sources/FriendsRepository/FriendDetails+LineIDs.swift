import FriendsModel

extension FriendDetails {
    /// Gives an id to every line that was sent without one, which has the empty id: the id of a line of `others` with the same
    /// content, so that the same request a second time changes nothing, or a random one.
    package func withLineIDs(from others: [FriendLine]) -> FriendDetails {
        guard lines.contains(where: { $0.id.rawValue.isEmpty }) else { return self }
        var result = self
        var used = Set(lines.map(\.id))
        for (index, line) in lines.enumerated() where line.id.rawValue.isEmpty {
            let known = others.first { $0.hasSameContent(as: line) && !used.contains($0.id) }?.id
            let id = known ?? .random()
            used.insert(id)
            result.lines[index] = FriendLine(id: id, kind: line.kind, label: line.label, value: line.value)
        }
        return result
    }
}
