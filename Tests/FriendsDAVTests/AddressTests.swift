import FriendsDAV
import HTTPTransport
import Testing

@Suite struct AddressTests {
    private let book: DAVAddress

    init() throws {
        book = try DAVAddress("https://dav.example/books/ada/contacts/")
    }

    // MARK: - Spellings

    @Test(arguments: [
        ("/b/ad%C3%A9.vcf", "/b/ad%c3%a9.vcf"), ("/b/a@home.vcf", "/b/a%40home.vcf"), ("/b/it's.vcf", "/b/it%27s.vcf"),
        ("/b/a+b.vcf", "/b/a%2bb.vcf"), ("/b/folder", "/b/folder/"), ("/b//a.vcf", "/b/a.vcf"),
        ("/b/%61.vcf", "/b/a.vcf"),
        ("/b/é.vcf", "/b/%C3%A9.vcf"), ("", "/"),
    ])
    func `one path in two spellings is one address`(_ one: String, _ other: String) throws {
        let server = try ServerAddress("https://dav.example")
        let addresses = [DAVAddress(server, path: one), DAVAddress(server, path: other)]
        #expect(addresses[0] == addresses[1])
        #expect(Set(addresses).count == 1)
    }

    @Test(arguments: [
        ("/b/a%2Fb.vcf", "/b/a/b.vcf"), ("/b/a.vcf", "/b/A.vcf"), ("/b/a+b.vcf", "/b/a%20b.vcf"),
        ("/b/%25C3", "/b/%C3"),
        ("/a.vcf", "/b/a.vcf"), ("/b/%E9.vcf", "/b/%E8.vcf"),
    ])
    func `different paths are different addresses`(_ one: String, _ other: String) throws {
        let server = try ServerAddress("https://dav.example")
        #expect(DAVAddress(server, path: one) != DAVAddress(server, path: other))
    }

    @Test func `the same path of another server is another address`() throws {
        for other in ["https://dav2.example", "http://dav.example", "https://dav.example:8443"] {
            #expect(DAVAddress(try ServerAddress(other), path: book.path) != book)
        }
        #expect(try DAVAddress("https://dav.example:443/books/ada/contacts/") == book)
    }

    @Test func `a request has the spelling of the server`() {
        for path in ["/b/ad%c3%a9@home/it's+%40.vcf", "/b/a%2fb.vcf?x=1"] {
            #expect(DAVAddress(book.server, path: path).path == path)
        }
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("%", "%25"), ("%zz", "%25zz"), ("%4", "%254"), ("a#b", "a%23b"), ("\\", "%5C"),
        ("é", "%C3%A9"),
        ("a\r\nHost: evil.example", "a%0D%0AHost:%20evil.example"), ("\0\t\u{7F}", "%00%09%7F"),
        ("\"<>^`{|}", "%22%3C%3E%5E%60%7B%7C%7D"),
    ])
    func `what no path has is percent-encoded`(_ name: String, _ path: String) {
        #expect(DAVAddress(book.server, path: "/" + name).path == "/" + path)
    }

    @Test func `a name in a folder stays one name`() throws {
        for name in ["a.vcf", "a/b", "..", "é ?#%2F", "a\r\nb", "%2e%2e"] {
            let address = book.appending(name)
            #expect(address.name == name)
            #expect(address.isIn(book))
        }
        #expect(try DAVAddress("https://dav.example/books/ada/contacts").appending("a").isIn(book))
    }

    @Test func `names that are not UTF-8 stay apart`() {
        let names = ["%E9.vcf", "%E8.vcf", "%FF.vcf", "%c3.vcf"].map { DAVAddress(book.server, path: "/b/\($0)").name }
        #expect(Set(names).count == 4)
        #expect(DAVAddress(book.server, path: "/").name == "")
    }

    // MARK: - References

    @Test(arguments: [
        ("/x/a.vcf", "https://dav.example/x/a.vcf"), ("a.vcf", "https://dav.example/books/ada/contacts/a.vcf"),
        ("https://p01.dav.example/x/", "https://p01.dav.example/x/"),
        ("//p01.dav.example:8443/x/", "https://p01.dav.example:8443/x/"),
        ("HTTPS://DAV.example/x", "https://dav.example/x"), ("https://p01.dav.example", "https://p01.dav.example/"),
        ("\n  /x/a.vcf\n ", "https://dav.example/x/a.vcf"), ("/x://y", "https://dav.example/x://y"),
    ])
    func `references are resolved`(_ reference: String, _ address: String) throws {
        #expect(book.resolving(reference)?.description == address)
    }

    @Test(arguments: [
        "", " ", "/books/ada/../eve/", "..", "../eve/a.vcf", "/x/%2e%2E/y", "./a.vcf", "/x/.%2e", "ftp://dav.example/x",
        "file:///etc/passwd", "https://", "https://ada:secret@dav.example/", "https://dav.example:0/",
        "https://dav example/",
        "https://evil.example\r\nX: y/", "//", "https:///x",
    ])
    func `hostile references are none`(_ reference: String) {
        #expect(book.resolving(reference) == nil)
    }

    @Test func `a reference cannot add a header or leave its server`() throws {
        for reference in [
            "/x\r\nHost: evil.example", "/\\evil.example/", "/@evil.example/", "@evil.example", "/#x", "\u{2028}/x",
        ] {
            let address = try #require(book.resolving(reference))
            #expect(address.server == book.server)
            #expect(address.path.hasPrefix("/"))
            #expect(address.path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        }
    }

    @Test func `what a person writes is checked`() throws {
        #expect(try DAVAddress("  https://dav.example/b%C3%A9/  ").path == "/b%C3%A9/")
        #expect(try DAVAddress("https://dav.example").path == "/")
        for text in ["dav.example", "ftp://x/", "https://ada@x/", "https://x/?a", "https://x/#a", "", "https://x/a b"] {
            #expect(throws: ServerAddress.Problem.self) { try DAVAddress(text) }
        }
    }
}
