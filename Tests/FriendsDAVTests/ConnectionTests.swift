import DAVTestSupport
import FriendsDAV
import Testing

/// Connections that end right after an answer, from either side.
@Suite struct ConnectionTests {
    @Test func `a client can shut down right after an answer`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        try await withDAVServer { server, client in
                            for _ in 0..<10 { _ = try await client.properties([DAVNames.etag], of: server.book) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

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
