import FriendsModel

/// What a content line is about, as far as its meaning is known here.
enum Property: Equatable, Sendable {
    case begin, end, version, product, identifier, revision, cardKind
    /// What Android's programs have no other property for.
    case android
    /// A member of a group of people.
    case member
    /// A group of people that the friend is in, of our own.
    case membership
    case name, formattedName
    /// The value of a line of the friend; tags share one.
    case value(LineKind)
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

    /// The names in upper case, with those of every card first.
    private static let table: [(name: [UInt8], property: Property)] =
        others.map { (Array($0.name.utf8), $0.property) }
        + LineKind.all.compactMap { kind in kind.cardProperty.map { (Array($0.utf8), .value(kind)) } }
        + ExtendedProperty.all.map { (Array($0.name.utf8), .value($0.kind)) }

    private static let byLength = Dictionary(grouping: table, by: \.name.count)

    private static let others: [(name: String, property: Property)] = [
        ("N", .name), ("FN", .formattedName), ("BEGIN", .begin), ("END", .end), ("VERSION", .version),
        ("UID", .identifier), ("REV", .revision), ("PRODID", .product), ("PHOTO", .photo), ("LOGO", .photo),
        ("SOUND", .photo), ("KEY", .photo), ("X-ABLABEL", .groupLabel), ("KIND", .cardKind),
        ("X-ADDRESSBOOKSERVER-KIND", .cardKind), ("AGENT", .agent), ("X-FRIENDS-LINE", .line),
        ("X-FRIENDS-REST", .rest), ("X-FRIENDS-MERGED", .merged), ("X-FRIENDS-UNNAMED", .unnamed), ("MEMBER", .member),
        ("X-ADDRESSBOOKSERVER-MEMBER", .member),
        ("X-FRIENDS-GROUP", .membership), ("X-ANDROID-CUSTOM", .android),
    ]

    init(_ name: ArraySlice<UInt8>) {
        guard let first = name.first?.uppercased else {
            self = .none
            return
        }
        for entry in Self.byLength[name.count] ?? [] where entry.name[0] == first {
            if zip(name, entry.name).allSatisfy({ $0.uppercased == $1 }) {
                self = entry.property
                return
            }
        }
        self = name.hasPrefix(ignoringCase: "X-AB") ? .groupDetail : .other
    }
}
