import DAVTestSupport
import FriendsCardDAV
import Testing

/// Answers that end too early. Nothing is ever taken from a part of one.
@Suite(.timeLimit(.minutes(10)))
struct CutOffTests {
    /// Where an answer is cut: everywhere, or at some places of a long one.
    private func places(in count: Int) -> [Int] {
        count < 200 ? Array(0..<count) : Array(stride(from: 0, to: count, by: 97)) + [count - 1, count - 2]
    }

    /// Answers like the server until `cut` is set: then with the first bytes only of answers to a method.
    private func size(_ method: String, of server: FakeDAVServer) -> Int {
        server.requests.indices.last { server.methods[$0] == method }.map { server.replies[$0].body.count } ?? 0
    }

    @Test(arguments: ["PROPFIND", "REPORT"])
    func `no change comes from an answer that is cut off`(_ method: String) async throws {
        try await withBook { server, book in
            let first = try await book.changes(since: nil)
            server.remove("a.vcf")
            server.put(cardText("b"), at: "b.vcf")
            server.forgetRequests()
            let whole = try await book.changes(since: method == "REPORT" ? first.position : nil)
            let size = size(method, of: server)
            #expect(size > 0)
            for place in places(in: size) {
                for ending in [DAVReply.Ending.cut(after: place), .cutUnseen(after: place)] {
                    server.change { $0.endings = [method: ending] }
                    if method == "PROPFIND" {
                        await #expect(throws: CollectionError.self, "\(ending)") { try await book.changes(since: nil) }
                    } else if case .cut = ending {
                        await #expect(throws: CollectionError.self, "\(ending)") {
                            try await book.changes(since: first.position)
                        }
                    } else {
                        let changes = try await book.changes(since: first.position)
                        #expect(changes.isWhole, "\(ending)")
                        #expect(Set(changes.changed.map(\.name)) == ["b.vcf", "it's@\u{E9}+.vcf", "z 1.vcf"])
                    }
                }
            }
            server.change { $0.endings = [:] }
            #expect(try await book.changes(since: method == "REPORT" ? first.position : nil) == whole)
        }
    }

    @Test func `no card is taken from a report that is cut off`() async throws {
        try await withBook { server, book in
            let references = try await book.references
            _ = try await book.cards(references)
            let answer = try #require(server.replies.last)
            server.change { behaviour in
                for name in Books.names { behaviour.cardFaults[name] = DAVReply(403) }
            }
            for place in places(in: answer.body.count) {
                // Without a report, the server is asked for each card.
                server.willAnswer { $0.method == "REPORT" ? answer.ending(.cutUnseen(after: place)) : nil }
                let cards = try await book.cards(references)
                #expect(cards.count == 3)
                #expect(cards.values.allSatisfy { $0 == .failure(.refused(reason: "403 Forbidden")) }, "\(place)")
                server.willAnswer { $0.method == "REPORT" ? answer.ending(.cut(after: place)) : nil }
                await #expect(throws: CollectionError.self, "\(place)") { try await book.cards(references) }
            }
        }
    }

    @Test func `no part of a card is taken for it`() async throws {
        try await withBook(cards: ["a.vcf": cardText("a", "Ada", ["NOTE:one", "PHOTO;ENCODING=b:QUJD"])]) {
            server, book in
            let references = try await book.references
            // Without its last line end, the card is complete.
            for place in 0..<(server.card(at: "a.vcf")?.utf8.count ?? 0) - 2 {
                server.change { $0.endings = ["GET": .cutUnseen(after: place)] }
                let cards = try await book.cards(references)
                #expect(
                    cards == ["a.vcf": .failure(.unreadable(reason: "the server has something else than a card"))],
                    "\(place)")
            }
        }
    }
}
