import FriendsModel
import FriendsWire

extension FriendsClientError {
    /// What an answer means that is no success.
    init(refusal answer: Answer) {
        let problem = (try? answer.body.get()).flatMap { try? $0.decodedJSON(as: Problem.self) }
        switch answer.status.code {
        case 300..<400: self = Self.redirected(answer)
        case 401, 403: self = answer.hadToken ? .tokenRefused : .notSignedIn
        case 404, 410: self = .notFound
        case 409, 412: self = .conflict(current: problem?.current)
        // It is the request that is wrong, not the network: people are told what the server says of it.
        case 400, 413, 414, 415, 422, 431:
            self = .rejected(problem?.fields ?? [], reason: problem?.reason ?? "It answered \(answer.statusLine)")
        case 429, 503, 507:
            self = .unavailable(
                status: answer.statusLine,
                reason: Self.sentences(problem?.reason, RetryAfter(in: answer.headers)?.sentence))
        case 500...: self = .failed(status: answer.statusLine, reason: problem?.reason)
        default: self = .unexpectedStatus(status: answer.statusLine, reason: problem?.reason)
        }
    }

    /// Both sentences as one text, with a full stop between them.
    private static func sentences(_ one: String?, _ other: String?) -> String? {
        guard let one, let other else { return one ?? other }
        return one.hasSuffix(".") ? "\(one) \(other)" : "\(one). \(other)"
    }

    private static func redirected(_ answer: Answer) -> Self {
        let location = answer.headers.first(name: "Location")
        let host = location.flatMap { text in
            let authority = text.firstRange(of: "//").map { text[$0.upperBound...].prefix { !"/?#".contains($0) } }
            return authority?.split(separator: "@").last
        }
        return .unexpectedStatus(
            status: answer.statusLine,
            reason: host.map { "The server redirected to \($0). Nothing was sent there." }
                ?? "The server redirected to another address. Nothing was sent there.")
    }
}

/// The part of a refusal's body that can be read: of a problem document (RFC 9457), or of the
/// `{"error": true, "reason": "…"}` of other servers. Every part of it may be missing or broken.
private struct Problem: Decodable {
    let reason: String?
    let fields: [FriendsClientError.RejectedField]
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
        fields = (try? container.decode([Entry].self, forKey: .errors))?.compactMap(\.field) ?? []
        current = (try? container.decode(FriendDocument.self, forKey: .current))?.friend
    }

    /// One of the `errors`, when it is about a field of a friend.
    private struct Entry: Decodable {
        let field: FriendsClientError.RejectedField?

        init(from decoder: any Decoder) {
            guard let item = try? ProblemDocument.Item(from: decoder), let pointer = item.pointer,
                // The RFC writes pointers in its examples as "#/age".
                let field = FriendField(key: pointer.drop { $0 == "#" }.dropFirst()), pointer.contains("/")
            else {
                field = nil
                return
            }
            self.field = FriendsClientError.RejectedField(field: field, reason: item.detail)
        }
    }
}
