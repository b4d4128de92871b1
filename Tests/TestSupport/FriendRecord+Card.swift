import FriendsFormats

extension [FriendRecord] {
    /// The records of vCards. Their rows can end in a line feed.
    package static func cards(_ text: String) -> [FriendRecord] {
        var chunk: [UInt8]? = [UInt8](text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
        var records: [FriendRecord] = []
        try? RecordReader(.vcard).read({
            defer { chunk = nil }
            return chunk
        }) { records += $0 }
        return records
    }
}

extension FriendRecord {
    /// A card with some rows.
    package static func card(_ rows: [String], version: String = "4.0") -> FriendRecord {
        let text = (["BEGIN:VCARD", "VERSION:\(version)"] + rows + ["END:VCARD", ""]).joined(separator: "\n")
        return Array<FriendRecord>.cards(text)[0]
    }

    /// A card of version 4.0 with some rows.
    package static func card(_ rows: String...) -> FriendRecord { card(rows) }
}
