import FriendsModel
import FriendsVCard
import FriendsWire
import HTTPTypes
import Hummingbird

/// The format of a friend or of the list in a response.
enum Representation: Equatable, Sendable {
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

extension Request {
    /// The format that the client prefers (`Accept`). Without a wish that can be met it is JSON, as for clients that ask for
    /// HTML; a wish for other vCards than those that are written is an error (406).
    func representation() throws(Problem) -> Representation {
        guard let text = headers[values: .accept].nonempty?.joined(separator: ",") else { return .json }
        let ranges = text.split(separator: ",").compactMap { MediaRange($0) }
        var best: (representation: Representation, range: MediaRange)?
        for range in ranges where range.quality > 0 {
            guard let representation = range.representation else { continue }
            // The first of several with the same quality counts, but a name more than a wild card.
            if let best, (best.range.quality, best.range.precision) >= (range.quality, range.precision) { continue }
            best = (representation, range)
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
        let parts = text.split(separator: ";").map { String($0).trimmed }
        guard let type = parts.first, !type.isEmpty else { return nil }
        self.type = type.lowercased()
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "version": version = pair[1].replacing("\"", with: "")
            // A quality that is none is that of a range without one.
            case "q": quality = Double(pair[1]) ?? 1
            default: break
            }
        }
    }

    var isVCard: Bool { type == Interface.vCardMediaType }

    /// How exactly the range names a format.
    var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

    /// The format that the range stands for.
    var representation: Representation? {
        switch type {
        case Interface.jsonMediaType, "application/*", "*/*": return .json
        case "text/*": return .vCard(version: nil)
        case Interface.csvMediaType: return .csv
        case Interface.vCardMediaType:
            guard let version else { return .vCard(version: nil) }
            let known = VCard.Version(rawValue: version)
            return known == .v3 || known == .v4 ? .vCard(version: known) : nil
        default: return nil
        }
    }
}

extension Collection {
    fileprivate var nonempty: Self? { isEmpty ? nil : self }
}
