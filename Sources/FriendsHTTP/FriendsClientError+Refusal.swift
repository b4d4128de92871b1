import FriendsModel
import FriendsWire
import HTTPTransport

extension FriendsClientError {
    /// Converts a response that is not a success.
    init(refusal response: Response) {
        let problem = (try? response.body.get()).flatMap { try? $0.decodedJSON(as: Problem.self) }
        switch response.status.code {
        case 300..<400: self = Self.redirected(response)
        case 401, 403: self = response.authorizationOrigin.map { .tokenRefused(origin: $0) } ?? .notSignedIn
        case 404, 410: self = .notFound
        case 409, 412: self = .conflict(current: problem?.current)
        // The request is wrong, not the network: the reason of the server is shown.
        case 400, 413, 414, 415, 422, 431:
            self = .rejected(problem?.parts ?? [], reason: problem?.reason ?? "It answered \(response.statusLine)")
        case 429, 503, 507:
            self = .unavailable(
                status: response.statusLine,
                reason: Self.sentences(problem?.reason, RetryAfter(in: response.headers)?.sentence))
        case 500...: self = .failed(status: response.statusLine, reason: problem?.reason)
        default: self = .unexpectedStatus(status: response.statusLine, reason: problem?.reason)
        }
    }

    /// Joins two sentences with a full stop.
    private static func sentences(_ one: String?, _ other: String?) -> String? {
        guard let one, let other else { return one ?? other }
        return one.hasSuffix(".") ? "\(one) \(other)" : "\(one). \(other)"
    }

    private static func redirected(_ response: Response) -> Self {
        let location = response.headers.first(name: "Location")
        let host = location.flatMap { text in
            let authority = text.firstRange(of: "//").map { text[$0.upperBound...].prefix { !"/?#".contains($0) } }
            return authority?.split(separator: "@").last
        }
        return .unexpectedStatus(
            status: response.statusLine,
            reason: host.map { "The server redirected to \($0). Nothing was sent there." }
                ?? "The server redirected to another address. Nothing was sent there.")
    }
}

/// The readable part of a refusal: of a problem document (RFC 9457), or of the `{"error": true, "reason": "…"}` of
/// other servers. Any part may be missing or invalid.
private struct Problem: Decodable {
    let reason: String?
    let parts: [FriendsClientError.RejectedPart]
    let current: Friend?

    private enum CodingKeys: String, CodingKey {
        case title, detail, reason, errors, current
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let sentences = [CodingKeys.detail, .reason, .title].lazy.compactMap { key in
            try? container.decode(String.self, forKey: key)
        }
        reason = sentences.first { !$0.trimmed.isEmpty }
        parts = (try? container.decode([Entry].self, forKey: .errors))?.compactMap(\.part) ?? []
        current = (try? container.decode(FriendDocument.self, forKey: .current))?.friend
    }

    /// One of the `errors`, if it is about a friend or a part of one.
    private struct Entry: Decodable {
        let part: FriendsClientError.RejectedPart?

        init(from decoder: any Decoder) {
            part = (try? ProblemDocument.Item(from: decoder)).flatMap { item in
                FriendsClientError.RejectedPart.Part(pointer: item.pointer).map { .init(part: $0, reason: item.detail) }
            }
        }
    }
}

extension FriendsClientError.RejectedPart.Part {
    /// The part of the friend at a JSON pointer; nil for another pointer, or none.
    init?(pointer: String?) {
        // The examples of the RFC have pointers such as "#/age".
        guard let path = pointer.map({ $0.drop { $0 == "#" } }) else { return nil }
        let keys = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch FriendDetails.Member(key: keys.first ?? "") {
        case .field(let field) where keys.count == 1: self = .field(field)
        case .lines where keys.count == 1: self = .whole
        case .lines:
            guard let index = keys.dropFirst().first.flatMap({ Int($0) }), index >= 0 else { return nil }
            self = .line(index)
        case .field, nil:
            guard path.isEmpty else { return nil }
            self = .whole
        }
    }
}
