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
        let isReordered = Self.isReordered(mine, base: base)
        let old = Self.byID(base)
        // The lines that we have added come first.
        var mine = Self.withSharedIDs(mine, of: theirs, base: old) { old[$0.id] == nil }
        mine = Self.withSharedIDs(mine, of: theirs, base: old) { old[$0.id] != nil }
        let theirs = Self.withSharedIDs(theirs, of: mine, base: old) { old[$0.id] != nil }
        let (ours, others) = (Self.byID(mine), Self.byID(theirs))
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
        let order = Self.order(isReordered ? mine : theirs, isReordered ? theirs : mine) { merged[$0] != nil }
        lines = order.compactMap { merged[$0] }
    }

    private static func byID(_ lines: [FriendLine]) -> [FriendLine.ID: FriendLine] {
        Dictionary(lines.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Gives lines that one side has added or changed the ids of lines with the same content that the other side has added: two
    /// such lines are one. The ids of the lines of cards follow from their content, so a changed line is a new one there.
    private static func withSharedIDs(
        _ lines: [FriendLine], of others: [FriendLine], base: [FriendLine.ID: FriendLine],
        where condition: (FriendLine) -> Bool
    ) -> [FriendLine] {
        let (ids, otherIDs) = (Set(lines.map(\.id)), Set(others.map(\.id)))
        var added = others.filter { base[$0.id] == nil && !ids.contains($0.id) }
        guard !added.isEmpty else { return lines }
        return lines.map { line in
            guard condition(line), base[line.id] != line, !otherIDs.contains(line.id),
                let index = added.firstIndex(where: line.hasSameContent)
            else { return line }
            return added.remove(at: index)
        }
    }

    /// Whether we have moved lines.
    private static func isReordered(_ mine: [FriendLine], base: [FriendLine]) -> Bool {
        let (base, mine) = (base.map(\.id), mine.map(\.id))
        return base.filter(Set(mine).contains) != mine.filter(Set(base).contains)
    }

    /// The merged lines in the order of the first side: ours if we have moved lines, else theirs. The lines that only the other
    /// side has follow the line that they follow there.
    private static func order(
        _ first: [FriendLine], _ second: [FriendLine], isKept: (FriendLine.ID) -> Bool
    ) -> [FriendLine.ID] {
        let (first, second) = (first.map(\.id), second.map(\.id))
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
