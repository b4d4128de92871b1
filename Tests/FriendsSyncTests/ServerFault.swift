import DAVTestSupport
import Testing

/// What a server, or what is between it and us, does wrong with a request.
struct ServerFault: CustomTestStringConvertible, Sendable {
    /// Which requests have the fault.
    enum Extent: CaseIterable, Sendable {
        /// The request at a place: this time, twice, and always.
        case once, twice, always
        /// All requests from the place on.
        case fromThere

        /// Whether the last of the requests has the fault.
        func includes(_ requests: [DAVRequest], from place: Int) -> Bool {
            guard requests.count > place, let last = requests.last else { return false }
            let first = requests[place]
            func isSame(_ other: DAVRequest) -> Bool { other.method == first.method && other.path == first.path }
            return switch self {
            case .once: requests.count == place + 1
            case .twice: isSame(last) && requests[place...].count(where: isSame) <= 2
            case .always: isSame(last)
            case .fromThere: true
            }
        }
    }

    let testDescription: String
    /// The requests that can have it.
    var isAbout: @Sendable (DAVRequest) -> Bool = { _ in true }
    /// What is answered instead, without anything being done.
    var reply: DAVReply?
    /// What the server does in another way.
    var behaviour: @Sendable (inout Behaviour) -> Void = { _ in }
    /// What becomes of the answer to what was done.
    var sent: @Sendable (DAVRequest, DAVReply) -> DAVReply = { $1 }
    /// Whether it is seen only when all cards are compared.
    var isSeenADayLater = false
    /// Whether it can be there for longer.
    var canStay = false

    /// Which requests have it, from a server with tokens or without.
    var extents: [(Extent, hasTokens: Bool)] {
        let kinds = canStay ? Extent.allCases : [.once]
        return kinds.map { ($0, true) } + (canStay || isSeenADayLater ? [(.once, false)] : [])
    }

    static let all = refusals + places + versions + writes + forms + damages + lies

    // MARK: - Refusals

    private static let refusals: [ServerFault] =
        [401, 403, 409, 412, 413, 415, 423, 429, 500, 502, 503, 507].map { status in
            ServerFault(
                testDescription: "\(status)", reply: .refusal(status, "", "No"),
                canStay: status == 412)
        } + [
            ServerFault(
                testDescription: "409 with the card",
                reply: .refusal(
                    409,
                    "<c:no-uid-conflict xmlns:c=\"urn:ietf:params:xml:ns:carddav\"><d:href>/dav/x/max.vcf</d:href>"
                        + "</c:no-uid-conflict>")),
            ServerFault(testDescription: "429 for seconds", reply: DAVReply(429, [("Retry-After", "7")])),
            ServerFault(
                testDescription: "503 until a date",
                reply: DAVReply(503, [("Retry-After", "Wed, 21 Oct 2099 07:28:00 GMT")])),
            ServerFault(testDescription: "404 for all cards", isAbout: \.asksForCards, reply: DAVReply(404)),
            ServerFault(
                testDescription: "login page",
                reply: DAVReply(200, [("Content-Type", "text/html")], "<html><body>Sign in</body></html>")),
        ]

    private static let places = ["http://localhost:1/dav/", "https://evil.example/"].map { place in
        ServerFault(testDescription: "redirect to \(place)", reply: DAVReply(302, [("Location", place)]))
    }

    // MARK: - Versions and writes

    private static let versions: [ServerFault] =
        [Behaviour.ETags.weak, .inListsOnly, .none].map { etags in
            ServerFault(testDescription: "versions: \(etags)", behaviour: { $0.etags = etags })
        } + [
            ServerFault(
                testDescription: "versions: other ones for one card",
                sent: { _, reply in
                    var reply = reply
                    reply.headers = reply.headers.map { header in
                        (name: header.name, value: header.name == "ETag" ? "\"other\"" : header.value)
                    }
                    return reply
                })
        ]

    private static let writes: [ServerFault] = [
        ServerFault(
            testDescription: "refused inside a 207", isAbout: { $0.method == "PUT" },
            behaviour: { $0.statusInside = 403 }),
        ServerFault(testDescription: "lost before it is done", reply: .lost),
        ServerFault(testDescription: "lost after it is done", sent: { _, _ in .lost }, canStay: true),
    ]

    // MARK: - Forms

    private static let forms: [ServerFault] =
        Behaviour.Form.allCases.map { form in
            ServerFault(testDescription: "form: \(form)", isAbout: \.isQuestion, behaviour: { $0.form = form })
        }
        + Behaviour.Spelling.allCases.map { spelling in
            ServerFault(
                testDescription: "spelling: \(spelling)", isAbout: \.isQuestion, behaviour: { $0.spelling = spelling })
        }
        + ["\u{B}", "&"].map { text in
            ServerFault(
                testDescription: "XML with \(text.debugDescription)", isAbout: \.isQuestion,
                sent: { _, reply in
                    reply.with { $0.replacing("</d:href>", with: "\(text)</d:href>", maxReplacements: 1) }
                })
        }
        + [
            ServerFault(
                testDescription: "XML with a document type", isAbout: \.isQuestion,
                behaviour: { $0.disguise = .documentType })
        ]

    // MARK: - Damages

    private static let damages: [ServerFault] =
        [0, 1, 2, 3, 4].flatMap { (quarter: Int) -> [ServerFault] in
            // Without its last line end, a card is whole.
            @Sendable func place(_ reply: DAVReply) -> Int {
                max(0, min(reply.body.count * quarter / 4, reply.body.count - 3))
            }
            return [
                ServerFault(
                    testDescription: "cut off after \(quarter)/4", isAbout: \.isRead,
                    sent: { $1.ending(.cut(after: place($1))) }),
                ServerFault(
                    testDescription: "cut off unseen after \(quarter)/4", isAbout: \.isRead,
                    sent: { $1.ending(.cutUnseen(after: place($1))) }),
            ]
        } + [
            ServerFault(
                testDescription: "compressed", isAbout: \.isRead,
                sent: { _, reply in
                    var reply = reply
                    reply.headers.append((name: "Content-Encoding", value: "gzip"))
                    return reply
                })
        ]

    // MARK: - Answers that are not true

    private static let lies: [ServerFault] = [
        ServerFault(
            testDescription: "a card is left out", isAbout: \.asksForCards,
            sent: { _, reply in
                reply.with { $0.replacing(/<d:response>(?s:.*?)<\/d:response>/, with: "", maxReplacements: 1) }
            }),
        ServerFault(
            testDescription: "no deletions", isAbout: \.asksForChanges,
            sent: { _, reply in
                reply.with {
                    $0.replacing(/<d:response><d:href>[^<]*<\/d:href><d:status>(?s:.*?)<\/d:response>/, with: "")
                }
            }, isSeenADayLater: true),
        ServerFault(
            testDescription: "the same token in spite of changes", isAbout: \.asksForChanges,
            sent: { request, _ in
                let token = request.text.firstMatch(of: /https:\/\/fake\.example\/sync\/\d+/)?.output ?? ""
                return .multistatus(
                    "<d:multistatus xmlns:d=\"DAV:\"><d:sync-token>\(token)</d:sync-token></d:multistatus>")
            }),
        ServerFault(
            testDescription: "a new token without its changes", isAbout: \.asksForChanges,
            sent: { _, reply in reply.with { $0.replacing(/<d:response>(?s:.*?)<\/d:response>/, with: "") } },
            isSeenADayLater: true),
        ServerFault(
            testDescription: "an empty book", isAbout: \.asksForList,
            sent: { _, reply in
                reply.with {
                    $0.replacing(/<d:response><d:href>[^<]*\.vcf<\/d:href>(?s:.*?)<\/d:response>/, with: "")
                }
            }, isSeenADayLater: true),
    ]
}

extension DAVRequest {
    fileprivate var isQuestion: Bool { ["PROPFIND", "REPORT"].contains(method) }
    fileprivate var isRead: Bool { isQuestion || method == "GET" }
    fileprivate var asksForCards: Bool { text.contains("addressbook-multiget") }
    fileprivate var asksForChanges: Bool { text.contains("sync-collection") }
    fileprivate var asksForList: Bool { method == "PROPFIND" && header("Depth") == "1" }
}

extension DAVReply {
    fileprivate func with(_ change: (String) -> String) -> DAVReply {
        var reply = self
        reply.body = Array(change(String(decoding: body, as: UTF8.self)).utf8)
        return reply
    }
}
