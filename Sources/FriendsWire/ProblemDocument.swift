/// Why a request failed: a problem document (RFC 9457, `application/problem+json`).
package struct ProblemDocument: Codable, Equatable, Sendable {
    /// One problem of the request.
    package struct Item: Codable, Equatable, Sendable {
        /// A JSON pointer to the invalid value in the body (`/firstname`); nil if it is not in the body.
        package var pointer: String?
        /// The name of the invalid query parameter or header; nil if it is neither.
        package var parameter: String?
        /// One sentence for the user, without a full stop.
        package var detail: String

        package init(pointer: String? = nil, parameter: String? = nil, detail: String) {
            self.pointer = pointer
            self.parameter = parameter
            self.detail = detail
        }
    }

    /// The status code of the response.
    package var status: Int?
    /// A summary, the same for every problem of the type.
    package var title: String?
    /// An explanation of this problem, for the user.
    package var detail: String?
    package var errors: [Item]?
    /// The current friend, if someone else changed it first.
    package var current: FriendDocument?
    /// The result of each change of a batch, of which nothing was written.
    package var results: [BatchResult]?

    package init(
        status: Int, title: String, detail: String? = nil, errors: [Item]? = nil, current: FriendDocument? = nil,
        results: [BatchResult]? = nil
    ) {
        self.status = status
        self.title = title
        self.detail = detail
        self.errors = errors
        self.current = current
        self.results = results
    }
}
