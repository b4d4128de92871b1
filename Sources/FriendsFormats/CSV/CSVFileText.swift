import FriendsModel
import FriendsVCard

/// Friends as a table, which has columns for all of them: it is written at the end.
struct CSVFileText: FileText {
    private var rows: [Friend] = []
    private var columns = CSVColumns()
    private var history: String?
    private(set) var losses = ExportLosses()

    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        self.history = history
        for friend in friends {
            columns.add(friend.details)
            losses.add(FriendCard.lostNames(with: rests[friend.id], of: friend.details))
        }
        rows += friends
        return []
    }

    mutating func end() -> [UInt8] {
        var table = CSVText(columns, history: history)
        table.appendHeader()
        for friend in rows { table.append(friend) }
        rows = []
        return table.take()
    }
}
