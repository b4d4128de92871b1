import DAVTestSupport
import FriendsCardDAV
import FriendsDAV
import FriendsModel
import TestSupport
import Testing

@Suite struct WritingTests {
    private let card = cardText("new", "Grace", ["NOTE:navy"])

    private func create(_ book: DAVCollection) async -> CollectionError? {
        await error { () async throws(CollectionError) in try await book.create(Array(card.utf8), id: "new") }
    }

    // MARK: - Conditions

    @Test func `a new card is stored under its id and read back`() async throws {
        try await withBook { server, book in
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.reference.name == "new.vcf")
            #expect(stored.reference.etag == "\"r4\"")
            #expect(stored.bytes == Array(card.utf8))
            #expect(stored.isOriginal)
            #expect(!stored.isShortened)
            #expect(server.methods == ["PUT", "GET"])
            let put = try #require(server.requests.first)
            #expect(put.header("If-None-Match") == "*")
            #expect(put.header("Content-Type") == "text/vcard; charset=utf-8")
            #expect(put.text == card)
        }
    }

    @Test func `a card with a taken name is not stored`() async throws {
        try await withBook { server, book in
            #expect(
                await error { () async throws(CollectionError) in
                    try await book.create(Array(card.utf8), id: "a")
                } == .changed)
            #expect(server.card(at: "a.vcf") == Books.three["a.vcf"])
        }
    }

    @Test(arguments: [Behaviour.ETags.strong, .weak])
    func `a card replaces the one that was seen and no other`(_ etags: Behaviour.ETags) async throws {
        try await withBook(Behaviour { $0.etags = etags }) { server, book in
            let seen = try #require(try await book.reference("a.vcf"))
            let stored = try await book.replace(seen, by: Array(card.utf8))
            #expect(server.card(at: "a.vcf") == card)
            #expect(server.requests.first { $0.method == "PUT" }?.header("If-Match") == "\"r1\"")
            let late = await error { () async throws(CollectionError) in
                try await book.replace(seen, by: Array(cardText("late").utf8))
            }
            #expect(late == .changed)
            #expect(server.card(at: "a.vcf") == card)
            #expect(try await book.replace(stored.reference, by: Array(cardText("x").utf8)).isShortened == false)
        }
    }

    @Test(arguments: [Behaviour.ETags.strong, .weak])
    func `only the card that was seen is deleted`(_ etags: Behaviour.ETags) async throws {
        try await withBook(Behaviour { $0.etags = etags }) { server, book in
            let seen = try #require(try await book.reference("a.vcf"))
            server.put(card, at: "a.vcf")
            #expect(await error { () async throws(CollectionError) in try await book.delete(seen) } == .changed)
            #expect(server.card(at: "a.vcf") == card)
            let now = try #require(try await book.reference("a.vcf"))
            try await book.delete(now)
            #expect(server.card(at: "a.vcf") == nil)
            #expect(await error { () async throws(CollectionError) in try await book.delete(now) } == .notFound)
        }
    }

    @Test(arguments: [nil, "", "*", "W/", "\"1\"\r\nIf-Match: *", "\"\n\"", "\"\u{7F}\""])
    func `without a version nothing is replaced or deleted`(_ etag: String?) async throws {
        try await withBook { server, book in
            let reference = CardReference(name: "a.vcf", path: try server.book.appending("a.vcf").path, etag: etag)
            let expected = CollectionError.unreadable(reason: "the server does not say which state of the card it has")
            #expect(
                await error { () async throws(CollectionError) in
                    try await book.replace(reference, by: Array(card.utf8))
                } == expected)
            #expect(await error { () async throws(CollectionError) in try await book.delete(reference) } == expected)
            #expect(server.requests.isEmpty)
            #expect(server.card(at: "a.vcf") == Books.three["a.vcf"])
        }
    }

    // MARK: - What the server makes of a card

    @Test func `a text that was cut at its comma is written again`() async throws {
        let card = cardText("new", "Grace", ["NOTE:one, two", "URL:https://e.example/?a=1,2"])
        try await withBook(Behaviour { $0.cutsCommas = true }) { server, book in
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(!stored.isShortened)
            #expect(server.card(at: "new.vcf")?.contains("NOTE:one\\, two") == true)
            #expect(server.methods == ["PUT", "GET", "PUT", "GET"])
            let puts = server.requests.filter { $0.method == "PUT" }
            #expect(puts.last?.header("If-Match") == "\"r4\"")
            #expect(stored.reference.etag == "\"r5\"")
        }
    }

    @Test func `a card that stays shorter is said to be`() async throws {
        let card = cardText("new", "Grace", ["CATEGORIES:one,two", "NOTE:three, four"])
        try await withBook(Behaviour { $0.cutsCommas = true }) { server, book in
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.isShortened)
            #expect(String(decoding: stored.bytes, as: UTF8.self) == server.card(at: "new.vcf"))
        }
    }

    @Test(arguments: [403, 412, 500, 507, 401])
    func `a repair that is refused is no failure of the write`(_ status: Int) async throws {
        let card = cardText("new", "Grace", ["NOTE:one, two"])
        try await withBook(Behaviour { $0.cutsCommas = true }) { server, book in
            server.willAnswer { $0.method == "PUT" && $0.header("If-Match") != nil ? DAVReply(status) : nil }
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.isShortened)
            #expect(stored.reference.etag == "\"r4\"")
            #expect(String(decoding: stored.bytes, as: UTF8.self).contains("NOTE:one\r\n"))
        }
    }

    @Test func `a repair whose answer is lost is no failure of the write`() async throws {
        let card = cardText("new", "Grace", ["NOTE:one, two"])
        try await withBook(Behaviour { $0.cutsCommas = true }) { server, book in
            server.willAnswer { $0.method == "PUT" && $0.header("If-Match") != nil ? .lost : nil }
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.isShortened)
        }
    }

    @Test func `without a version a shorter card stays as it is`() async throws {
        let card = cardText("new", "Grace", ["NOTE:one, two"])
        try await withBook(Behaviour { ($0.cutsCommas, $0.etags) = (true, .inListsOnly) }) { server, book in
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.isShortened)
            #expect(stored.reference.etag == nil)
            #expect(server.methods == ["PUT", "GET"])
        }
    }

    @Test(arguments: Behaviour.Spelling.allCases)
    func `a server can choose the name`(_ spelling: Behaviour.Spelling) async throws {
        try await withBook(Behaviour { ($0.choosesNames, $0.spelling) = (true, spelling) }) { server, book in
            // The place is in another folder then, so nothing is known of it.
            if spelling == .anotherPrefix { return }
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.reference.name == "chosen-4")
            #expect(server.card(at: "chosen-4") == card)
        }
    }

    @Test(arguments: [
        "https://evil.example/x/y.vcf", "/dav/x.vcf", "", "../x.vcf", "ftp://x/", "/dav/books/ad%C3%A9@home/contacts/",
    ])
    func `a name in another place is not followed`(_ location: String) async throws {
        try await withBook { server, book in
            server.willAnswer { [card] request in
                guard request.method == "PUT" else { return nil }
                server.put(card, at: "new.vcf")
                return DAVReply(201, [("Location", location)])
            }
            let stored = try await book.create(Array(card.utf8), id: "new")
            #expect(stored.reference.name == "new.vcf")
            let path = try server.book.appending("new.vcf").path
            #expect(server.requests.map(\.path) == [path, path])
        }
    }

    // MARK: - Failures

    @Test(arguments: [400, 403, 507])
    func `a refusal inside a 207 is no success`(_ status: Int) async throws {
        try await withBook(Behaviour { $0.statusInside = status }) { server, book in
            let expected = CollectionError.unreadable(reason: "the server did not say whether it has stored the card")
            #expect(await create(book) == expected)
            #expect(server.card(at: "new.vcf") == nil)
        }
    }

    @Test(arguments: [
        (400, CollectionError.refused(reason: "No")), (401, .notSignedIn), (403, .refused(reason: "No")),
        (404, .notFound),
        (409, .refused(reason: "No")), (412, .changed), (413, .refused(reason: "No")), (415, .refused(reason: "No")),
        (423, .refused(reason: "No")), (500, .refused(reason: "No")), (507, .full(reason: "No")),
    ])
    func `a refused write says why`(_ status: Int, _ expected: CollectionError) async throws {
        try await withBook { server, book in
            let seen = try #require(try await book.reference("a.vcf"))
            server.willAnswer { _ in .refusal(status, "", "No") }
            #expect(await create(book) == expected)
            #expect(
                await error { () async throws(CollectionError) in
                    try await book.replace(seen, by: Array(card.utf8))
                } == expected)
            #expect(await error { () async throws(CollectionError) in try await book.delete(seen) } == expected)
        }
    }

    @Test(arguments: [429, 503])
    func `a busy server is asked again after its pause`(_ status: Int) async throws {
        let clock = SkippingClock()
        try await withBook(clock: clock) { server, book in
            server.willAnswer { _ in server.requests.count == 1 ? DAVReply(status, [("Retry-After", "7")]) : nil }
            #expect(await create(book) == nil)
            #expect(clock.pauses == [.seconds(7)])
            server.willAnswer { _ in DAVReply(status, [("Retry-After", "120")]) }
            #expect(await create(book) == .busy(.seconds(120)))
        }
    }

    @Test(arguments: [Behaviour.Loss.beforeWriting, .afterWriting])
    func `a write whose answer is lost is made once`(_ loss: Behaviour.Loss) async throws {
        try await withBook(Behaviour { $0.loss = loss }) { server, book in
            let seen = try #require(try await book.reference("a.vcf"))
            server.forgetRequests()
            let lost = FriendsClientError.connectionLost(reason: "the server closed the connection without an answer")
            #expect(await create(book) == .noAnswer(lost))
            #expect(await error { () async throws(CollectionError) in try await book.delete(seen) } == .noAnswer(lost))
            #expect(server.methods == ["PUT", "DELETE"])
            #expect((server.card(at: "new.vcf") == card) == (loss == .afterWriting))
        }
    }

    @Test(arguments: [403, 404, 412, 500, 507])
    func `a stored card that cannot be read back was not refused`(_ status: Int) async throws {
        try await withBook { server, book in
            server.willAnswer { $0.method == "GET" ? DAVReply(status) : nil }
            #expect(await create(book) == .unreadable(reason: "the server does not show the card that it has stored"))
            #expect(server.card(at: "new.vcf") == card)
        }
    }

    @Test func `a redirected write is an error`() async throws {
        try await withBook { server, book in
            server.willAnswer { _ in DAVReply(307, [("Location", "/dav/x.vcf")]) }
            #expect(await create(book) == .refused(reason: "the server refers to /dav/x.vcf"))
            #expect(server.requests.count == 1)
        }
    }
}
