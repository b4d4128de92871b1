import HTTPTypes
import Hummingbird

/// A route: a method, a path and a handler.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, FriendsContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path, with parameters in braces.
    let path: String
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }

    /// Whether the path of a request matches, as in the router.
    func matches(_ path: String) -> Bool {
        let wanted = self.path.split(separator: "/")
        let given = path.split(separator: "/")
        return wanted.count == given.count
            && zip(wanted, given).allSatisfy { wanted, given in wanted.hasPrefix("{") || wanted == given }
    }
}
