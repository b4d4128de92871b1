import FriendsExchange
import FriendsModel
import FriendsVCard

/// A friend that has changed on both sides.
///
/// What both have changed, each to something else, is never decided in silence: the field has what the server has, and what we have
/// becomes a line.
package struct SyncMerge: Equatable, Sendable {
    package private(set) var details: FriendDetails
    package private(set) var conflicts: [SyncConflict] = []

    /// The details that both have without a common origin: nothing is removed.
    init(union ours: FriendDetails, _ theirs: FriendDetails) {
        details = ours.completed(by: theirs)
    }

    init(base: FriendDetails, ours: FriendDetails, theirs: FriendDetails) {
        // A server can drop the ids of lines: the same line has the same id in all of them.
        let base = base.withLineIDs(of: ours)
        let theirs = theirs.withLineIDs(of: base).withLineIDs(of: ours)
        // What the server has comes first: in a conflict it stays in its place.
        let merge = FriendMerge(base: base, mine: theirs, theirs: ours)
        details = merge.details
        for part in merge.conflicts {
            switch part {
            case .field(let field): keep(ours[field], of: field, theirs: theirs[field])
            case .line(let id):
                var (line, changed) = (ours.lines.first { $0.id == id }, theirs.lines.first { $0.id == id })
                if let line, changed == nil {
                    changed = replacement(of: line, in: theirs, besides: base.lines + ours.lines)
                } else if line == nil, let changed {
                    line = replacement(of: changed, in: ours, besides: base.lines + theirs.lines)
                }
                keep(line, of: changed?.id ?? id, theirs: changed)
            case .whole: break
            }
        }
    }

    /// The one line of a kind that a side has instead of a line that the other one has changed. Most servers keep no ids of lines, so
    /// that a changed line is another one.
    private func replacement(
        of line: FriendLine, in side: FriendDetails, besides others: [FriendLine]
    ) -> FriendLine? {
        let known = Set(others.map(\.id))
        let added = side.lines.filter { $0.kind == line.kind && !known.contains($0.id) }
        guard added.count == 1, let first = added.first else { return nil }
        let isTaken = conflicts.contains { $0.place == .line(first.id) || $0.kept?.id == first.id }
        return isTaken ? nil : first
    }

    private mutating func keep(_ value: String, of field: FriendField, theirs: String) {
        var kept: FriendLine?
        if !value.isEmpty {
            switch field.kind {
            case .phoneNumber: kept = add(.phone, label: "", value)
            case .text: kept = add(.note, label: field.label.lowercased(), value)
            }
        }
        conflicts.append(
            SyncConflict(place: .field(field), part: field.label, ours: value, theirs: theirs, kept: kept))
    }

    /// - Parameters:
    ///   - line: what we have; nil if it was removed here. Then the change on the server stays.
    ///   - theirs: nil if it was removed there.
    private mutating func keep(_ line: FriendLine?, of id: FriendLine.ID, theirs: FriendLine?) {
        var kept: FriendLine?
        if let line {
            if line.id != id, details.lines.contains(line) {
                kept = line
            } else if !details.lines.contains(where: { $0.id == line.id }) {
                details.add(line)
                kept = line
            } else {
                kept = add(line.kind, label: line.label, line.value)
            }
        }
        let kind = line?.kind ?? theirs?.kind
        conflicts.append(
            SyncConflict(
                place: .line(id), part: kind?.label ?? "", ours: line?.value ?? "", theirs: theirs?.value ?? "",
                theirLabel: theirs?.label ?? "", kept: kept))
    }

    /// - Returns: the new line; nil if there was the same one.
    private mutating func add(_ kind: LineKind, label: String, _ value: String) -> FriendLine? {
        let isThere = details.lines.contains {
            $0.kind == kind && $0.label.isIdentical(to: label) && $0.value.isIdentical(to: value)
        }
        if isThere { return nil }
        var identifiers = LineIdentifiers()
        for line in details.lines { identifiers.keep(line) }
        let id = identifiers.next(kind, label: label, value: value)
        let line = FriendLine(id: id, kind: kind, label: label, value: value)
        details.add(line)
        return line
    }
}

extension FriendDetails {
    /// The details with the ids that other ones have for lines with the same content.
    fileprivate func withLineIDs(of others: FriendDetails) -> FriendDetails {
        let own = Set(lines.map(\.id))
        var candidates = others.lines.filter { !own.contains($0.id) }
        let known = Set(others.lines.map(\.id))
        var result = self
        for index in lines.indices where !known.contains(lines[index].id) {
            if let match = candidates.firstIndex(where: lines[index].hasSameContent) {
                result.lines[index] = candidates.remove(at: match)
            }
        }
        return result
    }
}
