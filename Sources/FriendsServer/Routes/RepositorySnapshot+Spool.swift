import FriendsFormats
import FriendsModel
import FriendsRepository
import FriendsVCard
import FriendsWire

/// Writes long lists page by page, so that only one page is in memory.
extension RepositorySnapshot {
    /// Writes the friends after a position.
    /// - Parameter check: called before each page; throws to end the writing.
    func write(
        after start: FriendPosition?, as format: Representation, to spool: Spool, _ check: SpooledLists.Check
    ) throws -> SpooledLists.List {
        let last: ListPage
        switch format {
        case .json:
            var array = ArrayText()
            last = try forEachPage(after: start, check) { page in
                try spool.append(array.next(page.friends.map { FriendDocument($0) }))
            }
            try spool.append(array.end())
        case .vCard(let version):
            last = try forEachPage(after: start, withRests: true, check) { page in
                try spool.append(
                    page.friends.flatMap { FriendCard($0, rest: page.rests[$0.id].map(Array.init)).bytes(in: version) })
            }
        case .csv:
            // The header needs the columns of all friends.
            var columns = CSVColumns()
            let end = try forEachPage(after: start, check) { page in
                for friend in page.friends { columns.add(friend.details) }
            }
            var text = CSVText(columns, history: end.position.history)
            text.appendHeader()
            last = try forEachPage(after: start, check) { page in
                for friend in page.friends { text.append(friend) }
                try spool.append(text.take())
            }
        }
        return SpooledLists.List(spool: spool, position: last.position, totalCount: last.totalCount)
    }

    /// Writes the deleted friends after a position, as JSON.
    /// - Parameter check: called before each page; throws to end the writing.
    func writeTrash(
        after start: TrashPosition?, to spool: Spool, _ check: SpooledLists.Check
    ) throws -> SpooledLists.List {
        var array = ArrayText()
        var next = start
        while true {
            try check()
            let page = try trash(after: next, limit: FriendController.shortCount, withRests: false)
            try spool.append(array.next(page.trash.friends.map { DeletedFriendDocument($0, rest: nil) }))
            next = page.next
            guard next == nil else { continue }
            try spool.append(array.end())
            return SpooledLists.List(spool: spool, position: page.position, totalCount: page.trash.totalCount)
        }
    }

    /// - Returns: the last page.
    private func forEachPage(
        after start: FriendPosition?, withRests hasRests: Bool = false, _ check: SpooledLists.Check,
        _ body: (ListPage) throws -> Void
    ) throws -> ListPage {
        var next = start
        while true {
            try check()
            let page = try page(after: next, limit: FriendController.shortCount, withRests: hasRests)
            try body(page)
            next = page.next
            if next == nil { return page }
        }
    }
}

/// A JSON array that is written in parts.
private struct ArrayText {
    private var isEmpty = true

    /// The next elements.
    mutating func next(_ values: [some Encodable]) throws -> [UInt8] {
        guard !values.isEmpty else { return [] }
        defer { isEmpty = false }
        return [UInt8(ascii: isEmpty ? "[" : ",")] + (try JSON.elements(values))
    }

    /// The end, when there are no more.
    func end() -> [UInt8] { Array(isEmpty ? "[]".utf8 : "]".utf8) }
}
