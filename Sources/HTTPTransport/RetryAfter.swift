import Glibc
import NIOHTTP1

/// The time that a server asks to wait before a retry (RFC 9110, section 10.2.3).
package struct RetryAfter: Equatable, Sendable {
    /// The longest time to wait without asking the user.
    static let longest = Duration.seconds(60)

    package let delay: Duration

    /// Reads the header, which holds seconds or a date. A date is relative to the `Date` of the same response, because the
    /// clocks may differ.
    package init?(in headers: HTTPHeaders) {
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

    /// A sentence for the user.
    package var sentence: String {
        let seconds = delay.components.seconds
        return switch seconds {
        case ...1: "Try again in a second."
        case ..<120: "Try again in \(seconds) seconds."
        case ..<7_200: "Try again in \(seconds / 60) minutes."
        default: "Try again in \(seconds / 3_600) hours."
        }
    }
}
