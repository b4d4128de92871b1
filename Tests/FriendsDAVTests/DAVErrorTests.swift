import DAVTestSupport
@testable import FriendsDAV
import FriendsXML
import Testing

@Suite struct DAVErrorTests {
    private func error(_ reply: DAVReply) async throws -> DAVError? {
        try await withDAVServer { server, client in
            server.willAnswer { _ in reply }
            let book = try server.book
            do throws(DAVError) {
                _ = try await client.properties([DAVNames.etag], of: book)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `a refusal has its status, its conditions and its sentence`() async throws {
        let error = try #require(
            try await error(.refusal(403, "<d:valid-sync-token/><c:x xmlns:c=\"urn:x\"/>", " Not you ")))
        #expect(error.status == 403)
        #expect(error.isFor(DAVNames.validSyncToken))
        #expect(error.isFor(XMLName("urn:x", "x")))
        #expect(!error.isFor(DAVNames.syncToken))
        guard case .refused(let refusal) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(refusal.reason == "Not you")
        #expect(refusal.statusLine == "403 Forbidden")
    }

    @Test(arguments: ["", "<html><message>x</message></html>", "<error><message>x</message></error>", "<d:error"])
    func `a page is no sentence of the server`(_ body: String) async throws {
        let error = try await error(DAVReply(500, [], body))
        #expect(error == .refused(.init(status: 500, statusLine: "500 Internal Server Error")))
        #expect(error?.status == 500)
    }

    @Test func `a busy server says how long to wait`() async throws {
        let error = try await error(DAVReply(429, [("Retry-After", "90")]))
        #expect(error == .refused(.init(status: 429, statusLine: "429 Too Many Requests", delay: .seconds(90))))
    }

    @Test func `a missing sign-in is not a refusal of the request`() async throws {
        #expect(try await error(DAVReply(401)) == .notSignedIn)
    }

    @Test(arguments: [200, 201, 204, 206])
    func `only 207 answers a question about properties`(_ status: Int) async throws {
        let body = "<multistatus xmlns=\"DAV:\"/>"
        #expect(
            try await error(DAVReply(status, [], body))
                == .unreadable(reason: "the reply does not come from an address book server"))
    }

    @Test func `a reply that is compressed or no XML is an error`() async throws {
        #expect(
            try await error(DAVReply(207, [("Content-Encoding", "gzip")], "x"))
                == .unreadable(reason: "the reply is compressed"))
        #expect(
            try await error(.multistatus("<multistatus xmlns=\"DAV:\">"))
                == .unreadable(reason: "the reply is not valid XML, or not complete"))
        #expect(
            try await error(.multistatus("<!DOCTYPE x><multistatus xmlns=\"DAV:\"/>"))
                == .unreadable(reason: "the reply has a document type"))
        let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
        #expect(try await error(.multistatus(deep)) == .unreadable(reason: "the reply is nested too deeply"))
        #expect(try await error(.multistatus("<multistatus xmlns=\"DAV:\"/>")) == nil)
    }

    @Test func `a lost connection is no answer`() async throws {
        guard case .noAnswer = try await error(.lost) else {
            Issue.record("The call has succeeded")
            return
        }
    }

    @Test func `a write with any other status is not known to be done`() async throws {
        for status in [200, 201, 204] {
            try await withDAVServer { server, client in
                server.willAnswer { _ in DAVReply(status) }
                _ = try await client.put([1], as: "text/vcard", at: server.address("/a"), .version("\"1\""))
            }
        }
        for status in [202, 203, 206, 207] {
            try await withDAVServer { server, client in
                server.willAnswer { _ in DAVReply(status) }
                await #expect(throws: DAVError.self) {
                    try await client.put([1], as: "text/vcard", at: server.address("/a"), .absent)
                }
                #expect(server.requests.count == 1)
            }
        }
    }
}
