import FriendsModel
import FriendsVCard
import FriendsWire
import HTTPTypes
import Hummingbird

/// The format of a friend or of the list in a response.
enum Representation: Hashable, Sendable {
    case json
    /// - Parameter version: nil for cards as they were imported, and new ones in version 4.0.
    case vCard(version: VCard.Version?)
    /// A table, without what friends have beyond their details.
    case csv

    var mediaType: String {
        switch self {
        case .json: Interface.jsonMediaType
        case .vCard(nil): Interface.vCardMediaType
        case .vCard(let version?): "\(Interface.vCardMediaType); version=\(version.rawValue); charset=utf-8"
        case .csv: "\(Interface.csvMediaType); charset=utf-8; header=present"
        }
    }

    var isVCard: Bool {
        if case .vCard = self { true } else { false }
    }

    /// The entity tag of a state: a client that knows it in one format does not know it in another one.
    func entityTag(of name: String) -> String { "\"\(tag(of: name))\"" }

    /// The text of that entity tag.
    func tag(of name: String) -> String {
        switch self {
        case .json: name
        case .vCard(let version): "\(name)\(Self.cardSuffix)\(version?.rawValue ?? "")"
        case .csv: name + Self.tableSuffix
        }
    }

    /// Between a state and the version of its vCards in an entity tag.
    private static let cardSuffix = ".vcard"
    /// Behind a state in the entity tag of a table.
    private static let tableSuffix = ".csv"

    /// The state in the text of an entity tag.
    static func name(inTag text: String) -> String {
        let suffix = text.firstRange(of: cardSuffix) ?? text.firstRange(of: tableSuffix)
        return suffix.map { String(text[..<$0.lowerBound]) } ?? text
    }
}

extension Representation {
    /// All that are sent, in the order of preference where a client has none.
    fileprivate static let all: [Self] = [
        .json, .vCard(version: nil), .vCard(version: .v4), .vCard(version: .v3), .csv,
    ]
}

extension Request {
    /// The format that the client prefers (`Accept`; RFC 9110, 12.5.1). Without a wish that can be met it is JSON, as for clients
    /// that ask for HTML; a wish for vCards that are not written is an error (406).
    func representation() throws(Problem) -> Representation {
        let ranges = headers[values: .accept].flatMap { $0[...].split(outsideOfQuotesAt: ",") }
            .compactMap { MediaRange($0) }
        var best: (representation: Representation, rank: (quality: Double, precision: Int, order: Int))?
        for representation in Representation.all {
            // The most precise range says how much a format is wanted, also that it is not.
            let matching = ranges.enumerated().filter { $0.element.contains(representation) }
            guard let (index, range) = matching.max(by: { $0.element.isBelow($1.element) }), range.quality > 0 else {
                continue
            }
            // The first of several with the same quality counts, but a name more than a wild card.
            let rank = (range.quality, min(range.precision, MediaRange.precisionOfName), -index)
            if let best, best.rank >= rank { continue }
            best = (representation, rank)
        }
        if best == nil, ranges.contains(where: \.isVCard) { throw .notAcceptable() }
        return best?.representation ?? .json
    }
}

/// A media range with its parameters (RFC 9110, 12.5.1).
private struct MediaRange {
    let type: String
    private var version: String?
    private(set) var quality = 1.0

    init?(_ text: Substring) {
        let parts = text.split(outsideOfQuotesAt: ";").map { String($0).trimmed }
        guard let type = parts.first, !type.isEmpty else { return nil }
        self.type = type.lowercased()
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "version": version = pair[1].replacing("\"", with: "")
            case "q": quality = Self.quality(pair[1])
            default: break
            }
        }
    }

    /// A weight; 1, the default, for anything but a number from 0 to 1.
    private static func quality(_ text: String) -> Double {
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || ($0 ^ 0x30) < 10 }), let quality = Double(text),
            quality <= 1
        else { return 1 }
        return quality
    }

    var isVCard: Bool { type == Interface.vCardMediaType }

    static let precisionOfName = 2

    /// How exactly the range names a format.
    var precision: Int {
        if type == "*/*" { return 0 }
        if type.hasSuffix("/*") { return 1 }
        return isVCard && version != nil ? Self.precisionOfName + 1 : Self.precisionOfName
    }

    /// Whether the other range counts more for a format in both.
    func isBelow(_ other: Self) -> Bool { (precision, quality) < (other.precision, other.quality) }

    /// Whether a format is in the range.
    func contains(_ representation: Representation) -> Bool {
        switch type {
        case "*/*": true
        case "application/*", Interface.jsonMediaType: representation == .json
        case "text/*": representation != .json
        case Interface.csvMediaType: representation == .csv
        case Interface.vCardMediaType:
            if case .vCard(let version) = representation {
                self.version == nil || self.version == version?.rawValue
            } else {
                false
            }
        default: false
        }
    }
}

extension Substring {
    /// The parts between separators that are not in a quoted string.
    fileprivate func split(outsideOfQuotesAt separator: Character) -> [Substring] {
        var isQuoted = false
        return split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }
    }
}

extension FriendCard {
    init(_ friend: Friend, rest: [UInt8]?) {
        self.init(id: friend.id, details: friend.details, rest: rest)
    }
}
