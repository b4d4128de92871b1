import FriendsModel
import FriendsVCard

/// Friends as they leave the program, piece by piece: everything that they have, with their rests.
package struct ExportText: Sendable {
    /// The format of an export.
    package enum Format: String, CaseIterable, Sendable {
        /// vCard 4.0; an imported friend is its card.
        case vcard
        /// vCard 3.0.
        case vcard3
        case json
        /// A table for spreadsheets, without cards.
        case csv
        /// abook's file.
        case abook

        /// The endings of the names of files, in words.
        package static let endings = ".vcf, .json, .csv or .abook"

        /// Whether it has the versions of friends, and their history.
        package var hasVersions: Bool { self == .json || self == .csv }

        /// The format that the name of a file says; nil for other names.
        package init?(fileName: String) {
            switch FileFormat(fileName: fileName) {
            case .vcard: self = .vcard
            case .csv where !fileName.lowercased().hasSuffix(".tsv"): self = .csv
            case .json: self = .json
            case .abook: self = .abook
            case .csv, nil: return nil
            }
        }
    }

    private let format: Format
    private var json = JSONText()
    private var abook = AbookText()
    private var isFirst = true
    private var history: String?
    /// The friends of a table, which has columns for all of them.
    private var rows: [Friend] = []
    private var columns = CSVColumns()
    /// How many friends have something that the format can't hold, at the end of the output.
    package private(set) var incompleteCount = 0

    package init(_ format: Format) {
        self.format = format
    }

    /// The next friends.
    /// - Parameter history: the id of the history of their versions, the same for all; nil without a history.
    package mutating func text(of friends: [Friend], rests: [Friend.ID: [UInt8]], history: String?) -> [UInt8] {
        self.history = history
        switch format {
        case .vcard: return Self.cards(of: friends, rests: rests, in: nil)
        case .vcard3: return Self.cards(of: friends, rests: rests, in: .v3)
        case .json:
            json.head = jsonHead
            for friend in friends { json.appendElement(friend, rest: rests[friend.id]) }
            return json.take()
        case .csv:
            for friend in friends { columns.add(friend.details) }
            rows += friends
            incompleteCount += friends.count { Self.hasMore($0, rests) }
            return []
        case .abook:
            beginAbook()
            for friend in friends { abook.append(friend.details, hasMore: Self.hasMore(friend, rests)) }
            incompleteCount = abook.incompleteCount
            return abook.take()
        }
    }

    /// The end of the output.
    package mutating func end() -> [UInt8] {
        switch format {
        case .vcard, .vcard3: return []
        case .json:
            json.head = jsonHead
            json.endArray()
            json.append(raw: "}\n")
            return json.take()
        case .csv:
            var table = CSVText(columns, history: history)
            table.appendHeader()
            for friend in rows { table.append(friend) }
            rows = []
            return table.take()
        case .abook:
            beginAbook()
            return abook.take()
        }
    }

    private static func hasMore(_ friend: Friend, _ rests: [Friend.ID: [UInt8]]) -> Bool {
        rests[friend.id].map(FriendCard.saysMore) ?? false
    }

    private mutating func beginAbook() {
        if isFirst { abook.appendHeader() }
        isFirst = false
    }

    /// The beginning of the object around the friends. The version is the format's (Docs/CommandLine.md).
    private var jsonHead: String {
        var head = JSONText()
        head.append(raw: "{\"version\":1")
        head.append("history", history)
        return String(decoding: head.take(), as: UTF8.self) + ",\"friends\":["
    }

    private static func cards(
        of friends: [Friend], rests: [Friend.ID: [UInt8]], in version: VCard.Version?
    ) -> [UInt8] {
        friends.reduce(into: []) { bytes, friend in
            bytes += FriendCard(id: friend.id, details: friend.details, rest: rests[friend.id]).bytes(in: version)
        }
    }
}
