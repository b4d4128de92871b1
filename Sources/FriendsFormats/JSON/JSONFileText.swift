import FriendsModel

/// Friends as an object of JSON that comes back as the same friends.
struct JSONFileText: FileText {
    private var json = JSONText()
    private var history: String?
    let losses = ExportLosses()

    mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        self.history = history
        json.head = head
        for friend in friends { json.appendElement(friend, rest: rests[friend.id]) }
        return json.take()
    }

    mutating func end() -> [UInt8] {
        json.head = head
        json.endArray()
        json.append(raw: "}\n")
        return json.take()
    }

    /// The beginning of the object around the friends. The version is the format's (Docs/CommandLine.md).
    private var head: String {
        var head = JSONText()
        head.append(raw: "{\"version\":1")
        head.append("history", history)
        return String(decoding: head.take(), as: UTF8.self) + ",\"friends\":["
    }
}
