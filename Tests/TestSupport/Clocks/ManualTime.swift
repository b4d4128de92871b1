import Foundation
import Synchronization

/// A time of day that stands still until a test advances it.
package final class ManualTime: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_795_269_780))

    package init() {}

    package var now: Date { date.withLock { $0 } }

    /// Moves the time on.
    package func advance(days: Double, seconds: Double = 0) {
        date.withLock { $0 += days * 86_400 + seconds }
    }
}
