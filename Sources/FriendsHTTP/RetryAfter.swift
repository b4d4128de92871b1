import Glibc
import NIOHTTP1

/// How long a server asks to be left alone (RFC 9110, section 10.2.3).
struct RetryAfter: Equatable, Sendable {
    /// What a person may be made to wait without having been asked.
    static let longest = Duration.seconds(60)

    let delay: Duration

    /// Reads the header, which holds seconds or a date. A date counts from the `Date` of the same answer, for the two
    /// clocks may differ.
    init?(in headers: HTTPHeaders) {
        guard let text = headers.first(name: "Retry-After")?.trimmed, !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(\.isDigit) {
            delay = .seconds(Int64(UInt32(text) ?? .max))
        } else if let date = HTTPDate(text) {
            let now = headers.first(name: "Date").flatMap(HTTPDate.init)?.seconds ?? time(nil)
            delay = .seconds(max(0, date.seconds - now))
        } else {
            return nil
        }
    }

    /// The same as a sentence.
    var sentence: String {
        let seconds = delay.components.seconds
        return switch seconds {
        case ...1: "Try again in a second."
        case ..<120: "Try again in \(seconds) seconds."
        case ..<7_200: "Try again in \(seconds / 60) minutes."
        default: "Try again in \(seconds / 3_600) hours."
        }
    }
}
