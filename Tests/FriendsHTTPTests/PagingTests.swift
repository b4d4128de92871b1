import FriendsHTTP
import FriendsModel
import Testing

/// Where the next page is.
@Suite(.timeLimit(.minutes(10)))
struct PagingTests {
    /// `Link` headers with the position they lead to. `PORT` stands for the port of the server.
    static let links: [(headers: [String], position: String?)] = [
        ([], nil),
        (["Link: </friends?after=p>; rel=\"next\""], "p"),
        (["Link: </friends?limit=5&after=p&x=1>; rel=next"], "p"),
        (["Link: <?after=p>;rel=\"next\""], "p"),
        (["Link: <friends?after=p#end>; rel=\"NEXT\""], "p"),
        (["Link: </friends?after=a%20b%26%C3%A9+>; rel=\"next\""], "a b&é+"),
        (["Link: </friends?page[size]=200&after=20>; rel=\"next\""], "20"),
        (["Link: </friends?after=a|1 b>; rel=\"next\""], "a|1 b"),
        (["Link: <http://127.0.0.1:PORT/friends?after=p>; rel=\"next\""], "p"),
        (["Link: <//127.0.0.1:PORT/friends?after=p>; rel=\"next\""], "p"),
        (["Link: </friends>; rel=\"first\", </friends?after=p>; title=\"a, <b>; c\"; rel=\"last next\""], "p"),
        (["Link: </friends>; rel=\"first\"", "Link: </friends?after=p>; rel=\"next\""], "p"),
        (["Link: </friends?after=p>; rel=\"prev\""], nil),
        (["Link: </friends?after=p>; title=\"rel=next\""], nil),
        (["Link: </friends?after=p>; rel=\"prev\"; rel=\"next\""], nil),
        (["Link: </friends>; rel=\"next\""], nil),
        (["Link: </friends?after=%FF>; rel=\"next\""], nil),
        (["Link: </friends?after=%2>; rel=\"next\""], nil),
        (["Link: <http://elsewhere.example/friends?after=p>; rel=\"next\""], nil),
        (["Link: <//elsewhere.example/friends?after=p>; rel=\"next\""], nil),
        (["Link: <https://127.0.0.1:PORT/friends?after=p>; rel=\"next\""], nil),
        (["Link: <http://127.0.0.1:1/friends?after=p>; rel=\"next\""], nil),
        (["Link: <http://a@127.0.0.1:PORT/friends?after=p>; rel=\"next\""], nil),
        (["Link: <javascript:x?after=p>; rel=\"next\""], nil),
        (["Link: </friends?after=p"], nil), (["Link: <"], nil), (["Link: ;;,,<>;rel"], nil), (["Link: \"<"], nil),
    ]

    @Test(arguments: links)
    func `the next page starts at the link`(headers: [String], position: String?) async throws {
        try await withServer([]) { server, client in
            server.willReply(.json("[]", headers.map { $0.replacing("PORT", with: "\(server.port)") }))
            let page = try await client.friends(after: nil)
            #expect(page.next?.rawValue == position)
        }
    }

    @Test func `circular pages are detected`() async throws {
        try await withServer([.json("[]", ["Link: </friends?after=p>; rel=\"next\""])]) { _, client in
            await #expect(
                throws: FriendsClientError.unreadableResponse(reason: "the pages of the list form a loop")
            ) {
                try await client.friends(after: FriendPage.Position("p"))
            }
        }
    }

    @Test func theWholeListIsReadPageByPage() async throws {
        let replies: [Reply] = [
            .json("[\(Friend.adaJSON)]", ["Link: </friends?after=1>; rel=\"next\""]),
            .json("[\(Friend.adaJSON)]", ["Link: </friends?after=2>; rel=\"next\""]),
            .json("[\(Friend.adaJSON)]"),
        ]
        try await withServer(replies) { server, client in
            var page = try await client.friends(after: nil)
            var count = page.friends.count
            while let next = page.next {
                page = try await client.friends(after: next)
                count += page.friends.count
            }
            #expect(count == 3)
            #expect(server.requests.map(\.connection) == [0, 0, 0])
        }
    }
}
