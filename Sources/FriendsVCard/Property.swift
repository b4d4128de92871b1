/// What a content line is about, as far as its meaning is known here.
enum Property: Sendable {
    case begin, end, version, product, identifier, revision, cardKind
    case name, formattedName, nickname
    case phone, email, address, birthday, organization, website, categories, note
    /// A label of the lines of a group, of Apple's.
    case groupLabel
    /// A property of a group, of Apple's.
    case groupDetail
    /// A line of a kind that vCards do not have, of our own.
    case line
    /// What another program has stored with a friend, of our own.
    case rest
    case agent
    case photo
    case other
    /// The end of the friend's own card: lines of other cards of the same person follow.
    case merged
    /// The full name of the card is no name of the friend: a company that has another display name.
    case unnamed
    /// A line without a colon.
    case none

    /// The names, with the most frequent ones first.
    private static let table: [(name: StaticString, property: Property)] = [
        ("TEL", .phone), ("EMAIL", .email), ("N", .name), ("FN", .formattedName), ("ADR", .address),
        ("BEGIN", .begin), ("END", .end), ("VERSION", .version), ("UID", .identifier), ("REV", .revision),
        ("ORG", .organization), ("NOTE", .note), ("URL", .website), ("BDAY", .birthday),
        ("CATEGORIES", .categories), ("PRODID", .product), ("PHOTO", .photo), ("LOGO", .photo), ("SOUND", .photo),
        ("KEY", .photo), ("X-ABLABEL", .groupLabel), ("NICKNAME", .nickname), ("KIND", .cardKind),
        ("X-ADDRESSBOOKSERVER-KIND", .cardKind), ("AGENT", .agent), ("X-FRIENDS-LINE", .line),
        ("X-FRIENDS-REST", .rest), ("X-FRIENDS-MERGED", .merged),
        ("X-FRIENDS-UNNAMED", .unnamed),
    ]

    init(_ name: ArraySlice<UInt8>) {
        guard let first = name.first?.uppercased else {
            self = .none
            return
        }
        for entry in Self.table
        where entry.name.utf8CodeUnitCount == name.count && entry.name.utf8Start.pointee == first {
            if name.isEqual(ignoringCase: entry.name) {
                self = entry.property
                return
            }
        }
        self = name.hasPrefix(ignoringCase: "X-AB") ? .groupDetail : .other
    }
}
