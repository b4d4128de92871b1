import DAVTestSupport
import FriendsCardDAV
import FriendsModel
import Testing

@Suite struct ChangesTests {
    // MARK: - Lists and changes

    @Test func `the first answer is the whole list`() async throws {
        try await withBook { server, book in
            let changes = try await book.changes(since: nil)
            #expect(changes.isWhole)
            #expect(changes.changed.map(\.name) == Books.names)
            #expect(changes.changed.map(\.etag) == ["\"r1\"", "\"r2\"", "\"r3\""])
            #expect(changes.removed.isEmpty)
            #expect(changes.position != nil)
            #expect(server.methods == ["PROPFIND", "PROPFIND"])
        }
    }

    @Test func `later answers are the changes since then`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            let same = try await book.changes(since: first.position)
            #expect(same == CollectionChanges(changed: [], isWhole: false, position: first.position))
            server.remove("a.vcf")
            server.put(cardText("b"), at: "b.vcf")
            server.put(cardText("z"), at: "z 1.vcf")
            server.forgetRequests()
            let changes = try await book.changes(since: first.position)
            #expect(!changes.isWhole)
            #expect(changes.changed.map(\.name) == ["b.vcf", "z 1.vcf"])
            #expect(changes.removed == ["a.vcf"])
            #expect(server.methods == ["REPORT"])
            #expect(!server.requests.contains { $0.text.contains("nresults") })
            #expect(try await book.changes(since: changes.position).changed.isEmpty)
        }
    }

    @Test(arguments: Behaviour.UnknownToken.allCases)
    func `an unknown token removes nothing`(_ answer: Behaviour.UnknownToken) async throws {
        try await withBook(Behaviour { $0.unknownToken = answer }) { server, book in
            let changes = try await book.changes(since: CollectionPosition("token of another server"))
            #expect(changes.isWhole == (answer != .wholeList))
            #expect(Set(changes.changed.map(\.name)) == Set(Books.names))
            #expect(changes.removed.isEmpty)
            #expect(try await book.changes(since: changes.position).changed.isEmpty)
        }
    }

    @Test func `a server without reports has a mark of its state`() async throws {
        try await withBook(Behaviour { $0.hasSyncCollection = false }) { server, book in
            let first = try await book.changes(since: nil)
            #expect(first.isWhole)
            server.forgetRequests()
            let same = try await book.changes(since: first.position)
            #expect(same == CollectionChanges(changed: [], isWhole: false, position: first.position))
            #expect(server.methods == ["PROPFIND"])
            server.remove("a.vcf")
            let changes = try await book.changes(since: first.position)
            #expect(changes.isWhole)
            #expect(changes.changed.map(\.name) == Array(Books.names.dropFirst()))
            #expect(changes.position != first.position)
        }
    }

    @Test func `a server can have neither tokens nor marks`() async throws {
        try await withBook(Behaviour { ($0.hasSyncCollection, $0.hasCollectionTag) = (false, false) }) { _, book in
            let changes = try await book.changes(since: nil)
            #expect(changes.isWhole)
            #expect(changes.position == nil)
        }
    }

    @Test func `a server that has lost its reports gives the list`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.change { $0.hasSyncCollection = false }
            let changes = try await book.changes(since: first.position)
            #expect(changes.isWhole)
            #expect(changes.changed == first.changed)
        }
    }

    @Test func `an answer with a part of the changes is continued`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            for name in 0..<7 { server.put(cardText("\(name)"), at: "\(name).vcf") }
            server.remove("a.vcf")
            for spelling in Behaviour.Spelling.allCases {
                server.change { ($0.partSize, $0.spelling) = (3, spelling) }
                server.forgetRequests()
                let changes = try await book.changes(since: first.position)
                #expect(changes.changed.count == 7)
                #expect(changes.removed == ["a.vcf"])
                #expect(server.methods == ["REPORT", "REPORT", "REPORT"])
                #expect(try await book.changes(since: changes.position).changed.isEmpty)
            }
        }
    }

    @Test func `parts that never end are given up`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.put(cardText("b"), at: "b.vcf")
            server.change { $0.partSize = 0 }
            server.forgetRequests()
            let changes = try await book.changes(since: first.position)
            #expect(changes.isWhole)
            #expect(changes.changed.count == 4)
            #expect(server.methods == ["REPORT", "PROPFIND", "PROPFIND"])
        }
    }

    @Test func `a card that was removed and came back is changed`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            let path = try server.book.path
            server.willAnswer { request in
                guard request.method == "REPORT" else { return nil }
                return .multistatus(
                    Answers.document(
                        Answers.status(404, "\(path)a.vcf") + Answers.status(404, "\(path)b.vcf")
                            + Answers.card("\(path)a.vcf") + "<d:sync-token>t</d:sync-token>"))
            }
            let changes = try await book.changes(since: first.position)
            #expect(changes.changed.map(\.name) == ["a.vcf"])
            #expect(changes.removed == ["b.vcf"])
        }
    }

    // MARK: - Ways of servers

    @Test(arguments: Behaviour.Spelling.allCases, Behaviour.Form.allCases)
    func `cards have the same names in every spelling`(
        _ spelling: Behaviour.Spelling, _ form: Behaviour.Form
    ) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.change { ($0.spelling, $0.form) = (spelling, form) }
            let whole = try await book.changes(since: nil)
            #expect(whole.changed.map(\.name) == Books.names)
            #expect(whole.isWhole)
            server.remove("it's@\u{E9}+.vcf")
            server.put(cardText("z"), at: "z 1.vcf")
            let changes = try await book.changes(since: first.position)
            #expect(changes.changed.map(\.name) == ["z 1.vcf"])
            #expect(changes.removed == ["it's@\u{E9}+.vcf"])
        }
    }

    @Test(arguments: Behaviour.ETags.allCases)
    func `a card without a version is there as well`(_ etags: Behaviour.ETags) async throws {
        try await withBook(Behaviour { $0.etags = etags }) { _, book in
            let changes = try await book.changes(since: nil)
            #expect(changes.changed.map(\.name) == Books.names)
            #expect(changes.changed.allSatisfy { ($0.etag == nil) == (etags == .none) })
        }
    }

    // MARK: - Answers that prove nothing

    @Test(arguments: Behaviour.Disguise.allCases)
    func `an answer of another kind removes nothing`(_ disguise: Behaviour.Disguise) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.change { $0.disguise = disguise }
            for position in [nil, first.position] {
                guard
                    case .unreadable = await error(of: { () async throws(CollectionError) in
                        try await book.changes(since: position)
                    })
                else {
                    Issue.record("The answer was taken for a list")
                    return
                }
            }
        }
    }

    /// Well-formed answers to the question for the list that are not the list.
    @Test(arguments: [
        "", Answers.status(403, "/dav/books/ad%C3%A9@home/contacts/"),
        Answers.card("/dav/books/ad%C3%A9@home/contacts/a.vcf"),
        Answers.book + Answers.card("/dav/books/ad%C3%A9@home/contacts/../x.vcf"), Answers.book + Answers.card(""),
        Answers.book + Answers.card("ftp://x/a.vcf"), Answers.book + "<d:response/>",
        Answers.book + Answers.status(507, "/dav/books/ad%C3%A9@home/contacts/"),
        Answers.book + Answers.status(507, "/other/contacts/"),
    ])
    func `a list that may lack cards is an error`(_ content: String) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.willAnswer { request in
                switch (request.method, request.header("Depth")) {
                case ("REPORT", _): DAVReply(403)
                case (_, "1"): .multistatus(Answers.document(content))
                default: nil
                }
            }
            for position in [nil, first.position] {
                guard
                    case .unreadable = await error(of: { () async throws(CollectionError) in
                        try await book.changes(since: position)
                    })
                else {
                    Issue.record("The answer was taken for a list")
                    return
                }
            }
        }
    }

    @Test(arguments: [401, 403, 423, 500, 503])
    func `a card that the server cannot read is not gone`(_ status: Int) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            let path = try server.book.path
            server.willAnswer { request in
                let broken = Answers.status(status, "\(path)a.vcf")
                return switch (request.method, request.header("Depth")) {
                case ("REPORT", _): .multistatus(Answers.document(broken + "<d:sync-token>t</d:sync-token>"))
                case (_, "1"):
                    .multistatus(Answers.document(Answers.book + broken + Answers.status(404, "\(path)b.vcf")))
                default: nil
                }
            }
            for position in [nil, first.position] {
                let changes = try await book.changes(since: position)
                #expect(changes.changed.map(\.name) == ["a.vcf"])
                #expect(changes.changed.map(\.etag) == [nil])
                #expect(changes.removed.isEmpty)
            }
        }
    }

    @Test(arguments: ["", "<d:sync-token/>", "<d:sync-token>t</d:sync-token><d:response/>"])
    func `changes that may lack something are read from the list`(_ rest: String) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            let gone = Answers.status(404, try server.book.path + "a.vcf")
            server.willAnswer { request in
                request.method == "REPORT" ? .multistatus(Answers.document(gone + rest)) : nil
            }
            let changes = try await book.changes(since: first.position)
            #expect(changes.isWhole)
            #expect(changes.changed == first.changed)
        }
    }

    // MARK: - Errors

    @Test(arguments: [
        (401, CollectionError.notSignedIn), (403, .refused(reason: "403 Forbidden")), (404, .notFound),
        (410, .notFound),
        (429, .busy(.seconds(120))), (503, .busy(.seconds(120))), (500, .refused(reason: "500 Internal Server Error")),
        (507, .full(reason: "507 Insufficient Storage")),
    ])
    func `a refused question says why`(_ status: Int, _ expected: CollectionError) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.willAnswer { _ in DAVReply(status, [("Retry-After", "120")]) }
            for position in [nil, first.position] {
                #expect(
                    await error(of: { () async throws(CollectionError) in
                        try await book.changes(since: position)
                    }) == expected)
            }
        }
    }

    @Test func `a busy server is not asked for the list as well`() async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.forgetRequests()
            server.willAnswer { _ in DAVReply(503, [("Retry-After", "120")]) }
            await #expect(throws: CollectionError.busy(.seconds(120))) { try await book.changes(since: first.position) }
            #expect(server.methods == ["REPORT"])
        }
    }

    @Test func `a sign-in that ends in between is said`() async throws {
        try await withBook(Behaviour { $0.signsOutAfter = 1 }) { _, book in
            await #expect(throws: CollectionError.notSignedIn) { try await book.changes(since: nil) }
        }
    }

    @Test func `a lost connection is no answer`() async throws {
        try await withBook { server, book in
            server.willAnswer { _ in .lost }
            let reason = "the server closed the connection without an answer"
            await #expect(throws: CollectionError.noAnswer(.connectionLost(reason: reason))) {
                try await book.changes(since: nil)
            }
        }
    }
}
