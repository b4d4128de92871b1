import DAVTestSupport
import FriendsDAV
import Testing

/// Servers that close connections, each at another moment.
@Suite struct ConnectionTests {
    @Test func `a connection can end with each answer`() async throws {
        try await withDAVServer(cards: ["a.vcf": cardText("a")]) { server, client in
            let place = try server.book.appending("a.vcf")
            server.change { behaviour in
                for method in ["PROPFIND", "PUT", "GET"] { behaviour.endings[method] = .completeAndClosed }
            }
            for number in 0..<200 {
                let resources = try await client.properties([DAVNames.etag], of: server.book, hasMembers: true).answer
                #expect(resources.resources.count == 2)
                let etag = try await client.content(of: place, accepting: "*/*").etag ?? ""
                _ = try await client.put(Array(cardText("\(number)").utf8), as: "text/vcard", at: place, .version(etag))
            }
            #expect(server.card(at: "a.vcf") == cardText("199"))
        }
    }
}
