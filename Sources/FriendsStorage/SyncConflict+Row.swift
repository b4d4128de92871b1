import FriendsModel
import GRDB

/// A conflict in the file of a synchronisation.
extension SyncConflict {
    /// Nil for a field that this version does not know.
    init?(_ row: Row) {
        let place: FriendPart
        if let line = row["line"] as String? {
            place = .line(FriendLine.ID(line))
        } else if let key = row["field"] as String?, let field = FriendField.allCases.first(where: { $0.key == key }) {
            place = .field(field)
        } else {
            return nil
        }
        var kept: FriendLine?
        if let id = row["keptid"] as String? {
            kept = FriendLine(
                id: FriendLine.ID(id), kind: LineKind(key: row["keptkind"]), label: row["keptlabel"],
                value: row["keptvalue"])
        }
        self.init(
            place: place, part: row["part"], ours: row["ours"], theirs: row["theirs"], theirLabel: row["theirlabel"],
            kept: kept)
    }

    func columns(of friend: Friend.ID) -> [(name: String, value: String?)] {
        var (field, line): (String?, String?)
        switch place {
        case .field(let place): field = place.key
        case .line(let id): line = id.rawValue
        case .whole: break
        }
        return [
            ("friend", friend.rawValue), ("field", field), ("line", line), ("part", part), ("ours", ours),
            ("theirs", theirs), ("theirlabel", theirLabel), ("keptid", kept?.id.rawValue), ("keptkind", kept?.kind.key),
            ("keptlabel", kept?.label), ("keptvalue", kept?.value),
        ]
    }
}
