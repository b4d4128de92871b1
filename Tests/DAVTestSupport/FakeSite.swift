import FoundationEssentials
import FriendsDAV
import FriendsXML

/// A server with the address books of one user, without a network: requests to replies.
struct FakeSite: Sendable {
    static let authorization = "Basic YWRhOnNlY3JldA=="
    /// The decoded paths.
    static let (entry, user, home) = ("/dav/", "/dav/users/ad\u{E9}@home/", "/dav/books/ad\u{E9}@home/")
    private static let otherPrefix = "/other.php"

    var behaviour: Behaviour
    /// The scheme, the host and the port.
    let origin: String
    var contents = BookContents()
    private var requestCount = 0

    init(_ behaviour: Behaviour, origin: String) {
        self.behaviour = behaviour
        self.origin = origin
    }

    /// The folder of the books.
    var homeFolder: String { behaviour.isHomeOfUser ? Self.user : Self.home }
    /// The first book, which has the cards.
    var book: String { homeFolder + "contacts/" }

    mutating func reply(to request: DAVRequest) -> DAVReply {
        requestCount += 1
        let isSignedIn = behaviour.signsOutAfter.map { requestCount <= $0 } ?? true
        guard isSignedIn, request.header("Authorization") == Self.authorization else {
            return DAVReply(401, [("WWW-Authenticate", "Basic realm=\"books\"")])
        }
        let path = Self.decoded(request.path)
        if let target = behaviour.redirects[path] { return DAVReply(301, [("Location", target)]) }
        if path == "/.well-known/carddav" {
            switch behaviour.wellKnown {
            case .redirect: return DAVReply(301, [("Location", Self.entry)])
            case .page: return DAVReply(200, [("Content-Type", "text/html")], "<html><body>Welcome</body></html>")
            case .missing: return DAVReply(404)
            }
        }
        if let name = cardName(path), let fault = behaviour.cardFaults[name] { return fault }
        var reply = content(of: request, path)
        if let disguise = behaviour.disguise, reply.status == 207 { reply = reply.disguised(as: disguise) }
        if let ending = behaviour.endings[request.method] { reply = reply.ending(ending) }
        return reply
    }

    private mutating func content(of request: DAVRequest, _ path: String) -> DAVReply {
        switch request.method {
        case "PROPFIND": return properties(request, path)
        case "REPORT": return report(request, path)
        case "GET": return card(request, path)
        case "PUT", "DELETE":
            if behaviour.loss == .beforeWriting { return .lost }
            let reply = request.method == "PUT" ? put(request, path) : delete(request, path)
            return behaviour.loss == .afterWriting ? .lost : reply
        default: return DAVReply(405)
        }
    }

    // MARK: - Paths

    private static func decoded(_ path: String) -> String {
        let path = path.removingPercentEncoding ?? path
        return path.hasPrefix(otherPrefix) ? String(path.dropFirst(otherPrefix.count)) : path
    }

    /// The name of the card at a path; nil for other resources.
    func cardName(_ path: String) -> String? {
        guard path.hasPrefix(book), path.count > book.count else { return nil }
        return String(path.dropFirst(book.count))
    }

    /// A path as the server writes it into its answers.
    func spelled(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            let isPlain = byte < 0x80 && !" %'+\"<>&".utf8.contains(byte) && byte > 0x20
            result += isPlain ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
        switch behaviour.spelling {
        case .plain: return result
        case .urls: return origin + result
        case .urlsOfAnotherServer: return "http://backend.internal:8080" + result
        case .lowercaseEscapes: return result.replacing("%C3%A9", with: "%c3%a9")
        case .escapedAt: return result.replacing("@", with: "%40")
        case .anotherPrefix: return Self.otherPrefix + result
        }
    }
}

extension DAVReply {
    fileprivate func disguised(as disguise: Behaviour.Disguise) -> DAVReply {
        var reply = self
        switch disguise {
        case .documentType:
            let text = String(decoding: body, as: UTF8.self)
            reply.body = Array(text.replacing("?>\n", with: "?>\n<!DOCTYPE multistatus>\n", maxReplacements: 1).utf8)
        case .gzip: reply.headers.append(("Content-Encoding", "gzip"))
        case .loginPage:
            return DAVReply(200, [("Content-Type", "text/html")], "<html><body>Sign in, please</body></html>")
        }
        return reply
    }
}
