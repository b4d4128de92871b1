import HTTPTypes
import Hummingbird
import Testing

@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct HostValidatorTests {
    /// On this machine alone, as without any option.
    private let local = HostValidator(
        isEncrypted: false, isLoopback: true, addresses: ["127.0.0.1", "127.0.0.1"], names: [])

    private func status(_ validator: HostValidator, host: String?, _ fields: HTTPFields = [:]) -> Int? {
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/friends", headerFields: fields)
        do throws(Problem) {
            try validator.validate(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
            return nil
        } catch {
            return error.status.code
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "localhost.", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080", "localhost:",
    ])
    func `a loopback server accepts loopback names`(host: String) {
        #expect(status(local, host: host) == nil)
    }

    @Test(arguments: [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "192.168.1.2", "127.0.0.2", "[::2]:1",
        "friends", "0.0.0.0",
    ])
    func `other host names are misdirected`(host: String) {
        #expect(status(local, host: host) == 421)
    }

    @Test(arguments: [nil, "", ":8080", "localhost:80a", "user@localhost", "localhost/x", "[::1", "[::1]x", "a b"])
    func `an invalid host is a bad request`(host: String?) {
        #expect(status(local, host: host) == 400)
    }

    @Test func `two hosts are a bad request`() throws {
        let name = try #require(HTTPField.Name("Host"))
        #expect(status(local, host: "localhost", [name: "localhost"]) == 400)
    }

    @Test func `the address of the server is a valid name`() {
        let validator = HostValidator(
            isEncrypted: false, isLoopback: true, addresses: ["ip6-localhost", "::1"], names: ["Friends.Example"])
        #expect(status(validator, host: "ip6-localhost:8080") == nil)
        #expect(status(validator, host: "[::1]:8080") == nil)
        #expect(status(validator, host: "friends.example:8080") == nil)
        #expect(status(validator, host: "example") == 421)
    }

    @Test func `beyond loopback all names are valid unless set`() {
        let open = HostValidator(isEncrypted: true, isLoopback: false, addresses: ["0.0.0.0"], names: [])
        #expect(status(open, host: "anything.example") == nil)
        #expect(status(open, host: nil) == 400)
        let named = HostValidator(
            isEncrypted: true, isLoopback: false, addresses: ["0.0.0.0"], names: ["friends.example", "10.0.0.5"])
        #expect(status(named, host: "friends.example:8443") == nil)
        #expect(status(named, host: "10.0.0.5:8443") == nil)
        #expect(status(named, host: "localhost:8443") == nil)
        #expect(status(named, host: "anything.example") == 421)
    }

    @Test func `without tokens only own names and addresses are valid`() {
        let metrics = HostValidator(
            isEncrypted: false, isLoopback: false, addresses: ["0.0.0.0"], names: ["friends.example"],
            needsToken: false)
        for host in ["friends.example:9464", "10.0.0.5:9464", "[2001:db8::1]:9464", "localhost:9464", "0.0.0.0"] {
            #expect(status(metrics, host: host) == nil, "\(host)")
        }
        let unnamed = HostValidator(
            isEncrypted: false, isLoopback: false, addresses: ["0.0.0.0"], names: [], needsToken: false)
        for validator in [metrics, unnamed] {
            for host in ["evil.example:9464", "10.0.0.5.evil.example", "[evil.example]", "10.0.5", "0x7f000001"] {
                #expect(status(validator, host: host) == 421, "\(host)")
            }
        }
        // On loopback no other address is accepted, as for the friends.
        let local = HostValidator(
            isEncrypted: false, isLoopback: true, addresses: ["127.0.0.1"], names: [], needsToken: false)
        #expect(status(local, host: "10.0.0.5:9464") == 421)
    }

    @Test(arguments: [
        ("http://localhost:8080", nil), ("HTTP://LOCALHOST:8080", nil), ("http://localhost", 403),
        ("https://localhost:8080", 403), ("http://localhost:3000", 403), ("https://evil.example", 403), ("null", 403),
        ("", 403), ("http://127.0.0.1:8080", 403),
    ])
    func `only the own origin is allowed`(origin: String, expected: Int?) {
        #expect(status(local, host: "localhost:8080", [.origin: origin]) == expected)
    }

    @Test func `one foreign origin among several is rejected`() {
        var fields: HTTPFields = [.origin: "http://localhost"]
        fields.append(HTTPField(name: .origin, value: "http://evil.example"))
        #expect(status(local, host: "localhost", fields) == 403)
    }
}
