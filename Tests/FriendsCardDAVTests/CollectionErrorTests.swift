import FriendsCardDAV
import FriendsDAV
import FriendsModel
import Testing

@Suite struct CollectionErrorTests {
    @Test(arguments: [
        (CollectionError.noAnswer(.timedOut(.read)), true), (.notSignedIn, true), (.busy(nil), true),
        (.full(reason: ""), true), (.cancelled, true), (.notFound, false), (.changed, false),
        (.refused(reason: ""), false), (.unreadable(reason: ""), false),
    ])
    func `an error is that of one card or of all`(_ error: CollectionError, _ isForAll: Bool) {
        #expect(error.isForAll == isForAll)
    }

    @Test func `a cancelled call is no failure of the server`() {
        #expect(CollectionError(.noAnswer(.cancelled)) == .cancelled)
        #expect(CollectionError(.noAnswer(.timedOut(.connect))) == .noAnswer(.timedOut(.connect)))
        #expect(CollectionError(.notSignedIn) == .notSignedIn)
        #expect(CollectionError(.unreadable(reason: "x")) == .unreadable(reason: "x"))
        #expect(CollectionError(.elsewhere("http://x/")) == .refused(reason: "the server refers to http://x/"))
    }

    @Test(arguments: [
        CollectionError.noAnswer(.timedOut(.read)), .noAnswer(.connectionLost(reason: "the reply was cut off")),
        .noAnswer(.notRunning(server: "dav.example")), .notSignedIn, .busy(.seconds(3)), .full(reason: "no space"),
        .notFound, .changed, .refused(reason: "not you"), .unreadable(reason: "the reply is not valid XML"), .cancelled,
    ])
    func `what is said of an error is one sentence without a full stop`(_ error: CollectionError) {
        #expect(error.message.first?.isUppercase == true, "\(error.message)")
        #expect(!error.message.hasSuffix("."), "\(error.message)")
    }
}
