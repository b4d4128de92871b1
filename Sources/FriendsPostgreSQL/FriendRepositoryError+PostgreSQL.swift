import FriendsRepository
import PostgreSQL

extension FriendRepositoryError {
    /// Converts an error of the database `name`.
    init(_ error: PostgresError, name: String) {
        switch error {
        case .thrown(let error as FriendRepositoryError): self = error
        case .thrown(let error): self = .failed(path: name, reason: "\(error)")
        case .cannotConnect(let reason), .lost(let reason, mayBeCommitted: false):
            self = .unreachable(path: name, reason: reason)
        case .lost(let reason, mayBeCommitted: true): self = .unclear(path: name, reason: reason)
        case .busy: self = .busy(path: name)
        case .cancelled, .closed: self = .cancelled
        case .refused(let refusal): self.init(refusal, name: name)
        case .libraryMissing, .invalidAddress, .secretInAddress, .unexpectedResult:
            self = .failed(path: name, reason: error.message)
        }
    }

    /// Appendix A of PostgreSQL's documentation lists the codes.
    private init(_ refusal: PostgresRefusal, name: String) {
        switch refusal.sqlState {
        // A lock was not free in time, a deadlock, a statement that was ended.
        case "55P03", "40P01", "57014": self = .busy(path: name)
        // No space.
        case "53100": self = .full(path: name)
        // A missing permission. A server that is read-only counts as lost: another one may be writable.
        case "42501": self = .forbidden(path: name, reason: refusal.message)
        case let state where state.hasPrefix("57P") || state.hasPrefix("53"):
            self = .unreachable(path: name, reason: refusal.message)
        case "XX001", "XX002": self = .damaged(path: name)
        default: self = .failed(path: name, reason: refusal.message)
        }
    }
}
