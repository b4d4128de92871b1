/// A part of a friend that was changed here and on a server, each to something else, before both were synchronised.
///
/// The value of the server has stayed in its place, and ours has become a line. A person can decide otherwise.
package struct SyncConflict: Equatable, Sendable {
    package enum Choice: Equatable, Sendable {
        case ours, theirs
    }

    /// A field or a line.
    package let place: FriendPart
    /// The name of the field or of the kind of line.
    package let part: String
    /// Empty if we had removed it.
    package let ours: String
    /// Empty if the server had removed it.
    package let theirs: String
    /// The label of the line of the server.
    package let theirLabel: String
    /// The line that ours has become; nil if we had removed it, or if the same line was there already.
    package let kept: FriendLine?

    package init(
        place: FriendPart, part: String, ours: String, theirs: String, theirLabel: String = "", kept: FriendLine?
    ) {
        (self.place, self.part) = (place, part)
        (self.ours, self.theirs, self.theirLabel, self.kept) = (ours, theirs, theirLabel, kept)
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.place == other.place && one.part.isIdentical(to: other.part) && one.ours.isIdentical(to: other.ours)
            && one.theirs.isIdentical(to: other.theirs) && one.theirLabel.isIdentical(to: other.theirLabel)
            && one.kept == other.kept
    }

    /// The details after a choice; nil if the friend has been changed, so that there is nothing to choose any more.
    package func deciding(_ choice: Choice, in details: FriendDetails) -> FriendDetails? {
        guard isOpen(in: details) else { return nil }
        var result = details
        if let kept, choice == .theirs || place != .line(kept.id) { result.lines.removeAll { $0 == kept } }
        guard choice == .ours else { return result }
        switch place {
        case .field(let field): result[field] = ours
        case .line(let id):
            guard let index = result.lines.firstIndex(where: { $0.id == id }) else { break }
            if let kept {
                result.lines[index] = FriendLine(id: id, kind: kept.kind, label: kept.label, value: kept.value)
            } else {
                result.lines.remove(at: index)
            }
        case .whole: break
        }
        return result
    }

    /// Whether both values are where the synchronisation has put them.
    package func isOpen(in details: FriendDetails) -> Bool {
        if let kept, !details.lines.contains(kept) { return false }
        switch place {
        case .field(let field): return details[field].isIdentical(to: theirs)
        case .line where theirs.isEmpty: return kept != nil
        case .line(let id):
            return details.lines.contains {
                $0.id == id && $0.value.isIdentical(to: theirs) && $0.label.isIdentical(to: theirLabel)
            }
        case .whole: return false
        }
    }
}
