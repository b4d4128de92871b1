import FriendsModel
import NIOHTTP1

/// A failure of one attempt that a retry can avoid.
enum TransientFailure: Equatable, Sendable {
    /// No connection was made.
    case connectionFailed
    /// The connection broke.
    case connectionLost
    /// The server sent nothing, or took nothing, for too long.
    case readTimeout
    /// A gateway got no response from the server (502, 504).
    case gatewayFailed
    /// The server is busy (429, 503).
    case busy(RetryAfter?)

    /// Whether the server may have done the request.
    var mayHaveBeenDone: Bool {
        switch self {
        case .connectionLost, .readTimeout, .gatewayFailed: true
        case .connectionFailed, .busy: false
        }
    }

    /// Nil for a success, and for a failure that is not transient.
    init?(_ outcome: Result<Response, AttemptFailure>, of request: Request) {
        switch outcome {
        case .failure(let attempt):
            guard let transient = attempt.transient else { return nil }
            self = transient
        case .success(let response):
            switch response.status.code {
            case 429, 503:
                self = .busy(RetryAfter(in: response.headers))
            case 502, 504:
                self = .gatewayFailed
            case 200..<300:
                // After a write, the friend is read instead.
                guard request.isRead, case .failure(let attempt) = response.body, let transient = attempt.transient
                else { return nil }
                self = transient
            default:
                return nil
            }
        }
    }
}
