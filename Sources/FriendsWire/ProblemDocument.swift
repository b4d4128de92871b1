/// Why a request failed, as RFC 9457 has it (`application/problem+json`).
package struct ProblemDocument: Codable, Equatable, Sendable {
    /// One thing that is wrong in the request.
    package struct Item: Codable, Equatable, Sendable {
        /// A JSON pointer to the bad value in the body (`/firstname`), or nil when it is not in the body.
        package var pointer: String?
        /// The name of the bad query parameter or header, or nil when it is not one.
        package var parameter: String?
        /// One sentence for a person, without a full stop.
        package var detail: String

        package init(pointer: String? = nil, parameter: String? = nil, detail: String) {
            self.pointer = pointer
            self.parameter = parameter
            self.detail = detail
        }
    }

    /// The status code of the answer.
    package var status: Int?
    /// What is wrong, the same for every problem of the kind.
    package var title: String?
    /// What is wrong this time, for a person.
    package var detail: String?
    package var errors: [Item]?
    /// The friend as it is now, when somebody else changed it first.
    package var current: FriendDocument?

    package init(
        status: Int, title: String, detail: String? = nil, errors: [Item]? = nil, current: FriendDocument? = nil
    ) {
        self.status = status
        self.title = title
        self.detail = detail
        self.errors = errors
        self.current = current
    }
}
