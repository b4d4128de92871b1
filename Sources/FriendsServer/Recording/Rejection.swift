import FriendsRepository

/// Why the server rejects a request before a route gets it: a label of a metric (Docs/Operating.md).
enum Rejection: String, CaseIterable, Sendable {
    /// More requests of a client than its rate.
    case rate
    /// More connections than the server, or one client, can have.
    case connections
    /// More event streams than a client can have.
    case streams
    case headSize = "head_size"
    case bodySize = "body_size"
    /// Too many large bodies at once.
    case largeBodies = "large_bodies"
    /// No host, or another one.
    case host
    /// A web page of another origin.
    case origin
    case noToken = "no_token"
    case wrongToken = "wrong_token"
    /// The token file is unusable.
    case tokenFile = "token_file"
    case invalidHTTP = "invalid_http"
}

/// Why the database failed: a label of a metric (Docs/Operating.md).
enum DatabaseFailure: String, CaseIterable, Sendable {
    /// Another writer held the lock for too long.
    case locked
    case readOnly = "read_only"
    case full
    case damaged
    /// A system call failed.
    case unusable
    /// The files were moved, deleted or replaced.
    case displaced
    /// The server of the database cannot be reached, or was lost during a commit.
    case unreachable
    /// A newer server has migrated the database, or one has sorted it by another collation.
    case outdated
    case other

    /// Nil for an operation that was cancelled.
    init?(_ error: FriendRepositoryError) {
        switch error {
        case .locked, .busy: self = .locked
        case .readOnly, .forbidden: self = .readOnly
        case .full: self = .full
        case .damaged: self = .damaged
        case .unusable: self = .unusable
        case .displaced, .logReplaced: self = .displaced
        case .unreachable, .unclear: self = .unreachable
        case .newerVersion, .otherCollation: self = .outdated
        case .notADatabaseOfFriends, .failed: self = .other
        case .cancelled: return nil
        }
    }
}
