@testable import FriendsDAV
import Testing

/// Where a password may go when a server refers to another one.
@Suite struct TrustTests {
    @Test(arguments: [
        ("https://dav.example/", "https://dav.example/x/"), ("https://dav.example/", "https://dav.example:8443/"),
        ("https://contacts.icloud.com/", "https://p42-contacts.icloud.com/"),
        ("https://example.org/", "https://dav.example.org/"),
        ("https://a.dav.co.uk/", "https://b.dav.co.uk/"), ("http://127.0.0.1:1/", "http://127.0.0.1:2/"),
        ("http://dav.example/", "https://dav.example/"), ("https://DAV.example.org/", "https://dav.EXAMPLE.org/"),
    ])
    func `a server of the same provider is trusted`(_ from: String, _ to: String) throws {
        #expect(try DAVAddress(to).isTrusted(by: DAVAddress(from)))
    }

    @Test(arguments: [
        ("https://dav.example.org/", "http://dav.example.org/"),
        ("https://dav.example.org/", "https://dav.example.com/"),
        ("https://dav.example.org/", "https://evilexample.org/"), ("https://a.co.uk/", "https://b.co.uk/"),
        ("https://dav.gmx.de/", "https://dav.evil.de/"), ("https://gmx.de/", "https://web.de/"),
        ("http://dav.example.org/", "http://books.example.org/"),
        ("http://dav.example.org/", "https://books.example.org/"),
        ("https://10.0.0.1/", "https://10.0.1.1/"), ("https://[::1]/", "https://[::2]/"),
        ("https://localhost/", "https://other/"),
        ("https://dav.example.org/", "https://dav.example.org.evil.example/"),
        ("http://127.0.0.1/", "http://localhost/"),
    ])
    func `no password goes to another domain or unencrypted`(_ from: String, _ to: String) throws {
        #expect(try !DAVAddress(to).isTrusted(by: DAVAddress(from)))
    }
}
