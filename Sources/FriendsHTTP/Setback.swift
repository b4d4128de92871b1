import FriendsModel
import NIOHTTP1

/// What kept an attempt from bringing what it was made for, where another attempt may fare better.
enum Setback: Equatable, Sendable {
    /// No connection could be made.
    case noConnection
    /// The connection broke.
    case lostConnection
    /// The connection stood and nothing came.
    case silence
    /// Somebody between here and the server lost its reply (502, 504).
    case lostInBetween
    /// The server would not do it now (429, 503).
    case busy(RetryAfter?)

    /// Whether the server may have done what was asked.
    var mayBeDone: Bool {
        switch self {
        case .lostConnection, .silence, .lostInBetween: true
        case .noConnection, .busy: false
        }
    }

    init?(_ outcome: Result<Answer, AttemptFailure>, of request: Request) {
        switch outcome {
        case .failure(let failure):
            guard let setback = failure.setback else { return nil }
            self = setback
        case .success(let answer):
            switch answer.status.code {
            case 429, 503:
                self = .busy(RetryAfter(in: answer.headers))
            case 502, 504:
                self = .lostInBetween
            case 200..<300:
                // What became of a write is asked for.
                guard request.isRead, case .failure(let failure) = answer.body,
                    let setback = failure.setback
                else { return nil }
                self = setback
            default:
                return nil
            }
        }
    }
}
