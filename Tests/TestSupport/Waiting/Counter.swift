import Synchronization

/// What several tasks count together.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    package func increase() { count.add(1, ordering: .relaxed) }
}
