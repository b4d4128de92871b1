import HTTPTransport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ServerAddressTests {
    static let good: [(text: String, description: String)] = [
        ("http://localhost", "http://localhost"),
        ("http://localhost/", "http://localhost"),
        ("  https://friends.example:8443/team/a/// \n", "https://friends.example:8443/team/a"),
        ("HTTPS://Friends.Example", "https://friends.example"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://[fe80::1]", "http://[fe80::1]"),
        ("http://a_b-c.d:65535", "http://a_b-c.d:65535"),
        ("http://a/p%20q/@:;=+", "http://a/p%20q/@:;=+"),
    ]

    @Test(arguments: good)
    func `an address is parsed and printed`(text: String, description: String) throws {
        #expect(try ServerAddress(text).description == description)
    }

    static let bad: [(text: String, problem: ServerAddress.Problem)] = [
        ("", .missing), (" \n", .missing),
        ("localhost:8080", .noScheme), ("friends.example", .noScheme), ("/tmp/socket", .noScheme),
        ("ftp://a", .unknownScheme("ftp")), ("file:///tmp/a", .unknownScheme("file")),
        ("http+unix://%2Ftmp%2Fa", .unknownScheme("http+unix")), ("://a", .unknownScheme("")),
        ("http://", .missingHost), ("http:///a", .missingHost), ("http://:80", .missingHost),
        ("http://ada@host", .userName), ("https://ada:secret@host/", .userName),
        ("http://host?x", .query), ("http://host/?", .query), ("http://host/a#b", .fragment),
        ("http://host:0", .badPort), ("http://host:65536", .badPort), ("http://host:", .badPort),
        ("http://host:+80", .badPort), ("http://host:http", .badPort), ("http://[::1]:x", .badPort),
        ("http://ho st", .badHost("ho st")), ("http://a%00b", .badHost("a%00b")), ("http://a\r\nb", .badHost("a\r\nb")),
        ("http://münchen.example", .badHost("münchen.example")), ("http://[1.2.3.4]", .badHost("[1.2.3.4]")),
        ("http://[", .badHost("[")), ("http://[::1", .badHost("[:")), ("http://::1", .badHost(":")),
        ("http://host/a b", .malformedPath), ("http://host/é", .malformedPath), ("http://host/\u{1B}", .malformedPath),
        ("http://host/%", .malformedPath), ("http://host/%4", .malformedPath), ("http://host/%zz", .malformedPath),
    ]

    @Test(arguments: bad)
    func `an invalid address is rejected with a reason`(text: String, problem: ServerAddress.Problem) {
        #expect(throws: problem) { try ServerAddress(text) }
        #expect(!problem.message.isEmpty && !problem.message.hasSuffix("."))
    }

    @Test func `a secret in an address is not printed`() {
        #expect(throws: ServerAddress.Problem.userName) { try ServerAddress("https://ada:secret@host") }
        #expect(!ServerAddress.Problem.userName.message.contains("secret"))
    }

    @Test(arguments: [
        ("http://friends.example", true), ("http://192.168.1.2:8080", true), ("http://[fe80::1]", true),
        ("http://localhost.example", true), ("http://128.0.0.1", true), ("http://0.0.0.0", true),
        ("https://friends.example", false), ("http://localhost:8080", false), ("http://LOCALHOST", false),
        ("http://127.0.0.1", false), ("http://127.255.255.254:1", false), ("http://127.1", false),
        ("http://[::1]", false),
    ])
    func `only remote plain http is unencrypted`(text: String, isInTheClear: Bool) throws {
        #expect(try ServerAddress(text).isSentInTheClear == isInTheClear)
    }
}
