import DAVTestSupport
import FriendsCardDAV
import FriendsDAV
import FriendsModel
import HTTPTransport
import Testing

@Suite struct CardsTests {
    @Test func `many cards come in few requests`() async throws {
        let cards = Books.many(250)
        try await withBook(cards: cards) { server, book in
            let references = try await book.references
            server.forgetRequests()
            let texts = try await book.texts(references)
            #expect(texts == cards.mapValues { .success($0) })
            #expect(server.methods == ["REPORT", "REPORT", "REPORT"])
        }
    }

    @Test(arguments: Behaviour.Spelling.allCases, Behaviour.Form.allCases)
    func `cards are found in every spelling`(_ spelling: Behaviour.Spelling, _ form: Behaviour.Form) async throws {
        try await withBook(Behaviour { ($0.spelling, $0.form) = (spelling, form) }) { server, book in
            let references = try await book.references
            server.forgetRequests()
            #expect(try await book.texts(references) == Books.three.mapValues { .success($0) })
            #expect(server.methods == ["REPORT"])
            // Each one alone.
            for reference in references {
                #expect(
                    try await book.texts([reference]) == [reference.name: .success(Books.three[reference.name] ?? "")])
            }
        }
    }

    @Test func `a version comes with its card`() async throws {
        try await withBook { server, book in
            let references = try await book.references
            server.put(cardText("new"), at: "a.vcf")
            let cards = try await book.cards(references)
            #expect(try cards["a.vcf"]?.get().reference.etag == "\"r4\"")
            #expect(try cards["z 1.vcf"]?.get().reference == references.last)
        }
    }

    @Test func `a version is the same in every answer`() async throws {
        try await withBook { server, book in
            let reference = try #require(try await book.reference("a.vcf"))
            // As behind a proxy that compresses some answers.
            server.change { $0.etags = .weak }
            #expect(try await book.reference("a.vcf") == reference)
            let alone = try await book.cards([reference])
            #expect(try alone["a.vcf"]?.get().reference == reference)
            let together = try await book.cards(try await book.references)
            #expect(try together["a.vcf"]?.get().reference == reference)
        }
    }

    @Test func `cards that nobody asked for are ignored`() async throws {
        try await withBook { server, book in
            let references = try await book.references
            let path = try server.book.path
            server.willAnswer { request in
                guard request.method == "REPORT" else { return nil }
                let data = "<c:address-data>\(cardText("x"))</c:address-data>"
                return .multistatus(
                    Answers.document(Answers.card("\(path)x.vcf", data) + Answers.card("\(path)a.vcf", data)))
            }
            let texts = try await book.texts(references)
            #expect(Set(texts.keys) == Set(Books.names))
            #expect(try texts["a.vcf"]?.get() == cardText("x"))
            #expect(try texts["z 1.vcf"]?.get() == Books.three["z 1.vcf"])
        }
    }

    // MARK: - Missing cards

    @Test(arguments: Behaviour.MissingCard.allCases)
    func `only its own 404 says that a card is gone`(_ answer: Behaviour.MissingCard) async throws {
        try await withBook(Behaviour { $0.missingCard = answer }) { server, book in
            let references = try await book.references
            server.remove("a.vcf")
            let texts = try await book.texts(references)
            #expect(texts["a.vcf"] == .failure(.notFound))
            #expect(try texts["z 1.vcf"]?.get() == Books.three["z 1.vcf"])
            #expect(texts.count == 3)
        }
    }

    @Test(arguments: [
        DAVReply(404), .multistatus(Answers.document("")),
        .multistatus(Answers.document(Answers.status(404, "/dav/books/ad%C3%A9@home/contacts/a.vcf"))),
        .multistatus(Answers.document(Answers.card("/dav/books/ad%C3%A9@home/contacts/a.vcf", "<c:address-data/>"))),
        .multistatus(Answers.document("").replacing("d:multistatus", with: "d:error")), DAVReply(200, [], "<html/>"),
        DAVReply(403), DAVReply(413), DAVReply(500), DAVReply(507),
    ])
    func `a card that a report does not give comes alone`(_ reply: DAVReply) async throws {
        try await withBook { server, book in
            let references = try await book.references
            server.willAnswer { $0.method == "REPORT" ? reply : nil }
            #expect(try await book.texts(references) == Books.three.mapValues { .success($0) })
        }
    }

    // MARK: - One card with a fault

    @Test func `a batch is halved until the bad card stands alone`() async throws {
        var cards = Books.many(64)
        cards["17.vcf"] = cardText("17", "Ada", ["NOTE:a\u{B}b"])
        try await withBook(cards: cards) { server, book in
            let references = try await book.references
            server.forgetRequests()
            #expect(try await book.texts(references) == cards.mapValues { .success($0) })
            #expect(server.methods.count { $0 == "GET" } == 2)
            // Six times, the half with the card fails.
            #expect(server.methods.count { $0 == "REPORT" } == 11)
        }
    }

    @Test(arguments: [
        (403, CollectionError.refused(reason: "No")), (404, .notFound), (409, .refused(reason: "No")), (410, .notFound),
        (412, .changed), (413, .refused(reason: "No")), (415, .refused(reason: "No")), (423, .refused(reason: "No")),
        (500, .refused(reason: "No")), (507, .full(reason: "No")),
    ])
    func `a fault of one card leaves the others alone`(_ status: Int, _ expected: CollectionError) async throws {
        try await withBook(Behaviour { $0.cardFaults["a.vcf"] = .refusal(status, "", "No") }) { server, book in
            let references = try await book.references
            server.willAnswer { $0.method == "REPORT" ? DAVReply(500) : nil }
            let texts = try await book.texts(references)
            #expect(texts["a.vcf"] == .failure(expected))
            #expect(try texts["z 1.vcf"]?.get() == Books.three["z 1.vcf"])
        }
    }

    @Test func `a card that is too large leaves the others alone`() async throws {
        var cards = Books.many(4)
        cards["2.vcf"] = cardText("2", "Ada", ["NOTE:" + String(repeating: "x", count: 100_000)])
        try await withBook(cards: cards, limits: ClientLimits(maximumResponseSize: 64 << 10)) { _, book in
            let texts = try await book.texts(try await book.references)
            #expect(
                texts["2.vcf"] == .failure(.noAnswer(.unreadableResponse(reason: "the reply is larger than 64 KiB"))))
            #expect(texts.values.count { (try? $0.get()) != nil } == 3)
        }
    }

    @Test(arguments: [
        (401, CollectionError.notSignedIn), (429, .busy(.seconds(90))), (503, .busy(.seconds(90))),
    ])
    func `what is true for all cards is thrown`(_ status: Int, _ expected: CollectionError) async throws {
        try await withBook { server, book in
            let references = try await book.references
            for method in ["REPORT", "GET"] {
                server.willAnswer { request in
                    if request.method == method { return DAVReply(status, [("Retry-After", "90")]) }
                    return request.method == "REPORT" ? DAVReply(500) : nil
                }
                await #expect(throws: expected) { try await book.cards(references) }
            }
        }
    }

    @Test(arguments: ["<html>Sign in</html>", "", "BEGIN:VCARD\r\n", cardText("a") + cardText("b"), "hello"])
    func `something else than a card is neither a card nor gone`(_ body: String) async throws {
        try await withBook(Behaviour { $0.cardFaults["a.vcf"] = DAVReply(200, [], body) }) { server, book in
            let texts = try await book.texts([try #require(try await book.reference("a.vcf"))])
            #expect(texts == ["a.vcf": .failure(.unreadable(reason: "the server has something else than a card"))])
        }
    }

    // MARK: - What servers make of cards

    @Test func `a photo of 3 MB comes in a report and alone`() async throws {
        let photo = String(repeating: "QUJD", count: 1 << 20)
        let card = cardText("photo", "Ada", ["PHOTO;ENCODING=b;TYPE=JPEG:\(photo)"])
        try await withBook(cards: ["photo.vcf": card, "a.vcf": cardText("a")]) { server, book in
            let references = try await book.references
            #expect(try await book.texts(references)["photo.vcf"]?.get() == card)
            #expect(try await book.texts(references.filter { $0.name == "photo.vcf" })["photo.vcf"]?.get() == card)
            let stored = try await book.create(Array(card.utf8), id: "other")
            #expect(stored.bytes == Array(card.utf8))
            #expect(!stored.isShortened)
        }
    }

    @Test func `a converted card is read as it is stored`() async throws {
        let stored = cardText("a", "Ada", ["KIND:individual", "BDAY:--0203"], version: "4.0")
        try await withBook(Behaviour { $0.convertsCards = true }, cards: ["a.vcf": stored, "b.vcf": cardText("b")]) {
            _, book in
            let cards = try await book.cards(try await book.references)
            let card = try #require(try cards["a.vcf"]?.get())
            #expect(String(decoding: card.bytes, as: UTF8.self) == stored)
            #expect(card.isOriginal)
            #expect(try cards["b.vcf"]?.get().isOriginal == false)
        }
    }

    @Test func `the original of a card is the version that lacks nothing`() async throws {
        let stored = cardText("a", "Ada", ["KIND:individual"], version: "4.0")
        try await withBook(Behaviour { $0.convertsCards = true }, cards: ["a.vcf": stored]) { server, book in
            let reference = try #require(try await book.reference("a.vcf"))
            let converted = StoredCard(reference, Array(cardText("a").utf8), isOriginal: false)
            let original = try await book.original(converted)
            #expect(String(decoding: original.bytes, as: UTF8.self) == stored)
            server.forgetRequests()
            #expect(try await book.original(original) == original)
            #expect(server.requests.isEmpty)
            server.willAnswer { $0.header("Accept")?.contains("4.0") == true ? DAVReply(401) : nil }
            await #expect(throws: CollectionError.notSignedIn) { try await book.original(converted) }
            server.willAnswer { $0.header("Accept")?.contains("4.0") == true ? DAVReply(406) : nil }
            #expect(try await book.original(converted).isOriginal)
        }
    }

    @Test func `a server that counts in another way is not asked for each card`() async throws {
        try await withBook(cards: Books.many(20)) { server, book in
            let references = try await book.references
            server.willAnswer { request in
                guard request.method == "REPORT" else { return nil }
                let responses = references.map { reference in
                    let text = cardText(reference.name)
                    return Answers.card(
                        reference.path,
                        "<d:getcontentlength>1</d:getcontentlength><c:address-data>\(text)</c:address-data>")
                }
                return .multistatus(Answers.document(responses.joined()))
            }
            server.forgetRequests()
            #expect(try await book.cards(references).count == 20)
            #expect(server.methods.count { $0 == "GET" } == 3)
        }
    }
}

extension DAVReply {
    fileprivate func replacing(_ text: String, with other: String) -> DAVReply {
        var reply = self
        reply.body = Array(String(decoding: body, as: UTF8.self).replacing(text, with: other).utf8)
        return reply
    }
}
