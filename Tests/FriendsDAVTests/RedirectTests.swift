import DAVTestSupport
import FriendsDAV
import Testing

@Suite struct RedirectTests {
    private static let book = "/dav/books/ad\u{E9}@home/contacts/"

    private func read(_ server: FakeDAVServer, _ client: DAVClient, _ path: String) async throws -> DAVAddress {
        try await client.properties([DAVNames.resourceType], of: server.address(path)).address
    }

    /// A chain of this many redirects.
    private static func chain(_ count: Int) -> Behaviour {
        Behaviour { behaviour in
            for index in 0..<count { behaviour.redirects["/\(index)"] = index == count - 1 ? "/dav/" : "/\(index + 1)" }
        }
    }

    @Test func `five redirects are followed and no more`() async throws {
        try await withDAVServer(Self.chain(5)) { server, client in
            let address = try await read(server, client, "/0")
            #expect(address.path == "/dav/")
            #expect(server.requests.count == 6)
        }
        try await withDAVServer(Self.chain(6)) { server, client in
            await #expect(throws: DAVError.self) { try await read(server, client, "/0") }
            #expect(server.requests.count == 6)
        }
        try await withDAVServer(Behaviour { $0.redirects["/0"] = "/0" }) { server, client in
            let address = try server.address("/0")
            await #expect(throws: DAVError.elsewhere(address.description)) {
                try await read(server, client, "/0")
            }
        }
    }

    @Test func `a redirected read has its method, its body and its sign-in`() async throws {
        try await withDAVServer(Self.chain(1)) { server, client in
            _ = try await read(server, client, "/0")
            let requests = server.requests
            #expect(requests.map(\.method) == ["PROPFIND", "PROPFIND"])
            #expect(requests[0].body == requests[1].body)
            #expect(requests[1].header("Depth") == "0")
            #expect(requests[1].header("Authorization") != nil)
        }
    }

    @Test func `no password follows a redirect to another domain`() async throws {
        try await withDAVServer { other, _ in
            for target in [
                "http://localhost:\(other.port)/dav/", "https://evil.example/", "//localhost:\(other.port)/",
            ] {
                try await withDAVServer(Behaviour { $0.redirects["/dav/"] = target }) { server, client in
                    await #expect(throws: DAVError.elsewhere(target)) { try await read(server, client, "/dav/") }
                    await #expect(throws: DAVError.elsewhere(target)) {
                        try await client.content(of: server.address("/dav/"), accepting: "*/*")
                    }
                }
            }
            #expect(other.requests.isEmpty)
        }
    }

    @Test(arguments: ["", "ftp://x/", "/a/../b"])
    func `a redirect to no place is an error`(_ target: String) async throws {
        try await withDAVServer { server, client in
            server.willAnswer { _ in DAVReply(301, target.isEmpty ? [] : [("Location", target)]) }
            await #expect(throws: DAVError.elsewhere(target)) {
                try await client.content(of: server.address("/a.vcf"), accepting: "*/*")
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirected write is an error`(_ status: Int) async throws {
        try await withDAVServer { server, client in
            let place = try server.address(Self.book).appending("a.vcf")
            server.willAnswer { _ in DAVReply(status, [("Location", "/dav/elsewhere.vcf")]) }
            await #expect(throws: DAVError.elsewhere("/dav/elsewhere.vcf")) {
                try await client.put([], as: "text/vcard", at: place, .absent)
            }
            await #expect(throws: DAVError.elsewhere("/dav/elsewhere.vcf")) {
                try await client.delete(place, version: "\"1\"")
            }
            #expect(server.methods == ["PUT", "DELETE"])
        }
    }
}
