/// The lines of a friend that was changed in two places, merged by their ids.
///
/// A line is one unit: its kind, its label and its value belong together. What only one side has added, changed or removed
/// is in the result. A line that both have changed differently, or that one has changed and the other removed, is a
/// conflict.
struct LineMerge {
    /// The result of both edits; in conflicts, what we have.
    private(set) var lines: [FriendLine] = []
    private(set) var conflicts: [FriendLine.ID] = []

    init(base: [FriendLine], mine: [FriendLine], theirs: [FriendLine]) {
        guard mine != base, theirs != base else {
            lines = mine == base ? theirs : mine
            return
        }
        let mine = Self.withSharedIDs(mine, theirs: theirs, base: base)
        let (old, ours, others) = (Self.byID(base), Self.byID(mine), Self.byID(theirs))
        var merged: [FriendLine.ID: FriendLine] = [:]
        var visited: Set<FriendLine.ID> = []
        for id in (mine + theirs).map(\.id) where visited.insert(id).inserted {
            if ours[id] == old[id] {
                merged[id] = others[id]
            } else {
                merged[id] = ours[id]
                if others[id] != old[id], others[id] != ours[id] { conflicts.append(id) }
            }
        }
        lines = Self.order(base: base, mine: mine, theirs: theirs) { merged[$0] != nil }.compactMap { merged[$0] }
    }

    private static func byID(_ lines: [FriendLine]) -> [FriendLine.ID: FriendLine] {
        Dictionary(lines.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Gives a line that we have added the id of a line with the same content that they have added: the two are one.
    private static func withSharedIDs(
        _ mine: [FriendLine], theirs: [FriendLine], base: [FriendLine]
    ) -> [FriendLine] {
        let (oldIDs, ourIDs) = (Set(base.map(\.id)), Set(mine.map(\.id)))
        var added = theirs.filter { !oldIDs.contains($0.id) && !ourIDs.contains($0.id) }
        let theirIDs = Set(theirs.map(\.id))
        return mine.map { line in
            guard !oldIDs.contains(line.id), !theirIDs.contains(line.id),
                let index = added.firstIndex(where: line.hasSameContent)
            else { return line }
            return added.remove(at: index)
        }
    }

    /// The order of the merged lines: ours if we have moved lines, else theirs. The lines that only the other side has
    /// follow the line that they follow there.
    private static func order(
        base: [FriendLine], mine: [FriendLine], theirs: [FriendLine], isKept: (FriendLine.ID) -> Bool
    ) -> [FriendLine.ID] {
        let (base, mine, theirs) = (base.map(\.id), mine.map(\.id), theirs.map(\.id))
        let isReordered = base.filter(Set(mine).contains) != mine.filter(Set(base).contains)
        let (first, second) = isReordered ? (mine, theirs) : (theirs, mine)
        var placed: Set<FriendLine.ID> = []
        var order = first.filter { isKept($0) && placed.insert($0).inserted }
        for (index, id) in second.enumerated() where isKept(id) && placed.insert(id).inserted {
            // Its predecessors are placed already, unless they are not kept.
            let predecessor = second[..<index].last(where: placed.contains)
            order.insert(id, at: predecessor.flatMap(order.firstIndex).map { $0 + 1 } ?? 0)
        }
        return order
    }
}
