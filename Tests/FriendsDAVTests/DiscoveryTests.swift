import DAVTestSupport
import FriendsDAV
import FriendsXML
import HTTPTransport
import Testing

@Suite struct DiscoveryTests {
    // MARK: - Places

    @Test(arguments: [
        ("ada@example.org", ["https://example.org/.well-known/carddav", "https://example.org/"]),
        (" Ada@Example.ORG ", ["https://example.org/.well-known/carddav", "https://example.org/"]),
        ("ada@me.com", ["https://contacts.icloud.com/.well-known/carddav", "https://contacts.icloud.com/"]),
        ("dav.example", ["https://dav.example/.well-known/carddav", "https://dav.example/"]),
        ("dav.example:8443", ["https://dav.example:8443/.well-known/carddav", "https://dav.example:8443/"]),
        (
            "dav.example/Remote/ada@home",
            ["https://dav.example/Remote/ada@home", "https://dav.example/.well-known/carddav", "https://dav.example/"]
        ),
        ("http://127.0.0.1:5232", ["http://127.0.0.1:5232/.well-known/carddav", "http://127.0.0.1:5232/"]),
        (
            "https://dav.example/ada/book/",
            ["https://dav.example/ada/book/", "https://dav.example/.well-known/carddav", "https://dav.example/"]
        ),
    ])
    func `an address, a host or a URL says where the books may be`(_ text: String, _ places: [String]) throws {
        #expect(try Discovery.places(for: text).map(\.description) == places)
    }

    @Test(arguments: ["", " ", "@", "ftp://dav.example", "a b", "https://ada:secret@dav.example/", "ada@example.org?x"])
    func `other texts are no place`(_ text: String) {
        #expect(throws: ServerAddress.Problem.self) { try Discovery.places(for: text) }
    }

    // MARK: - Books

    private func books(
        _ path: String = "/.well-known/carddav", _ behaviour: Behaviour = Behaviour()
    ) async throws -> [AddressBook] {
        try await withDAVServer(behaviour) { server, client in
            try await Discovery(client).books(at: server.address(path))
        }
    }

    @Test(arguments: ["/.well-known/carddav", "/", "/dav/", "/dav/users/ad%C3%A9@home/", "/dav/users/ad%c3%a9%40home"])
    func `the books of a user are found from several places`(_ path: String) async throws {
        let books = try await books(path, Behaviour { $0.books = ["contacts", "work"] })
        #expect(books.map(\.name) == ["The contacts", "The work"])
        #expect(books.map(\.address.path) == ["/dav/books/ad%C3%A9@home/contacts/", "/dav/books/ad%C3%A9@home/work/"])
        #expect(books.allSatisfy { !$0.isReadOnly })
    }

    @Test func `the address of a book is that book alone`() async throws {
        let books = try await books("/dav/books/ad%c3%a9%40home/work", Behaviour { $0.books = ["contacts", "work"] })
        #expect(books.map(\.name) == ["The work"])
    }

    @Test(arguments: Behaviour.Spelling.allCases, Behaviour.Form.allCases)
    func `books are found in every spelling`(_ spelling: Behaviour.Spelling, _ form: Behaviour.Form) async throws {
        // A home that is said to be elsewhere is another matter.
        if spelling == .urlsOfAnotherServer { return }
        let books = try await books("/dav/", Behaviour { ($0.spelling, $0.form) = (spelling, form) })
        #expect(books.map(\.name) == ["The contacts"])
    }

    @Test func `other collections beside the books are none`() async throws {
        let books = try await books("/dav/", Behaviour { $0.isHomeOfUser = true })
        #expect(books.map(\.name) == ["The contacts"])
    }

    @Test func `a user can have no book`() async throws {
        #expect(try await books("/dav/", Behaviour { $0.books = [] }).isEmpty)
    }

    @Test func `a book that cannot be written to is known`() async throws {
        #expect(try await books("/dav/", Behaviour { $0.isReadOnly = true }).map(\.isReadOnly) == [true])
    }

    @Test func `a page of the web is no address book server`() async throws {
        await #expect(throws: DAVError.unreadable(reason: "the reply does not come from an address book server")) {
            try await books("/.well-known/carddav", Behaviour { $0.wellKnown = .page })
        }
        await #expect(throws: DAVError.self) {
            try await books("/.well-known/carddav", Behaviour { $0.wellKnown = .missing })
        }
    }

    @Test func `a server that names no user has not accepted one`() async throws {
        await #expect(throws: DAVError.notSignedIn) {
            try await books("/dav/", Behaviour { $0.isUnauthenticated = true })
        }
        await #expect(throws: DAVError.notSignedIn) { try await books("/dav/", Behaviour { $0.signsOutAfter = 1 }) }
    }

    // MARK: - Other servers

    @Test func `a home on another server of the provider is asked`() async throws {
        try await withDAVServer { other, _ in
            let home = try other.address("/dav/books/ad%C3%A9@home/")
            try await withDAVServer(Behaviour { $0.homes = [home.description] }) { server, client in
                let books = try await Discovery(client).books(at: server.address("/dav/"))
                #expect(books.map(\.address) == [home.appending("contacts")])
                #expect(other.methods == ["PROPFIND"])
            }
        }
    }

    @Test func `no password goes to a home in another domain`() async throws {
        try await withDAVServer { other, _ in
            let home = "http://localhost:\(other.port)/dav/books/ad%C3%A9@home/"
            try await withDAVServer(Behaviour { $0.homes = [home] }) { server, client in
                await #expect(throws: DAVError.elsewhere(home)) {
                    try await Discovery(client).books(at: server.address("/dav/"))
                }
            }
            #expect(other.requests.isEmpty)
        }
    }

    @Test func `the books of all homes are found`() async throws {
        let own = "/dav/books/ad%C3%A9@home/"
        let homes = ["https://evil.example/", own, "/dav/books/ad%c3%a9%40home"]
        #expect(try await books("/dav/", Behaviour { $0.homes = homes }).map(\.name) == ["The contacts"])
    }

    @Test func `a new book is made in the folder of the user`() async throws {
        try await withDAVServer { server, client in
            server.willAnswer { $0.method == "MKCOL" ? DAVReply(201) : nil }
            let book = try await Discovery(client).makeBook(
                at: server.address("/dav/"), folder: "work-play", name: "Work & Play")
            let request = try #require(server.requests.last)
            #expect(request.method == "MKCOL" && request.path == book.address.path)
            #expect(book.address.path.hasSuffix("/work-play/") && book.name == "Work & Play")
            let properties = try XMLReader.root(of: request.body).first(DAVNames.set)?.first(DAVNames.prop)
            #expect(properties?.first(DAVNames.displayName)?.text == "Work & Play")
            #expect(properties?.first(DAVNames.resourceType)?.first(DAVNames.addressBook) != nil)
        }
    }

    @Test(arguments: [403, 405, 409, 507])
    func `a book that the server does not make is an error`(_ status: Int) async throws {
        try await withDAVServer { server, client in
            server.willAnswer { $0.method == "MKCOL" ? DAVReply(status) : nil }
            await #expect(throws: DAVError.self) {
                try await Discovery(client).makeBook(at: server.address("/dav/"), folder: "a", name: "A")
            }
        }
    }
}
