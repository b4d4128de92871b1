import HTTPTransport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AuthorizationTests {
    @Test func `an authorization is not printed`() {
        let authorization = Authorization("Bearer s3cret", origin: "token")
        #expect("\(authorization)" == "(hidden)")
        #expect("\(Optional(authorization) as Any)" == "Optional((hidden))")
        #expect(authorization.origin == "token")
    }
}
