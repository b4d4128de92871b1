import HTTPTypes
import NIOCore
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct TrustedProxiesTests {
    /// Whose request it is when it comes from `peer`, which is trusted as 10.0.0.0/8 and 2001:db8:1::/48 are.
    private func client(_ fields: [(String, String)], from peer: String = "10.0.0.1") throws -> String? {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8", "2001:db8:1::/48"]))
        var headers = HTTPFields()
        for (name, value) in fields { headers.append(HTTPField(name: try #require(.init(name)), value: value)) }
        return proxies.client(of: try SocketAddress(ipAddress: peer, port: 1), headers)?.ipAddress
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), (" 192.0.2.1 ", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:80", "2001:db8::1"),
        ("192.0.2.9, 192.0.2.1", "192.0.2.1"), ("192.0.2.1, 10.1.1.1, 10.0.0.2", "192.0.2.1"),
        ("192.0.2.1, 2001:db8:1::7", "192.0.2.1"), ("garbage, 192.0.2.1", "192.0.2.1"),
        ("10.1.1.1, 10.0.0.2", "10.1.1.1"),
        // What cannot be understood counts as the proxy's.
        ("", "10.0.0.1"), ("unknown", "10.0.0.1"), ("192.0.2.1,", "10.0.0.1"),
        ("192.0.2.1, garbage, 10.0.0.2", "10.0.0.1"),
        ("192.0.2", "10.0.0.1"), ("192.0.2.256", "10.0.0.1"), ("192.0.2.1:", "10.0.0.1"), ("fe80::1%eth0", "10.0.0.1"),
        ("[2001:db8::1", "10.0.0.1"), ("[192.0.2.1]", "10.0.0.1"), ("localhost", "10.0.0.1"),
        ("192.0.2.1 x", "10.0.0.1"),
        ("\"192.0.2.1\"", "10.0.0.1"),
    ])
    func `X-Forwarded-For names the client of a proxy`(value: String, expected: String) throws {
        #expect(try client([("X-Forwarded-For", value)]) == expected)
    }

    @Test(arguments: [
        ("for=192.0.2.1", "192.0.2.1"), ("For=\"192.0.2.1:4711\"", "192.0.2.1"), ("for=192.0.2.1:4711", "192.0.2.1"),
        ("for=\"[2001:db8::1]:_x\";proto=https;by=10.0.0.1", "2001:db8::1"),
        ("proto=http; for = 192.0.2.1", "192.0.2.1"),
        ("for=192.0.2.9, for=192.0.2.1;host=\"a,for=10.0.0.9\"", "192.0.2.1"),
        ("for=192.0.2.1, for=10.0.0.2", "192.0.2.1"),
        ("for=_hidden", "10.0.0.1"), ("for=unknown", "10.0.0.1"), ("proto=https", "10.0.0.1"), ("", "10.0.0.1"),
        ("for=192.0.2.1, proto=https", "10.0.0.1"), ("for=192.0.2.1;for=192.0.2.2", "10.0.0.1"),
        ("for=\"192.0.2.1", "10.0.0.1"), ("for=192.0.2.1\"", "10.0.0.1"), ("for=\"192.0.2.\\1\"", "10.0.0.1"),
        ("host=\"x, for=192.0.2.1", "10.0.0.1"), ("192.0.2.1", "10.0.0.1"),
    ])
    func `Forwarded names the client of a proxy`(value: String, expected: String) throws {
        #expect(try client([("Forwarded", value)]) == expected)
    }

    @Test func `several fields are one list`() throws {
        #expect(try client([("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-For", "192.0.2.2")]) == "192.0.2.2")
        #expect(try client([("Forwarded", "for=192.0.2.1"), ("forwarded", "for=10.0.0.2")]) == "192.0.2.1")
        #expect(try client([("Forwarded", "for=\"192.0.2.9"), ("Forwarded", "for=192.0.2.1")]) == "192.0.2.1")
    }

    /// A client can send as many as fit, and each costs time before the request is counted.
    @Test func `only the last elements are read`() throws {
        func list(_ client: String, hops: Int) -> String {
            ([client] + Array(repeating: "10.0.0.2", count: hops)).joined(separator: ", ")
        }
        #expect(try client([("X-Forwarded-For", list("192.0.2.1", hops: 31))]) == "192.0.2.1")
        #expect(try client([("X-Forwarded-For", list("192.0.2.1", hops: 32))]) == "10.0.0.2")
        #expect(try client([("Forwarded", list("for=192.0.2.1", hops: 32))]) == "10.0.0.1")
        let made = Array(repeating: "192.0.2.9", count: 8_000).joined(separator: ",")
        #expect(try client([("X-Forwarded-For", made + ", 192.0.2.1")]) == "192.0.2.1")
    }

    /// Only one of the fields is the proxy's work; the other one can be anybody's.
    @Test func `fields that disagree count as the proxy`() throws {
        #expect(try client([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1")]) == "192.0.2.1")
        #expect(try client([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.2")]) == "10.0.0.1")
        #expect(try client([("Forwarded", "for=unknown"), ("X-Forwarded-For", "192.0.2.2")]) == "10.0.0.1")
    }

    @Test(arguments: ["192.0.2.7", "127.0.0.1", "11.0.0.1", "2001:db8:2::1"])
    func `other addresses are not trusted`(peer: String) throws {
        #expect(try client([("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.1")], from: peer) == peer)
    }

    @Test(arguments: ["10.255.0.1", "::ffff:10.0.0.1", "2001:db8:1:ffff::1"])
    func `every address of a block is a proxy`(peer: String) throws {
        #expect(try client([("X-Forwarded-For", "192.0.2.1")], from: peer) == "192.0.2.1")
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.0/31", "192.0.2.1", true),
        ("192.0.2.0/31", "192.0.2.2", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "2001:db8::1", true), ("::ffff:192.0.2.0/120", "192.0.2.77", true),
        ("::ffff:192.0.2.0/120", "192.0.3.77", false), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("::1", "::1", true),
    ])
    func `a block has an address or not`(block: String, address: String, isInside: Bool) throws {
        let proxies = try #require(TrustedProxies([block]))
        #expect(proxies.contains(try SocketAddress(ipAddress: address, port: 1)) == isInside)
    }

    @Test(arguments: [
        "", "localhost", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "10.0.0.0/+8",
        "::ffff:10.0.0.0/95", "10.0.0.0/ 8", "/8",
    ])
    func `what is neither address nor block is refused`(text: String) {
        #expect(TrustedProxies(["192.0.2.1", text]) == nil)
    }
}
