import HTTPTypes
import Hummingbird

/// One line of the interface's table of contents: a method, a path, and what answers.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Request, FriendsContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path, with names in braces where it varies.
    let path: String
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }

    /// Whether a request for `path` means this endpoint, as the router sees it.
    func matches(_ path: String) -> Bool {
        let wanted = self.path.split(separator: "/")
        let given = path.split(separator: "/")
        return wanted.count == given.count
            && zip(wanted, given).allSatisfy { wanted, given in wanted.hasPrefix("{") || wanted == given }
    }
}
