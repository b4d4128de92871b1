import HTTPTypes
import Hummingbird
import Testing

@testable import FriendsServer

/// The names by which a server knows itself.
@Suite(.timeLimit(.minutes(10)))
struct OwnNameTests {
    private func accepts(_ validator: HostValidator, _ host: String) -> Bool {
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/friends")
        return (try? validator.validate(Request(head: head, body: RequestBody(buffer: ByteBuffer())))) != nil
    }

    /// An address is in brackets in a URL, and without them in an option.
    @Test(arguments: ["fd00::5", "[fd00::5]", "FD00::5"])
    func `a server knows the IPv6 address of its own`(address: String) {
        let validator = HostValidator(isEncrypted: false, isLoopback: true, addresses: [address], names: [])
        #expect(accepts(validator, "[fd00::5]:8080") && accepts(validator, "[fd00::5]"))
        #expect(!accepts(validator, "[fd00::6]:8080"))
    }
}
