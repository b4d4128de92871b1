/// The access of a client whose request was accepted, for a response that can outlast it.
struct GrantedAccess: Sendable {
    let authenticator: BearerAuthenticator
    let token: String?
    /// What the token allowed when it was looked up last.
    private(set) var access: BearerAuthenticator.Access

    /// - Parameter access: what the request was allowed.
    init(_ access: BearerAuthenticator.Access, with token: String?, by authenticator: BearerAuthenticator) {
        self.authenticator = authenticator
        self.token = token
        self.access = access
    }

    /// Whether the token still belongs to the same name. It is looked up only if the tokens have changed.
    mutating func isStillGranted() -> Bool {
        if authenticator.generation == access.generation { return true }
        guard let latest = try? authenticator.access(with: token), latest.isAllowed, latest.name == access.name else {
            return false
        }
        access = latest
        return true
    }
}
