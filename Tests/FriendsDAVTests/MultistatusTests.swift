@testable import FriendsDAV
import FriendsXML
import Testing

@Suite struct MultistatusTests {
    private func answer(_ content: String, root: String = "multistatus") throws -> Multistatus {
        let text = "<d:\(root) xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:carddav\">\(content)</d:\(root)>"
        return try Multistatus(
            try XMLReader.root(of: Array(text.utf8)), of: try DAVAddress("https://dav.example/books/contacts/"))
    }

    @Test func `only the properties that the server has are read`() throws {
        let resource = try #require(
            try answer(
                """
                <d:response><d:href>/books/contacts/a.vcf</d:href>
                  <d:propstat><d:prop><d:getetag> "1" </d:getetag><d:displayname/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
                  <d:propstat><d:prop><d:sync-token>x</d:sync-token></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>
                  <d:propstat><d:prop><c:address-data>y</c:address-data></d:prop></d:propstat>
                </d:response>
                """
            ).resources.first)
        #expect(resource.address.name == "a.vcf")
        #expect(resource.status == nil)
        #expect(resource.text(DAVNames.etag) == "\"1\"")
        #expect(resource.text(DAVNames.displayName) == nil)
        #expect(Set(resource.properties.keys) == [DAVNames.etag, DAVNames.displayName])
    }

    @Test func `one status can be that of several resources`() throws {
        let answer = try answer(
            """
            <d:response><d:href>/books/contacts/a.vcf</d:href><d:href>/books/contacts/b.vcf</d:href>
              <d:status>HTTP/1.1 404 Not Found</d:status></d:response><d:sync-token> t </d:sync-token>
            """)
        #expect(answer.resources.map(\.address.name) == ["a.vcf", "b.vcf"])
        #expect(answer.resources.map(\.status) == [404, 404])
        #expect(answer.resources.map(\.isGone) == [true, true])
        #expect(answer.syncToken == "t")
        #expect(answer.isComplete)
    }

    @Test(arguments: ["HTTP/1.1", "", "gone", "HTTP/1.1 4x4 Not Found"])
    func `a resource whose status cannot be read is not gone`(_ status: String) throws {
        let resource = try #require(
            try answer("<d:response><d:href>a.vcf</d:href><d:status>\(status)</d:status></d:response>").resources.first)
        #expect(resource.status != nil)
        #expect(!resource.isGone)
    }

    @Test(arguments: ["<d:href>../a.vcf</d:href>", "<d:href>ftp://x/a.vcf</d:href>", "", "<href>/a.vcf</href>"])
    func `an answer with a resource that nobody can name is not complete`(_ reference: String) throws {
        let answer = try answer(
            "<d:response>\(reference)<d:status>HTTP/1.1 200 OK</d:status></d:response><d:response><d:href>b</d:href></d:response>"
        )
        #expect(answer.resources.map(\.address.name) == ["b"])
        #expect(!answer.isComplete)
    }

    @Test(arguments: ["http://dav.example", "https://evil.example", "http://backend:8080", "//evil.example"])
    func `the resources of an answer are on the server that gave it`(_ origin: String) throws {
        let answer = try answer("<d:response><d:href>\(origin)/books/contacts/</d:href></d:response>")
        #expect(answer.resources.map(\.address.description) == ["https://dav.example/books/contacts/"])
    }

    @Test(arguments: ["error", "prop", "multiStatus"])
    func `another document is no answer about resources`(_ root: String) {
        #expect(throws: DAVError.unreadable(reason: "the reply is not about address books")) {
            try answer("<d:response><d:href>/a</d:href></d:response>", root: root)
        }
    }

    @Test func `an empty token is none`() throws {
        #expect(try answer("<d:sync-token> </d:sync-token>").syncToken == nil)
        #expect(try answer("").syncToken == nil)
    }
}
