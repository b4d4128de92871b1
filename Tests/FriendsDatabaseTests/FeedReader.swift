import FriendsRepository
import TestSupport
import Testing

@testable import FriendsDatabase

/// Somebody who follows the list, and waits for each wake.
final class FeedReader: Sendable {
    private let subscription: ChangeFeed.Subscription
    private let heard = Counter()
    private let taken = Counter()

    init(_ feed: ChangeFeed) {
        subscription = feed.subscribe()
        Task { [heard, wakes = subscription.wakes] in
            for await _ in wakes { heard.increase() }
        }
    }

    deinit { subscription.end() }

    /// Returns when there was a wake that was not waited for yet; one stands for all that came meanwhile.
    func next() async throws {
        try await eventually { heard.value > taken.value }
        while taken.value < heard.value { taken.increase() }
    }
}
